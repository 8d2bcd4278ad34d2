// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Millrace

@Suite struct EntityTableLookupTests {
  private let start = [Row(1, "a"), Row(2, "b"), Row(3, "c")]

  /// Sets a row to nil through the accessor that changes in place.
  private func empty(_ row: inout Row?) { row = nil }

  @Test func anEntityIsFoundByItsId() {
    let table = EntityTable(start)
    #expect(table[id: 2] == start[1])
    #expect(table[id: 9] == nil)
    #expect(table.contains(id: 3) && !table.contains(id: 4))
    #expect(table.index(of: 3) == 2)
    #expect(table.index(of: 4) == nil)
  }

  @Test func writingAddsReplacesAndRemoves() {
    var table = EntityTable(start)
    table[id: 2] = Row(2, "x")
    table[id: 4] = Row(4, "d")
    table[id: 1] = nil
    table[id: 9] = nil
    #expect(table.map(\.name) == ["x", "c", "d"])
    expectWhole(table)
  }

  @Test func anEntityIsStoredUnderItsOwnId() {
    var table = EntityTable(start)
    table[id: 2] = Row(7, "x")
    #expect(table.ids == [1, 7, 3])
    table[id: 8] = Row(3, "y")
    #expect(table.map(\.name) == ["a", "x", "y"])
    func fill(_ row: inout Row?) { row = Row(5, "z") }
    fill(&table[id: 6])
    fill(&table[id: 1])
    #expect(table.ids == [5, 7, 3])
    expectWhole(table)
  }

  /// A variable of the access would need memory on the heap, because the access is a coroutine.
  @Test func anEntityIsChangedInTheMemoryOfTheStorage() {
    var table = EntityTable(start)
    let storage = UInt(bitPattern: Unmanaged.passUnretained(table.storage).toOpaque())
    func distance(_ row: inout Row?) -> UInt {
      row?.name = "x"
      return withUnsafePointer(to: &row) { UInt(bitPattern: $0) &- storage }
    }
    #expect(distance(&table[id: 2]) < 1_000)
    #expect(table[id: 2]?.name == "x")
    #expect(distance(&table[id: 9]) < 1_000)
    #expect(table.count == 3)
    expectWhole(table)
  }

  @Test func aPartIsChangedWithoutACopyAndNotedOnce() {
    var table = EntityTable(start)
    table[id: 2]?.tags = Array(0..<1_000)
    func address() -> UInt? {
      table[id: 2]?.tags.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }
    let (before, addresses, stamp) = (address(), table.addresses, table.stamp)
    table[id: 2]?.tags[7] = -1
    #expect(address() == before)
    #expect(table.addresses == addresses)
    #expect(table.storage.log.entry(age: 0).stamp == table.stamp)
    #expect(table.storage.log.entry(age: 1).stamp == stamp)
    #expect(table.changes(since: stamp)?.map(\.id) == [2])
    expectWhole(table)
  }

  @Test func aMissingPartIsNoChange() {
    var table = EntityTable(start)
    let stamp = table.stamp
    table[id: 9]?.name = "x"
    empty(&table[id: 9])
    #expect(table.stamp == stamp)
    #expect(table.elementsEqual(start))
  }

  @Test func aPlaceThatIsEmptiedIsRemoved() {
    for id in [2, 1, 3] {
      var table = EntityTable(start)
      let stamp = table.stamp
      empty(&table[id: id])
      #expect(table.ids == [1, 2, 3].filter { $0 != id })
      #expect(table.changes(since: stamp)?.removed == [id])
      expectWhole(table)
    }
    var single = EntityTable([Row(1)])
    single[id: 1]?.name = "x"
    #expect(single[0].name == "x")
    empty(&single[id: 1])
    #expect(single.isEmpty)
    expectWhole(single)
  }

  @Test func aThrowMeanwhileLeavesTheTableWhole() {
    struct Refused: Error {}
    func refuse(_ row: inout Row?) throws {
      row?.name = "half"
      throw Refused()
    }
    var table = EntityTable(start)
    let stamp = table.stamp
    #expect(throws: Refused.self) { try refuse(&table[id: 1]) }
    #expect(table.map(\.name) == ["half", "b", "c"])
    #expect(table.changes(since: stamp)?.updated == [1])
    expectWhole(table)
  }

  @Test func aSortedRowMovesAfterwards() {
    var table = EntityTable(start, sortedBy: EntityOrder(\.name))
    table[id: 1]?.name = "z"
    #expect(table.ids == [2, 3, 1])
    expectWhole(table)
  }

  @Test func entitiesLiveAsLongAsTheirRows() {
    final class Part {}
    struct Whole: Identifiable {
      var id: Int
      var part: Part?
    }
    weak var part: Part?
    var table = EntityTable([Whole(id: 1), Whole(id: 2), Whole(id: 3)])
    do {
      let new = Part()
      part = new
      table[id: 2]?.part = new
      table[id: 3]?.part = new
    }
    #expect(part != nil)
    func empty(_ row: inout Whole?) { row = nil }
    empty(&table[id: 2])
    #expect(part != nil)
    empty(&table[id: 3])
    #expect(part == nil)
  }
}
