// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Testing

@Suite struct DecimalTests {
  @Test(arguments: [
    (0.0, 3, "0"), (1.0, 3, "1"), (1.5, 3, "1.5"), (1.2345, 3, "1.235"), (0.0004, 3, "0"),
    (0.05, 2, "0.05"), (9.996, 2, "10"), (123.4, 0, "123"), (-1.25, 1, "-1.3"), (-0.01, 1, "0"),
    (1e18, 3, "1e+18"),
  ])
  func itIsRoundedAndHasNoZerosAtTheEnd(_ value: Double, _ digits: Int, _ text: String) {
    #expect(value.decimal(digits) == text)
  }

  @Test func whatIsNotFiniteHasNoDigits() {
    #expect(Double.nan.decimal(2) == nil)
    #expect(Double.infinity.decimal(2) == nil)
  }

  @Test(arguments: [
    (0.0, "0"), (1.234, "1.23"), (12.34, "12.3"), (123.4, "123"), (4_567.8, "4568"),
  ])
  func shortHasAboutThreeDigits(_ value: Double, _ text: String) {
    #expect(value.short == text)
  }

  @Test func shortSaysWhatIsNotFinite() {
    #expect(Double.nan.short == "nan")
  }
}
