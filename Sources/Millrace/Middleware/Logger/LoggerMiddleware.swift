// SPDX-License-Identifier: Apache-2.0

/// Logs each action: where it came from, how long it took, and what it changed in the state.
///
/// ```swift
/// let store = Store(initialState: AppState(), reducer: reducer, middleware: LoggerMiddleware())
/// ```
///
/// prints
///
/// ```
/// add(2) from Shop/CartView.swift:31 body, 0.041 ms
///     Cart
/// -     count: 1
/// +     count: 3
/// ```
///
/// The time runs from the moment that the logger sees the action until the observers have been
/// called; put the logger first to count all middleware in, or last to count only reducer and
/// observers.
///
/// Everything that is stored in actions and states ends up in the log. Where that is too much, say
/// what to show instead, so that a secret is never written down:
///
/// ```swift
/// LoggerMiddleware(
///   showingAction: { if case .setPassword = $0 { "setPassword(…)" } else { $0 } },
///   showingState: { state in
///     var state = state
///     state.password = ""
///     return state
///   })
/// ```
///
/// A line is cut after ``longestLine`` characters, so that a picture in an action is no line of a
/// million characters.
///
/// Complexity: linear in the size of the state, unless ``LoggedState/nothing`` is asked for.
nonisolated public struct LoggerMiddleware<InputAction, OutputAction: Sendable, State>: Middleware {
  private let state: LoggedState
  private let logsCommits: Bool
  /// The most characters of an action, an error, or a line of the state.
  public let longestLine: Int
  private let stopwatch: () -> () -> Duration
  private let isIncluded: (InputAction) -> Bool
  private let showAction: (InputAction) -> Any
  private let showState: (State) -> Any
  private let sink: (ActionRecord) -> Void

  /// Creates a logger.
  ///
  /// - Parameters:
  ///   - state: What to say about the state.
  ///   - logsCommits: Whether to log committed actions, or rejected ones only.
  ///   - longestLine: The most characters of an action, an error, or a line of the state. Of what
  ///     is longer, the beginning is written and how much is left out.
  ///   - clock: Measures how long an action takes.
  ///   - sink: Takes the records, on the store's actor; writes them to standard error by default.
  ///   - isIncluded: Chooses the actions that are logged.
  ///   - showingAction: Makes of an action what is written down, by default itself.
  ///   - showingState: Makes of a state what is written down and compared, by default itself.
  public init(
    state: LoggedState = .changes, logsCommits: Bool = true,
    longestLine: Int = 1_000, clock: some Clock<Duration> = ContinuousClock(),
    sink: @escaping (ActionRecord) -> Void = { $0.write() },
    filter isIncluded: @escaping (InputAction) -> Bool = { _ in true },
    showingAction: @escaping (InputAction) -> Any = { $0 },
    showingState: @escaping (State) -> Any = { $0 }
  ) {
    self.state = state
    self.logsCommits = logsCommits
    self.longestLine = longestLine
    stopwatch = {
      let start = clock.now
      return { start.duration(to: clock.now) }
    }
    self.isIncluded = isIncluded
    showAction = showingAction
    showState = showingState
    self.sink = sink
  }

  /// Remembers the state before; writes the record after the commit.
  @MainActor
  public func handle(
    _ action: InputAction, from source: ActionSource, state: StateReader<State>
  ) -> Effect<OutputAction> {
    guard logsCommits && isIncluded(action) else { return .none }
    let duration = stopwatch()
    let before: State? = if case .changes = self.state { state() } else { nil }
    return .deferred {
      sink(
        ActionRecord(
          action: cut(TextDump.line(of: showAction(action))), source: source,
          outcome: .committed(after: duration()), state: lines(before, state)))
      return .none
    }
  }

  /// Writes a record of the rejection.
  @MainActor
  public func didReject(_ action: InputAction, from source: ActionSource, error: any Error) {
    guard isIncluded(action) else { return }
    sink(
      ActionRecord(
        action: cut(TextDump.line(of: showAction(action))), source: source,
        outcome: .rejected(cut("\(error)")), state: []))
  }

  @MainActor
  private func lines(_ before: State?, _ after: StateReader<State>) -> [String] {
    func lines(_ state: State) -> [TextLine] { TextDump.lines(of: showState(state)) }
    let all: [String] =
      switch state {
      case .nothing: []
      case .newState: lines(after()).map(\.indented)
      case .changes(let context):
        before.map { LineDiff(lines($0), lines(after()), context: context).lines } ?? []
      }
    return all.map(cut)
  }

  /// A text, or its beginning and how much more there is.
  private func cut(_ text: String) -> String {
    // There are no more characters than bytes, which are counted.
    guard text.utf8.count > longestLine else { return text }
    let left = text.dropFirst(max(0, longestLine))
    return left.isEmpty ? text : "\(text[..<left.startIndex])… (\(left.count) more characters)"
  }
}
