// SPDX-License-Identifier: Apache-2.0

public import Millrace

/// A recorded run as it is kept in a file: a header, one line for each action, and states apart.
///
/// It knows no types of a program, so that tools may read every trace; see <doc:TraceFormat>.
///
/// ```swift
/// let trace = try Trace(text: String(contentsOf: file, encoding: .utf8))
/// trace.lines(changing: TracePath(["cart"]))
/// ```
public struct Trace: Sendable, Hashable {
  /// The version that is written, and the last one that is read.
  public static var version: Int { 1 }
  /// The most actions that are read.
  public static var limit: Int { 1_000_000 }

  /// What a trace is about.
  public struct Header: Sendable, Hashable {
    /// The type of the states.
    public var state: String
    /// The type of the actions.
    public var action: String
    /// Which of several programs or devices was recorded.
    public var client: String?

    /// Creates a header.
    public init(state: String, action: String, client: String? = nil) {
      self.state = state
      self.action = action
      self.client = client
    }
  }

  /// One action.
  public struct Line: Sendable, Hashable {
    /// Its number, its cause, the effect that sent it, and the place that dispatched it.
    public var source: ActionSource
    /// Which of several programs or devices sent it, if that is not the header's.
    public var client: String?
    /// When: microseconds since 1970.
    public var time: UInt64
    /// The action as JSON.
    public var action: String
    /// Why the reducer refused it; nil if it was committed.
    public var rejection: String?
    /// The parts of the state that it changed; nil if that was not looked at.
    public var changed: [String]?
    /// The ``TraceValue/hash`` of the state after it; nil if it was not taken.
    public var hash: UInt64?

    /// Creates a line.
    public init(
      source: ActionSource, client: String? = nil, time: UInt64, action: String,
      rejection: String? = nil, changed: [String]? = nil, hash: UInt64? = nil
    ) {
      self.source = source
      self.client = client
      self.time = time
      self.action = action
      self.rejection = rejection
      self.changed = changed
      self.hash = hash
    }

    /// Its number in its store.
    public var number: UInt64 { source.number ?? 0 }
    /// The number of the action that led to it.
    public var cause: UInt64? { source.cause }

    /// The cases of the action, from the outermost to the innermost: `library.book.rename`.
    public var name: String {
      (try? TraceValue(json: action))?.actionName ?? "?"
    }
  }

  /// A state of the run.
  public struct Keyframe: Sendable, Hashable {
    /// It is the state after the action with this number; 0 if it is the first of all.
    public var number: UInt64
    /// The state.
    public var state: TraceValue

    /// Creates a keyframe.
    public init(number: UInt64, state: TraceValue) {
      self.number = number
      self.state = state
    }
  }

  /// What it is about.
  public var header: Header
  /// The actions in the order in which they ran.
  public var lines: [Line]
  /// States in the same order; the first is the one before the first action.
  public var keyframes: [Keyframe]

  /// Creates a trace.
  public init(header: Header, lines: [Line] = [], keyframes: [Keyframe] = []) {
    self.header = header
    self.lines = lines
    self.keyframes = keyframes
  }

  /// Which of several programs or devices sent the action of a line: the line tells, or the header.
  public func client(of line: Line) -> String? { line.client ?? header.client }

  /// Finds the place of an action by its number.
  ///
  /// Complexity: O(log n).
  ///
  /// - Parameter number: The number.
  /// - Returns: The index of its line, or nil.
  public func index(of number: UInt64) -> Int? {
    let index = firstIndex(from: number)
    return index < lines.count && lines[index].number == number ? index : nil
  }

  /// The first line that has this number or a greater one.
  func firstIndex(from number: UInt64) -> Int {
    var low = 0
    var high = lines.count
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension TraceValue {
  /// The name of an action: its cases from the outermost to the innermost, as Swift's own coding of
  /// enums writes them, or what it says as its `type`.
  public var actionName: String {
    guard case .object(let members) = self else { return string ?? "action" }
    if let type = members["type"]?.string { return type }
    guard members.count == 1, let (name, payload) = members.first else { return "action" }
    guard let inner = payload["_0"], case .object(let parts) = inner, parts.count == 1,
      let (first, value) = parts.first, case .object = value, first != "_0"
    else { return name }
    return "\(name).\(inner.actionName)"
  }
}
