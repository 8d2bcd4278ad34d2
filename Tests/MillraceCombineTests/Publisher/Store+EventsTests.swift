// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceCombine
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#else
  @preconcurrency import OpenCombine
#endif

@MainActor
@Suite struct StoreEventsTests {
  private let store = LedgerStore(initialState: Ledger(), reducer: .ledger)

  @Test func actionsComeAfterTheirCommit() {
    var lines: [String] = []
    let cancellable = store.actionPublisher().sink { [unowned store] action in
      MainActor.assumeIsolated { lines.append("\(action) \(store.state.count)") }
    }
    store.dispatch(.add(2))
    store.dispatch(.setOther(1))
    #expect(lines == ["add(2) 2", "setOther(1) 2"])
    cancellable.cancel()
  }

  @Test func transitionsCarryTheStatesOfTheirAction() {
    var lines: [String] = []
    let cancellable = store.transitionPublisher().sink {
      lines.append("\($0.oldState.count) \($0.action) \($0.newState.count) \($0.source.line)")
    }
    let line = #line + 1
    store.batch { for amount in 1...2 { store.dispatch(.add(amount)) } }
    #expect(lines == ["0 add(1) 1 \(line)", "1 add(2) 3 \(line)"])
    cancellable.cancel()
  }

  @Test func beyondTheBoundEachLossIsReported() {
    let subscriber = ProbeSubscriber<LedgerAction>(demand: .max(1))
    var lost: [LedgerAction] = []
    store.actionPublisher(bufferSize: 2) { lost.append($0.lost) }.subscribe(subscriber)
    for number in 1...5 { store.dispatch(.add(number)) }
    #expect(lost == [.add(4), .add(5)])
    subscriber.subscription?.request(.unlimited)
    store.dispatch(.add(6))
    #expect(subscriber.values == [.add(1), .add(2), .add(3), .add(6)])
  }

  /// The first action is delivered while the store is idle, so a dispatch in it runs at once.
  @Test func noRequestedActionIsLostWhileTheSubscriberIsCalled() {
    let subscriber = ProbeSubscriber<LedgerAction>(demand: .none)
    subscriber.onValue = { [store] action in
      MainActor.assumeIsolated {
        if action == .add(1) { for number in 2...4 { store.dispatch(.add(number)) } }
      }
      return .none
    }
    var lost: [LedgerAction] = []
    store.actionPublisher(bufferSize: 1) { lost.append($0.lost) }.subscribe(subscriber)
    store.dispatch(.add(1))
    subscriber.subscription?.request(.unlimited)
    #expect(subscriber.values == (1...4).map { .add($0) })
    #expect(lost == [])
  }

  @Test func theFirstLossIsAWarningIfThereIsNoOtherReport() {
    let (warnings, subscriber) = (Log(), ProbeSubscriber<LedgerAction>(demand: .none))
    store.actionPublisher(bufferSize: 1).subscribe(subscriber)
    StoreWarnings.withHandler {
      warnings.append($0)
    } operation: {
      for number in 1...4 { store.dispatch(.add(number)) }
    }
    #expect(
      warnings.lines == [PublisherOverflow(lost: LedgerAction.add(2), bufferSize: 1).description])
  }

  @Test func theReportSaysWhatWhyAndWhatToDo() {
    let text = PublisherOverflow(lost: LedgerAction.add(4), bufferSize: 2).description
    for part in ["type LedgerAction,", "2 elements", "flatMap(maxPublishers:)", "`bufferSize`"] {
      #expect(text.contains(part))
    }
    let one = PublisherOverflow(lost: LedgerAction.add(4), bufferSize: 1).description
    #expect(one.contains("the 1 element before it"))
  }

  @Test(arguments: [0, -1])
  func theReportOfAPublisherWithoutABufferSaysSo(size: Int) {
    let text = PublisherOverflow(lost: LedgerAction.add(4), bufferSize: size).description
    #expect(text.contains("because it has no buffer, and the subscriber has not requested"))
    #expect(!text.contains("elements before it"))
  }

  @Test func theReportContainsNoStates() {
    let lost = StateTransition(
      oldState: Ledger(), action: LedgerAction.note("hunter2"), newState: Ledger(),
      source: ActionSource())
    let text = PublisherOverflow(lost: lost, bufferSize: 2).description
    #expect(text.contains("type StateTransition<Ledger, LedgerAction>,"))
    #expect(!text.contains("hunter2"))
  }

  @Test func aDispatchInADeliveryComesInOrderForAll() {
    var lines: [String] = []
    let first = store.actionPublisher().sink { [unowned store] action in
      lines.append("first \(action)")
      MainActor.assumeIsolated { if action == .add(1) { store.dispatch(.add(2)) } }
    }
    let second = store.actionPublisher().sink { lines.append("second \($0)") }
    store.dispatch(.add(1))
    #expect(lines == ["first add(1)", "second add(1)", "first add(2)", "second add(2)"])
    first.cancel()
    second.cancel()
  }
}
