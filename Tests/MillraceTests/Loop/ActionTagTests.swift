// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import Testing

@testable import Millrace

@Suite struct ActionTagTests {
  @Test func itIsOfSixteenBytes() {
    #expect(MemoryLayout<ActionTag>.size == 16)
  }

  @Test func itKeepsFortyEightBitsOfNumbersAndThirtyTwoOfTheEffect() {
    let largest: UInt64 = 1 << 48 - 1
    var random = SeededGenerator(seed: 16)
    for _ in 0..<1_000 {
      let number = UInt64.random(in: 0...largest, using: &random)
      let cause = UInt64.random(in: 0...largest, using: &random)
      let effect = UInt64.random(in: 0...UInt64.max, using: &random)
      var tag = ActionTag(number: number, cause: cause, effect: effect)
      #expect(tag.number == number)
      #expect(tag.cause == cause)
      #expect(tag.effect == effect & 0xFFFF_FFFF)
      tag.number = cause
      #expect(tag == ActionTag(number: cause, cause: cause, effect: effect))
    }
  }

  @Test func aSourceSaysNothingWhereNothingIsKnown() {
    let source = ActionSource()
    #expect(source.number == nil)
    #expect(source.cause == nil)
    #expect(source.effect == nil)
  }
}
