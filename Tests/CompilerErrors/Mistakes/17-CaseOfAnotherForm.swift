// SPDX-License-Identifier: Apache-2.0
// A case without an id is given for the elements of a collection, or the key path of a case to a
// projection.

import Millrace

struct Row: Identifiable, Sendable {
  var id = 0
}

enum RowAction: Sendable { case add }

struct PageState: Sendable {
  var rows = EntityTable<Row>()
  var open: Row?
}

enum PageAction: CasePathable, Sendable {
  case row(Int, RowAction)
  case open(RowAction)

  struct CasePaths: Sendable {
    let row = CasePath(case: { PageAction.row($0.0, $0.1) }) { (page) -> (Int, RowAction)? in
      if case .row(let id, let action) = page { (id, action) } else { nil }
    }
    let open = CasePath(case: PageAction.open) {
      if case .open(let action) = $0 { action } else { nil }
    }
  }
  static let casePaths = CasePaths()
}

let row = Reducer<Row, RowAction> { _, _ in }

let page = Feature<PageState, PageAction>.combine {
  // error: The case needs the id of the element: case row(Row.ID, RowAction).
  row.forEach(action: \.open, state: \.rows)
  row.ifLet(action: \.open, state: \.open)
}

@MainActor func projections(_ store: Store<PageState, PageAction>) {
  // error: Write the case itself: action: AppAction.part.
  _ = store.projection(action: \.open, state: \.open)
  // error: Write the case itself: action: AppAction.child.
  _ = store.projection(action: \.open, ifLet: \.open)
  // error: Write a closure that returns the action of the row.
  _ = store.projection(action: \.row, ifLetRow: 1, of: \.rows)
  _ = store.projection(action: PageAction.open, ifLet: \.open)
  _ = store.projection(action: { .row(1, $0) }, ifLetRow: 1, of: \.rows)
}
