// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct ResponseTests {
  private let response = Response(.ok, type: "text/plain", body: "hé", headers: [("X", "1")])

  @Test func theBytesAreHTTP() {
    let text = String(
      decoding: response.encoded(keepsAlive: true, withBody: true), as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX: 1\r\n"))
    #expect(text.contains("\r\nContent-Length: 3\r\nConnection: keep-alive\r\n\r\n"))
    #expect(text.hasSuffix("\r\n\r\nhé"))
  }

  @Test func aHeadHasTheLengthAlone() {
    let text = String(
      decoding: response.encoded(keepsAlive: false, withBody: false), as: UTF8.self)
    #expect(text.contains("Content-Length: 3\r\nConnection: close\r\n\r\n"))
    #expect(text.hasSuffix("\r\n\r\n"))
  }

  @Test func thePolicyIsStrict() {
    let text = String(
      decoding: response.encoded(keepsAlive: true, withBody: false), as: UTF8.self)
    #expect(text.contains("default-src 'none'; script-src 'self'; style-src 'self'; "))
    #expect(text.contains("frame-ancestors 'self'"))
    #expect(text.split(separator: "unsafe").count == 2, "one place alone is inline")
    #expect(text.contains("; style-src-attr 'unsafe-inline'; "), "the style of single elements")
    #expect(text.contains("X-Content-Type-Options: nosniff"))
  }

  @Test(arguments: Response.Status.allCases)
  func everyStatusHasAPhrase(status: Response.Status) {
    #expect(!status.phrase.isEmpty)
    #expect(100...599 ~= status.rawValue)
  }
}
