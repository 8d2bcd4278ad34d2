// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// The value of a selector depends on the state and on nothing else: not on earlier calls, not on
/// other stores, and not on how it is read.
@MainActor
@Suite struct SelectorPurityTests {
  private struct App: Sendable {
    var ledger = Ledger()
    var title = ""
  }

  private typealias AppStore = Store<App, LedgerAction>

  private static let reducer = Reducer<App, LedgerAction> { $0.ledger.apply($1) }

  /// Nil if the count is negative.
  private let balance = createSelector(\Ledger.count) { $0 < 0 ? nil : $0 * 10 }

  @Test func nothingIsCarriedFromOneStoreToAnother() {
    let label = createSelector(balance) { balance in balance.map { "\($0)" } ?? "none" }
    let ann = LedgerStore(initialState: Ledger(count: 4), reducer: .ledger)
    let bob = LedgerStore(initialState: Ledger(count: -4), reducer: .ledger)
    #expect(ann.read(label) == "40")
    #expect(bob.read(label) == "none")
    #expect(label(ann.state) == "40")
    #expect(label(bob.state) == "none")
    #expect(bob.select(label) == "none")
  }

  @Test func whatIsSelectedDoesNotDependOnWhatWasSelectedBefore() {
    let store = LedgerStore(initialState: Ledger(count: 1), reducer: .ledger)
    #expect(store.select(balance) == 10)
    store.dispatch(.add(-5))
    #expect(store.select(balance) == nil)
    for number in 0..<20 { _ = store.select(createSelector(\Ledger.count) { $0 + number }) }
    #expect(store.select(balance) == nil)
  }

  /// Selectors of all kinds, each with the same value computed by hand.
  private var pool: [(StateSelector<Ledger, Int>, (Ledger) -> Int)] {
    let by10: (Ledger) -> Int? = { $0.count < 0 ? nil : $0.count * 10 }
    let total = createSelector(balance) { $0 ?? -1 }
    let both = createSelector(balance, StateSelector(\.other)) { ($0 ?? -7) + $1 }
    let deep = createSelector(total, both) { $0 * 3 + $1 }
    let again = createSelector(deep, total) { $0 - $1 }
    let plain = createSelector(\Ledger.count, \.other) { $0 * 2 + $1 }
    let free = createSelector(
      StateSelector { (state: Ledger) in state.notes.count }, plain
    ) { $0 * 100 + $1 }
    let fresh = createSelector(\Ledger.payload, memoized: false) { $0.reduce(0, +) }
    let deepByHand: (Ledger) -> Int = {
      (by10($0) ?? -1) * 3 + (by10($0) ?? -7) + $0.other
    }
    return [
      (total, { by10($0) ?? -1 }), (both, { (by10($0) ?? -7) + $0.other }), (deep, deepByHand),
      (again, { deepByHand($0) - (by10($0) ?? -1) }), (plain, { $0.count * 2 + $0.other }),
      (free, { $0.notes.count * 100 + $0.count * 2 + $0.other }),
      (fresh, { $0.payload.reduce(0, +) }),
    ]
  }

  /// A direct call, a store, a projection and the first value of a watch agree with a computation
  /// by hand, whatever was read before, from either store.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func allWaysToAskAgreeWithTheState(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pool = pool
    let stores = (0..<2).map { _ in
      AppStore(initialState: App(ledger: Ledger(payload: [1, 2])), reducer: Self.reducer)
    }
    let projections = stores.map { $0.projection(action: { $0 }, state: \.ledger) }
    var watches: [StoreSubscription] = []
    for step in 0..<120 {
      let which = Int.random(in: 0...1, using: &generator)
      let (store, ledger) = (stores[which], projections[which])
      let (selector, compute) = pool.randomElement(using: &generator)!
      let expected = compute(store.state.ledger)
      let note: Comment = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<10, using: &generator) {
      case 0...2: store.dispatch(.add(Int.random(in: -2...2, using: &generator)))
      case 3: store.dispatch(.setOther(Int.random(in: 0...2, using: &generator)))
      case 4: store.dispatch(.note("n"))
      case 5: #expect(selector(store.state.ledger) == expected, note)
      case 6: #expect(ledger.select(selector) == expected, note)
      case 7: #expect(ledger.read(selector) == expected, note)
      case 8:
        let again = store.projection(action: { $0 }, state: { (app: App) in app.ledger })
        #expect(again.select(selector) == expected, note)
      default:
        var first: Int?
        let watch = ledger.subscribe(to: selector, initial: true) { if first == nil { first = $0 } }
        #expect(first == expected, note)
        if Bool.random(using: &generator) { watches.append(watch) }
        if watches.count > 3 { watches.removeFirst() }
      }
    }
  }
}
