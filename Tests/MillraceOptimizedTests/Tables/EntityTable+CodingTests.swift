// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import Millrace

@Suite struct EntityTableCodingTests {
  private let rows = [Row(2, "b"), Row(1, "a")]

  @Test func itIsWrittenAsAListAndComesBackInThatOrder() throws {
    let table = EntityTable(rows, sortedBy: EntityOrder(\.name, descending: true))
    let data = try JSONEncoder().encode(table)
    #expect(try JSONDecoder().decode([Row].self, from: data) == rows)
    let decoded = try JSONDecoder().decode(EntityTable<Row>.self, from: data)
    #expect(decoded == table)
    #expect(decoded.order == nil)
    #expect(decoded.stamp != table.stamp)
    expectWhole(decoded)
  }

  @Test func anIdThatComesTwiceIsRefused() throws {
    struct Holder: Codable { var people: [Row] }
    struct Tables: Codable { var people: EntityTable<Row> }
    let data = try JSONEncoder().encode(Holder(people: rows + [Row(2, "c")]))
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Tables.self, from: data)
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["people"])
    #expect(
      context.debugDescription == """
        EntityTable<Row>: the entities at index 0 and index 2 have the same id, 2. The ids in a \
        table must be unique. Probably the data was not written by a table, or two arrays were \
        joined. To load such data, decode an array and pass it to setAll, which uses the last \
        entity of each id, or to addMany, which uses the first.
        """)
  }

  @Test func nonsenseIsRefused() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(EntityTable<Row>.self, from: Data("[{\"id\": 1}]".utf8))
    }
  }
}
