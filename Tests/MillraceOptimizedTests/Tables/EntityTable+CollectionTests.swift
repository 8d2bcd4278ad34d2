// SPDX-License-Identifier: Apache-2.0

import Testing

import Millrace

@Suite struct EntityTableCollectionTests {
  private let rows = [Row(3, "a"), Row(1, "b"), Row(2, "c")]

  @Test func itIsACollectionByPosition() {
    let table = EntityTable(rows)
    #expect(Array(table) == rows)
    #expect(table.entities == rows)
    #expect(table.indices == 0..<3)
    #expect(table[1] == rows[1])
    #expect(table[1...].map(\.id) == [1, 2])
    #expect(table.reversed().map(\.id) == [2, 1, 3])
    #expect(table.last == rows[2])
    #expect(table.withContiguousStorageIfAvailable { $0.count } == 3)
  }

  @Test func aPositionOutOfBoundsIsReportedWithTheWayToReadAnID() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = EntityTable([Row(7, "a")])[7]
    }
    let said = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(said.contains("position 7 of a table of 1 entities is out of bounds"))
    #expect(said.contains("`table[id: 7]`"))
  }

  @Test func idsStayTheSameArrayWhileRowsAreUpdated() {
    func address(_ ids: [Int]) -> UInt { ids.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }
    var table = EntityTable(rows)
    let (ids, rowsAddress) = (table.ids, table.addresses[0])
    table.updateOne(1) { $0.name = "x" }
    table.setOne(Row(2, "y"))
    #expect(address(table.ids) == address(ids))
    #expect(table.addresses[0] == rowsAddress)
    table.addOne(Row(4))
    #expect(ids == [3, 1, 2])
    #expect(table.ids == [3, 1, 2, 4])
  }

  @Test func arraysThatAreHeldMakeNoChangeCopyAnything() {
    var table = EntityTable((0..<100).map { Row($0) })
    table.addOne(Row(100))
    table.removeOne(100)
    let (ids, entities, addresses) = (table.ids, table.entities, table.addresses)
    table.updateOne(1) { $0.name = "x" }
    table.removeOne(0)
    table.addOne(Row(100))
    table[id: 5] = nil
    #expect(table.addresses == addresses)
    #expect(ids == Array(0..<100) && entities.map(\.id) == ids && entities[1].name == "")
    #expect(table.ids == Array(1...4) + Array(6...100) && table.entities[0].name == "x")
  }

  @Test func itShowsItsEntities() {
    let table = EntityTable(rows)
    #expect(table.description == rows.description)
    #expect(Mirror(reflecting: table).displayStyle == .collection)
    #expect(Mirror(reflecting: table).children.map { $0.value as? Row } == rows)
  }
}
