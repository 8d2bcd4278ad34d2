// SPDX-License-Identifier: Apache-2.0
// A journal is passed to a store as an option, and a slice is not writable.

import Millrace
import MillracePersistence

struct Profile: Sendable {
  var name = ""
  let number = 1
  var title: String { "Dr. \(name)" }
}

enum ProfileAction: Sendable {
  case rename(String)
}

let profile = Reducer<Profile, ProfileAction> { state, action in
  if case .rename(let name) = action { state.name = name }
}

@MainActor func stores(_ journal: Journal<Profile, ProfileAction>) {
  // error: Write: try await Store(recovering: journal, initialState: ..., feature: ...).
  _ = Store(initialState: Profile(), feature: profile.feature, journal: journal)
  // error: Write: try await Store(recovering: journal, initialState: ..., reducer: ...).
  _ = Store(initialState: Profile(), reducer: profile, journal: journal)
}

func slices() -> [StateSlice<Profile>] {
  [
    StateSlice("name", \.name),
    // error: A recovery assigns the value: use a 'var', or a computed property with a setter.
    StateSlice("number", \.number),
    // error: A recovery assigns the value: use a 'var', or a computed property with a setter.
    StateSlice("title", \Profile.title),
  ]
}
