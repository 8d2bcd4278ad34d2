// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import NIOConcurrencyHelpers

/// Takes one line for each thing that the server refused or ended, with the reason.
///
/// Lines hold no text that a person typed into a page, no whole session id and no control
/// characters. A line is only put into a queue: a thread of the log's own hands it to the logger.
/// So a logger that blocks (its standard error is a pipe that is not read) holds up nothing. More
/// than a number of lines in a second, or in the queue, are counted instead, and the count is said.
/// Errors are the program's own and have as many lines for themselves: no number of refused
/// visitors pushes them out.
final class WebLog: Sendable {
  private struct Line: Sendable {
    var text: String
    var address: String?
    var level: Logger.Level
  }

  private struct State {
    var lines: [Line] = []
    var second = 0
    /// The lines of this second: those of refused visitors, and errors.
    var inSecond = 0
    var errorsInSecond = 0
    var suppressed = 0
    var isRunning = false
    /// The tasks that wait until all lines have been handed over, by their numbers.
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

  /// Creates a log that hands its lines to a logger.
  init(_ logger: Logger, perSecond: Int = 50, stopwatch: Stopwatch = Stopwatch(ContinuousClock())) {
    self.logger = logger
    self.perSecond = perSecond
    now = { stopwatch.elapsed }
  }

  /// Takes a line; never waits.
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

  /// Waits until all lines have been handed over; a logger that blocks is not waited for longer
  /// than a time.
  func flush(within limit: Duration = .seconds(1)) async {
    var timer: Task<Void, any Error>?
    await withCheckedContinuation { done in
      let number = state.withLockedValue { state -> Int? in
        guard state.isRunning else { return nil }
        state.waits += 1
        state.waiting[state.waits] = done
        return state.waits
      }
      guard let number else { return done.resume() }
      // Not before there is something to end: a short time may be over at once.
      timer = Task {
        try await Task.sleep(for: limit)
        self.state.withLockedValue { $0.waiting.removeValue(forKey: number) }?.resume()
      }
    }
    timer?.cancel()
  }

  /// Hands over all lines; the thread ends when there are none.
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
          level: line.level, "\(line.text)",
          metadata: line.address.map { ["client": .string($0)] } ?? [:])
      }
      if suppressed > 0 { logger.warning("\(suppressed) more lines were left out") }
      for done in waiting { done.resume() }
      if lines.isEmpty { return }
    }
  }
}

extension String {
  /// At most 120 characters of a foreign text, without control characters, fit for a log line.
  var oneLine: String {
    let beginning = String(unicodeScalars.prefix(120))
    let clean = beginning.withoutControls
    return beginning.utf8.count < utf8.count ? clean + "…" : clean
  }

  /// The text with U+FFFD for each control character.
  var withoutControls: String {
    String(
      unicodeScalars.map { scalar in
        scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
          ? "\u{FFFD}" : Character(scalar)
      })
  }
}
