// SPDX-License-Identifier: Apache-2.0

import Metrics
import Tracing

/// What happened to the session of a page.
public enum SessionNews: Equatable, Sendable {
  /// The page was made.
  case began
  /// The page has opened its socket, for the first time or again.
  case connected
  /// The socket has closed; the session waits for its page.
  case disconnected
  /// The session is over.
  case ended
}

/// Reports what sessions do, to swift-metrics, swift-distributed-tracing and the application.
///
/// | metric | kind | |
/// |---|---|---|
/// | `millrace.web.sessions` | counter | sessions that were begun, with the dimension `page` |
/// | `millrace.web.sessions.open` | meter | sessions that there are |
/// | `millrace.web.events` | counter | events of pages that were handled |
/// | `millrace.web.batch.duration` | timer | time to handle events that came together |
///
/// Spans: `millrace.web.page` for the making of a page, with the attributes `page` and `client`.
@MainActor final class Telemetry {
  private let onNews: @MainActor @Sendable (SessionNews, _ page: String, _ client: String) -> Void
  private let metrics: any MetricsFactory
  private let tracer: (any Tracer)?
  private let open: Meter
  private let events: Counter
  private let duration: Metrics.Timer
  private var begun: [String: Counter] = [:]
  private var count = 0

  /// Reports to the process's own backends unless it is given others.
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
