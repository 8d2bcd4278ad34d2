// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import Synchronization

@testable import MillraceWeb

/// Collects log lines, which arrive on a thread of the log, and lets a test wait for one.
final class LogSink: Sendable {
  struct Line: Equatable, Sendable {
    var text: String
    var client: String?
    var level: Logger.Level
  }

  private struct Handler: LogHandler {
    let sink: LogSink
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      sink.take(
        Line(
          text: "\(event.message)", client: event.metadata?["client"].map { "\($0)" },
          level: event.level))
    }
  }

  private let stream: AsyncStream<Line>
  private let input: AsyncStream<Line>.Continuation
  private let collected = Mutex<[Line]>([])

  init() { (stream, input) = AsyncStream.makeStream() }

  /// The logger for a server.
  var logger: Logger { Logger(label: "test") { _ in Handler(sink: self) } }

  /// A log for a test without a server.
  func log(perSecond: Int = 50, clock: any Clock<Duration> = ContinuousClock()) -> WebLog {
    WebLog(logger, perSecond: perSecond, stopwatch: Stopwatch(clock))
  }

  private func take(_ line: Line) {
    collected.withLock { $0.append(line) }
    input.yield(line)
  }

  /// The lines that have arrived.
  var arrived: [Line] { collected.withLock { $0 } }

  /// Blocks the thread until a line with a text has arrived.
  func hold(until text: String) {
    // The log has its own thread, and so has the watchdog.
    while !arrived.contains(where: { $0.text.contains(text) }) { sched_yield() }
  }

  /// All lines that a log was given before this call.
  func lines(of log: WebLog) async -> [String] {
    log("that was all")
    _ = await line(with: "that was all")
    return collected.withLock { lines in
      lines.removeAll { $0.text == "that was all" }
      return lines.map(\.text)
    }
  }

  /// The next line that contains a text.
  ///
  /// Lines before it are skipped.
  func line(with text: String) async -> String { await entry(with: text).text }

  /// The next line that contains a text, with its client and its level.
  func entry(with text: String) async -> Line {
    for await line in stream where line.text.contains(text) { return line }
    return Line(text: "", client: nil, level: .trace)
  }
}
