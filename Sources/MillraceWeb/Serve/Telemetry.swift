// SPDX-License-Identifier: Apache-2.0

import Metrics
import Tracing

/// An event in the life of a page's session.
public enum SessionNews: Equatable, Sendable {
  /// The page was made, and its session began.
  case began
  /// The page opened its socket, for the first time or again.
  ///
  /// A new socket can replace an open one; then no `disconnected` comes before it.
  case connected
  /// The socket closed; the session waits for a new one.
  case disconnected
  /// The session ended; if the page was connected, no `disconnected` comes before it.
  case ended
}

/// Reports sessions, and the events and the creation of pages.
///
/// The application gets each `SessionNews`. swift-metrics gets:
///
/// | metric | kind | |
/// |---|---|---|
/// | `millrace.web.sessions` | counter | sessions that have begun, with the dimension `page` |
/// | `millrace.web.sessions.open` | meter | sessions that exist now |
/// | `millrace.web.events` | counter | events from pages, also invalid and repeated ones |
/// | `millrace.web.batch.duration` | timer | time to handle the events that arrived together |
///
/// swift-distributed-tracing gets a span `millrace.web.page` for the creation of each page, with
/// the attributes `page` and `client`, the address of the client. `page` is always the declared
/// path, such as `/boards/:id`.
@MainActor final class Telemetry {
  private let onNews: @MainActor @Sendable (SessionNews, _ page: String, _ client: String) -> Void
  private let metrics: any MetricsFactory
  private let tracer: (any Tracer)?
  private let open: Meter
  private let events: Counter
  private let duration: Metrics.Timer
  private var begun: [String: Counter] = [:]
  private var count = 0

  /// Creates a reporter; by default it uses the backends of the process.
  init(
    metrics: (any MetricsFactory)? = nil, tracer: (any Tracer)? = nil,
    onNews: @escaping @MainActor @Sendable (SessionNews, String, String) -> Void
  ) {
    let metrics = metrics ?? MetricsSystem.factory
    self.onNews = onNews
    self.metrics = metrics
    self.tracer = tracer
    open = Meter(label: "millrace.web.sessions.open", factory: metrics)
    events = Counter(label: "millrace.web.events", factory: metrics)
    duration = Metrics.Timer(label: "millrace.web.batch.duration", factory: metrics)
  }

  func tell(_ news: SessionNews, page: String, client: String) {
    switch news {
    case .began:
      count += 1
      let counter =
        begun[page]
        ?? Counter(
          label: "millrace.web.sessions", dimensions: [("page", page)], factory: metrics)
      begun[page] = counter
      counter.increment()
      open.set(count)
    case .ended:
      count -= 1
      open.set(count)
    case .connected, .disconnected: break
    }
    onNews(news, page, client)
  }

  func handled(_ count: Int, in time: Duration) {
    events.increment(by: count)
    duration.recordNanoseconds(
      time.components.seconds * 1_000_000_000 + time.components.attoseconds / 1_000_000_000)
  }

  /// Makes a page inside a span.
  func making<Value>(
    _ page: String, for client: String, _ make: @MainActor () async throws -> Value
  ) async rethrows -> Value {
    let tracer = tracer ?? InstrumentationSystem.tracer
    return try await tracer.withAnySpan("millrace.web.page") { span in
      span.attributes["page"] = page
      span.attributes["client"] = client
      return try await make()
    }
  }
}
