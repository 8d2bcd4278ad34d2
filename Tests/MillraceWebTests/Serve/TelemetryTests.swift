// SPDX-License-Identifier: Apache-2.0

import InMemoryTracing
import MetricsTestKit
import MillraceViews
import Testing

@testable import MillraceWeb

@MainActor @Suite(.timeLimit(.minutes(10))) struct TelemetryTests {
  private final class Heard {
    var news: [String] = []
  }

  private let metrics = TestMetrics()
  private let tracer = InMemoryTracer()

  private var options: WebOptions {
    var options = WebOptions()
    options.metrics = metrics
    options.tracer = tracer
    return options
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

  @Test func sessionsAreCountedByTheirPages() async throws {
    try await withServer([.field, .count(SharedCount())], options: options) { server in
      for path in ["/field", "/count", "/count"] {
        _ = try await TestClient(port: server.port).get(path)
      }
      #expect(
        try metrics.expectCounter("millrace.web.sessions", [("page", "/field")]).totalValue == 1)
      #expect(
        try metrics.expectCounter("millrace.web.sessions", [("page", "/count")]).totalValue == 2)
      #expect(try metrics.expectMeter("millrace.web.sessions.open").values == [1, 2, 3])
    }
    #expect(try metrics.expectMeter("millrace.web.sessions.open").values == [1, 2, 3, 2, 1, 0])
  }

  @Test func eventsAreCountedAndTheirTimeIsTaken() async throws {
    try await withServer([.count(SharedCount())], options: options) { server in
      let (client, page) = try await openPage("/count", at: server.port)
      let button = node("button", in: page.html)
      // Three events together, then one alone.
      try await client.write(
        (1...3).flatMap { TestClient.frame(opcode: 1, Array(tap($0, button).utf8)) })
      _ = try await client.text(with: #""ack":3"#)
      try await client.send(tap(4, button))
      _ = try await client.text(with: #""ack":4"#)
    }
    let events = try metrics.expectCounter("millrace.web.events").values
    #expect(events.reduce(0, +) == 4)
    let times = try metrics.expectTimer("millrace.web.batch.duration").values
    #expect(times.count == events.count)
    #expect(times.allSatisfy { $0 >= 0 })
  }

  @Test func theTimeOfABatchIsInNanoseconds() throws {
    let telemetry = Telemetry(metrics: metrics) { _, _, _ in }
    telemetry.handled(2, in: .seconds(3) + .microseconds(5))
    #expect(try metrics.expectTimer("millrace.web.batch.duration").values == [3_000_005_000])
    #expect(try metrics.expectCounter("millrace.web.events").values == [2])
  }

  @Test func theMakingOfAPageIsASpan() async throws {
    struct Fault: Error {}
    let broken = Page(path: "/broken/:id", title: "") { request -> EmptyView in throw Fault() }
    try await withServer([.field, broken], options: options) { server in
      _ = try await TestClient(port: server.port).get("/field")
      #expect(try await TestClient(port: server.port).get("/broken/7").status == 500)
    }
    let spans = tracer.finishedSpans
    #expect(spans.map(\.operationName) == ["millrace.web.page", "millrace.web.page"])
    #expect(spans.map { $0.attributes.get("page") } == ["/field", "/broken/:id"])
    #expect(spans.map { $0.attributes.get("client") } == ["127.0.0.1", "127.0.0.1"])
    #expect(spans.map(\.errors.count) == [0, 1])
    #expect(tracer.activeSpans.isEmpty)
  }
}
