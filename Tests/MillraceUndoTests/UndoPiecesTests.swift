// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MillraceUndo

/// Random changes of values in pieces, compared with an array.
@Suite struct UndoPiecesTests {
  @Test("Values are added and removed at the ends as in an array", arguments: 0..<50)
  func likeAnArray(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var pieces = UndoPieces<Int>()
    var (array, held) = ([Int](), [(pieces: UndoPieces<Int>, array: [Int])]())
    for step in 0..<2_000 {
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<11:
        pieces.append(step)
        array.append(step)
      case 11..<15: #expect(pieces.popLast() == array.popLast(), "seed \(seed)")
      case 15..<19 where !array.isEmpty:
        pieces.removeFirst()
        array.removeFirst()
      case 19 where step.isMultiple(of: 5): held.append((pieces, array))
      default: break
      }
      #expect(pieces.count == array.count && pieces.last == array.last, "seed \(seed)")
    }
    #expect(Array(pieces) == array, "seed \(seed)")
    #expect(held.allSatisfy { Array($0.pieces) == $0.array }, "seed \(seed)")
    #expect(pieces.pieces.count <= pieces.count / UndoPieces<Int>.size + 3)
  }
}
