// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import Testing

@Suite struct LiftTests {
  @Test func identityReturnsWhatItIsGiven() {
    #expect([1, 2, 3].map(Lift.identity) == [1, 2, 3])
    let optional: (Int) -> Int? = Lift.identity
    #expect(optional(3) == 3)
  }

  @Test func ignoreTakesAnything() {
    let ignored: [Void] = ["a", "b"].map(Lift.ignore)
    #expect(ignored.count == 2)
  }

  @Test func absurdPromisesAnythingForNothing() {
    let none: [Never] = []
    let texts: [String] = none.map(Lift.absurd)
    #expect(texts.isEmpty)
    let numbers: [Int] = none.map(Lift.absurd)
    #expect(numbers.isEmpty)
  }
}
