// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@MainActor @Suite(.timeLimit(.minutes(10))) struct LinkTests {
  @Test func aSilentConnectionIsClosed() async throws {
    let clock = ManualClock()
    let sink = LogSink()
    try await withServer([.field], log: sink.log, clock: clock) { server in
      let client = try await TestClient(port: server.port)
      _ = try await client.get("/")
      await clock.untilAsleep()
      clock.advance(by: .seconds(60))
      await client.untilClosed()
      #expect(await sink.line(with: "said nothing").hasPrefix("closed a connection"))
    }
  }

  @Test func aPageIsAskedForASignOfLife() async throws {
    let clock = ManualClock()
    try await withServer([.field], clock: clock) { server in
      let (client, _) = try await openPage("/field", at: server.port)
      await clock.untilAsleep()
      clock.advance(by: .seconds(40))
      #expect(try await client.frame().opcode == 9)
      await clock.untilAsleep()
      clock.advance(by: .seconds(120))
      await client.untilClosed()
    }
  }
}
