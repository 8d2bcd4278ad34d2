// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct FifoTests {
  @Test func whatCameFirstGoesFirst() {
    var generator = SeededGenerator(seed: 7)
    var (fifo, model) = (Fifo<Int>(), [Int]())
    for number in 0..<10_000 {
      if Bool.random(using: &generator) {
        fifo.push(number)
        model.append(number)
      } else {
        #expect(fifo.pop() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(fifo.count == model.count)
      #expect(fifo.first == model.first)
      if number % 3 == 0, !model.isEmpty {
        fifo.replaceFirst(with: -number)
        model[0] = -number
      }
      #expect(fifo.isEmpty == model.isEmpty)
    }
  }

  private final class Thing {}

  @Test func whatWasTakenOutIsNotKept() {
    var fifo = Fifo<Thing>()
    weak var first: Thing?
    do {
      let thing = Thing()
      first = thing
      fifo.push(thing)
    }
    for _ in 0..<9 { fifo.push(Thing()) }
    #expect(first != nil)
    _ = fifo.pop()
    #expect(first == nil)
  }

  @Test func aQueueThatIsNeverEmptyDoesNotGrow() {
    var fifo = Fifo<Int>()
    fifo.push(0)
    for number in 1...10_000 {
      fifo.push(number)
      #expect(fifo.pop() == number - 1)
      #expect(fifo.places <= 4)
    }
  }
}
