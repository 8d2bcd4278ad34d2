// SPDX-License-Identifier: Apache-2.0

/// Logs each action: its source, its duration, and the changes of the state.
///
/// ```swift
/// let store = Store(initialState: AppState(), reducer: reducer, middleware: LoggerMiddleware())
/// ```
///
/// prints
///
/// ```
/// #12 add(2) from Shop/CartView.swift:31 body because of #11, 0.041 ms
///     AppState
///       cart: Cart
///   -     count: 1
///   +     count: 3
/// ```
///
/// `#12` is the number of the action in its store. `#11` is the number of the action that led
/// to it. If an effect that takes time has sent the action, the line also contains the effect's
/// number.
///
/// The measured time begins when the logger handles the action. It ends when the observers have
/// been called, or in a batch when the action is committed. As the first middleware, the logger
/// measures the other middleware too. As the last one, it measures the reducer, the observers, and
/// the start of the effects of the middleware before it.
///
/// The log can contain everything that is stored in actions and states, except secrets. Declare
/// secrets with ``Redacted``: then no log contains them. Only an encoder that keeps secrets writes
/// them.
///
/// ```swift
/// struct Login { @Redacted var password = "" }
/// enum LoginAction { case setPassword(Redacted<String>) }
/// ```
///
/// A closure can return another value to log instead of the action or the state:
///
/// ```swift
/// LoggerMiddleware(showingState: { state in state.summary })
/// ```
///
/// Actions, errors, the info of a dispatch and lines of the state have U+FFFD instead of line
/// breaks and control characters, so that no user input looks like a line of the log. Each of them
/// is cut after ``longestLine`` characters: an action that contains a picture could have a million.
/// A record is cut after ``mostLines`` lines of the state.
///
/// Complexity: linear in the size of the state, plus the comparison of its lines; independent of
/// the state with ``ActionRecord/LoggedState/nothing``.
nonisolated public struct LoggerMiddleware<InputAction, OutputAction: Sendable, State>: Middleware {
  private let state: ActionRecord.LoggedState
  private let logsCommits: Bool
  /// The maximum number of characters of an action, its info, an error, or a line of the state.
  public let longestLine: Int
  /// The maximum number of lines of the state in a record.
  public let mostLines: Int
  private let stopwatch: () -> () -> Duration
  private let isIncluded: (InputAction) -> Bool
  private let showAction: (InputAction) -> Any
  private let showState: (State) -> Any
  private let sink: (ActionRecord) -> Void

  /// Creates a logger.
  ///
  /// - Parameters:
  ///   - state: What to log of the state.
  ///   - logsCommits: True to log committed and rejected actions, false for rejected ones only.
  ///   - longestLine: The maximum number of characters of an action, its info, an error, or a line
  ///     of the state. A longer text is cut, and the number of omitted characters is appended.
  ///   - mostLines: The maximum number of lines of the state in a record. If there are more, a last
  ///     line contains the number of omitted lines.
  ///   - clock: Measures the duration of an action.
  ///   - sink: Receives the records, on the main actor. By default it writes them to standard
  ///     error.
  ///   - isIncluded: Returns true for the actions that are logged.
  ///   - showingAction: Returns what to log for an action; by default the action itself.
  ///   - showingState: Returns what to log and compare for a state; by default the state itself.
  public init(
    state: ActionRecord.LoggedState = .changes, logsCommits: Bool = true,
    longestLine: Int = 1_000, mostLines: Int = 1_000,
    clock: some Clock<Duration> = ContinuousClock(),
    sink: @escaping (ActionRecord) -> Void = { $0.write() },
    filter isIncluded: @escaping (InputAction) -> Bool = { _ in true },
    showingAction: @escaping (InputAction) -> Any = { $0 },
    showingState: @escaping (State) -> Any = { $0 }
  ) {
    self.state = state
    self.logsCommits = logsCommits
    self.longestLine = longestLine
    self.mostLines = mostLines
    stopwatch = {
      let start = clock.now
      return { start.duration(to: clock.now) }
    }
    self.isIncluded = isIncluded
    showAction = showingAction
    showState = showingState
    self.sink = sink
  }

  /// Copies the state before the action if changes are logged, and writes the record after the
  /// commit.
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
          action: cut(TextDump.line(of: showAction(action))), source: source.inOneLine(cut),
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
        action: cut(TextDump.line(of: showAction(action))), source: source.inOneLine(cut),
        outcome: .rejected(cut(TextDump.line(of: error))), state: []))
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
    let shown = all.prefix(max(0, mostLines)).map(cut)
    let left = all.count - shown.count
    return left == 0 ? shown : shown + ["… (\(left) more lines)"]
  }

  /// Returns the text in one line, or its beginning and the number of omitted characters.
  private func cut(_ text: String) -> String {
    // A text has at most as many characters as bytes, and counting its bytes is O(1).
    guard text.utf8.count > longestLine else { return Diagnostics.oneLine(text) }
    let left = text.dropFirst(max(0, longestLine))
    let line = Diagnostics.oneLine(String(text[..<left.startIndex]))
    return left.isEmpty ? line : "\(line)… (\(left.count) more characters)"
  }
}

