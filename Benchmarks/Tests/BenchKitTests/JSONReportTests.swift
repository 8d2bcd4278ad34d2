// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import BenchKit

@Suite struct JSONReportTests {
  private struct Item: Decodable, Equatable {
    var name: String
    var value: Double?
    var unit: String
    var ratio: Double?
    var allocations: Double?
  }

  private func items(_ rows: [Row]) throws -> [Item] {
    try JSONDecoder().decode([Item].self, from: Data(rows.json.utf8))
  }

  @Test func rowsBecomeObjectsInTheirOrder() throws {
    let rows = [
      Row(
        name: "S1a", operation: "count", value: 12.3456, unit: "ns", ratio: 1.5, growth: 2,
        allocations: 0),
      Row(name: "S6", operation: "memory", value: 180, unit: "B", ratio: 0.75),
    ]
    #expect(
      try items(rows) == [
        Item(name: "S1a", value: 12.346, unit: "ns", ratio: 1.5, allocations: 0),
        Item(name: "S6", value: 180, unit: "B", ratio: 0.75, allocations: nil),
      ])
  }

  @Test func everyObjectHasAllFiveFields() throws {
    let row = Row(name: "S6", operation: "", value: 1, unit: "B", ratio: 1)
    let value = try JSONSerialization.jsonObject(with: Data([row].json.utf8))
    let fields = try #require((value as? [[String: Any]])?.first)
    #expect(Set(fields.keys) == ["name", "value", "unit", "ratio", "allocations"])
    #expect(fields["allocations"] is NSNull)
  }

  @Test func whatIsNotFiniteIsNull() throws {
    let row = Row(name: "S1a", operation: "", value: .nan, unit: "ns", ratio: .infinity)
    #expect(
      try items([row]) == [Item(name: "S1a", value: nil, unit: "ns", ratio: nil, allocations: nil)])
  }

  @Test func noRowsAreAnEmptyArray() throws {
    #expect(try items([]).isEmpty)
  }

  @Test func textIsEscaped() throws {
    let text = "a\"b\\c\nd\u{1}é"
    let data = Data("[\(text.jsonText)]".utf8)
    #expect(try JSONDecoder().decode([String].self, from: data) == [text])
  }
}
