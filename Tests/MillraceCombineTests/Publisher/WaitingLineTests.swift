// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MillraceCombine

#if canImport(Combine)
  import Combine
#else
  @preconcurrency import OpenCombine
#endif

@Suite struct WaitingLineTests {
  /// Adds a number for which there is room.
  private func add(_ number: Int, demand: Int?, to line: inout WaitingLine<Int>) {
    let isKept = line.add(number, demand: demand)
    #expect(isKept)
  }

  /// Empties the line.
  private func expect(
    _ line: inout WaitingLine<Int>, has expected: [Int],
    at place: SourceLocation = #_sourceLocation
  ) {
    var elements: [Int] = []
    while let next = line.next() { elements.append(next) }
    #expect(elements == expected, sourceLocation: place)
  }

  @Test func theNewestTakesThePlaceOfTheOneThatWaits() {
    var line = WaitingLine<Int>(.newest(areEqual: ==))
    for number in 1...4 { add(number, demand: 0, to: &line) }
    expect(&line, has: [4])
  }

  @Test func whatIsAskedForIsKept() {
    var line = WaitingLine<Int>(.newest(areEqual: ==))
    for number in 1...5 { add(number, demand: 3, to: &line) }
    expect(&line, has: [1, 2, 5])
    for number in 1...5 { add(number, demand: nil, to: &line) }
    expect(&line, has: [1, 2, 3, 4, 5])
  }

  @Test func aValueThatCameBackIsLeftOut() {
    var line = WaitingLine<Int>(.newest(areEqual: ==))
    line.note(1)
    add(2, demand: 0, to: &line)
    add(1, demand: 0, to: &line)
    #expect(line.isEmpty)
    for number in [3, 4, 3] { add(number, demand: 2, to: &line) }
    expect(&line, has: [3])
  }

  @Test func aBoundedLineKeepsTheFirstAndSaysWhatIsLost() {
    var line = WaitingLine<Int>(.bounded(3))
    let fit = (1...5).map { line.add($0, demand: 0) }
    #expect(fit == [true, true, true, false, false])
    let first = line.next()
    #expect(first == 1)
    add(6, demand: 0, to: &line)
    expect(&line, has: [2, 3, 6])
  }

  @Test func whatHasLeftTheLineIsNotKept() {
    final class Token {}
    var line = WaitingLine<Token>(.bounded(10))
    weak var first: Token?
    do {
      let token = Token()
      first = token
      _ = line.add(token, demand: 0)
      _ = line.add(Token(), demand: 0)
    }
    #expect(first != nil)
    _ = line.next()
    #expect(first == nil && line.count == 1)
  }

  @Test(arguments: 0..<20)
  func aBoundedLineIsAQueue(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var line = WaitingLine<Int>(.bounded(700))
    var model: [Int] = []
    for number in 0..<5_000 {
      if Int.random(in: 0..<5, using: &random) < 3 {
        let fits = model.count < 700
        let isKept = line.add(number, demand: 0)
        #expect(isKept == fits, "seed \(seed)")
        if fits { model.append(number) }
      } else {
        let next = line.next()
        #expect(next == (model.isEmpty ? nil : model.removeFirst()), "seed \(seed)")
      }
      #expect(line.count == model.count, "seed \(seed)")
    }
  }
}
