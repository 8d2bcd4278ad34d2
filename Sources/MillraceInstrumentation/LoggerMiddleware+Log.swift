// SPDX-License-Identifier: Apache-2.0

public import Logging
public import Millrace

extension LoggerMiddleware {
  /// Creates a logger middleware that writes to swift-log.
  ///
  /// ```swift
  /// LoggerMiddleware(to: Logger(label: "app"), level: .info)
  /// ```
  ///
  /// The message is the action. The file, function and line are those of its dispatch. The metadata
  /// contains the `number` of the action, its `cause`, the `effect` that sent it and the `info` of
  /// the dispatch, if they exist. For a committed action it also contains `duration`, and `state`
  /// with the lines that the parameter `state` selects, at most 1,000. Rejected actions are logged
  /// as warnings, with the reducer's `error`.
  ///
  /// No text is created for a level that the logger does not log, with one exception: the text of a
  /// rejection is created and dropped if the logger logs committed actions but no warnings.
  ///
  /// Whether commits and rejections are logged is decided once, in this initializer. A level of the
  /// logger that is lowered later has no effect.
  ///
  /// - Parameters:
  ///   - logger: The logger.
  ///   - level: The level of committed actions.
  ///   - state: What to log of the state.
  ///   - longestLine: The maximum number of characters of an action, its info, an error or a line
  ///     of the state.
  ///   - clock: Measures the duration of an action.
  ///   - isIncluded: Returns true for the actions to log.
  ///   - showingAction: Returns the value to log for an action; by default the action.
  ///   - showingState: Returns the value to log and compare for a state; by default the state.
  public init(
    to logger: Logger, level: Logger.Level = .debug, state: ActionRecord.LoggedState = .changes,
    longestLine: Int = 1_000, clock: some Clock<Duration> = ContinuousClock(),
    filter isIncluded: @escaping (InputAction) -> Bool = { _ in true },
    showingAction: @escaping (InputAction) -> Any = { $0 },
    showingState: @escaping (State) -> Any = { $0 }
  ) {
    let logsCommits = level >= logger.logLevel
    let logsAny = logsCommits || Logger.Level.warning >= logger.logLevel
    self.init(
      state: state, logsCommits: logsCommits, longestLine: longestLine, clock: clock,
      sink: { logger.log($0, at: level) },
      filter: { logsAny && isIncluded($0) },
      showingAction: showingAction, showingState: showingState)
  }
}

extension Logger {
  /// Logs one action.
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
