// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@testable import MillraceUI

@MainActor
@Suite struct SelectedRequestTests {
  private typealias Request = SelectedRequest<LedgerStore, Int>
  private static let selectDouble = StateSelector<Ledger, Int> { $0.count * 2 }

  private func store(_ count: Int = 1) -> LedgerStore {
    LedgerStore(initialState: Ledger(count: count), reducer: .ledger)
  }

  @Test func equalSelectorsHaveOneRequest() {
    let first = Request.shared(Self.selectDouble, label: "a")
    #expect(Request.shared(Self.selectDouble, label: "b") === first)
    let path = Request.shared(StateSelector(\.count), label: nil)
    #expect(Request.shared(StateSelector(\.count), label: nil) === path)
    #expect(Request.shared(StateSelector(\.other), label: nil) !== path)
    #expect(path !== first)
  }

  @Test func requestsOfOtherTypesAreOthers() {
    let number = Request.shared(StateSelector(\.count), label: nil)
    let selector = StateSelector<Ledger, Int>(\.count, didChange: { abs($0 - $1) > 1 })
    #expect(Request.shared(selector, label: nil) !== number)
    let mock = SelectedRequest<StoreProjection<Ledger, LedgerAction>, Int>.shared(
      StateSelector(\.count), label: nil)
    #expect(mock !== number as AnyObject)
  }

  @Test func aRequestThatNoViewHoldsIsForgotten() {
    let path = \Ledger.payload.count
    let key = SelectedRequestKey(
      type: ObjectIdentifier(Request.self), identity: StateSelector<Ledger, Int>(path).identity)
    var request: Request? = Request.shared(StateSelector(path), label: nil)
    #expect(SelectedRequestKey.isKnown(key))
    let ghost = Weak(request)
    request = nil
    #expect(ghost.object == nil)
    #expect(!SelectedRequestKey.isKnown(key))
  }

  @Test func aListenerOfAnotherStoreEndsWhenNoViewReadsItAnyMore() {
    let (first, second) = (store(1), store(2))
    let request = Request.shared(Self.selectDouble, label: nil)
    #expect(request.listener(for: first).output == 2)
    #expect(request.listener(for: first) === request.listener(for: first))
    #expect(request.listener(for: second).output == 4)
    // The value was read after it was published, so a view may still show it.
    first.dispatch(.add(1))
    #expect(request.listeners.count == 2)
    first.dispatch(.add(1))
    #expect(request.listeners.count == 1)
    let calls = first.counters.observersCalled
    first.dispatch(.add(1))
    #expect(first.counters.observersCalled == calls)
    // A view that reads the first store again gets its present value.
    #expect(request.listener(for: first).output == 8)
    #expect(request.listener(for: second).output == 4)
  }

  @Test func listenersOfStoresThatHaveGoneAreDropped() {
    let request = Request.shared(Self.selectDouble, label: nil)
    let kept = store(1)
    for number in 0..<1_000 {
      #expect(request.listener(for: store(number)).output == 2 * number)
      #expect(request.listener(for: kept).output == 2)
    }
    #expect(request.listeners.count <= 8)
  }

  @Test func oneStoreIsFollowedHoweverSeldomItIsRead() {
    let store = store()
    let request = Request.shared(Self.selectDouble, label: nil)
    #expect(request.listener(for: store).output == 2)
    for _ in 1...5 { store.dispatch(.add(1)) }
    #expect(store.counters.observersCalled == 5)
    #expect(request.listener(for: store).output == 12)
  }

  #if DEBUG
    @Test func eachLabelOfASelectorIsLogged() {
      let before = SelectedLog.report
      defer { SelectedLog.report = before }
      var lines: [String] = []
      SelectedLog.report = { lines.append($0) }
      let store = store()
      let request = Request.shared(Self.selectDouble, label: nil)
      #expect(request.listener(for: store).output == 2)
      store.dispatch(.add(1))
      #expect(lines.isEmpty && request.listener(for: store).output == 4)
      for label in ["a", "b", "a"] {
        #expect(Request.shared(Self.selectDouble, label: label) === request)
      }
      store.dispatch(.add(1))
      #expect(
        lines == [
          "Millrace: @Selected \"a\" published 6", "Millrace: @Selected \"b\" published 6",
        ])
    }
  #endif
}
