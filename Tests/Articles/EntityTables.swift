// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of EntityTables.md needs; see bin/support/articles.py.

import Millrace
import MillraceViews

struct Person: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
  var city: String
}

enum Action: Sendable {
  case loaded([Person]), renamed(Person.ID, String), left(Person.ID)
}

// block 1

@MainActor func city(of id: Person.ID, store: Store<State, Action>) -> some View {
  // block 2
}

// block 3
