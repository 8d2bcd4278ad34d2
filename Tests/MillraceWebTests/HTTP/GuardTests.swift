// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct GuardTests {
  private let inside = Guard(isLoopback: true)
  private let outside = Guard(isLoopback: false)

  @Test(arguments: [
    "localhost", "LOCALHOST:8080", "127.0.0.1", "127.0.0.1:9", "[::1]", "[::1]:8080",
  ])
  func thisMachineIsServed(host: String) throws {
    try inside.checkHost(host)
  }

  @Test(arguments: [
    "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "",
    "[::1].evil", "[::1", "localhost:80:80", "localhost:x", "127.0.0.2@evil",
  ])
  func otherNamesAreRefused(host: String) throws {
    #expect(throws: Guard.Refusal.foreignHost(host)) { try inside.checkHost(host) }
    try outside.checkHost(host)
  }

  @Test func theOwnOriginIsServed() throws {
    try inside.checkOrigin("http://localhost:8080", host: "localhost:8080")
    try inside.checkOrigin("https://Site.example", host: "site.example")
  }

  @Test(arguments: [
    "http://localhost:8081", "http://evil.example", "null", "localhost:8080", "",
    "http://localhost:8080.evil.example", "ws://localhost:8080",
  ])
  func otherOriginsAreRefused(origin: String) {
    #expect(throws: Guard.Refusal.foreignOrigin(origin, host: "localhost:8080")) {
      try inside.checkOrigin(origin, host: "localhost:8080")
    }
  }

  @Test func aMissingOriginIsRefused() {
    #expect(throws: Guard.Refusal.missingOrigin) {
      try outside.checkOrigin(nil, host: "localhost:8080")
    }
    #expect(Guard.Refusal.missingOrigin.description.contains("'Origin' is missing"))
    #expect(Guard.Refusal.foreignHost("a\nb").description.contains("a\u{FFFD}b"))
    #expect(Guard.Refusal.foreignOrigin("a", host: "b").description.contains("('b')"))
  }

  @Test func loopbackIsKnown() {
    #expect(["localhost", "127.0.0.1", "127.9.9.9", "::1"].allSatisfy(Guard.isLoopback))
    #expect(["0.0.0.0", "::", "192.168.1.2"].allSatisfy { !Guard.isLoopback($0) })
  }
}
