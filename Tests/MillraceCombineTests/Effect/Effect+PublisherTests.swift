// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Millrace
import MillraceCombine
import MillraceTesting
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#else
  @preconcurrency import OpenCombine
#endif

@MainActor
@Suite struct EffectPublisherTests {
  private struct Broken: Error {}

  @Test func whatIsPublishedAtOnceBelongsToTheTurn() async {
    let store = LedgerStore.starting(["go": .publisher([LedgerAction.add(1), .add(2)].publisher)])
    let receipt = store.dispatch(.note("go"))
    #expect(store.state.count == 3)
    await receipt.finish()
  }

  @Test func itIsSubscribedToBeforeTheDispatchReturns() {
    let subject = PassthroughSubject<LedgerAction, Never>()
    let store = LedgerStore.starting(["go": .publisher(subject)])
    subject.send(.add(100))
    store.dispatch(.note("go"))
    subject.send(.add(1))
    #expect(store.state.count == 1)
    subject.send(.add(2))
    #expect(store.state.count == 3)
  }

  @Test func whatComesFromAnotherThreadComesInOrder() async {
    let numbers = (0..<500).publisher.receive(on: elsewhere)
    let store = LedgerStore.starting(["go": .publisher(numbers.map { @Sendable in .note("\($0)") })]
    )
    await store.dispatch(.note("go")).finish()
    #expect(store.state.notes == ["go"] + (0..<500).map(String.init))
  }

  @Test func aFailureIsAnActionByType() async {
    let store = LedgerStore.starting([
      "go": .publisher(
        Fail<LedgerAction, Broken>(error: Broken()), catch: { (_: Broken) in .add(-1) })
    ])
    await store.dispatch(.note("go")).finish()
    #expect(store.state.count == -1)
  }

  @Test func cancellingTheEffectCancelsThePublisherAtOnce() async {
    let log = Log()
    let subject = PassthroughSubject<LedgerAction, Broken>()
    let publisher = subject.handleEvents(receiveCancel: { log.append("cancelled") })
    let store = LedgerStore.starting([
      "go": .publisher(publisher, catch: { _ in .fail }).cancellable(id: "subject"),
      "stop": .cancel(id: "subject"),
    ])
    let receipt = store.dispatch(.note("go"))
    store.dispatch(.note("stop"))
    #expect(log.lines == ["cancelled"])
    subject.send(.add(1))
    subject.send(completion: .failure(Broken()))
    await receipt.finish()
    #expect(store.state.count == 0)
  }

  /// Effects of a test store run on the main queue, in tasks outside of the main actor.
  @Test func anEffectOfATestStoreMayFeedAPublisher() async {
    let subject = PassthroughSubject<LedgerAction, Never>()
    let feed = Unchecked(subject)
    let store = TestStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        switch action {
        case .note("listen"): .publisher(feed.value).cancellable(id: "subject")
        case .note("feed"): .fireAndForget { feed.value.send(.add(1)) }
        case .note("stop"): .cancel(id: "subject")
        default: .none
        }
      })
    await store.send(.note("listen")) { $0.notes = ["listen"] }
    await store.send(.note("feed")) { $0.notes = ["listen", "feed"] }
    await store.receive(.add(1)) { $0.count = 1 }
    await store.send(.note("stop")) { $0.notes = ["listen", "feed", "stop"] }
    await store.finish()
  }

  @Test func theSameIdReplacesThePublisher() {
    let log = Log()
    let subject = PassthroughSubject<LedgerAction, Never>()
    let publisher = subject.handleEvents(receiveCancel: { log.append("cancelled") })
    let store = LedgerStore.starting([
      "go": .publisher(publisher).cancellable(id: "subject", policy: .latest)
    ])
    store.dispatch(.note("go"))
    store.dispatch(.note("go"))
    subject.send(.add(1))
    #expect(store.state.count == 1 && log.lines == ["cancelled"])
  }

  @Test func thePublisherEndsWithTheStore() {
    let log = Log()
    let subject = PassthroughSubject<LedgerAction, Never>()
    var store: LedgerStore? = .starting([
      "go": .publisher(subject.handleEvents(receiveCancel: { log.append("cancelled") }))
    ])
    let weakStore = Weak(store)
    store?.dispatch(.note("go"))
    store = nil
    #expect(weakStore.object == nil && log.lines == ["cancelled"])
  }

  @Test func anEffectMayRunMoreThanOnce() {
    let subject = PassthroughSubject<LedgerAction, Never>()
    let store = LedgerStore.starting(["go": .publisher(subject)])
    store.dispatch(.note("go"))
    store.dispatch(.note("go"))
    subject.send(.add(1))
    #expect(store.state.count == 2)
  }

  @Test func theSourceIsThePlaceOfTheEffect() {
    let line = #line + 1 as UInt
    let store = LedgerStore.starting(["go": .publisher(Just(LedgerAction.add(1)))])
    var lines: [UInt] = []
    let subscription = store.subscribeToActions { lines.append($0.source.line) }
    store.dispatch(.note("go"))
    #expect(lines.last == line)
    subscription.cancel()
  }
}

/// A scheduler on another queue than the main one.
private let elsewhere = SerialScheduler()

/// A scheduler on a queue of its own, without time.
private struct SerialScheduler: Scheduler {
  typealias SchedulerTimeType = ImmediateScheduler.SchedulerTimeType
  typealias SchedulerOptions = Never
  private let queue = DispatchQueue(label: "elsewhere")
  var now: SchedulerTimeType { ImmediateScheduler.shared.now }
  var minimumTolerance: SchedulerTimeType.Stride { .zero }
  func schedule(options: Never?, _ action: @escaping () -> Void) {
    let work = Unchecked(action)
    queue.async { work.value() }
  }
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) { schedule(options: nil, action) }
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(options: nil, action)
    return AnyCancellable {}
  }
}
