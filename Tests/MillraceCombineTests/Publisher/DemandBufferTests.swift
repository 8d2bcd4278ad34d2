// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MillraceCombine

#if canImport(Combine)
  import Combine
#else
  @preconcurrency import OpenCombine
#endif

@Suite struct DemandBufferTests {
  /// Adds a number for which there is room.
  private func add(_ number: Int, demand: Int?, to buffer: inout DemandBuffer<Int>) {
    let isKept = buffer.add(number, demand: demand)
    #expect(isKept)
  }

  /// Empties the buffer.
  private func expect(
    _ buffer: inout DemandBuffer<Int>, has expected: [Int],
    at place: SourceLocation = #_sourceLocation
  ) {
    var elements: [Int] = []
    while let next = buffer.next() { elements.append(next) }
    #expect(elements == expected, sourceLocation: place)
  }

  @Test func withoutAComparisonNoSentValueIsStored() {
    final class Value {}
    for areEqual in [nil, { $0 === $1 }] as [((Value, Value) -> Bool)?] {
      var buffer = DemandBuffer<Value>(.newest(areEqual: areEqual))
      var value: Value? = Value()
      let weakValue = Weak(value)
      value.map { buffer.noteSent($0) }
      value = nil
      #expect((weakValue.object != nil) == (areEqual != nil))
      withExtendedLifetime(buffer) {}
    }
  }

  @Test func theNewestReplacesTheBufferedValue() {
    var buffer = DemandBuffer<Int>(.newest(areEqual: ==))
    for number in 1...4 { add(number, demand: 0, to: &buffer) }
    expect(&buffer, has: [4])
  }

  @Test func whatIsAskedForIsKept() {
    var buffer = DemandBuffer<Int>(.newest(areEqual: ==))
    for number in 1...5 { add(number, demand: 3, to: &buffer) }
    expect(&buffer, has: [1, 2, 5])
    for number in 1...5 { add(number, demand: nil, to: &buffer) }
    expect(&buffer, has: [1, 2, 3, 4, 5])
  }

  @Test func aValueThatCameBackIsLeftOut() {
    var buffer = DemandBuffer<Int>(.newest(areEqual: ==))
    buffer.noteSent(1)
    add(2, demand: 0, to: &buffer)
    add(1, demand: 0, to: &buffer)
    #expect(buffer.isEmpty)
    for number in [3, 4, 3] { add(number, demand: 2, to: &buffer) }
    expect(&buffer, has: [3])
  }

  @Test func aBoundedBufferKeepsTheFirstAndSaysWhatIsLost() {
    var buffer = DemandBuffer<Int>(.bounded(3))
    let fit = (1...5).map { buffer.add($0, demand: 0) }
    #expect(fit == [true, true, true, false, false])
    let first = buffer.next()
    #expect(first == 1)
    add(6, demand: 0, to: &buffer)
    expect(&buffer, has: [2, 3, 6])
  }

  @Test func aBoundedBufferDropsNoRequestedValue() {
    var buffer = DemandBuffer<Int>(.bounded(1))
    let fit = (1...4).map { buffer.add($0, demand: 2) }
    #expect(fit == [true, true, true, false])
    for number in 5...8 { add(number, demand: nil, to: &buffer) }
    expect(&buffer, has: [1, 2, 3, 5, 6, 7, 8])
  }

  @Test func aNegativeBoundIsZero() {
    var buffer = DemandBuffer<Int>(.bounded(-5))
    let fit = (1...3).map { buffer.add($0, demand: 2) }
    #expect(fit == [true, true, false])
    expect(&buffer, has: [1, 2])
  }

  @Test func aValueThatWasRemovedIsReleased() {
    final class Token {}
    var buffer = DemandBuffer<Token>(.bounded(10))
    weak var first: Token?
    do {
      let token = Token()
      first = token
      _ = buffer.add(token, demand: 0)
      _ = buffer.add(Token(), demand: 0)
    }
    #expect(first != nil)
    _ = buffer.next()
    #expect(first == nil && buffer.count == 1)
  }

  @Test(arguments: 0..<20)
  func aBoundedBufferIsAQueue(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var buffer = DemandBuffer<Int>(.bounded(700))
    var model: [Int] = []
    for number in 0..<5_000 {
      if Int.random(in: 0..<5, using: &random) < 3 {
        let fits = model.count < 700
        let isKept = buffer.add(number, demand: 0)
        #expect(isKept == fits, "seed \(seed)")
        if fits { model.append(number) }
      } else {
        let next = buffer.next()
        #expect(next == (model.isEmpty ? nil : model.removeFirst()), "seed \(seed)")
      }
      #expect(buffer.count == model.count, "seed \(seed)")
    }
  }
}
