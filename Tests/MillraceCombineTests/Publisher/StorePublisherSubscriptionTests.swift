// SPDX-License-Identifier: Apache-2.0

import Dispatch
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
@Suite struct StorePublisherSubscriptionTests {
  private let store = LedgerStore(initialState: Ledger(), reducer: .ledger)

  private func subscriber(demand: Subscribers.Demand) -> ProbeSubscriber<Int> {
    let subscriber = ProbeSubscriber<Int>(demand: demand)
    store.publisher(for: \.count).subscribe(subscriber)
    return subscriber
  }

  private func add(_ amounts: Int...) {
    for amount in amounts { store.dispatch(.add(amount)) }
  }

  @Test func withoutDemandNothingComesAndThenTheNewest() {
    let subscriber = subscriber(demand: .none)
    add(1, 1, 1)
    #expect(subscriber.values == [])
    subscriber.subscription?.request(.max(1))
    #expect(subscriber.values == [3])
    add(1, 1)
    #expect(subscriber.values == [3])
    subscriber.subscription?.request(.max(2))
    #expect(subscriber.values == [3, 5])
    add(1, 1)
    #expect(subscriber.values == [3, 5, 6])
    subscriber.subscription?.request(.unlimited)
    add(1)
    #expect(subscriber.values == [3, 5, 6, 7, 8])
  }

  @Test func aValueThatChangedAndChangedBackIsNoNews() {
    let subscriber = subscriber(demand: .max(1))
    add(1, -1)
    subscriber.subscription?.request(.max(1))
    #expect(subscriber.values == [0])
    add(2)
    #expect(subscriber.values == [0, 2])
  }

  @Test func whatReceiveReturnsIsAskedForToo() {
    let subscriber = ProbeSubscriber<Int>(demand: .max(1))
    subscriber.onValue = { $0 < 2 ? .max(1) : .none }
    store.publisher(for: \.count).subscribe(subscriber)
    add(1, 1, 1)
    #expect(subscriber.values == [0, 1, 2])
  }

  /// The first value is delivered while the store is idle, so a dispatch in it runs at once.
  @Test func aDispatchInADeliveryIsDeliveredAfterIt() {
    let log = Log()
    let subscriber = ProbeSubscriber<Int>(demand: .unlimited)
    subscriber.onValue = { [store] value in
      log.append("begin \(value)")
      MainActor.assumeIsolated {
        if value == 0 { for _ in 0..<3 { store.dispatch(.add(1)) } }
      }
      log.append("end \(value)")
      return .none
    }
    store.publisher(for: \.count).subscribe(subscriber)
    #expect(subscriber.values == [0, 1, 2, 3])
    #expect(log.lines == (0...3).flatMap { ["begin \($0)", "end \($0)"] })
  }

  @Test func cancellingInADeliveryTakesEffectAtOnce() {
    let subscriber = ProbeSubscriber<Int>(demand: .unlimited)
    subscriber.onValue = { [unowned subscriber] in
      if $0 == 1 { subscriber.subscription?.cancel() }
      return .unlimited
    }
    store.publisher(for: \.count).subscribe(subscriber)
    let other = self.subscriber(demand: .unlimited)
    add(1, 1)
    #expect(subscriber.values == [0, 1])
    #expect(other.values == [0, 1, 2])
    #expect(!subscriber.isFinished)
  }

  @Test func cancellingAnotherInADeliveryTakesEffectAtOnce() {
    var second: AnyCancellable?
    var heard = 0
    let first = store.publisher(for: \.count).dropFirst().sink { _ in second?.cancel() }
    second = store.publisher(for: \.count).dropFirst().sink { _ in heard += 1 }
    add(1)
    #expect(heard == 0)
    first.cancel()
  }

  @Test func subscribingInADeliveryHearsThePresentValueAndTheNext() {
    var inner: AnyCancellable?
    var values: [Int] = []
    let outer = store.publisher(for: \.count).sink { [store] count in
      guard count == 1 else { return }
      MainActor.assumeIsolated {
        inner = store.publisher(for: \.count).sink { values.append($0) }
      }
    }
    add(1, 1)
    #expect(values == [1, 2])
    outer.cancel()
    inner?.cancel()
  }

