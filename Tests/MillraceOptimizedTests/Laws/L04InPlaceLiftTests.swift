// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// L4 for lifted reducers: changing one field of a child copies nothing.
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

  private static var app: Feature<Shop, ShopAction> {
    let ledger = Reducer<Ledger, LedgerAction>.ledger
    return .combine(
      ledger.lift(action: \.ledger, state: \.ledger),
      ledger.lift(
        action: ShopAction.casePaths.branch.ledger.unrouted, state: \Shop.branch.ledger),
      ledger.ifLet(action: \.detail, state: \.detail),
      ledger.forEach(action: \.listed, state: \.listed),
      ledger.forEach(action: \.named, state: \.named),
      ledger.lift(action: CasePath.identity, state: \ShopRow.ledger)
        .forEach(action: \.row, state: \.rows))
  }

  @Test func anActionToAChildCopiesNoCollectionOfAnyChild() {
    let store = Store(initialState: Shop.stocked(payload: 10_000), feature: Self.app)
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
