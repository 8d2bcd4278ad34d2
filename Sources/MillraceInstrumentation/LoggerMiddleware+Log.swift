// SPDX-License-Identifier: Apache-2.0

public import Logging
public import Millrace

extension LoggerMiddleware {
  /// A logger that writes to swift-log.
  ///
  /// ```swift
  /// LoggerMiddleware(to: Logger(label: "app"), level: .info)
  /// ```
  ///
  /// The message is the action; file, function and line are those of its dispatch. The metadata
  /// has the `number` of the action, its `cause` and the `effect` that sent it, if there are any,
  /// `info`, if the dispatch said one, `duration`, and `state` with the lines that changed.
  /// Rejected actions are written as warnings, with the reducer's `error`.
  ///
  /// Nothing is rendered for a level that the logger leaves out. What it leaves out is asked once,
  /// here: make the middleware after the level is set.
  ///
  /// - Parameters:
  ///   - logger: Where to write.
  ///   - level: The level of actions that were committed.
  ///   - state: What to say about the state.
  ///   - longestLine: The most characters of an action, an error, or a line of the state.
  ///   - clock: Measures how long an action takes.
  ///   - isIncluded: Chooses the actions that are logged.
  ///   - showingAction: Makes of an action what is written down, by default itself.
  ///   - showingState: Makes of a state what is written down and compared, by default itself.
  public init(
    to logger: Logger, level: Logger.Level = .debug, state: ActionRecord.LoggedState = .changes,
    longestLine: Int = 1_000, clock: some Clock<Duration> = ContinuousClock(),
    filter isIncluded: @escaping (InputAction) -> Bool = { _ in true },
    showingAction: @escaping (InputAction) -> Any = { $0 },
    showingState: @escaping (State) -> Any = { $0 }
  ) {
    let warns = Logger.Level.warning >= logger.logLevel
    self.init(
      state: state, logsCommits: level >= logger.logLevel, longestLine: longestLine, clock: clock,
      sink: { logger.log($0, at: level) },
      filter: { (warns || level > .warning) && isIncluded($0) },
      showingAction: showingAction, showingState: showingState)
  }
}

extension Logger {
  /// Writes down one action.
  fileprivate func log(_ record: ActionRecord, at level: Level) {
    var metadata: Metadata = [:]
    if let info = record.source.info { metadata["info"] = .string(info) }
    metadata["number"] = record.source.number.map { .stringConvertible($0) }
    metadata["cause"] = record.source.cause.map { .stringConvertible($0) }
    metadata["effect"] = record.source.effect.map { .stringConvertible($0) }
    if !record.state.isEmpty { metadata["state"] = .array(record.state.map { .string($0) }) }
    let actual: Level
    switch record.outcome {
    case .committed(let duration):
      metadata["duration"] = .stringConvertible(duration)
      actual = level
    case .rejected(let error):
      metadata["error"] = .string(error)
      actual = .warning
    }
    log(
      level: actual, "\(record.action)", metadata: metadata, file: record.source.fileID,
      function: record.source.function, line: record.source.line)
  }
}
