// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct HandshakeTests {
  private let good = [
    "upgrade": "WebSocket", "connection": "keep-alive, Upgrade", "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
  ]

  private func accept(_ changes: [String: String?] = [:]) throws -> String {
    var headers = good
    for (name, value) in changes { headers[name] = value }
    let head = RequestHead(method: "GET", path: "/", headers: headers, keepsAlive: true)
    return String(decoding: try Handshake.accept(head), as: UTF8.self)
  }

  @Test func theExampleOfTheStandardIsAnswered() throws {
    let answer = try accept()
    #expect(answer.hasPrefix("HTTP/1.1 101 "))
    #expect(answer.hasSuffix("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"))
  }

  @Test(arguments: [
    ("upgrade", nil, Handshake.Refusal.notAnUpgrade), ("upgrade", "h2c", .notAnUpgrade),
    ("connection", "close", .notAnUpgrade), ("sec-websocket-version", "8", .badVersion),
    ("sec-websocket-key", nil, .badKey), ("sec-websocket-key", "short==", .badKey),
    ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZ!==", .badKey),
  ])
  func otherRequestsAreRefused(name: String, value: String?, refusal: Handshake.Refusal) {
    #expect(throws: refusal) { try accept([name: value]) }
    #expect(!refusal.description.isEmpty)
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func base64IsWritten(text: String, expected: String) {
    #expect(Base64.encode(Array(text.utf8)) == expected)
    let plain = Base64.encode([0xFB, 0xFF], alphabet: Base64.urlSafe, pads: false)
    #expect(plain == "-_8")
  }
}
