// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct EntityIndexTests {
  private func index(_ ids: [Int]) -> EntityIndex<Int> {
    var index = EntityIndex<Int>()
    for id in ids { index.append(id) }
    return index
  }

  private func expect(
    _ index: EntityIndex<Int>, _ ids: [Int], _ comment: Comment? = nil,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(Array(index.ids) == ids, comment, sourceLocation: location)
    let found = ids.map { index.position(of: $0) }
    #expect(found == Array(ids.indices), comment, sourceLocation: location)
    #expect(index.slots.count == ids.count, comment, sourceLocation: location)
  }

  @Test func idsAreFoundWhereTheyStand() {
    expect(index([5, 3, 9]), [5, 3, 9])
    #expect(index([5, 3, 9]).position(of: 4) == nil)
  }

  @Test func aFreeSlotIsUsedAgain() {
    var index = index([1, 2, 3])
    index.remove(2)
    expect(index, [1, 3])
    index.append(4)
    expect(index, [1, 3, 4])
    #expect(index.numberOfSlot.count == 3)
    index.remove(7)
    expect(index, [1, 3, 4])
  }

  @Test func aRenamedIdStaysWhereItWas() {
    var index = index([1, 2, 3])
    index.rename(2, to: 8)
    expect(index, [1, 8, 3])
    index.rename(7, to: 9)
    expect(index, [1, 8, 3])
  }

  @Test func rowsAreArrangedAndDropped() {
    var index = index([1, 2, 3, 4])
    index.removeLeavingGap(2)
    index.removeAll(at: [false, true, false, false])
    expect(index, [1, 3, 4])
    index.arrange([2, 0, 1])
    expect(index, [4, 1, 3])
    index.removeAll(keepingCapacity: false)
    expect(index, [])
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func movingIsTakingOutAndPuttingIn(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var ids = Array(0..<20)
    var index = index(ids)
    var names = SlidingArray<String>()
    for id in ids { names.append("a name that does not fit into the string itself: \(id)") }
    for _ in 0..<100 {
      let source = Int.random(in: 0..<20, using: &generator)
      let target = Int.random(in: 0..<20, using: &generator)
      index.move(from: source, to: target)
      ids.insert(ids.remove(at: source), at: target)
      names.moveElement(from: source, to: target)
    }
    expect(index, ids, "seed \(seed)")
    #expect(names.map { Int($0.split(separator: " ").last ?? "") } == ids, "seed \(seed)")
  }
}
