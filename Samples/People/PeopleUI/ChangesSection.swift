// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import PeopleData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The buttons for random changes, the last change, and the work that it caused.
struct ChangesSection: View {
  @Environment(\.peopleStore) private var store

  var body: some View {
    Section("Changes") {
      HStack {
        Button("Change a random person") { store.dispatch(.changeRandomPerson) }
        Button("Run 1,000 random changes") {
          store.batch {
            for _ in 0..<1_000 { store.dispatch(.changeRandomPerson) }
          }
        }
      }
      VStack(alignment: .leading, spacing: 4) {
        LastChange()
        WorkCorner()
      }
    }
  }
}

/// The description of the last change.
struct LastChange: View {
  @Selected(\.peopleStore, \.lastChange) private var lastChange

  var body: some View {
    Text(lastChange?.sentence ?? "No person has changed yet.")
  }
}

extension AppliedChange {
  /// Describes the change, for people.
  var sentence: String {
    switch change {
    case .visit: "\(name) visited."
    case .move(let city): "\(name) moved to \(city)."
    case .rename(let newName): "\(name) is called \(newName) now."
    case .edit(let newName, let city): "\(name) was saved as \(newName), \(city)."
    }
  }
}