extension ActionRecord {
  /// What a ``LoggerMiddleware`` logs of the state.
  public enum LoggedState: Sendable, Equatable {
    /// Nothing.
    case nothing
    /// The whole state after the action.
    case newState
    /// The lines that the action changed, the lines of the values that enclose them, and `context`
    /// unchanged lines before and after each change.
    ///
    /// The logger holds the state before the action until it writes the record, after the commit. A
    /// collection that the action changes is therefore copied.
    case changes(context: Int)

    /// The lines that the action changed, and the lines of the values that enclose them.
    public static var changes: LoggedState { .changes(context: 0) }
  }
}

/// One action in a log: its text, its source, its outcome, and the logged state.
public struct ActionRecord: Sendable, Equatable {
  /// The outcome of an action.
  public enum Outcome: Sendable, Equatable {
    /// The action was committed; the duration is the one that ``LoggerMiddleware`` describes.
    case committed(after: Duration)
    /// The reducer threw an error with this text.
    case rejected(String)
  }

  /// The action as text.
  public let action: String
  /// The source of the action.
  public let source: ActionSource
  /// The outcome of the action.
  public let outcome: Outcome
  /// The lines of the logged state.
  ///
  /// ``LoggedState`` determines whether they are none, the whole state, or the changed lines with
  /// their marks `+` and `-`. A rejected action has none.
  public let state: [String]

  /// Creates a record.
  public init(action: String, source: ActionSource, outcome: Outcome, state: [String]) {
    self.action = action
    self.source = source
    self.outcome = outcome
    self.state = state
  }
}

extension ActionRecord {
  /// Writes the record to standard error, without a buffer.
  public func write() {
    StandardError.write(line: description)
  }
}

extension ActionRecord: CustomStringConvertible {
  /// The record as text: the action, normally in one line, then the lines of the state.
  public var description: String {
    let end =
      switch outcome {
      case .committed(let duration): Self.milliseconds(duration)
      case .rejected(let error): "rejected: \(error)"
      }
    let number = source.number.map { "#\($0) " } ?? ""
    let cause = source.cause.map { " because of #\($0)" } ?? ""
    let effect = source.effect.map { " by effect \($0)" } ?? ""
    return
      (["\(number)\(action) from \(source)\(cause)\(effect), \(end)"]
      + state.map { "  \($0)" })
      .joined(separator: "\n")
  }

  /// A duration in milliseconds with three decimals.
  private static func milliseconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    let (whole, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000)
    let decimals = String(1_000 + abs(rest)).dropFirst()
    return "\(microseconds < 0 ? "-" : "")\(abs(whole)).\(decimals) ms"
  }
}

/// Writes to standard error without a buffer.
enum StandardError {
  /// Writes a line; stops without an error if a write fails.
  ///
  /// - Parameters:
  ///   - line: The text, without a line break at its end.
  ///   - descriptor: The descriptor of an open file.
  static func write(line: String, to descriptor: Int32 = 2) {
    var text = line + "\n"
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[rest.indices])
        guard let start = piece.baseAddress else { return }
        let count = systemWrite(descriptor, start, piece.count)
        if count <= 0 { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}

/// `write` of the C library, declared here because the core imports no C library.
///
/// Sound: Swift and C pass integers and pointers in the same way.
@_silgen_name("write")
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int
