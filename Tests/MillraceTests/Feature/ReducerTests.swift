// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@Suite struct ReducerTests {
  @Test func itChangesTheStateInPlace() throws {
    let reducer = Reducer<Ledger, LedgerAction>.ledger
    var state = Ledger(payload: Array(repeating: 0, count: 1_000))
    let address = state.payloadAddress
    try reducer(&state, .write(3))
    #expect(state.payload[3] == 1)
    #expect(state.payloadAddress == address)
  }

  @Test func theIdentityChangesNothing() throws {
    var state = Ledger(notes: ["a"], count: 1)
    try Reducer<Ledger, LedgerAction>.identity(&state, .add(1))
    #expect(state == Ledger(notes: ["a"], count: 1))
  }

  @Test func whetherItCanThrowIsKnownFromItsType() {
    #expect(!Reducer<Ledger, LedgerAction>.identity.canThrow)
    #expect(!Reducer<Ledger, LedgerAction>.ledger.canThrow)
    #expect(Reducer<Ledger, LedgerAction>.throwingLedger.canThrow)
    // A closure without `try` and `throw` cannot throw. A closure with one of them can.
    #expect(!Reducer<Int, Int> { state, action in state += action }.canThrow)
    let picky = Reducer<Int, Int> { state, action in
      if action < 0 { throw LedgerError() }
      state += action
    }
    #expect(picky.canThrow)
  }

  @MainActor @Test func aReducerOfNothingIsWrittenAsAnyOther() {
    let log = Log()
    let ran = Reducer<Void, Void> { _, _ in log.append("ran") }
    let threw = Reducer<Void, Int> { _, _ in throw LedgerError() }
    #expect(!ran.canThrow && threw.canThrow)
    // In stores, because the thread sanitizer stops at an `inout` variable without a size.
    Store(initialState: (), reducer: ran).dispatch(())
    let store = Store(initialState: (), reducer: threw)
    store.onRejection = { log.append("\($0.error is LedgerError)") }
    store.dispatch(1)
    #expect(log.lines == ["ran", "true"])
  }

  @Test func anErrorReachesTheCaller() {
    let reducer = Reducer<Ledger, LedgerAction>.throwingLedger
    var state = Ledger()
    #expect(throws: LedgerError()) { try reducer(&state, .fail) }
    #expect(throws: Never.self) { try reducer(&state, .add(1)) }
  }

  @Test func aCallOnAStateOfYourOwnMayLeaveItHalfChanged() {
    var state = Ledger(count: 5)
    try? Reducer.throwingLedger(&state, .fail)
    #expect(state.count == -1)
  }

  @Test func itIsAPlainValueForEveryThread() async throws {
    let reducer = Reducer<Ledger, LedgerAction>.ledger
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for amount in 1...8 {
        group.addTask {
          var state = Ledger()
          for _ in 0..<100 { try reducer(&state, .add(amount)) }
          return state.count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts.sorted() == (1...8).map { $0 * 100 })
  }
}
