// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@Suite struct KeyedElementsTests {
  @Test func anArrayFindsByPosition() {
    var list = ["a", "b"]
    #expect(list.element(for: 1) == "b")
    #expect(list.element(for: 2) == nil && list.element(for: -1) == nil)
    #expect(list.changeElement(for: 1) { $0 += "!" })
    #expect(!list.changeElement(for: 2) { $0 += "?" })
    #expect(list == ["a", "b!"])
  }

  @Test func aDictionaryFindsByKey() {
    var table = ["x": 1, "y": 2]
    #expect(table.element(for: "x") == 1)
    #expect(table.element(for: "z") == nil)
    #expect(table.changeElement(for: "x") { $0 += 10 })
    #expect(!table.changeElement(for: "z") { $0 += 10 })
    #expect(table == ["x": 11, "y": 2])
  }

  @Test func aTableFindsByIDAndNotesTheChange() {
    var table = EntityTable([ShopRow(id: 3), ShopRow(id: 4)])
    let stamp = table.stamp
    #expect(table.element(for: 4)?.id == 4)
    #expect(table.element(for: 5) == nil)
    #expect(!table.changeElement(for: 5) { $0.ledger.count = 1 })
    #expect(table.stamp == stamp)
    #expect(table.changeElement(for: 4) { $0.ledger.count = 1 })
    #expect(table.changes(since: stamp)?.updated == [4])
    #expect(table[id: 4]?.ledger.count == 1)
  }

  @Test func changesAreMadeInPlace() {
    var shop = Shop.stocked(payload: 10)
    let before = [
      shop.listed[0].payloadAddress, shop.named["1"]?.payloadAddress,
      shop.rows[id: 2]?.ledger.payloadAddress,
    ]
    #expect(shop.listed.changeElement(for: 0) { $0.payload[1] = 1 })
    #expect(shop.named.changeElement(for: "1") { $0.payload[1] = 1 })
    #expect(shop.rows.changeElement(for: 2) { $0.ledger.payload[1] = 1 })
    let after = [
      shop.listed[0].payloadAddress, shop.named["1"]?.payloadAddress,
      shop.rows[id: 2]?.ledger.payloadAddress,
    ]
    #expect(before == after)
  }

  @Test func aCollectionOfYourOwnCanBeLiftedTo() throws {
    struct Pair: KeyedElements, Equatable {
      var left = 0
      var right = 0
      var elementKeys: [Bool] { [true, false] }
      func element(for key: Bool) -> Int? { key ? left : right }
      mutating func changeElement(for key: Bool, _ change: (inout Int) -> Void) -> Bool {
        if key { change(&left) } else { change(&right) }
        return true
      }
    }
    let reducer = Reducer<Int, Int> { $0 += $1 }
      .forEach(action: CasePath<(Bool, Int), (Bool, Int)>.identity, state: \Pair.self)
    var pair = Pair()
    try reducer(&pair, (true, 2))
    try reducer(&pair, (false, 3))
    #expect(pair == Pair(left: 2, right: 3))
  }
}
