// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@Suite struct FeatureForEachTests {
  private typealias ShopReducer = Feature<Shop, ShopAction>

  private static func row(
    _ reducer: Reducer<Ledger, LedgerAction>
  ) -> Feature<ShopRow, LedgerAction> {
    reducer.lift(action: CasePath.identity, state: \ShopRow.ledger)
  }

  /// A reducer for the elements of each kind of collection, in every form.
  private static func forms(_ reducer: Reducer<Ledger, LedgerAction>) -> [ShopReducer] {
    let paths = ShopAction.casePaths
    return [
      .combine(
        reducer.forEach(action: paths.listed, state: \.listed),
        reducer.forEach(action: paths.named, state: \.named),
        row(reducer).forEach(action: paths.row, state: \.rows)),
      .combine(
        reducer.forEach(action: \.listed, state: \.listed),
        reducer.forEach(action: \.named, state: \.named),
        row(reducer).forEach(action: \.row, state: \.rows)),
    ]
  }

  private static func actions(_ number: Int, _ action: LedgerAction) -> [ShopAction] {
    [.listed(number, action), .named("\(number)", action), .row(id: number, action: action)]
  }

  @Test(arguments: 0..<2)
  func itChangesThatElementOnly(form: Int) throws {
    let reducer = Self.forms(.ledger)[form]
    var shop = Shop.stocked()
    for action in Self.actions(1, .add(5)) { try reducer(&shop, action) }
    var expected = Shop.stocked()
    expected.listed[1].count = 5
    expected.named["1"]?.count = 5
    expected.rows[id: 1]?.ledger.count = 5
    #expect(shop == expected)
    #expect(!reducer.canThrow)
  }

  @Test(arguments: 0..<2)
  func nothingHappensToAMissingElement(form: Int) throws {
    let reducer = Self.forms(.ledger)[form]
    var shop = Shop.stocked()
    let stamp = shop.rows.stamp
    for number in [-1, 3] {
      for action in Self.actions(number, .add(5)) { try reducer(&shop, action) }
    }
    try reducer(&shop, .reset)
    #expect(shop == Shop.stocked())
    #expect(shop.rows.stamp == stamp)
  }

  @Test(arguments: 0..<2)
  func itThrowsWhatTheElementThrows(form: Int) {
    let reducer = Self.forms(.throwingLedger)[form]
    var shop = Shop.stocked()
    #expect(reducer.canThrow)
    for action in Self.actions(1, .fail) {
      #expect(throws: LedgerError()) { try reducer(&shop, action) }
    }
    for action in Self.actions(4, .fail) {
      #expect(throws: Never.self) { try reducer(&shop, action) }
    }
  }

  @Test(arguments: 0..<2)
  func itStaysInPlace(form: Int) throws {
    func addresses(_ shop: Shop) -> [UInt?] {
      shop.listed.map(\.payloadAddress) + ["0", "1", "2"].map { shop.named[$0]?.payloadAddress }
        + shop.rows.map(\.ledger.payloadAddress) + [shop.ledger.payloadAddress]
    }
    var shop = Shop.stocked(payload: 1_000)
    let before = addresses(shop)
    for reducer in [Self.forms(.ledger)[form], Self.forms(.throwingLedger)[form]] {
      for number in 0..<3 {
        for action in Self.actions(number, .write(9)) { try reducer(&shop, action) }
      }
    }
    #expect(addresses(shop) == before)
    #expect(shop.listed.map { $0.payload[9] } == [2, 2, 2])
    #expect(shop.rows.map { $0.ledger.payload[9] } == [2, 2, 2])
    #expect(shop.named.values.map { $0.payload[9] } == [2, 2, 2])
  }

  @Test func aTableNotesWhichRowChanged() throws {
    let reducer: ShopReducer = Self.row(.ledger).forEach(action: \.row, state: \.rows)
    var shop = Shop.stocked()
    let stamp = shop.rows.stamp
    try reducer(&shop, .row(id: 2, action: .add(1)))
    #expect(shop.rows.changes(since: stamp)?.updated == [2])
  }

  @MainActor
  @Test func inAStoreOnlyWhoWatchesTheElementHears() {
    let store = Store<Shop, ShopAction>(
      initialState: Shop.stocked(),
      feature: Self.row(.ledger).forEach(action: \.row, state: \.rows))
    var heard: [Int] = []
    let watches = (0..<3).map { id in
      store.subscribe(to: StateSelector { (shop: Shop) in shop.rows[id: id]?.ledger.count }) { _ in
        heard.append(id)
      }
    }
    store.dispatch(.row(id: 1, action: .add(1)))
    store.dispatch(.row(id: 7, action: .add(1)))
    #expect(heard == [1])
    watches.forEach { $0.cancel() }
  }
}
