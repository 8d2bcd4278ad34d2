// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import NIOConcurrencyHelpers

/// The log of the server: lines about what is refused or ended, each with the reason.
///
/// Lines contain no complete session id, and a text that a person typed into a page only in the
/// description of an error of the program or of a storage. Control characters and line breaks are
/// replaced by U+FFFD, so that no text can look like a line of its own. A call only appends the
/// line to a queue; a separate thread passes the lines to the logger. Therefore a logger that
/// blocks, as on a pipe that is not read, does not block the server. Lines beyond a maximum per
/// second, or beyond the size of the queue, are dropped and counted; the log reports their number
/// after the next lines, and when the server stops. Errors, which the program causes, are counted
/// separately and have more room in the queue, so that refused visitors cannot displace them.
final class WebLog: Sendable {
  private struct Line: Sendable {
    var text: String
    var address: String?
    var level: Logger.Level
  }

  private struct State {
    var lines: [Line] = []
    /// The second in which the latest line was accepted or dropped.
    var second = 0
    /// The number of lines in this second that are no errors.
    var inSecond = 0
    /// The number of errors in this second.
    var errorsInSecond = 0
    /// The number of dropped lines that the log has not reported.
    var suppressed = 0
    /// True while the thread is running.
    var isRunning = false
    /// The tasks that wait until all lines have been written, by their numbers.
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var waits = 0

    mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
      defer { waiting = [:] }
      return Array(waiting.values)
    }
  }

  static let silent = WebLog(Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() })

  private let logger: Logger
  private let perSecond: Int
  private let now: @Sendable () -> Duration
  private let state = NIOLockedValueBox(State())

  /// Creates a log that passes its lines to a logger.
  init(_ logger: Logger, perSecond: Int = 50, stopwatch: Stopwatch = Stopwatch(ContinuousClock())) {
    self.logger = logger
    self.perSecond = perSecond
    now = { stopwatch.elapsed }
  }

  /// Appends a line to the queue; never blocks.
  func callAsFunction(
    _ text: String, from address: String? = nil, level: Logger.Level = .warning
  ) {
    guard level >= logger.logLevel else { return }
    let second = Int(now().components.seconds)
    let isFirst = state.withLockedValue { state in
      if state.second != second {
        state.second = second
        (state.inSecond, state.errorsInSecond) = (0, 0)
      }
      let isError = level >= .error
      let used = isError ? state.errorsInSecond : state.inSecond
      guard state.lines.count < (isError ? 2_000 : 1_000), used < perSecond else {
        state.suppressed += 1
        return false
      }
      if isError { state.errorsInSecond += 1 } else { state.inSecond += 1 }
      state.lines.append(Line(text: text, address: address, level: level))
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { Thread.detachNewThread { self.write() } }
  }

  /// Waits until all lines, and the number of those that were dropped, have been passed to the
  /// logger, at most for `limit`.
  func flush(within limit: Duration = .seconds(1)) async {
    var timer: Task<Void, any Error>?
    await withCheckedContinuation { done in
      let (number, isFirst) = state.withLockedValue { state -> (Int?, Bool) in
        let isFirst = !state.isRunning && state.suppressed > 0
        if isFirst { state.isRunning = true }
        guard state.isRunning else { return (nil, false) }
        state.waits += 1
        state.waiting[state.waits] = done
        return (state.waits, isFirst)
      }
      guard let number else { return done.resume() }
      if isFirst { Thread.detachNewThread { self.write() } }
      // The timer starts only now, because it must find the continuation in `waiting`.
      timer = Task {
        try await Task.sleep(for: limit)
        self.state.withLockedValue { $0.waiting.removeValue(forKey: number) }?.resume()
      }
    }
    timer?.cancel()
  }

  /// Passes all lines to the logger; returns, and ends the thread, when the queue is empty.
  private func write() {
    while true {
      let (lines, suppressed, waiting) = state.withLockedValue { state in
        let (lines, suppressed) = (state.lines, state.suppressed)
        state.lines = []
        state.suppressed = 0
        if lines.isEmpty { state.isRunning = false }
        return (lines, suppressed, lines.isEmpty ? state.takeWaiting() : [])
      }
      for line in lines {
        logger.log(
          level: line.level, "\(line.text.withoutControls)",
          metadata: line.address.map { ["client": .string($0)] } ?? [:])
      }
      if suppressed > 0 { logger.warning("\(suppressed) more lines were dropped") }
      for done in waiting { done.resume() }
      if lines.isEmpty { return }
    }
  }
}

extension String {
  /// The first 120 Unicode scalars of an untrusted text for a log line, as in `withoutControls`.
  var oneLine: String {
    let beginning = String(unicodeScalars.prefix(120))
    let clean = beginning.withoutControls
    return beginning.utf8.count < utf8.count ? clean + "…" : clean
  }

  /// The text with U+FFFD instead of each control character, each separator of lines or paragraphs,
  /// and each bidirectional control.
  var withoutControls: String {
    String(
      unicodeScalars.map { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
        default: scalar.properties.isBidiControl ? "\u{FFFD}" : Character(scalar)
        }
      })
  }
}
