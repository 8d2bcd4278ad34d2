// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@Suite struct FeatureIfLetTests {
  private typealias ShopReducer = Feature<Shop, ShopAction>

  /// The ways to lift to a child that may be missing.
  private static func forms(_ reducer: Reducer<Ledger, LedgerAction>) -> [ShopReducer] {
    [
      reducer.ifLet(action: ShopAction.casePaths.detail, state: \.detail),
      reducer.ifLet(action: \.detail, state: \.detail),
      reducer.ifLet(action: ShopAction.casePaths.detail.unrouted, state: \.detail),
    ]
  }

  @Test(arguments: 0..<3)
  func itChangesAChildThatIsThere(form: Int) throws {
    let reducer = Self.forms(.ledger)[form]
    var shop = Shop()
    shop.detail = Ledger()
    try reducer(&shop, .detail(.add(2)))
    var expected = Shop()
    expected.detail = Ledger(count: 2)
    #expect(shop == expected)
    try reducer(&shop, .ledger(.add(2)))
    #expect(shop == expected)
    #expect(!reducer.canThrow)
  }

  @Test(arguments: 0..<3)
  func nothingHappensToAMissingChild(form: Int) throws {
    var shop = Shop()
    try Self.forms(.ledger)[form](&shop, .detail(.add(2)))
    #expect(shop == Shop())
  }

  @Test(arguments: 0..<3)
  func itThrowsWhatTheChildThrows(form: Int) {
    let reducer = Self.forms(.throwingLedger)[form]
    var shop = Shop.stocked()
    #expect(reducer.canThrow)
    #expect(throws: LedgerError()) { try reducer(&shop, .detail(.fail)) }
    #expect(throws: Never.self) { try reducer(&shop, .ledger(.fail)) }
  }

  @Test(arguments: 0..<3)
  func theIdentityStaysTheIdentity(form: Int) {
    #expect(!Self.forms(.identity)[form].canThrow)
  }

  @Test(arguments: 0..<3)
  func itStaysInPlace(form: Int) throws {
    var shop = Shop.stocked(payload: 1_000)
    let address = shop.detail?.payloadAddress
    try Self.forms(.ledger)[form](&shop, .detail(.write(3)))
    try Self.forms(.throwingLedger)[form](&shop, .detail(.write(3)))
    #expect(shop.detail?.payload[3] == 2)
    #expect(shop.detail?.payloadAddress == address)
  }

  @Test func aChildHearsItsLastActionBeforeItsParentRemovesIt() throws {
    let parent = Reducer<Shop, ShopAction> { shop, action in
      if action == .detail(.fail) { shop.ledger.notes += shop.detail.take()?.notes ?? ["late"] }
    }
    let child = Reducer<Ledger, LedgerAction> { ledger, action in ledger.notes.append("\(action)") }
    let app = child.ifLet(action: \.detail, state: \.detail) <> parent
    var shop = Shop()
    shop.detail = Ledger()
    try app(&shop, .detail(.fail))
    #expect(shop.ledger.notes == ["fail"])
    #expect(shop.detail == nil)
  }

  @Test func aCaseOfTheStateIsAChildToo() throws {
    let page = Reducer.ledger.ifCase(
      action: ShopAction.casePaths.page, state: Shop.Page.ledgerPath)
    let app = page.lift(
      action: ShopAction.casePaths.branch.appending(path: .toShop), state: \Shop.page)
    var shop = Shop()
    shop.page = .ledger(Ledger())
    try page(&shop.page, .page(.add(3)))
    #expect(shop.page == .ledger(Ledger(count: 3)))
    try app(&shop, .branch(.count(4)))
    #expect(shop.page == .ledger(Ledger(count: 7)))
    try page(&shop.page, .reset)
    #expect(shop.page == .ledger(Ledger(count: 7)))
  }

  @Test func theActionOfACaseMayBeFoundByAPathThatDoesNotRoute() throws {
    let page = Reducer.throwingLedger.ifCase(
      action: ShopAction.casePaths.page.unrouted, state: Shop.Page.ledgerPath)
    var state = Shop.Page.ledger(Ledger())
    try page(&state, .page(.add(3)))
    try page(&state, .ledger(.add(3)))
    #expect(state == .ledger(Ledger(count: 3)))
    #expect(throws: LedgerError()) { try page(&state, .page(.fail)) }
    state = .home
    try page(&state, .page(.add(3)))
    #expect(state == .home)
  }
}

extension CasePath where Root == BranchAction, Value == ShopAction {
  fileprivate static var toShop: CasePath {
    CasePath(
      embed: { if case .page(.add(let count)) = $0 { .count(count) } else { .count(0) } },
      extract: { if case .count(let count) = $0 { .page(.add(count)) } else { nil } })
  }
}
