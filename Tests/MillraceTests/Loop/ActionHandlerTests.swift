// SPDX-License-Identifier: Apache-2.0

import Millrace
import Testing

@MainActor
@Suite struct ActionHandlerTests {
  /// Records its actions, and returns the receipt of a rejection if `error` is set.
  private final class Spy: ActionHandler {
    var taken: [DispatchedAction<Int>] = []
    var error: (any Error)?

    func dispatch(_ action: Int, source: ActionSource) -> DispatchReceipt {
      taken.append(DispatchedAction(action, source: source))
      guard let error else { return .committed }
      let store = Store(
        initialState: 0,
        reducer: Reducer<Int, Int> { (_: inout Int, _: Int) throws in throw error })
      store.onRejection = { _ in }
      return store.dispatch(action)
    }
  }

  private struct Refused: Error {}

  @Test func dispatchFillsInTheCallSite() {
    let spy = Spy()
    spy.dispatch(1)
    let line: UInt = #line - 1
    #expect(spy.taken == [DispatchedAction(1, source: ActionSource(line: line))])
  }

  @Test func aCallIsADispatch() {
    let spy = Spy()
    spy(1, info: "why")
    let line: UInt = #line - 1
    #expect(spy.taken == [DispatchedAction(1, source: ActionSource(line: line, info: "why"))])
  }

  @Test func bothFormsReturnTheHandlersReceipt() {
    let spy = Spy()
    spy.error = Refused()
    #expect(throws: Refused.self) { try spy.dispatch(1).get() }
    #expect(throws: Refused.self) { try spy(1).get() }
  }

  @Test func contramapTranslatesAndKeepsTheSource() {
    let spy = Spy()
    let words = spy.contramap { (text: String) in Int(text) }
    words.dispatch("7", info: "why")
    let line: UInt = #line - 1
    #expect(spy.taken == [DispatchedAction(7, source: ActionSource(line: line, info: "why"))])
  }

  @Test func contramapDropsWhatHasNoTranslation() throws {
    let spy = Spy()
    spy.error = Refused()
    let words = spy.contramap { (text: String) in Int(text) }
    try words.dispatch("seven").get()
    #expect(spy.taken.isEmpty)
  }

  @Test func contramapPassesTheReceiptOn() {
    let spy = Spy()
    spy.error = Refused()
    let words = spy.contramap { (text: String) in Int(text) }
    #expect(throws: Refused.self) { try words("7").get() }
  }

  @Test func contramapOfContramapTranslatesInnermostLast() {
    let spy = Spy()
    let words = spy.contramap { (text: String) in Int(text) }
    let lists = words.contramap { (list: [String]) in list.first }
    lists(["7", "8"])
    lists([])
    #expect(spy.taken.map(\.action) == [7])
  }

  @Test func aHandlerThatTranslatesHoldsItsBase() {
    weak var held: Spy?
    var handler: (any ActionHandler<String>)?
    do {
      let spy = Spy()
      held = spy
      handler = spy.contramap { Int($0) }
    }
    #expect(held != nil)
    handler?.dispatch("7")
    #expect(held?.taken.count == 1)
    handler = nil
    #expect(held == nil)
  }
}
