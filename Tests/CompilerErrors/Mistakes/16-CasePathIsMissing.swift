// SPDX-License-Identifier: Apache-2.0
// An action has no case path of a name that a step receives.

import Millrace
import MillraceTesting

enum PlainAction: Equatable, Sendable { case step, set(Int) }

@MainActor func plain(_ store: TestStore<CounterState, PlainAction>) async {
  // error: The actions have no such case path.
  await store.receive(\.set)
  // error: The actions have no such case path.
  await store.receive(\.set) { $0.count = 1 }
  await store.receive(.set(1)) { $0.count = 1 }
}

@MainActor func named(_ store: TestStore<AppState, AppAction>) async {
  // error: The actions have no such case path.
  await store.receive(\.load)
  // error: The actions have no such case path.
  await store.receive(\.counter.set)
  await store.receive(\.counter)
}
