// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceWeb

/// Heads of requests, as bytes.
///
/// A head that two parsers could read differently is refused.
@MainActor @Suite(.timeLimit(.minutes(10))) struct HTTPHandlersTests {
  /// A head, the status of its answer, and whether the connection stays open.
  nonisolated struct Case: Sendable, CustomTestStringConvertible {
    var number: Int
    var name: String
    var bytes: [UInt8]
    var status: Int
    var goesOn: Bool
    var testDescription: String { "\(number) \(name)" }
  }

  nonisolated private static func get(_ lines: String...) -> String {
    (["GET / HTTP/1.1", "Host: localhost"] + lines).joined(separator: "\r\n") + "\r\n\r\n"
  }

  nonisolated private static let texts: [(String, String, Int, Bool)] = [
    ("a plain request", get(), 200, true),
    ("a length of nothing", get("Content-Length: 0"), 200, true),
    ("many headers", get((0..<90).map { "X-\($0): y" }.joined(separator: "\r\n")), 200, true),
    ("an empty value", get("X:"), 200, true),
    ("spaces around a value", get("X: \t y \t "), 200, true),
    ("HTTP/1.0", "GET / HTTP/1.0\r\nHost: localhost\r\n\r\n", 200, false),
    (
      "HTTP/1.0 that is kept",
      "GET / HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n", 200, true
    ),
    ("it asks for the end", get("Connection: close"), 200, false),
    // Two parsers could find two lengths.
    ("two equal lengths", get("Content-Length: 0", "Content-Length: 0"), 400, false),
    ("two lengths", get("Content-Length: 0", "Content-Length: 44"), 400, false),
    ("a list of lengths", get("Content-Length: 0, 0"), 400, false),
    ("a signed length", get("Content-Length: +0"), 400, false),
    ("a negative length", get("Content-Length: -1"), 400, false),
    ("a length in hex", get("Content-Length: 0x0"), 400, false),
    ("a length with a point", get("Content-Length: 0.0"), 400, false),
    ("an endless length", get("Content-Length: 99999999999999999999"), 400, false),
    ("length and chunks", get("Content-Length: 0", "Transfer-Encoding: chunked"), 400, false),
    ("chunks and length", get("Transfer-Encoding: chunked", "Content-Length: 0"), 400, false),
    ("chunks", get("Transfer-Encoding: chunked"), 413, false),
    ("chunks twice", get("Transfer-Encoding: chunked", "Transfer-Encoding: chunked"), 400, false),
    ("no chunks", get("Transfer-Encoding: xchunked"), 413, false),
    ("chunks, then not", get("Transfer-Encoding: chunked, identity"), 400, false),
    ("a length", get("Content-Length: 5") + "GET /", 413, false),
    ("a body is announced", get("Content-Length: 5", "Expect: 100-continue"), 413, false),
    // Two parsers could find different headers.
    ("a folded header", get("X: a", " Y: b"), 400, false),
    ("a folded header with a tab", get("X: a", "\tb"), 400, false),
    ("a space before the colon", get("Content-Length : 0"), 400, false),
    ("a tab before the colon", get("Host\t: a"), 400, false),
    ("a space in a name", get("X Y: b"), 400, false),
    ("a space first", "GET / HTTP/1.1\r\n Host: localhost\r\n\r\n", 400, false),
    ("no colon", get("nothing"), 400, false),
    ("no name", get(": b"), 400, false),
    ("a control character in a name", get("X\u{1}: b"), 400, false),
    ("a zero in a value", get("X: a\u{0}b"), 400, false),
    ("a bare CR in a value", get("X: a\rY: b"), 400, false),
    ("a bare LF between headers", "GET / HTTP/1.1\r\nHost: localhost\nX: b\r\n\r\n", 400, false),
    ("bare LFs", "GET / HTTP/1.1\nHost: localhost\n\n", 400, false),
    ("a letter after CR", "GET / HTTP/1.1\rHost: localhost\r\n\r\n", 400, false),
    ("two hosts", get("Host: evil.example"), 400, false),
    ("two equal hosts", get("Host: localhost"), 400, false),
    ("no host", "GET / HTTP/1.1\r\n\r\n", 400, false),
    ("an empty host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 403, true),
    ("another host", "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403, true),
    ("a list of hosts", "GET / HTTP/1.1\r\nHost: localhost, evil\r\n\r\n", 403, true),
    // Request lines.
    (
      "an address with a server", "GET http://evil/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, false
    ),
    ("an address of another kind", "GET ftp://x HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, false),
    ("an address without a slash", "GET field HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, false),
    ("all", "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, false),
    ("a tunnel", "CONNECT evil:443 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, false),
    ("two slashes", "GET //evil.example HTTP/1.1\r\nHost: localhost\r\n\r\n", 404, true),
    ("two points", "GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", 404, true),
    ("encoded points", "GET /%2e%2e%2f HTTP/1.1\r\nHost: localhost\r\n\r\n", 404, true),
    ("encoded text", "GET /%C3%BC HTTP/1.1\r\nHost: localhost\r\n\r\n", 404, true),
    ("half a character", "GET /%C3 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, false),
    ("an encoded line", "GET /%0d%0aX HTTP/1.1\r\nHost: localhost\r\n\r\n", 404, true),
    ("a line in the address", "GET /a\nb HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, false),
    ("a tab in the address", "GET /a\tb HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, false),
    ("an encoded escape", "GET /%1b[2J HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, false),
    ("a space in the address", "GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, false),
    ("a fragment", "GET /#a HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, false),
    ("a small method", "get / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, false),
    ("no method", "/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, false),
    ("a strange method", "GETX / HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, false),
    ("another method", "POST / HTTP/1.1\r\nHost: localhost\r\n\r\n", 405, true),
    ("a removal", "DELETE / HTTP/1.1\r\nHost: localhost\r\n\r\n", 405, true),
    ("HTTP/2", "GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", 400, false),
    ("HTTP/0.9", "GET / HTTP/0.9\r\nHost: localhost\r\n\r\n", 400, false),
    ("HTTP/1.2", "GET / HTTP/1.2\r\nHost: localhost\r\n\r\n", 400, false),
    ("no version", "GET /\r\nHost: localhost\r\n\r\n", 400, false),
    ("a long version", "GET / HTTP/1.10\r\nHost: localhost\r\n\r\n", 400, false),
    ("no HTTP", "\u{16}\u{3}\u{1} nonsense\r\n\r\n", 400, false),
    ("HTTP/2 without asking", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, false),
    // Sizes.
    ("a long header", get("X: " + String(repeating: "x", count: 17_000)), 431, false),
    ("a long address", "GET /" + String(repeating: "x", count: 17_000), 431, false),
    (
      "many small headers",
      get((0..<2_000).map { "X-\($0): \($0)" }.joined(separator: "\r\n")), 431, false
    ),
    ("a long name", get(String(repeating: "x", count: 17_000) + ": a"), 431, false),
  ]

  nonisolated static let cases: [Case] =
    texts.map { ($0.0, Array($0.1.utf8), $0.2, $0.3) }
    .appending([
      (
        "a value in Latin-1",
        Array("GET / HTTP/1.1\r\nHost: localhost\r\nX: caf".utf8) + [0xE9]
          + Array("\r\n\r\n".utf8), 200, true
      ),
      ("a value in UTF-8", Array(get("X: café").utf8), 200, true),
      (
        "a name that is not ASCII",
        Array("GET / HTTP/1.1\r\nHost: localhost\r\nX".utf8) + [0xE9] + Array(": a\r\n\r\n".utf8),
        400, false
      ),
      (
        "an address that is not UTF-8",
        Array("GET /".utf8) + [0xE9] + Array(" HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8), 400,
        false
      ),
    ])
    .enumerated().map { index, item in
      Case(
        number: index + 1, name: item.0, bytes: item.1, status: item.2, goesOn: item.3)
    }

  @Test func aHeadWithTooManyHeadersIsToldTheirMaximum() async throws {
    try await withServer([.field]) { server in
      for (count, status) in [(255, 200), (256, 431)] {  // besides Host
        let client = try await TestClient(port: server.port)
        let headers = (0..<count).map { "X-\($0): y" }.joined(separator: "\r\n")
        try await client.write(Self.get(headers))
        let answer = try await client.answer()
        #expect(answer.status == status)
        #expect(answer.body.contains("more than 256 headers") == (status == 431))
      }
    }
  }

  /// The parser skips spaces and does not count them.
  @Test(arguments: ["GET / HTTP/1.1\r\nHost: localhost\r\nX:", "GET /"])
  func endlessSpacesAreAnsweredWithTheLimit(head: String) async throws {
    try await withServer([.field]) { server in
      let client = try await TestClient(port: server.port)
      try await client.write(head)
      let spaces = [UInt8](repeating: 32, count: 64 * 1024)
      for _ in 0..<64 { await client.pour(spaces) }
      let answer = try await client.answer()
      #expect(answer.status == 431)
      #expect(answer.body.contains("longer than 16384 bytes"))
      await client.untilClosed()
    }
  }

  @Test func everyHeadIsAnsweredAsItShould() async throws {
    try await withServer([.field]) { server in
      for item in Self.cases {
        let client = try await TestClient(port: server.port)
        // A second request is answered only if the first one has exactly one meaning.
        let next = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        try? await client.write(item.bytes + (item.goesOn ? Array(next.utf8) : []))
        let first = try? await client.answer()
        #expect(first?.status == item.status, "\(item.testDescription)")
        if item.goesOn {
          let second = try? await client.answer()
          #expect(second?.body == "ok\n", "\(item.testDescription)")
        } else {
          try? await client.write(next)
          #expect((try? await client.answer()) == nil, "\(item.testDescription)")
        }
      }
      #expect(server.sessionCount == 0)
    }
  }
}

extension Array {
  fileprivate func appending(_ others: [Element]) -> [Element] { self + others }
}
