// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@testable import MillraceWeb

@MainActor @Suite(.timeLimit(.minutes(10))) struct TelemetryTests {
  private final class Heard {
    var news: [String] = []
  }

  @Test func theApplicationHearsOfEachSession() async throws {
    let heard = Heard()
    var options = WebOptions()
    let (stream, input) = AsyncStream<SessionNews>.makeStream()
    options.onSession = { news, page, client in
      heard.news.append("\(news) \(page) \(client)")
      input.yield(news)
    }
    try await withServer([.field], options: options) { server in
      let (client, _) = try await openPage("/field", at: server.port)
      await client.hangUp()
      for await news in stream where news == .disconnected { break }
    }
    #expect(
      heard.news
        == ["began", "connected", "disconnected", "ended"].map { "\($0) /field 127.0.0.1" })
  }
}
