// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

import Millrace

@MainActor
@Suite struct CreateSelectorTests {
  private struct Books: Equatable, Sendable {
    var titles = ["A", "B", "C"]
    var prefix = "A"
    var other = 0
  }

  private func changed(_ change: (inout Books) -> Void) -> Books {
    var books = Books()
    change(&books)
    return books
  }

  @Test func itComputesFromAnyNumberOfInputs() {
    let state = Books()
    let none = createSelector(memoized: true) { () -> Int in 7 } as StateSelector<Books, Int>
    let one = createSelector(\Books.titles) { $0.count }
    let two = createSelector(\Books.titles, \.prefix) { titles, prefix in
      titles.filter { $0.hasPrefix(prefix) }
    }
    let four = createSelector(\Books.titles, \.prefix, \.other, \.titles.count) {
      "\($0)\($1)\($2)\($3)"
    }
    #expect(none(state) == 7)
    #expect(one(state) == 3)
    #expect(two(state) == ["A"])
    #expect(four(state) == #"["A", "B", "C"]A03"#)
  }

  @Test func calledDirectlyItRemembersTheLastInputs() {
    let select = createSelector(\Books.titles, \.prefix) { titles, prefix in
      titles.filter { $0.hasPrefix(prefix) }
    }
    _ = select(Books())
    _ = select(changed { $0.other = 1 })
    #expect(select.recomputations == 1)
    #expect(select(changed { $0.prefix = "B" }) == ["B"])
    #expect(select.recomputations == 2)
    select.resetRecomputations()
    _ = select(Books())
    #expect(select.recomputations == 1)
  }

  @Test func withoutMemoItComputesEveryTime() {
    let select = createSelector(\Books.titles, memoized: false) { $0.count }
    _ = select(Books())
    _ = select(Books())
    #expect(select.recomputations == 2)
  }

  @Test func copiesOfASelectorShareTheirMemo() {
    let select = createSelector(\Books.titles) { $0.count }
    let copy = select
    _ = select(Books())
    _ = copy(Books())
    #expect(copy.recomputations == 1)
  }

  @Test func selectorsComposeToAnyDepth() {
    var select = createSelector(\Books.other) { $0 + 1 }
    for _ in 0..<50 { select = createSelector(select) { $0 + 1 } }
    #expect(select(Books()) == 51)
    #expect(select(changed { $0.other = 9 }) == 60)
  }

  @Test func itHoldsInputsAndNotTheState() {
    let store = LedgerStore(
      initialState: Ledger(payload: Array(repeating: 0, count: 1_000)), reducer: .ledger)
    let select = createSelector(\Ledger.count) { $0 * 2 }
    #expect(select(store.state) == 0)
    let address = store.state.payloadAddress
    store.dispatch(.write(1))
    #expect(store.state.payloadAddress == address)
  }

  @Test func anInputMayHaveARuleOfItsOwn() {
    let parity = StateSelector<Ledger, Int>(\.count, didChange: { $0 % 2 != $1 % 2 })
    let select = createSelector(parity) { $0 % 2 == 0 ? "even" : "odd" }
    #expect(select(Ledger(count: 2)) == "even")
    #expect(select(Ledger(count: 4)) == "even")
    #expect(select.recomputations == 1)
    #expect(select(Ledger(count: 5)) == "odd")
  }

  @Test func itIsSafeFromAnyThread() async {
    let select = createSelector(\Ledger.count) { $0 * 2 }
    let wrong = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var wrong = 0
          for number in 0..<20_000 where select(Ledger(count: number % 3)) != number % 3 * 2 {
            wrong += 1
          }
          return wrong
        }
      }
      var wrong = 0
      for await more in group { wrong += more }
      return wrong
    }
    #expect(wrong == 0)
  }

  @Test func inAStoreItIsComputedOncePerChangeOfItsInputs() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let select = createSelector(\Ledger.count, \.other) { $0 * 100 + $1 }
    var seen: [Int] = []
    let subscriptions = (0..<10).map { _ in store.subscribe(to: select) { seen.append($0) } }
    #expect(select.recomputations == 1)
    store.dispatch(.note("unrelated"))
    #expect(select.recomputations == 1)
    store.dispatch(.add(1))
    #expect(select.recomputations == 2)
    #expect(seen == Array(repeating: 100, count: 10))
    subscriptions.forEach { $0.cancel() }
  }

  /// Random selectors over random inputs: what a store delivers is what a direct call computes.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func aStoreDeliversWhatADirectCallComputes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var pool: [StateSelector<Ledger, Int>] = [
      StateSelector(\.count), StateSelector(\.other), StateSelector { $0.notes.count },
    ]
    for _ in 0..<12 {
      let (one, two) = (
        pool.randomElement(using: &generator)!, pool.randomElement(using: &generator)!
      )
      let divisor = Int.random(in: 1...3, using: &generator)
      pool.append(createSelector(one, two) { ($0 + $1 * 3) / divisor })
    }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var last = pool.map { $0(store.state) }
    let subscriptions = pool.indices.map { index in
      store.subscribe(to: pool[index]) { last[index] = $0 }
    }
    for _ in 0..<50 {
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: store.dispatch(.add(Int.random(in: -1...2, using: &generator)))
      case 1: store.dispatch(.setOther(Int.random(in: 0..<4, using: &generator)))
      default: store.dispatch(.note("x"))
      }
      let state = store.state
      #expect(last == pool.map { $0(state) }, "seed \(seed)")
    }
    subscriptions.forEach { $0.cancel() }
  }
}
