// SPDX-License-Identifier: Apache-2.0

import Millrace
import Testing

/// Recordings of events that lead back to the beginning.
@Suite struct EntityRecordingTests {
  /// The difference that a change makes.
  private func difference(
    _ table: inout EntityTable<Row>, _ change: (inout EntityTable<Row>) -> Void
  ) -> EntityTable<Row>.Difference? {
    let recording = table.startRecording()
    change(&table)
    return table.finish(recording)
  }

  /// The difference that a change makes; it must make one.
  private func change(
    _ table: inout EntityTable<Row>, _ change: (inout EntityTable<Row>) -> Void
  ) throws -> EntityTable<Row>.Difference {
    let made = difference(&table, change)
    return try #require(made)
  }

  @Test("Several rows that move one after the other to where they were are no difference")
  func backInTheirPlaces() throws {
    var table = EntityTable((0..<5).map { Row($0, "n\($0)") })
    /// Puts rows at a position, as a drag does.
    func move(_ ids: [Int], to position: Int, _ table: inout EntityTable<Row>) {
      for id in ids.reversed() {
        if let row = table.removeOne(id) { table.addOne(row, at: position) }
      }
    }
    #expect(difference(&table) { move([1, 2, 3], to: 1, &$0) } == nil)
    let old = table
    let turned = try change(&table) { move([3, 1], to: 1, &$0) }
    #expect(table.ids == [0, 3, 1, 2, 4])
    table.revert(turned)
    #expect(table == old)
    // The rows move back, but one of them is written, or another row is removed.
    let written = try change(&table) {
      move([1, 2], to: 1, &$0)
      $0[id: 2]?.name = "x"
    }
    table.revert(written)
    #expect(table == old)
    let removed = try change(&table) {
      move([1, 2], to: 1, &$0)
      $0.removeOne(0)
    }
    table.revert(removed)
    #expect(table == old)
    // Within another recording, which goes on.
    let outer = table.startRecording()
    #expect(difference(&table) { move([1, 2, 3], to: 1, &$0) } == nil)
    table[id: 4]?.name = "y"
    let made = table.finish(outer)
    if let made { table.revert(made) }
    #expect(made != nil && table == old)
  }

  @Test("Several rows that are added and then removed are no difference")
  func addedAndRemoved() {
    var table = EntityTable((0..<3).map { Row($0) })
    let made = difference(&table) { table in
      for id in 7...9 { table.addOne(Row(id)) }
      for id in 7...9 { table.removeOne(id) }
    }
    #expect(made == nil)
  }
}
