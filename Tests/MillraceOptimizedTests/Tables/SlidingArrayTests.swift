// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct SlidingArrayTests {
  private final class Part {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  private func array<T>(_ elements: some Sequence<T>) -> SlidingArray<T> {
    var array = SlidingArray<T>()
    for element in elements { array.append(element) }
    return array
  }

  /// Where each element is in memory.
  private func places(_ array: SlidingArray<Int>) -> [Int: UInt] {
    let first = UInt(bitPattern: array.buffer?.first)
    let pairs = array.indices.map { (array[$0], first + UInt($0 * MemoryLayout<Int>.stride)) }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// The number of remaining elements that have moved in memory.
  private func moves(_ old: [Int: UInt], _ new: SlidingArray<Int>) -> Int {
    places(new).count { old[$0.key] != $0.value }
  }

  @Test func aGapIsClosedFromTheNearerEnd() {
    for position in 0..<20 {
      var array = array(0..<20)
      let before = places(array)
      #expect(array.remove(at: position) == position)
      #expect(moves(before, array) == min(position, 19 - position))
      #expect(array.array == (0..<20).filter { $0 != position })
    }
  }

  @Test func aQueueMovesEachElementAboutOnceAndDoesNotGrow() {
    var array = array(0..<30)
    var moved = 0
    for number in 30..<1_000 {
      array.remove(at: 0)
      let before = places(array)
      array.append(number)
      moved += moves(before, array) - 1
    }
    #expect(array.array == Array(970..<1_000))
    #expect(moved <= 1_000)
    #expect((array.buffer?.capacity ?? 0) <= 60)
  }

  @Test func anArrayStaysTheSameUntilAnElementChanges() {
    func address(_ array: [Int]) -> UInt {
      array.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }
    var array = array(0..<10)
    let (old, room) = (array.array, array.buffer?.memory)
    let copy = array
    #expect(address(array.array) == address(old) && address(copy.array) == address(old))
    array[3] = 30
    #expect(old[3] == 3 && copy.array[3] == 3 && array.array[3] == 30)
    #expect(address(copy.array) == address(old))
    #expect(array.buffer?.memory != room, "another array held the buffer")
    let own = array.buffer?.memory
    let held = array.array
    array[3] = 31
    array.remove(at: 0)
    #expect(array.buffer?.memory == own, "an array of the elements holds no buffer")
    #expect(held[3] == 30 && array.array[2] == 31)
    #expect(SlidingArray<Int>().array == [])
  }

  @Test func anElementThatIsWrittenIsNotHeldByAnArrayThatWasMade() {
    // Not literals, which a release build keeps in constant memory and copies when written.
    var array = array((1...2).map { Array(repeating: $0, count: Int.random(in: 1...1)) })
    _ = array.array
    func address(_ array: [Int]) -> UInt {
      array.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }
    let before = address(array[0])
    array[0][0] = 5
    #expect(address(array[0]) == before)
    #expect(array.array == [[5], [2]])
  }

  @Test func threadsThatAskAtOnceGetOneArray() async {
    nonisolated(unsafe) let array = array(0..<1_000)
    let addresses = await withTaskGroup(of: UInt.self) { group in
      for _ in 0..<8 {
        group.addTask { array.array.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(addresses.count == 1)
  }

  /// One of several arrays that share buffers, and what it must contain.
  private struct Line {
    var array = SlidingArray<Part>()
    var model: [Part] = []
  }

  private func change(_ line: inout Line, _ next: Int, _ generator: inout SeededGenerator) {
    let count = line.model.count
    let position = Int.random(in: 0..<max(1, count), using: &generator)
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...4:
      let part = Part(next)
      line.array.append(part)
      line.model.append(part)
    case 5 where count > 0:
      line.array.remove(at: 0)
      line.model.removeFirst()
    case 6 where count > 0:
      line.array.remove(at: count - 1)
      line.model.removeLast()
    case 7 where count > 0:
      #expect(line.array.remove(at: position) === line.model.remove(at: position))
    case 8 where count > 0:
      let part = Part(next)
      line.array[position] = part
      line.model[position] = part
    case 9 where count > 0:
      let target = Int.random(in: 0..<count, using: &generator)
      line.array.moveElement(from: position, to: target)
      line.model.insert(line.model.remove(at: position), at: target)
    case 10 where count > 0:
      let isLeaving = line.model.map { _ in Int.random(in: 0..<3, using: &generator) == 0 }
      line.array.removeAll(at: isLeaving)
      line.model = zip(line.model, isLeaving).filter { !$1 }.map(\.0)
    case 11 where next % 20 == 0:
      line.array.removeAll(keepingCapacity: next % 40 == 0)
      line.model = []
    default:
      let order = Array(0..<count).shuffled(using: &generator)
      line.array.arrange(order)
      line.model = order.map { line.model[$0] }
    }
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func itIsAnArrayAndKeepsNothingThatWasRemoved(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var lines = [Line(), Line(), Line()]
    var parts: [Weak<Part>] = []
    for step in 0..<200 {
      let here = Int.random(in: 0..<3, using: &generator)
      if Int.random(in: 0..<10, using: &generator) == 0 {
        lines[here] = lines[Int.random(in: 0..<3, using: &generator)]
      }
      let isAsked = Bool.random(using: &generator)
      change(&lines[here], step, &generator)
      let numbers = lines.map { $0.model.map(\.number) }
      #expect(lines.map { $0.array.map(\.number) } == numbers, "seed \(seed), step \(step)")
      if isAsked { #expect(lines[here].array.array.map(\.number) == numbers[here]) }
      parts = parts.filter { $0.object != nil }
      for part in lines[here].model where !parts.contains(where: { $0.object === part }) {
        parts.append(Weak(part))
      }
      let live = Set(lines.flatMap { $0.model.map { ObjectIdentifier($0) } })
      #expect(parts.count { $0.object != nil } == live.count, "seed \(seed), step \(step)")
    }
    for index in lines.indices { lines[index].model = [] }
    for index in lines.indices { lines[index].array = SlidingArray() }
    #expect(parts.allSatisfy { $0.object == nil }, "seed \(seed)")
  }
}
