// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// L3: a reducer that throws leaves the state as it was, and no observer is called.
@MainActor
@Suite struct L03CommitOrNothingTests {
  @Test func aThrownErrorLeavesTheStateAndNotifiesNoObserver() {
    let middleware = LedgerMiddleware { _, _, _ in
      Effect.perform { _ in Issue.record("an effect of a rejected action ran") }
    }
    let store = LedgerStore(
      initialState: Ledger(count: 5), reducer: .throwingLedger, middleware: middleware)
    store.onRejection = { _ in }
    let subscription = store.subscribe { _ in Issue.record("an observer was called") }
    let receipt = store.dispatch(.fail)
    #expect(throws: LedgerError()) { try receipt.get() }
    #expect(store.state == Ledger(count: 5))
    subscription.cancel()
  }

  @Test func inTheMiddleOfAQueueTheOthersGoOn() {
    let middleware = LedgerMiddleware { action, _, _ in
      action == .note("A") ? .sequence(.note("B"), .fail, .note("C")) : .none
    }
    let store = LedgerStore(
      initialState: Ledger(), reducer: .throwingLedger, middleware: middleware)
    var rejected: [LedgerAction] = []
    store.onRejection = { rejected.append($0.dispatched.action) }
    var seen: [String] = []
    let subscription = store.subscribe(to: \.notes) { seen.append($0.joined()) }
    let receipt = store.dispatch(.note("A"))
    #expect(throws: Never.self) { try receipt.get() }
    #expect(store.state.notes == ["A", "B", "C"])
    #expect(store.state.count == 0)
    #expect(seen == ["A", "AB", "ABC"])
    #expect(rejected == [.fail])
    subscription.cancel()
  }

  @Test func middlewareAndHandlerHearOfTheRejectionWithItsSource() {
    var heard: [String] = []
    let middleware = LedgerMiddleware(
      { _, _, _ in .none },
      didReject: { action, source, error in heard.append("\(action) \(error) \(source.line)") })
    let store = LedgerStore(
      initialState: Ledger(), reducer: .throwingLedger, middleware: middleware)
    store.onRejection = { heard.append("handler \($0.dispatched.source.line)") }
    store.dispatch(.fail)
    let line = #line - 1
    #expect(heard == ["fail LedgerError() \(line)", "handler \(line)"])
  }

  @Test func aFilterThatSaidYesToARejectedActionIsForgotten() {
    let store = LedgerStore(initialState: Ledger(), reducer: .throwingLedger)
    store.onRejection = { _ in }
    var computed = 0
    let selector = StateSelector<Ledger, Int>(
      { $0.count }, didChange: { _, _ in true })
    let subscription = store.subscribe(to: selector, filter: { _, action in action == .fail }) {
      _ in computed += 1
    }
    store.dispatch(.fail)
    store.dispatch(.add(1))
    #expect(computed == 0)
    subscription.cancel()
  }
}
