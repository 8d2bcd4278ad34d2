// SPDX-License-Identifier: Apache-2.0

import Millrace
import Synchronization
import Testing

/// The calls of a store to the keeper of its actions, and receipts that wait for the keeper.
@MainActor
struct ActionKeeperTests {
  /// Records its calls, and throws for the numbers from 100 on.
  final class Keeper: DispatchReceipt.Keeper {
    struct Full: Error {}
    let asked = Mutex<[String]>([])

    func keep(_ number: UInt64, _ durability: DispatchReceipt.Durability) async throws {
      asked.withLock { $0.append("\(durability) \(number)") }
      if number >= 100 { throw Full() }
    }
  }

  struct Refused: Error {}

  private let reducer = Reducer<[Int], Int> { (all: inout [Int], number: Int) throws in
    if number < 0 { throw Refused() }
    all.append(number)
  }

  private func store(
    _ keeper: Keeper, after number: UInt64 = 0, _ prepare: (Store<[Int], Int>) -> Void = { _ in }
  ) -> Store<[Int], Int> {
    let store = Store(
      initialState: [], feature: reducer.feature, after: number, keeper: keeper, prepare: prepare)
    store.onRejection = { _ in }
    return store
  }

  @Test func receiptAsksForTheNumberOfItsAction() async throws {
    let keeper = Keeper()
    let store = store(keeper, after: 40)
    let (first, second) = (store.dispatch(1), store.dispatch(2))
    try await second.synced()
    try await first.written()
    #expect(keeper.asked.withLock { $0 } == ["synced 42", "written 41"])
  }

  @Test func receiptOfAFeatureThatIsOnlyAReducerAsksForTheNumberOfItsAction() async throws {
    let keeper = Keeper()
    let reducer = Reducer<[Int], Int> { $0.append($1) }
    let store = Store(
      initialState: [], feature: reducer.feature, after: 40, keeper: keeper, prepare: { _ in })
    try await store.dispatch(1).written()
    #expect(keeper.asked.withLock { $0 } == ["written 41"])
  }

  @Test func receiptOfAQueuedActionAsksForTheNumberThatItGot() async throws {
    let keeper = Keeper()
    var queued: DispatchReceipt?
    var subscription: StoreSubscription?
    let store = store(keeper, after: 40) { store in
      subscription = store.subscribe(to: \.count) { count in
        if count == 1 { queued = store.dispatch(2) }
      }
    }
    store.dispatch(1)
    try await #require(queued).synced()
    #expect(keeper.asked.withLock { $0 } == ["synced 42"])
    withExtendedLifetime(subscription) {}
  }

  @Test func receiptBehindWhatWasEnqueuedAsksForItsOwnNumber() async throws {
    let keeper = Keeper()
    let store = store(keeper)
    store.enqueue(1)
    store.enqueue(2)
    try await store.dispatch(3).written()
    #expect(keeper.asked.withLock { $0 } == ["written 3"])
  }

  @Test func receiptThrowsWhatTheKeeperThrowsAndTheActionIsCommitted() async throws {
    let store = store(Keeper(), after: 99)
    let receipt = store.dispatch(1)
    await #expect(throws: Keeper.Full.self) { try await receipt.written() }
    #expect(store.state == [1])
    try receipt.get()
  }

  @Test func receiptOfARefusedActionThrowsTheRefusal() async throws {
    let keeper = Keeper()
    let store = store(keeper)
    await #expect(throws: Refused.self) { try await store.dispatch(-1).synced() }
    #expect(keeper.asked.withLock { $0 } == [])
    try await store.dispatch(1).synced()
    #expect(keeper.asked.withLock { $0 } == ["synced 2"])
  }

  @Test func preparationHearsOfWhatTheStateStarts() {
    let keeper = Keeper()
    let feature = Feature<[Int], Int>.combine {
      reducer
      StateEffects(on: \.count) { $0 == 0 ? [.effect(id: 0, .just(7))] : [] }
    }
    var heard: [Int] = []
    var subscription: StoreSubscription?
    let store = Store(initialState: [], feature: feature, after: 5, keeper: keeper) { store in
      #expect(store.state == [])
      subscription = store.subscribeToActions { heard.append(Int($0.source.number ?? 0)) }
    }
    #expect(store.state == [7])
    #expect(heard == [6])
    withExtendedLifetime(subscription) {}
  }
}

@MainActor
struct NotKeptTests {
  @Test func receiptOfAStoreThatNothingKeepsSaysSo() async {
    let store = Store(initialState: 0, reducer: Reducer<Int, Int> { $0 += $1 })
    let error = DispatchReceipt.NotKept()
    await #expect(throws: error) { try await store.dispatch(1).written() }
    #expect(error.description.contains("of a store that does not keep its actions"))
    #expect(error.description.contains("`Store(recovering: journal, …)`"))
  }
}
