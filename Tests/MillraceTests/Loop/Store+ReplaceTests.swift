// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct StoreReplaceTests {
  private let store = Store<[Int], Int>(
    initialState: [1],
    reducer: Reducer { (state: inout [Int], action: Int) in state.append(action) })

  @Test func aReplacedStateIsToldAndTheNextActionGoesOnFromIt() {
    var heard: [Int] = []
    let subscription = store.subscribe(to: \.count) { heard.append($0) }
    #expect(store.replaceState(with: [1, 2, 3]))
    #expect(store.replaceState(with: [3, 2, 1]))
    store.dispatch(4)
    #expect(store.state == [3, 2, 1, 4])
    #expect(heard == [3, 4])
    subscription.cancel()
  }

  @Test func anObserverDispatchesIntoTheNewState() {
    let subscription = store.subscribe(to: \.count) { [store] in
      if $0 == 2 { store.dispatch(9) }
    }
    store.replaceState(with: [7, 8])
    #expect(store.state == [7, 8, 9])
    #expect(store.phase == .idle)
    subscription.cancel()
  }

  @Test func whatIsDispatchedOnAReplacementIsHeardOfBehindItByAll() {
    var heard: [String] = []
    let subscriptions = ["a", "b"].map { name in
      store.subscribeToActions { _ in
      } onReplacement: { [store] in
        heard.append("\(name): replaced")
        if name == "a" { store.dispatch(9) }
        #expect(!store.replaceState(with: []))
      } _: {
        heard.append("\(name): \($0.action)")
      }
    }
    store.replaceState(with: [7])
    #expect(heard == ["a: replaced", "b: replaced", "a: 9", "b: 9"])
    #expect(store.state == [7, 9] && store.phase == .idle)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test func nothingIsReplacedWhileAnActionIsOnItsWay() {
    var answers: [Bool] = []
    let subscription = store.subscribe(to: \.count) { [store] _ in
      answers.append(store.replaceState(with: []))
      answers.append(store.replaceOutput(of: StateSelector(\.isEmpty), with: true))
    }
    store.dispatch(2)
    #expect(answers == [false, false])
    #expect(store.state == [1, 2] && !store.isEmpty)
    subscription.cancel()
  }

  @Test func aBatchTellsOfItAtItsEnd() {
    var heard: [Int] = []
    let subscription = store.subscribe(to: \.count) { heard.append($0) }
    store.batch {
      store.replaceState(with: [])
      store.dispatch(5)
      store.dispatch(6)
      #expect(heard.isEmpty)
    }
    #expect(heard == [2])
    subscription.cancel()
  }

  @Test func whatWasEnqueuedBeforeRunsBefore() {
    store.enqueue(2)
    store.replaceState(with: [])
    #expect(store.state == [])
  }

  @Test func whatWaitsRunsBeforeAnOutputIsReplacedAndStays() {
    var heard: [Bool] = []
    let subscription = store.subscribe { [store] _ in heard.append(store.isEmpty) }
    store.enqueue(2)
    #expect(store.replaceOutput(of: StateSelector(\.isEmpty), with: true))
    #expect(store.state == [1, 2])
    #expect(heard == [false, true])
    subscription.cancel()
  }

  @Test func whereATurnIsCutNothingIsReplaced() {
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        if case .add(let left) = action, left > 0 { .just(.add(left - 1)) } else { .none }
      })
    store.chainLimit = 1
    store.onRunaway = { _ in }
    store.enqueue(.add(4))
    #expect(!store.replaceOutput(of: StateSelector(\.other), with: 9))
    #expect(store.state == Ledger(count: 7))
    #expect(store.other == 0)
    #expect(!store.replaceState(with: Ledger()))
    #expect(store.state == Ledger(count: 9))
  }

  @Test func aStoreThatHasEndedIsLeftAlone() {
    let parent = Store<Int, Int>(initialState: 0, reducer: .identity)
    parent.addChild(store)
    parent.end()
    #expect(!store.replaceState(with: []))
    #expect(!store.replaceOutput(of: StateSelector(\.count), with: 9))
    #expect(store.state == [1])
  }

  @Test(arguments: [true, false], [true, false])
  func effectsOfChildrenThatAreGoneWithTheOldStateEnd(isWatched: Bool, isBatch: Bool) async {
    let gate = Gate()
    let shop = ChildSupport.store(
      ChildSupport.loading(gate).forEach(action: \.named, state: \Shop.named))
    let subscription = isWatched ? shop.subscribe { _ in } : nil
    let receipt = shop.dispatch(.named("0", .add(1)))
    func replace() {
      shop.replaceState(with: Shop())
      shop.replaceState(with: .stocked())
    }
    if isBatch { shop.batch(replace) } else { replace() }
    #expect(shop.phase == .idle)
    await gate.open()
    await receipt.finish()
    #expect(shop.state == .stocked())
    subscription?.cancel()
  }

  @Test func aGateFollowsTheNewState() async {
    let gate = Gate()
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: ChildSupport.loading(gate).gated { $0.other == 0 })
    let receipt = store.dispatch(.add(1))
    store.replaceState(with: Ledger(other: 1))
    await gate.open()
    await receipt.finish()
    #expect(store.state == Ledger(other: 1))
  }

  @Test func aReplacedOutputCountsForWhoReadsItAndForWhatIsComputedOfIt() {
    let count = StateSelector(\[Int].count)
    let double = createSelector(count) { $0 * 2 }
    #expect(store.select(double) == 2)
    #expect(store.replaceOutput(of: count, with: 10))
    #expect(store.select(double) == 20)
    #expect(store.count == 10)
    var heard: [Int] = []
    let subscription = store.subscribe(to: double, initial: true) { heard.append($0) }
    #expect(store.replaceOutput(of: count, with: 11))
    #expect(heard == [20, 22])
    #expect(double(store.state) == 2)
    subscription.cancel()
  }

  /// The observer has a node of its own.
  @Test func anOutputThatIsWatchedWithAFilterCannotBeReplaced() {
    let coarse = StateSelector(
      dependencySelector: StateSelector(\[Int].count, didChange: { $1 > $0 + 1 }),
      outputSelector: StateSelector<[Int], Int>(\.count))
    let subscription = store.subscribe(to: coarse, filter: { _, _ in true }) { _ in }
    #expect(!store.replaceOutput(of: coarse, with: 10))
    subscription.cancel()
    #expect(store.replaceOutput(of: coarse, with: 10))
    #expect(store.read(coarse) == 10)
  }

  @Test func aWatchedOutputCannotBeReplaced() {
    let subscription = store.subscribe(to: \.count) { _ in }
    #expect(!store.replaceOutput(of: StateSelector(\.count), with: 10))
    #expect(store.count == 1)
    subscription.cancel()
    #expect(store.replaceOutput(of: StateSelector(\.count), with: 10))
    #expect(store.count == 10)
  }
}
