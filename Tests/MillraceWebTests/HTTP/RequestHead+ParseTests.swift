// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct RequestHeadParseTests {
  private func take(_ text: String, limit: Int = 1000) throws -> (head: RequestHead?, rest: String)
  {
    var bytes = Array(text.utf8)
    let head = try RequestHead.take(from: &bytes, limit: limit)
    return (head, String(decoding: bytes, as: UTF8.self))
  }

  @Test func aRequestIsReadAndTheRestIsLeft() throws {
    let (head, rest) = try take("GET /a/b?q=1 HTTP/1.1\r\nHost:  here \r\nX: 1\r\nX: 2\r\n\r\nrest")
    #expect(
      head
        == RequestHead(
          method: "GET", path: "/a/b", headers: ["host": "here", "x": "1, 2"], keepsAlive: true))
    #expect(rest == "rest")
  }

  @Test func aPartOfARequestWaits() throws {
    let (head, rest) = try take("GET / HTTP/1.1\r\nHost: a\r\n")
    #expect(head == nil)
    #expect(rest.utf8.count == 25)
  }

  @Test(arguments: [
    ("1.1", "", true), ("1.1", "Connection: close\r\n", false), ("1.0", "", false),
    ("1.0", "Connection: Keep-Alive\r\n", true),
  ])
  func connectionsAreKept(version: String, line: String, keeps: Bool) throws {
    let head = try take("GET / HTTP/\(version)\r\nHost: a\r\n\(line)\r\n").head
    #expect(head?.keepsAlive == keeps)
  }

  @Test(arguments: [
    ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", RequestError.badLine),
    ("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", .badLine),
    ("\r\n\r\n", .badLine),
    ("GET / HTTP/2\r\nHost: a\r\n\r\n", .badVersion),
    ("GET / HTTP/1.1\r\n\r\n", .missingHost),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", .repeatedHeader("host")),
    ("GET / HTTP/1.1\r\nHost a\r\n\r\n", .badHeader),
    ("GET / HTTP/1.1\r\nHost: a\r\n X: folded\r\n\r\n", .badHeader),
    ("GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", .badHeader),
    ("GET / HTTP/1.1\r\nHost: \u{7}\r\n\r\n", .badHeader),
    ("GET / HTTP/1.1\r\nHost: é\r\n\r\n", .badHeader),
  ])
  func whatIsWrongIsRefused(text: String, error: RequestError) {
    #expect(throws: error) { try take(text) }
    #expect(!error.description.isEmpty)
  }

  @Test func aLongHeadIsRefused() {
    let long = "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 2000)
    #expect(throws: RequestError.tooLong(limit: 1000)) { try take(long) }
    #expect(throws: RequestError.tooLong(limit: 1000)) { try take(long + "\r\n\r\n") }
  }

  @Test(arguments: [1, 2, 3, 4])
  func noBytesMakeItCrash(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let parts = ["GET ", "/", " HTTP/1.1", "\r\n", "Host: a", ":", "\r", "\n", "\u{0}", " ", "é"]
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        text += parts.randomElement(using: &random) ?? ""
      }
      if let head = try? take(text + "\r\n\r\n").head { #expect(head.headers["host"] != nil) }
    }
  }
}
