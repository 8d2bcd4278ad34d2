// SPDX-License-Identifier: Apache-2.0

import Millrace
import Synchronization
import TestSupport
import Testing

/// L9: a turn that is too long is reported and goes on in the next turn; no action is dropped.
@MainActor
@Suite struct L09NoRunawayTests {
  private func chain(of length: Int) -> LedgerMiddleware {
    LedgerMiddleware { action, _, state in
      action == .add(1) && state.count < length - 1 ? .just(.add(1)) : .none
    }
  }

  @Test func aRunawayIsReportedAndGoesOnInTheNextTurn() async {
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger, middleware: chain(of: 1_000))
    store.chainLimit = 100
    var reports: [DispatchedAction<LedgerAction>.Runaway] = []
    store.onRunaway = { reports.append($0) }
    let values = store.values(of: \.count)
    store.dispatch(.add(1))
    // The turn was cut after the dispatch itself and one hundred chained actions.
    #expect(store.state.count == 101)
    for await value in values where value == 1_000 { break }
    #expect(store.state.count == 1_000)
    #expect(reports.count == 9)
    #expect(store.counters.turnsCut == 9)
    #expect(reports.first?.count == 100)
    #expect(reports.first?.last.count == 8)
    #expect(reports.first?.last.allSatisfy { $0.action == .add(1) } == true)
    #expect(reports.first?.last.first?.source.fileID == #fileID)
  }

  @Test func aTurnEndsThoughOtherThreadsSendWithoutEnd() async {
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        // A chained action waits behind all mail, so the mail runs in the same turn.
        action == .add(1) ? .just(.setOther(1)) : .none
      })
    let (most, values) = (20_000, store.values(of: \.count))
    var other: (count: Int, task: Task<Void, Never>?) = (0, nil)
    let subscription = store.subscribe(to: \.count) { [weak store] count in
      if other.task == nil { other.task = Task { @MainActor in other.count = store?.count ?? 0 } }
      if count < most { store?.enqueue(.add(1)) }
    }
    store.enqueue(.add(1))
    for await value in values where value == most { break }
    await other.task?.value
    // The main actor ran the other task long before the end.
    #expect((1...2_000).contains(other.count))
    #expect(store.counters.turnsCut == 0)
    subscription.cancel()
  }

  @Test func aTurnEndsThoughEffectsAreStartedFromOutsideWithoutEnd() async {
    let (sends, input) = AsyncStream<Send<LedgerAction>>.makeStream()
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        switch action {
        case .note:
          .run { send in
            input.yield(send)
            let silence = AsyncStream<Never> { _ in }
            for await _ in silence {}
          }
        // A chained action waits behind all mail, so the mail runs in the same turn.
        case .add(1): .just(.setOther(1))
        default: .none
        }
      })
    let (most, values) = (20_000, store.values(of: \.count))
    store.dispatch(.note("go"))
    var iterator = sends.makeAsyncIterator()
    guard let send = await iterator.next() else { return }
    var other: (count: Int, task: Task<Void, Never>?) = (0, nil)
    let subscription = store.subscribe(to: \.count) { [weak store] count in
      if other.task == nil { other.task = Task { @MainActor in other.count = store?.count ?? 0 } }
      if count < most { send.start(.just(.add(1))) }
    }
    send.start(.just(.add(1)))
    for await value in values where value == most { break }
    await other.task?.value
    #expect((1...2_000).contains(other.count))
    subscription.cancel()
  }

  @Test func whatHasWaitedWhenATurnBeganIsDoneInIt() {
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        action == .add(1) ? .just(.setOther(1)) : .none
      })
    for _ in 1...5_000 { store.enqueue(.add(1)) }
    #expect(store.dispatch(.note("mine")).isCommitted)
    #expect(store.count == 5_000)
    #expect(store.state.notes == ["mine"])
  }

  @Test func aDispatchDuringARunawayQueuesBehindItAndIsNotLost() async {
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger, middleware: chain(of: 1_000))
    store.chainLimit = 100
    store.onRunaway = { _ in }
    let notes = store.values(of: \.notes)
    store.dispatch(.add(1))
    store.dispatch(.note("me too"))
    for await value in notes where value == ["me too"] { break }
    let counts = store.values(of: \.count)
    for await value in counts where value == 1_000 { break }
    #expect(store.state.notes == ["me too"])
  }

  @Test func theReportMayDispatch() async {
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger, middleware: chain(of: 300))
    store.chainLimit = 100
    store.onRunaway = { [weak store] _ in store?.dispatch(.note("stop")) }
    let values = store.values(of: \.count)
    store.dispatch(.add(1))
    for await value in values where value == 300 { break }
    #expect(store.counters.turnsCut > 1)
    #expect(store.state.notes.count == store.counters.turnsCut)
  }

  @Test func aChainOfTheLimitsLengthIsNoRunaway() async {
    let row = Effect<LedgerAction>.concatenate(
      .sequence(Array(repeating: .add(1), count: 9)), .just(.add(1)))
    let store = LedgerStore.starting(["go": row])
    store.chainLimit = 10
    // The row ends after its last action, and an action from outside waits as well.
    store.enqueue(.note("go"))
    let receipt = store.dispatch(.note("outside"))
    #expect(store.state.count == 10)
    await receipt.finish()
    #expect(store.counters.turnsCut == 0)
    store.chainLimit = 9
    store.onRunaway = { #expect($0.count == 9) }
    await store.dispatch(.note("go")).finish()
    #expect(store.state.count == 20)
    #expect(store.counters.turnsCut == 1)
  }

  @Test func actionsFromOutsideAreNoRunaway() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    store.chainLimit = 10
    for _ in 0..<1_000 { store.enqueue(.add(1)) }
    store.dispatch(.add(1))
    #expect(store.state.count == 1_001)
    #expect(store.counters.turnsCut == 0)
  }

  /// However many actions wait, a turn of them is short.
  @Test func otherWorkOfTheMainActorRunsBetweenActionsFromOutside() async {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    store.enqueue(.add(1))
    let other = Task { @MainActor in store.state.count }
    for _ in 1..<20_000 { store.enqueue(.add(1)) }
    #expect((1...100).contains(await other.value))
    store.dispatch(.note("after all"))
    #expect(store.state.count == 20_000)
  }

  @Test func effectsThatStartEffectsAreCutToo() async {
    final class Loop: Sendable {
      let left = Mutex(1_000)

      var effect: Effect<LedgerAction> {
        .perform { send in
          let isLast = self.left.withLock {
            $0 -= 1
            return $0 == 0
          }
          if isLast { send.dispatch(.note("end")) } else { send.start(self.effect) }
        }
      }
    }
    let loop = Loop()
    let store = LedgerStore.starting(["a": loop.effect])
    store.chainLimit = 100
    var reports: [Int] = []
    store.onRunaway = { reports.append($0.count) }
    let notes = store.values(of: \.notes)
    store.dispatch(.note("a"))
    #expect(reports == [100])
    #expect(loop.left.withLock { $0 } > 800)
    for await note in notes where note == ["a", "end"] { break }
    // Nothing is lost, and each further turn is cut at the same length.
    #expect(loop.left.withLock { $0 } == 0)
    #expect(reports == Array(repeating: 100, count: 9))
  }
}
