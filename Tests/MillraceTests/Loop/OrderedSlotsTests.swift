// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct OrderedSlotsTests {
  private enum Order: CaseIterable {
    case arrival, reverse, random
  }

  /// All removals together move at most as many elements as there were.
  @Test(arguments: Order.allCases)
  private func allGoInAnyOrderAtAConstantPriceEach(order: Order) {
    var slots = OrderedSlots<Int>()
    let numbers = (0..<10_000).map { UInt64($0) * 3 }
    for (index, number) in numbers.enumerated() { slots.append(index, number) }
    var generator = SeededGenerator(seed: 7)
    let leaving: [UInt64] =
      switch order {
      case .arrival: numbers
      case .reverse: numbers.reversed()
      case .random: numbers.shuffled(using: &generator)
      }
    var moved = 0
    for number in leaving {
      let room = slots.slots.count
      slots.remove(number)
      // Several gaps have disappeared: all remaining elements were moved.
      if slots.slots.count == slots.count, room > slots.count + 1 { moved += slots.count }
    }
    #expect(moved <= numbers.count)
    #expect(slots.isEmpty && slots.slots.isEmpty)
  }

  @Test func whatGoesIsLetGoOfAtOnce() {
    var slots = OrderedSlots<Log>()
    let logs = (0..<9).map { _ in Log() }
    for (index, log) in logs.enumerated() { slots.append(log, UInt64(index)) }
    var log: Log? = Log()
    let ghost = Weak(log)
    slots.append(log!, 9)
    slots.append(Log(), 10)
    log = nil
    #expect(ghost.object != nil)
    let answers = [slots.remove(9), slots.remove(9)]
    #expect(ghost.object == nil)
    #expect(answers == [true, false])
  }

  /// A derived node that has one input twice depends on it twice.
  @Test func twoOfOneNumberGoOneByOne() {
    var slots = OrderedSlots<String>()
    for (name, number) in [("a", 1), ("b", 2), ("c", 2), ("d", 3)] as [(String, UInt64)] {
      slots.append(name, number)
    }
    let answers = [slots.remove(2), slots.remove(2), slots.remove(2)]
    #expect(answers == [true, true, false])
    #expect(Array(slots) == ["a", "d"])
  }

  @Test func aRunThroughThemSeesWhatWasThereWhenItBegan() {
    var slots = OrderedSlots<Int>()
    for number in 1...5 { slots.append(number, UInt64(number)) }
    var seen: [Int] = []
    for element in slots {
      seen.append(element)
      for number in 1...5 as ClosedRange<UInt64> { slots.remove(number) }
      slots.append(9, UInt64(9 + seen.count))
    }
    #expect(seen == [1, 2, 3, 4, 5])
    #expect(Array(slots) == [9, 9, 9, 9, 9])
  }

  @Test func aSearchFromANumberEndsAtTheLastElementThatItReturns() {
    var slots = OrderedSlots<Int>()
    for number in 1...100 { slots.append(number, UInt64(number)) }
    slots.remove(42)
    for (count, asked) in [(1, [41, 43, 44]), (0, []), (99, Array(41...100).filter { $0 != 42 })] {
      var seen: [Int] = []
      let found = slots.prefix(count, from: 41) { number in
        seen.append(number)
        return number.isMultiple(of: 4)
      }
      #expect(seen == asked)
      #expect(found == asked.filter { $0.isMultiple(of: 4) })
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func itBehavesLikeAPlainList(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var slots = OrderedSlots<UInt64>()
    var model: [UInt64] = []
    var last: UInt64 = 0
    for step in 0..<500 {
      if Int.random(in: 0..<9, using: &generator) < (step / 100 % 2 == 0 ? 6 : 3) {
        last += UInt64.random(in: 1...3, using: &generator)
        slots.append(last, last)
        model.append(last)
      } else {
        let number = UInt64.random(in: 0...last, using: &generator)
        let isRemoved = slots.remove(number)
        #expect(isRemoved == model.contains(number), "seed \(seed), step \(step)")
        model.removeAll { $0 == number }
      }
      #expect(Array(slots) == model, "seed \(seed), step \(step)")
      #expect(slots.count == model.count && slots.isEmpty == model.isEmpty)
    }
  }
}
