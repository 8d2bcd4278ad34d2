// SPDX-License-Identifier: Apache-2.0

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
      case .committed(let duration): Self.text(duration)
      case .rejected(let error): "rejected: \(error)"
      }
    return (["\(action) from \(source), \(end)"] + state.map { "  \($0)" })
      .joined(separator: "\n")
  }

  /// A duration in milliseconds with three decimals.
  private static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    let (whole, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000)
    let decimals = String(1_000 + abs(rest)).dropFirst()
    return "\(whole).\(decimals) ms"
  }
}
