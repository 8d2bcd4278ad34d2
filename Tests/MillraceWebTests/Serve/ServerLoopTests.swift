// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@MainActor @Suite(.timeLimit(.minutes(10))) struct ServerLoopTests {
  @Test func idleSessionsAreSweptOut() async throws {
    let clock = ManualClock()
    let sink = LogSink()
    try await withServer([.field], log: sink.log, clock: clock) { server in
      _ = try await TestClient(port: server.port).get("/field")
      #expect(server.sessionCount == 1)
      await clock.untilAsleep()
      clock.advance(by: .seconds(30))
      _ = await sink.line(with: "ended, because no page uses it")
      #expect(server.sessionCount == 0)
    }
  }

  @Test func connectionsHaveABound() async throws {
    var limits = WebLimits()
    limits.connections = 1
    let sink = LogSink()
    try await withServer([.field], limits: limits, log: sink.log) { server in
      let first = try await TestClient(port: server.port)
      #expect(try await first.get("/").status == 200)
      let second = try await TestClient(port: server.port)
      await second.untilClosed()
      _ = await sink.line(with: "refused a connection, because 1 are open")
      #expect(try await first.get("/").status == 200)
    }
  }

  @Test func manyConnectionsAtOnce() async throws {
    let count = SharedCount()
    try await withServer([.count(count)]) { server in
      let port = server.port
      try await withThrowingTaskGroup { group in
        for _ in 0..<30 {
          group.addTask {
            let (client, page) = try await openPage("/count", at: port)
            let button = node("button", in: page.html)
            for seq in 1...5 { try await client.send(tap(seq, button)) }
            _ = try await client.text(with: #""ack":5"#)
          }
        }
        try await group.waitForAll()
      }
      #expect(count.value == 150)
    }
  }
}
