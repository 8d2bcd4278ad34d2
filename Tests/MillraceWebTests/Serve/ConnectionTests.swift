// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@MainActor @Suite(.timeLimit(.minutes(10))) struct ConnectionTests {
  @Test func aConnectionServesSeveralRequests() async throws {
    try await withServer([.field]) { server in
      let client = try await TestClient(port: server.port)
      #expect(try await client.get("/field").status == 200)
      #expect(try await client.get("/none").status == 404)
      #expect(try await client.get("/", method: "HEAD").body == "")
      let last = try await client.get("/", ["Connection: close"])
      #expect(last.head.contains("Connection: close"))
      await client.untilClosed()
    }
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
    try await withServer([.field]) { server in
      let client = try await TestClient(port: server.port)
      let host = "Host: 127.0.0.1:\(server.port)\r\n\r\n"
      try await client.write("GET /a HTTP/1.1\r\n\(host)GET / HTTP/1.1\r\n\(host)")
      #expect(try await client.answer().status == 404)
      #expect(try await client.answer().status == 200)
    }
  }

  @Test func nonsenseIsAnsweredAndClosed() async throws {
    let sink = LogSink()
    try await withServer([.field], log: sink.log) { server in
      let client = try await TestClient(port: server.port)
      try await client.write("\u{16}\u{3}\u{1} nonsense\r\n\r\n")
      #expect(try await client.answer().status == 400)
      await client.untilClosed()
      _ = await sink.line(with: "refused a request, because")

      let long = try await TestClient(port: server.port)
      try await long.write("GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 17_000))
      #expect(try await long.answer().status == 431)
    }
  }

  @Test func aBodyIsRefused() async throws {
    try await withServer([.field]) { server in
      let client = try await TestClient(port: server.port)
      #expect(try await client.get("/field", ["Content-Length: 9"]).status == 413)
      await client.untilClosed()
    }
  }

  @Test func otherOriginsGetNoSocket() async throws {
    let sink = LogSink()
    try await withServer([.field], log: sink.log) { server in
      let foreign = try await TestClient(port: server.port)
      #expect(try await foreign.upgrade(origin: "http://evil.example").status == 403)
      #expect(await sink.line(with: "refused a socket").contains("Origin 'http://evil.example'"))
      let missing = try await TestClient(port: server.port)
      #expect(try await missing.upgrade(origin: "").status == 403)
      #expect(await sink.line(with: "refused a socket").contains("'Origin' is missing"))
      let rebound = try await TestClient(port: server.port)
      #expect(try await rebound.upgrade(host: "evil.example").status == 403)
      #expect(await sink.line(with: "refused a request").contains("Host 'evil.example'"))
    }
  }

  @Test func theOwnOriginGetsASocket() async throws {
    try await withServer([.field]) { server in
      let client = try await TestClient(port: server.port)
      let answer = try await client.upgrade(host: "localhost:\(server.port)")
      #expect(answer.status == 101)
      #expect(answer.head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
    }
  }
}
