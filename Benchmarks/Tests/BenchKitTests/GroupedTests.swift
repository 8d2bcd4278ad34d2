// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Testing

@Suite struct GroupedTests {
  @Test(arguments: [
    (0, "0"), (999, "999"), (1_000, "1,000"), (10_000, "10,000"), (1_234_567, "1,234,567"),
  ])
  func everyThirdDigit(_ number: Int, _ text: String) {
    #expect(number.grouped == text)
  }
}
