// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PeopleUI

@Suite struct IntGroupedTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (10_000, "10,000"), (-12_345, "-12,345"),
    (1_002_003, "1,002,003"), (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func thousandsHaveACommaBetween(number: Int, text: String) {
    #expect(number.grouped == text)
  }
}
