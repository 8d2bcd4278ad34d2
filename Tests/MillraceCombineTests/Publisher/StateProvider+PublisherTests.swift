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
@Suite struct StateProviderPublisherTests {
  private let store = LedgerStore(initialState: Ledger(count: 1), reducer: .ledger)

  @Test func thePublisherReplaysTheStateAndHearsOfEveryCommit() {
    var counts: [Int] = []
    let cancellable = store.publisher.sink { counts.append($0.count) }
    store.dispatch(.add(1))
    store.dispatch(.add(0))
    #expect(counts == [1, 2, 2])
    store.batch {
      store.dispatch(.add(1))
      store.dispatch(.add(1))
    }
    #expect(counts == [1, 2, 2, 4])
    cancellable.cancel()
  }

  @Test func thePublisherOfTheStateHoldsNoState() {
    let store = LedgerStore(initialState: Ledger(payload: [1, 2, 3]), reducer: .ledger)
    let cancellable = store.publisher.sink { _ in }
    let address = store.state.payloadAddress
    store.dispatch(.write(1))
    #expect(store.state.payloadAddress == address)
    cancellable.cancel()
  }

  @Test func valuesComeWithoutDuplicatesInTheTurnOfTheirAction() {
    var counts: [Int] = []
    let selector = StateSelector { (ledger: Ledger) in ledger.count / 10 }
    let cancellables = [
      store.publisher(for: \.count).sink { counts.append($0) },
      store.publisher(for: selector).sink { counts.append(-$0) },
      store.select(selector).sink { counts.append(1_000 + $0) },
    ]
    #expect(counts == [1, 0, 1_000])
    store.dispatch(.add(0))
    store.dispatch(.setOther(3))
    #expect(counts == [1, 0, 1_000])
    store.dispatch(.add(9))
    #expect(counts == [1, 0, 1_000, 10, -1, 1_001])
    cancellables.forEach { $0.cancel() }
  }

  @Test func theOrderIsThatOfTheSubscriptionsWhicheverWay() {
    let log = Log()
    let first = store.publisher(for: \.count).dropFirst().sink { _ in log.append("publisher") }
    let second = store.subscribe(to: \.count) { _ in log.append("observer") }
    let third = store.updates(on: \.count).sink { _ in log.append("updates") }
    store.dispatch(.add(1))
    #expect(log.lines == ["publisher", "observer", "updates"])
    first.cancel()
    second.cancel()
    third.cancel()
  }

  @Test func updatesLeaveOutThePresentValue() {
    var counts: [Int] = []
    let cancellables = [
      store.updates(on: \.count).sink { counts.append($0) },
      store.updates(on: \.count, compare: { $0 / 10 == $1 / 10 }).sink { counts.append(-$0) },
    ]
    store.dispatch(.add(1))
    store.dispatch(.add(10))
    #expect(counts == [2, 12, -12])
    cancellables.forEach { $0.cancel() }
  }

  /// Where no publisher is expected, the core's functions of the same names are found.
  @Test func theCoresOwnSelectAndUpdatesAreFound() async {
    let selector = StateSelector { (ledger: Ledger) in ledger.count }
    let value = store.select(selector)
    #expect(value == 1)
    var updates = store.updates(on: \.count).makeAsyncIterator()
    store.dispatch(.add(1))
    #expect(await updates.next() == 2)
  }

  @Test func aProjectionWithoutReferencesPublishesToo() {
    var counts: [Int] = []
    let cancellable = store.projection(action: { LedgerAction.add($0) }, state: \.count)
      .publisher.sink { counts.append($0) }
    store.dispatch(.add(1))
    #expect(counts == [1, 2])
    cancellable.cancel()
  }

  @Test func aSubscriptionToAProjectionDoesNotKeepTheStoreAlive() {
    var mortal: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let weakStore = Weak(mortal)
    let subscriber = ProbeSubscriber<Int>(demand: .unlimited)
    mortal?.projection(action: { LedgerAction.add($0) }, state: \.count)
      .publisher(for: \.self).subscribe(subscriber)
    mortal = nil
    #expect(weakStore.object == nil && subscriber.isFinished)
  }

  @Test func aViewModelWithoutReferencesPublishesToo() {
    var counts: [Int] = []
    let cancellables = [
      store.asObservableViewModel().publisher.sink { counts.append($0.count) },
      store.asObservableViewModel().publisher(for: \.count).sink { counts.append(10 * $0) },
      store.asObservableViewModel().updates(on: \.count).sink { counts.append(100 * $0) },
    ]
    store.dispatch(.add(1))
    #expect(counts == [1, 10, 2, 20, 200])
    cancellables.forEach { $0.cancel() }
  }

  @Test func aSubscriptionToAViewModelDoesNotKeepTheStoreAlive() {
    var mortal: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let weakStore = Weak(mortal)
    let subscriber = ProbeSubscriber<Int>(demand: .unlimited)
    mortal?.asObservableViewModel().publisher(for: \.count).subscribe(subscriber)
    #expect(!subscriber.isFinished)
    mortal = nil
    #expect(weakStore.object == nil && subscriber.isFinished)
  }

  /// A provider that an app declares itself.
  private final class Window: StateProvider {
    private let store: LedgerStore

    init(_ store: LedgerStore) {
      self.store = store
    }

    var state: Ledger { store.state }

    func read<Output>(_ selector: StateSelector<Ledger, Output>) -> Output {
      store.read(selector)
    }

    func select<Output>(_ selector: StateSelector<Ledger, Output>) -> Output {
      store.select(selector)
    }

    func subscribe<Output>(
      to selector: StateSelector<Ledger, Output>, initial: Bool,
      onChange: @escaping (Output) -> Void
    ) -> StoreSubscription {
      store.subscribe(to: selector, initial: initial, onChange: onChange)
    }
  }

  @Test func aProviderOfTheProgramIsNotHeld() {
    var window: Window? = Window(store)
    let publisher = window?.publisher(for: \.count)
    let early = ProbeSubscriber<Int>(demand: .unlimited)
    publisher?.subscribe(early)
    window = nil
    store.dispatch(.add(1))
    #expect(early.values == [1, 2] && !early.isFinished)
    let late = ProbeSubscriber<Int>(demand: .unlimited)
    publisher?.subscribe(late)
    #expect(late.values == [] && late.isFinished)
  }
}
