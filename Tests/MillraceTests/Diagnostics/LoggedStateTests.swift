// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct LoggedStateTests {
  private func log(_ state: ActionRecord.LoggedState, _ action: LedgerAction) -> [String] {
    var lines: [String] = []
    let store = LedgerStore(
      initialState: Ledger(notes: ["a"]), reducer: .ledger,
      middleware: LoggerMiddleware(state: state) { lines = $0.state })
    store.dispatch(action)
    return lines
  }

  @Test func nothing() {
    #expect(log(.nothing, .add(1)).isEmpty)
  }

  @Test func theNewState() {
    #expect(
      log(.newState, .add(1)) == [
        "Ledger", "  notes: 1 element", "    - \"a\"", "  count: 1", "  other: 0", "  payload: []",
      ])
  }

  @Test func theChanges() {
    #expect(log(.changes, .add(1)) == ["  Ledger", "-   count: 0", "+   count: 1"])
    #expect(log(.changes, .fail).isEmpty)
    #expect(
      log(.changes, .note("b")) == [
        "  Ledger", "-   notes: 1 element", "+   notes: 2 elements", "+     - \"b\"",
      ])
  }

  @Test func theChangesWithContext() {
    #expect(
      log(.changes(context: 1), .add(1)) == [
        "  Ledger", "      - \"a\"", "-   count: 0", "+   count: 1", "    other: 0",
      ])
  }
}
