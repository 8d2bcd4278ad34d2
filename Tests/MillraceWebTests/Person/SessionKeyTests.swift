// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct SessionKeyTests {
  private let key = SessionKey()

  private func id(in cookie: String, by key: SessionKey? = nil, at now: Int = 0) -> SessionID? {
    (key ?? self.key).cookie(cookie, at: now, age: 100)?.id
  }

  @Test func aSignedIDIsReadBack() {
    let id = SessionID()
    for mark in ["", SessionID().text] {
      let cookie = key.signed(id.text, mark: mark, at: 7)
      #expect(key.cookie(cookie, at: 7, age: 100) == .init(id: id, mark: mark, moment: 7))
      #expect(cookie.utf8.allSatisfy { $0 > 32 && $0 < 127 && !"\";,\\".utf8.contains($0) })
    }
  }

  @Test(arguments: [
    (0, true), (99, true), (100, false), (1_000_000, false), (-60, true), (-61, false),
  ])
  func aCookieIsGoodForItsAge(age: Int, isGood: Bool) {
    let moment = 1_700_000_000
    let cookie = key.signed(SessionID().text, at: moment)
    #expect((key.cookie(cookie, at: moment + age, age: 100) != nil) == isGood)
  }

  @Test func aCookieCannotBeMadeYounger() {
    let cookie = key.signed(SessionID().text, at: 0)
    var parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
      .map(String.init)
    parts[2] = String(500, radix: 36)
    #expect(id(in: parts.joined(separator: "."), at: 500) == nil)
  }

  @Test func aMarkIsSigned() {
    let (one, two) = (SessionID().text, SessionID().text)
    let cookie = key.signed(SessionID().text, mark: one, at: 0)
    #expect(id(in: cookie) != nil)
    for mark in [two, ""] { #expect(id(in: cookie.replacing(one, with: mark)) == nil) }
    #expect(id(in: cookie.replacing("." + one, with: "")) == nil)
  }

  @Test func anotherKeyReadsNothing() throws {
    let one = SessionID()
    #expect(id(in: key.signed(one.text, at: 0), by: SessionKey()) == nil)
    let secret = String(repeating: "k", count: 32)
    let (first, other) = (try #require(SessionKey(secret)), try #require(SessionKey(secret)))
    #expect(id(in: other.signed(one.text, at: 0), by: first) == one)
    #expect(SessionKey("short") == nil)
  }

  @Test func everyChangedByteIsNoticed() {
    let text = key.signed(SessionID().text, mark: SessionID().text, at: 0)
    let cookie = Array(text.utf8)
    for index in cookie.indices.dropLast() {
      var changed = cookie
      changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      #expect(id(in: String(decoding: changed, as: UTF8.self)) == nil, "byte \(index)")
    }
  }

  @Test(arguments: [
    "", ".", "a.b", "a.b.c", "a.b.c.d", String(repeating: ".", count: 1000), "é.é.é",
  ])
  func nonsenseIsNoID(cookie: String) { #expect(id(in: cookie) == nil) }

  @Test func theEnvironmentMayHoldAKey() throws {
    let unset = try SessionKey(environment: "KEY", of: [:])
    let one = SessionID()
    let signed = try SessionKey(environment: "KEY", of: [:]).signed(one.text, at: 0)
    #expect(id(in: signed, by: unset) == nil)
    #expect(throws: WebServerError.shortKey("KEY")) {
      try SessionKey(environment: "KEY", of: ["KEY": "short"])
    }
    let long = ["KEY": String(repeating: "k", count: 32)]
    let (first, other) = (
      try SessionKey(environment: "KEY", of: long), try SessionKey(environment: "KEY", of: long)
    )
    #expect(id(in: other.signed(one.text, at: 0), by: first) == one)
  }
}
