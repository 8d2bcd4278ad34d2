// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct IOPairTests {
  /// Long enough to end any stack if one level called the next.
  private let length = 100_000

  private func count(_ io: IO<Int>) -> Int {
    var pieces = 0
    io.work.forEachPiece { _ in pieces += 1 }
    return pieces
  }

  @Test func aLongCompositionIsTakenApartInALoop() {
    let piece = IO<Int> { _ in }
    var left = IO<Int>.pure()
    var right = IO<Int>.pure()
    for _ in 0..<length {
      left = left <> piece
      right = piece <> right
    }
    #expect(count(left) == length)
    #expect(count(right) == length)
    #expect(count(left <> right) == 2 * length)
  }

  @Test func aLongCompositionCanBeTranslated() {
    var io = IO<Int>.pure()
    for number in 0..<length { io = IO(.just(number)) <> io }
    let mapped = io.map { $0 + 1 }
    #expect(count(mapped) == length)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func aPieceThatSomebodyElseHoldsStaysWhole(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // Random trees over the same leaves; some parts are kept while the whole goes.
    var trees = (1...60).map { IO<Int>(.just($0)) }
    var kept: [(io: IO<Int>, pieces: Int)] = []
    while trees.count > 1 {
      let index = Int.random(in: 0..<(trees.count - 1), using: &generator)
      let joined = trees[index] <> trees.remove(at: index + 1)
      trees[index] = joined
      if Bool.random(using: &generator) { kept.append((joined, count(joined))) }
    }
    trees = []
    for part in kept { #expect(count(part.io) == part.pieces, "seed \(seed)") }
  }

  @Test func everyPieceIsReleased() {
    final class Piece: Sendable {}
    weak var held: Piece?
    do {
      let piece = Piece()
      held = piece
      var io = IO<Int>.pure()
      for _ in 0..<50 { io = io <> (IO { _ in _ = piece } <> IO { _ in _ = piece }) }
      #expect(count(io) == 100)
    }
    #expect(held == nil)
  }
}
