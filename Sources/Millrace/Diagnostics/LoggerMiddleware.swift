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
/// #12 add(2) from Shop/CartView.swift:31 body because of #11, 0.041 ms
///     Cart
///   -   count: 1
///   +   count: 3
/// ```
///
/// `#12` is the number of the action in its store, `#11` that of the action that led to it. If an
/// effect has sent the action, the line names the effect's number too.
///
/// The time runs from the moment that the logger sees the action until the observers have been
/// called; in a batch, until the action is committed. Put the logger first to count all middleware
/// in, or last to count only reducer and observers.
///
/// Everything that is stored in actions and states ends up in the log, except secrets: mark them
/// with ``Redacted`` where they are declared, and they are in no log and in no other output.
///
/// ```swift
/// struct Login { @Redacted var password = "" }
/// enum LoginAction { case setPassword(Redacted<String>) }
/// ```
///
/// Where the rest is too much, say what to show instead:
///
/// ```swift
/// LoggerMiddleware(showingState: { state in state.summary })
/// ```
///
/// A line is cut after ``longestLine`` characters, so that a picture in an action does not become
/// a line of a million characters, and a record after ``mostLines`` lines of the state.
///
/// Complexity: linear in the size of the state, plus the comparison of its lines; independent of
/// the state with ``ActionRecord/LoggedState/nothing``.
nonisolated public struct LoggerMiddleware<InputAction, OutputAction: Sendable, State>: Middleware {
  private let state: ActionRecord.LoggedState
  private let logsCommits: Bool
  /// The most characters of an action, an error, or a line of the state.
  public let longestLine: Int
  /// The most lines of the state in a record.
  public let mostLines: Int
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
  ///   - longestLine: The most characters of an action, an error, or a line of the state. A longer
  ///     text is cut, followed by the number of characters that are left out.
  ///   - mostLines: The most lines of the state in a record. After them comes a line with the
  ///     number of those that are left out.
  ///   - clock: Measures how long an action takes.
  ///   - sink: Takes the records, on the store's actor; writes them to standard error by default.
  ///   - isIncluded: Chooses the actions that are logged.
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
    let shown = all.prefix(max(0, mostLines)).map(cut)
    let left = all.count - shown.count
    return left == 0 ? shown : shown + ["… (\(left) more lines)"]
  }

  /// A text, or its beginning and how much more there is.
  private func cut(_ text: String) -> String {
    // A text has no more characters than bytes, and its bytes are counted already.
    guard text.utf8.count > longestLine else { return text }
    let left = text.dropFirst(max(0, longestLine))
    return left.isEmpty ? text : "\(text[..<left.startIndex])… (\(left.count) more characters)"
  }
}

extension ActionRecord {
  /// What a ``LoggerMiddleware`` says about the state.
  public enum LoggedState: Sendable, Equatable {
    /// Nothing.
    case nothing
    /// The whole state after the action.
    case newState
    /// The lines that the action changed, with the lines that say where they belong, and this many
    /// unchanged ones around them.
    ///
    /// The state before is kept until the record is written, after the commit; a collection that
    /// changes is therefore copied.
    case changes(context: Int)

    /// The lines that the action changed, and where they belong.
    public static var changes: LoggedState { .changes(context: 0) }
  }
}

/// One action in a log: what it was, where it came from, and what it did.
public struct ActionRecord: Sendable, Equatable {
  /// What became of the action.
  public enum Outcome: Sendable, Equatable {
    /// It was committed; this long after the logger saw it first.
    case committed(after: Duration)
    /// The reducer threw; this is the error's text.
    case rejected(String)
  }

  /// The action as text.
  public let action: String
  /// The place that dispatched it.
  public let source: ActionSource
  /// What became of it.
  public let outcome: Outcome
  /// The state as text, one string a line: the lines that changed, each with its mark, or the
  /// whole state, as the logger was told.
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
  /// Writes the record to standard error, at once.
  public func write() {
    StandardError.write(line: description)
  }
}

extension ActionRecord: CustomStringConvertible {
  /// The record as text: one line for the action, then the lines of the state.
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
    return "\(whole).\(decimals) ms"
  }
}

/// One line of a value that was written down, and how deep it stands.
struct TextLine: Hashable, Sendable {
  var depth: Int
  var text: String

  /// The text behind two spaces for each level.
  var indented: String { String(repeating: "  ", count: depth) + text }
}

/// Standard error, which is not buffered.
enum StandardError {
  /// Writes a line at once; gives up if a write fails.
  ///
  /// - Parameters:
  ///   - line: The text, without its end of line.
  ///   - descriptor: The open file to write to.
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

/// `write` of the C library, declared here because the core imports no C library; Swift and C pass
/// numbers and addresses alike.
@_silgen_name("write")
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int
