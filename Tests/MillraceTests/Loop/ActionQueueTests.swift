// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct ActionQueueTests {
  @Test func firstInFirstOut() {
    let queue = ActionQueue<Int>()
    for number in 0..<100 { queue.append(number) }
    #expect(queue.count == 100)
    #expect((0..<100).map { _ in queue.popFirst() } == (0..<100).map { $0 })
    #expect(queue.isEmpty)
  }

  @Test func eachElementIsVisitedOnce() {
    let queue = ActionQueue<Int>()
    for number in 0..<10 { queue.append(number) }
    for _ in 0..<4 { _ = queue.popFirst() }
    queue.prepend(3)
    #expect(newElements(of: queue) == Array(3..<10))
    #expect(newElements(of: queue) == [])
    for number in 10..<12 { queue.append(number) }
    #expect(newElements(of: queue) == [10, 11])
    // In the place of 3 and 4, which were visited, and in front of it.
    for _ in 3...4 { _ = queue.popFirst() }
    for number in [-4, -3, -2] { queue.prepend(number) }
    queue.append(12)
    #expect(newElements(of: queue) == [-2, -3, -4, 12])
    #expect(newElements(of: queue) == [])
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func eachElementOfARandomQueueIsVisitedOnce(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let queue = ActionQueue<Int>()
    var model: [(number: Int, isNew: Bool)] = []
    for number in 0..<2_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3:
        queue.append(number)
        model.append((number, true))
      case 3..<5:
        queue.prepend(number)
        model.insert((number, true), at: 0)
      case 5..<9:
        #expect(queue.popFirst() == model.first?.number)
        model = Array(model.dropFirst())
      default:
        #expect(newElements(of: queue) == model.filter(\.isNew).map(\.number))
        model = model.map { ($0.number, false) }
      }
    }
  }

  private func newElements(of queue: ActionQueue<Int>) -> [Int] {
    var elements: [Int] = []
    queue.forEachNew { elements.append($0.pointee) }
    return elements
  }

  @Test func anEmptyQueueGivesNothing() {
    let queue = ActionQueue<Int>()
    #expect(queue.isEmpty)
    #expect(queue.popFirst() == nil && queue.next == nil)
    queue.append(1)
    #expect(queue.next?.pointee == 1)
    #expect(queue.popFirst() == 1)
    #expect(queue.popFirst() == nil)
    #expect(queue.count == 0)
  }

  @Test func growingInTheMiddleOfTheRingKeepsTheOrder() {
    let queue = ActionQueue<Int>()
    for number in 0..<8 { queue.append(number) }
    for number in 0..<5 { #expect(queue.popFirst() == number) }
    // The ring now begins in the middle; these wrap around and then do not fit any more.
    for number in 8..<20 { queue.append(number) }
    #expect((5..<20).map { _ in queue.popFirst() } == (5..<20).map { $0 })
  }

  @Test func onceLargeEnoughItStaysAsItIs() {
    let queue = ActionQueue<Int>()
    for number in 0..<60 { queue.append(number) }
    let size = queue.capacity
    let address = queue.slots
    for number in 60..<10_000 {
      #expect(queue.popFirst() == number - 60)
      queue.append(number)
    }
    #expect(size == 64)
    #expect(queue.capacity == size)
    #expect(queue.slots == address)
  }

  @Test func whatWasTakenIsReleased() {
    final class Element {}
    let queue = ActionQueue<Element>()
    weak var first: Element?
    do {
      let element = Element()
      first = element
      queue.append(element)
      queue.append(Element())
    }
    #expect(first != nil)
    _ = queue.popFirst()
    #expect(first == nil)
    #expect(queue.count == 1)
  }

  @Test func whatIsLeftIsReleasedWithTheQueue() {
    final class Element {}
    weak var last: Element?
    do {
      let queue = ActionQueue<Element>()
      for _ in 0..<20 {
        let element = Element()
        last = element
        queue.append(element)
        if queue.count > 5 { _ = queue.popFirst() }
      }
      #expect(last != nil)
    }
    #expect(last == nil)
  }

  @Test func nilIsAnElementLikeOthers() {
    let queue = ActionQueue<Int?>()
    queue.append(nil)
    queue.append(1)
    #expect(queue.count == 2)
    #expect(queue.popFirst() == .some(nil))
    #expect(queue.popFirst() == .some(1))
    #expect(queue.popFirst() == .none)
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func itBehavesLikeAnArray(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let queue = ActionQueue<Int>()
    var model: [Int] = []
    // Sometimes it mostly grows, sometimes it mostly shrinks.
    for phase in 0..<8 {
      let appends = Int.random(in: 1...9, using: &generator)
      for step in 0..<100 {
        let place: Comment = "seed \(seed), phase \(phase), step \(step)"
        if Int.random(in: 0..<10, using: &generator) < appends {
          queue.append(step)
          model.append(step)
        } else {
          #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()), place)
        }
        #expect(queue.count == model.count, place)
        #expect(queue.isEmpty == model.isEmpty, place)
        #expect(queue.capacity & (queue.capacity - 1) == 0, place)
      }
    }
    while let element = queue.popFirst() {
      #expect(element == model.removeFirst(), "seed \(seed)")
    }
    #expect(model.isEmpty, "seed \(seed)")
  }
}
