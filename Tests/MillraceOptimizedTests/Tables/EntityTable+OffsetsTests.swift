// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Millrace

@Suite struct EntityTableOffsetsTests {
  private let start = (0..<6).map { Row($0) }

  @Test(arguments: [
    ([1], 4, [0, 2, 3, 1, 4, 5]), ([4], 1, [0, 4, 1, 2, 3, 5]), ([0], 6, [1, 2, 3, 4, 5, 0]),
    ([5], 0, [5, 0, 1, 2, 3, 4]), ([1, 4], 3, [0, 2, 1, 4, 3, 5]),
    ([0, 2, 4], 6, [1, 3, 5, 0, 2, 4]),
    ([3, 5], 0, [3, 5, 0, 1, 2, 4]), ([1, 2], 5, [0, 3, 4, 1, 2, 5]),
    ([1], 99, [0, 2, 3, 4, 5, 1]),
    ([2], -7, [2, 0, 1, 3, 4, 5]), ([7, 1, -1], 0, [1, 0, 2, 3, 4, 5]),
  ])
  func rowsMoveTogether(_ offsets: [Int], _ target: Int, _ ids: [Int]) {
    var table = EntityTable(start)
    let stamp = table.stamp
    let isMoved = table.move(fromOffsets: IndexSet(offsets.filter { $0 >= 0 }), toOffset: target)
    #expect(isMoved)
    #expect(table.ids.elementsEqual(ids))
    expectWhole(table)
    let changes = table.changes(since: stamp)
    #expect(changes?.orderChanged == true && changes?.count == 0)
    var other = EntityTable(start)
    other.move(fromOffsets: offsets.reversed() + offsets, toOffset: target)
    #expect(other == table)
  }

  @Test func aMoveToTheSamePlaceIsNoChange() {
    var table = EntityTable(start)
    let (stamp, addresses) = (table.stamp, table.addresses)
    for (offsets, target) in [([2], 2), ([2], 3), ([1, 2], 3), ([], 0), ([9], 0), ([0], -1)] {
      let isMoved = table.move(fromOffsets: offsets, toOffset: target)
      #expect(!isMoved)
    }
    #expect(table.stamp == stamp && table.addresses == addresses)
    var empty = EntityTable<Row>()
    empty.move(fromOffsets: [0], toOffset: 1)
    empty.remove(atOffsets: [0])
    #expect(empty.isEmpty)
  }

  @Test func aSortedTableKeepsItsOrder() {
    var table = EntityTable(start, sortedBy: EntityOrder(\.id))
    let stamp = table.stamp
    let isMoved = table.move(fromOffsets: [0], toOffset: 6)
    #expect(!isMoved)
    #expect(table.stamp == stamp)
  }

  @Test func aMoveIsRevertedInARecording() throws {
    var table = EntityTable(start)
    let recording = table.startRecording()
    table.move(fromOffsets: [1, 4], toOffset: 3)
    let recorded = table.finish(recording)
    let made = try #require(recorded)
    table[id: 2]?.name = "later"
    table.revert(made)
    #expect(table.ids == [0, 1, 2, 3, 4, 5] && table[id: 2]?.name == "later")
    table.apply(made)
    #expect(table.ids == [0, 2, 1, 4, 3, 5])
    expectWhole(table)
  }

  @Test func rowsAreRemovedByPosition() {
    var table = EntityTable(start)
    let stamp = table.stamp
    #expect(table.remove(atOffsets: IndexSet([1, 4, 9])) == 2)
    #expect(table.ids == [0, 2, 3, 5])
    #expect(table.changes(since: stamp)?.removed == [1, 4])
    #expect(table.remove(atOffsets: [3, 3, -1]) == 1)
    #expect(table.ids == [0, 2, 3])
    expectWhole(table)
    let unchanged = table.stamp
    #expect(table.remove(atOffsets: [7]) == 0)
    #expect(table.stamp == unchanged)
  }
}