  @Test func cancellingASubscriptionInReceiveSubscriptionConnectsNothing() {
    final class Refuser: Subscriber {
      typealias Input = Int
      typealias Failure = Never
      func receive(subscription: any CombineSubscription) { subscription.cancel() }
      func receive(_ input: Int) -> Subscribers.Demand {
        Issue.record("a value after the cancellation")
        return .none
      }
      func receive(completion: Subscribers.Completion<Never>) {
        Issue.record("a completion after the cancellation")
      }
    }
    store.publisher(for: \.count).subscribe(Refuser())
    let before = store.counters.observersCalled
    add(1)
    #expect(store.counters.observersCalled == before)
  }

  @Test func requestsAndCancellationsMayComeFromAnyThread() async {
    let subscriber = subscriber(demand: .none)
    await Task.detached { subscriber.subscription?.request(.max(1)) }.value
    await until { !subscriber.values.isEmpty }
    #expect(subscriber.values == [0])
    await Task.detached { subscriber.subscription?.cancel() }.value
    // At once: nothing has run on this actor since.
    add(1)
    subscriber.subscription?.request(.unlimited)
    #expect(subscriber.values == [0])
  }

  @Test func subscribingOnAnotherThreadBeginsAMomentLater() async {
    let subscriber = ProbeSubscriber<Int>(demand: .unlimited)
    let publisher = store.publisher(for: \.count).subscribe(on: ImmediateElsewhere())
    await Task.detached { [publisher = Unchecked(publisher)] in
      publisher.value.subscribe(subscriber)
    }.value
    await until { !subscriber.values.isEmpty }
    add(1)
    #expect(subscriber.values == [0, 1])
  }

  @Test func theSubscriberAndItsValuesAreLetGoOfAtTheCancellation() {
    final class Token: Sendable {}
    var token: Token? = Token()
    let weakToken = Weak(token)
    let cancellable = store.publisher(for: \.count).sink { [token] _ in _ = token }
    token = nil
    #expect(weakToken.object != nil)
    cancellable.cancel()
    #expect(weakToken.object == nil)
  }

  @Test func theStoreIsNotKeptAliveAndItsEndFinishes() {
    var mortal: LedgerStore? = LedgerStore(initialState: Ledger(count: 7), reducer: .ledger)
    let weakStore = Weak(mortal)
    let value = ProbeSubscriber<Int>(demand: .max(1))
    let action = ProbeSubscriber<LedgerAction>(demand: .none)
    let publisher = mortal?.publisher(for: \.count)
    publisher?.subscribe(value)
    mortal?.actionPublisher().subscribe(action)
    mortal?.dispatch(.add(1))
    mortal = nil
    #expect(weakStore.object == nil)
    // Values that wait are delivered first.
    #expect(!value.isFinished && !action.isFinished)
    value.subscription?.request(.max(1))
    action.subscription?.request(.max(1))
    #expect(value.values == [7, 8] && value.isFinished)
    #expect(action.values == [.add(1)] && action.isFinished)

    let late = ProbeSubscriber<Int>(demand: .unlimited)
    publisher?.subscribe(late)
    #expect(late.values == [] && late.isFinished)
  }

  @Test func anEndedChildGivesItsLastValueAndFinishes() {
    var parent: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    parent?.addChild(store)
    parent = nil
    let subscriber = subscriber(demand: .unlimited)
    #expect(subscriber.values == [0] && subscriber.isFinished)
  }

  /// Runs closures on the calling thread; the test calls from another thread.
  private struct ImmediateElsewhere: Scheduler {
    typealias SchedulerTimeType = ImmediateScheduler.SchedulerTimeType
    typealias SchedulerOptions = Never
    var now: SchedulerTimeType { ImmediateScheduler.shared.now }
    var minimumTolerance: SchedulerTimeType.Stride { .zero }
    func schedule(options: Never?, _ action: @escaping () -> Void) { action() }
    func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
      _ action: @escaping () -> Void
    ) { action() }
    func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
      tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
      action()
      return AnyCancellable {}
    }
  }
}

/// Takes a value to another thread in a test.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
