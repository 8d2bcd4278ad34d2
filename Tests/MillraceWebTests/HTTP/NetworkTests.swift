// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct NetworkTests {
  @Test(arguments: [
    ("2001:db8::1", "2001:db8:0:0:ffff::2", true), ("2001:0DB8::1", "2001:db8::2", true),
    ("2001:db8::1", "2001:db8:0:1::1", false), ("::ffff:1.2.3.4", "1.2.3.4", true),
    ("1.2.3.4", "1.2.3.5", false), ("::1", "::2", true), ("unknown", "unknown", true),
    ("1:2", "1:3", false),
  ])
  func aHouseholdIsOneNetwork(one: String, other: String, isSame: Bool) {
    #expect((Network.name(of: one) == Network.name(of: other)) == isSame)
  }
}
