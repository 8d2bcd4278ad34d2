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
  // error: The actions have no such case path.
  await store.receive(\.set, 1) { $0.count = 1 }
  await store.receive(.set(1)) { $0.count = 1 }
}

enum ListAction: CasePathable, Sendable {
  case row(Int, PlainAction)

  struct CasePaths: Sendable {
    let row = CasePath(case: { ListAction.row($0.0, $0.1) }) { (list) -> (Int, PlainAction)? in
      if case .row(let id, let action) = list { (id, action) } else { nil }
    }
  }
  static let casePaths = CasePaths()
}

@MainActor func listed(_ store: TestStore<CounterState, ListAction>) async {
  // error: The actions have no such case path.
  await store.receive(\.row[7].set)
  // error: The actions have no such case path.
  await store.receive(\.row[7].set) { $0.count = 1 }
  await store.receive(\.row[7])
  await store.receive(\.row[7], .step)
}

@MainActor func named(_ store: TestStore<AppState, AppAction>) async {
  // error: The actions have no such case path.
  await store.receive(\.load)
  // error: The actions have no such case path.
  await store.receive(\.counter.set)
  await store.receive(\.counter)
}
