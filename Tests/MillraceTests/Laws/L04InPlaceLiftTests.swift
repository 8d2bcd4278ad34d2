// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// L4 for what is lifted: changing one field of a child copies nothing.
@MainActor
@Suite struct L04InPlaceLiftTests {
  /// Where every payload of a shop is stored.
  private func addresses(_ shop: Shop) -> [UInt?] {
    var page: UInt?
    if case .ledger(let ledger) = shop.page { page = ledger.payloadAddress }
    return [shop.ledger.payloadAddress, shop.detail?.payloadAddress, page]
      + shop.listed.map(\.payloadAddress) + [shop.branch.ledger.payloadAddress]
      + shop.named.keys.sorted().map { shop.named[$0]?.payloadAddress }
      + shop.rows.map(\.ledger.payloadAddress)
  }

  #if os(Linux)
    /// In debug builds nothing is specialized, and Swift itself allocates.
    @Test func anActionToAChildAllocatesNothing() async {
      await #expect(processExitsWith: .success) {
        await MainActor.run {
          let store = Store(initialState: Shop.stocked(payload: 100), reducer: Self.app)
          let actions = (0..<3).flatMap { number -> [ShopAction] in
            let write = LedgerAction.write(number)
            return [
              .ledger(write), .branch(.ledger(write)), .detail(write), .listed(number, write),
              .named("\(number)", write), .row(id: number, action: write), .reset,
            ]
          }
          // Before, so that routes are known, each payload is its own, and the table's log is full.
          for _ in 0..<200 {
            for action in actions { store.dispatch(action) }
          }
          precondition(AllocationCounter.install(), "the runtime has no hook")
          let before = AllocationCounter.allocations
          for _ in 0..<100 {
            for action in actions { store.dispatch(action) }
          }
          let allocations = AllocationCounter.allocations - before
          precondition(store.state.listed[2].payload[2] == 300)
          #if !DEBUG
            precondition(allocations == 0, "\(allocations) allocations")
          #endif
        }
      }
    }
  #endif

  private static var app: Reducer<Shop, ShopAction> {
    let ledger = Reducer<Ledger, LedgerAction>.ledger
    return .combine(
      ledger.lift(action: \.ledger, state: \.ledger),
      ledger.lift(action: { $0[case: \.branch.ledger] }, state: \.branch.ledger),
      ledger.ifLet(action: \.detail, state: \.detail),
      ledger.forEach(action: \.listed, state: \.listed),
      ledger.forEach(action: \.named, state: \.named),
      ledger.lift(action: CasePath.identity, state: \ShopRow.ledger)
        .forEach(action: \.row, state: \.rows))
  }

  @Test func anActionToAChildCopiesNoCollectionOfAnyChild() {
    let store = Store(initialState: Shop.stocked(payload: 10_000), reducer: Self.app)
    let before = addresses(store.state)
    #expect(Set(before).count == before.count && !before.contains(nil))
    for write in [LedgerAction.write(3), .add(1)] {
      store.dispatch(.ledger(write))
      store.dispatch(.branch(.ledger(write)))
      store.dispatch(.detail(write))
      for number in 0..<3 {
        store.dispatch(.listed(number, write))
        store.dispatch(.named("\(number)", write))
        store.dispatch(.row(id: number, action: write))
      }
    }
    #expect(addresses(store.state) == before)
    let ledgers =
      [store.state.ledger, store.state.branch.ledger] + [store.state.detail].compactMap(\.self)
      + store.state.listed + store.state.named.values + store.state.rows.map(\.ledger)
    #expect(ledgers.count == 12)
    #expect(ledgers.allSatisfy { $0.payload[3] == 1 && $0.count == 1 })
    #expect(store.counters.statesCopied == 0)
  }
}
