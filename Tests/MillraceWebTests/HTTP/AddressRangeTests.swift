// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct AddressRangeTests {
  private func contains(_ range: String, _ address: String) throws -> Bool {
    let bytes = try #require(AddressRange.bytes(of: address))
    return try #require(AddressRange(range)).contains(bytes)
  }

  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1", "127.0.0.2"), ("127.0.0.1/32", "127.0.0.1", "127.0.0.0"),
    ("10.0.0.0/8", "10.255.0.1", "11.0.0.0"), ("10.1.2.3/8", "10.0.0.1", "9.255.255.255"),
    ("172.16.0.0/12", "172.31.255.255", "172.32.0.0"), ("10.0.0.4/31", "10.0.0.5", "10.0.0.6"),
    ("0.0.0.0/1", "127.255.255.255", "128.0.0.0"), ("0.0.0.0/0", "203.0.113.9", "::1"),
    ("::1", "0:0::1", "::2"), ("2001:db8::/33", "2001:db8:7fff::1", "2001:db8:8000::1"),
    ("::ffff:10.0.0.1", "10.0.0.1", "10.0.0.2"), ("10.0.0.1", "::ffff:a00:1", "::a00:1"),
    ("::ffff:10.0.0.0/104", "10.9.9.9", "11.0.0.1"), ("::/0", "2001:db8::1", "10.0.0.1"),
  ])
  func aRangeContainsItsAddresses(range: String, inside: String, outside: String) throws {
    #expect(try contains(range, inside))
    #expect(try !contains(range, outside))
  }

  @Test(arguments: [
    "", "localhost", " 127.0.0.1", "127.0.0.1 ", "127.0.0", "127.0.0.1:80", "[::1]", "::1::",
    "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "10.0.0.0/255.0.0.0",
    "::/129", "::ffff:10.0.0.0/95", "/8", "10.0.0.0/99999999999999999999",
  ])
  func anythingElseIsNoRange(text: String) {
    #expect(AddressRange(text) == nil)
  }
}
