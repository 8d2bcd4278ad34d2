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

  @Test func theElementsFromAPositionOnAreVisited() {
    let queue = ActionQueue<Int>()
    for number in 0..<10 { queue.append(number) }
    for _ in 0..<4 { _ = queue.popFirst() }
    queue.prepend(3)
    let end = queue.position + queue.count
    for number in 10..<12 { queue.append(number) }
    func elements(from position: Int) -> [Int] {
      var elements: [Int] = []
      queue.forEach(from: position) { elements.append($0.pointee) }
      return elements
    }
    #expect(elements(from: .min) == Array(3..<12))
    #expect(elements(from: end) == [10, 11])
    #expect(elements(from: end + 2) == [])
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
