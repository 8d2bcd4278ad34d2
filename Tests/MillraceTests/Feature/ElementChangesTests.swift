// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct ElementChangesTests {
  private struct Row: Identifiable {
    let id: String
    var count = 0
  }

  private typealias Table = EntityTable<Row>

  @Test func aTableLogsItsChanges() throws {
    let changes = try #require(ElementChanges<Table, String>())
    var table = EntityTable(["a", "b", "c"].map { Row(id: $0) })
    let stamp = table.stamp
    #expect(changes.stamp(table) == stamp)
    #expect(changes.keys(table, stamp, 0) == [])
    table[id: "b"]?.count = 1
    table.removeOne("a")
    #expect(changes.stamp(table) == table.stamp)
    #expect(changes.keys(table, stamp, 2) == ["b", "a"])
    #expect(changes.position(table, "b") == 0)
    #expect(changes.position(table, "a") == nil)
  }

  @Test func unknownChangesAndTooManyChangesAreNil() throws {
    let changes = try #require(ElementChanges<Table, String>())
    var table = EntityTable(["a", "b"].map { Row(id: $0) })
    let stamp = table.stamp
    table[id: "a"]?.count = 1
    table[id: "b"]?.count = 1
    #expect(changes.keys(table, stamp, 1) == nil)
    #expect(changes.keys(Table(), stamp, 1) == nil)
  }

  @Test func otherContainersLogNoChanges() {
    #expect(ElementChanges<[Row], Int>() == nil)
    #expect(ElementChanges<[String: Row], String>() == nil)
    #expect(ElementChanges<Row?, SingleChildKey>() == nil)
    #expect(ElementChanges<Table, Int>() == nil)
  }
}
