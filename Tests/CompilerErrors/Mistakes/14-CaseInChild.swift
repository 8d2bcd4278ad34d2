// SPDX-License-Identifier: Apache-2.0
// A misspelled case or property in the lift of children, and in a middleware.

import Millrace

struct Row: Identifiable, Sendable {
  var id = 0
  var count = 0
}

enum RowAction: Sendable {
  case add
}

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

let row = Feature<Row, RowAction> { state, _ in
  state.count += 1
  return .none
}

struct Watching: Middleware {
  func handle(
    _ action: RowAction, from source: ActionSource, state: StateReader<Row?>
  ) -> Effect<RowAction> { .none }
}

// error: value of type 'PageAction.CasePaths' has no member 'rw'
let rows: Feature<PageState, PageAction> = row.forEach(action: \.rw, state: \.rows)
// error: value of type 'PageAction.CasePaths' has no member 'opn'
let opened: Feature<PageState, PageAction> = row.ifLet(action: \.opn, state: \.open)
let page = Feature<PageState, PageAction>.combine {
  // error: value of type 'PageAction.CasePaths' has no member 'rw'
  row.forEach(action: \.rw, state: \.rows)
  row.ifLet(action: \.open, state: \.open)
}

func watched() -> some Middleware<PageAction, PageAction, PageState> {
  // error: value of type 'PageAction.CasePaths' has no member 'opn'
  Watching().lift(action: \.opn, state: \.open)
}

func watching() -> some Middleware<PageAction, PageAction, PageState> {
  // error: value of type 'PageState' has no member 'opn'
  Watching().lift(action: \.open, state: \.opn)
}
