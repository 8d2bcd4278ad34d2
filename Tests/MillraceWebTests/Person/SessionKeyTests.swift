// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct SessionKeyTests {
  private let key = SessionKey()

  @Test func aSignedIDIsReadBack() {
    let id = SessionID()
    let cookie = key.signed(id.text)
    #expect(key.id(in: cookie) == id)
    #expect(cookie.utf8.allSatisfy { $0 > 32 && $0 < 127 && !"\";,\\".utf8.contains($0) })
  }

  @Test func anotherKeyReadsNothing() throws {
    let id = SessionID()
    #expect(SessionKey().id(in: key.signed(id.text)) == nil)
    let secret = String(repeating: "k", count: 32)
    let (one, other) = (try #require(SessionKey(secret)), try #require(SessionKey(secret)))
    #expect(one.id(in: other.signed(id.text)) == id)
    #expect(SessionKey("short") == nil)
  }

  @Test func everyChangedByteIsNoticed() {
    let cookie = Array(key.signed(SessionID().text).utf8)
    for index in cookie.indices.dropLast() {
      var changed = cookie
      changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      #expect(key.id(in: String(decoding: changed, as: UTF8.self)) == nil, "byte \(index)")
    }
  }

  @Test(arguments: ["", ".", "a.b", "a.b.c", String(repeating: ".", count: 1000), "é.é"])
  func nonsenseIsNoID(cookie: String) { #expect(key.id(in: cookie) == nil) }

  @Test func theEnvironmentMayHoldAKey() throws {
    let unset = try SessionKey(environment: "KEY", of: [:])
    #expect(unset.id(in: try SessionKey(environment: "KEY", of: [:]).signed("a")) == nil)
    #expect(throws: WebServerError.shortKey("KEY")) {
      try SessionKey(environment: "KEY", of: ["KEY": "short"])
    }
    let long = ["KEY": String(repeating: "k", count: 32)]
    let (one, other) = (
      try SessionKey(environment: "KEY", of: long), try SessionKey(environment: "KEY", of: long)
    )
    let id = SessionID()
    #expect(one.id(in: other.signed(id.text)) == id)
  }
}
