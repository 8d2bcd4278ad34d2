// SPDX-License-Identifier: Apache-2.0

import Millrace
import Testing

@Suite struct LiftFunctionsTests {
  @Test func identityReturnsWhatItIsGiven() {
    #expect([1, 2, 3].map(identity) == [1, 2, 3])
    let optional: (Int) -> Int? = identity
    #expect(optional(3) == 3)
  }

  @Test func ignoreTakesAnything() {
    let ignored: [Void] = ["a", "b"].map(ignore)
    #expect(ignored.count == 2)
  }

  @Test func absurdPromisesAnythingForNothing() {
    let none: [Never] = []
    let texts: [String] = none.map(absurd)
    #expect(texts.isEmpty)
    let numbers: [Int] = none.map(absurd)
    #expect(numbers.isEmpty)
  }
}
