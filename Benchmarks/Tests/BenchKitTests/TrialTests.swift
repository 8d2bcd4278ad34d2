// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Testing

@Suite struct TrialTests {
  @Test func aDifferenceIsASentence() {
    #expect(Trial.difference("the sum", is: 3, expected: 3) == nil)
    #expect(Trial.difference("the sum", is: 3, expected: 4) == "the sum is 3, expected 4")
  }
}
