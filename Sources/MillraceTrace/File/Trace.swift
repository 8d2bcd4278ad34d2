// SPDX-License-Identifier: Apache-2.0

public import Millrace

/// The content of a trace file: a header, one line for each action, and a few states.
///
/// A trace does not depend on the types of a program, therefore a tool can read every trace. See
/// <doc:TraceFormat>.
///
/// ```swift
/// let trace = try Trace(text: String(contentsOf: file, encoding: .utf8))
/// trace.lines(changing: TracePath("cart")!)
/// ```
public struct Trace: Sendable, Hashable {
  /// The version of the format that is written, and the latest version that can be read.
  public static var version: Int { 1 }
  /// The maximum number of actions that are read from a text.
  public static var limit: Int { 1_000_000 }

  /// The first line of a trace, which describes it.
  public struct Header: Sendable, Hashable {
    /// The name of the type of the states.
    public var state: String
    /// The name of the type of the actions.
    public var action: String
    /// The name of the recorded program or device, or nil.
    public var client: String?

    /// Creates a header.
    public init(state: String, action: String, client: String? = nil) {
      self.state = state
      self.action = action
      self.client = client
    }
  }

  /// One action of a trace.
  public struct Line: Sendable, Hashable {
    /// The source of the action: its number, its cause, the effect that sent it, and the source
    /// location of the dispatch.
    public var source: ActionSource
    /// The client that sent the action, or nil if it is the client of the header.
    public var client: String?
    /// The time in microseconds since 1970.
    public var time: UInt64
    /// The action as JSON without line breaks.
    public var action: String
    /// The error with which the reducer rejected the action, or nil if the action was committed.
    public var rejection: String?
    /// The paths of the parts of the state that the action changed, or nil if they are not known.
    public var changed: [String]?
    /// The ``TraceValue/hash`` of the state after the action, or nil if it is not known.
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

    /// The number of the action in its store, or 0 if the source has no number.
    public var number: UInt64 { source.number ?? 0 }
    /// The number of the action that led to this action, or nil.
    public var cause: UInt64? { source.cause }

    /// The name of the action, for example `library.book.rename`: its cases from the outermost to
    /// the innermost.
    ///
    /// See ``TraceValue/actionName``. If ``action`` is not valid JSON, the name is `?`.
    public var name: String {
      (try? TraceValue(json: action))?.actionName ?? "?"
    }
  }

  /// A state of the recorded run.
  public struct Keyframe: Sendable, Hashable {
    /// The number of the action before the state.
    ///
    /// For the first state it is one less than the number of the first action.
    public var number: UInt64
    /// The state.
    public var state: TraceValue

    /// Creates a keyframe.
    public init(number: UInt64, state: TraceValue) {
      self.number = number
      self.state = state
    }
  }

  /// The description of the trace.
  public var header: Header
  /// The actions in the order in which they ran.
  public var lines: [Line]
  /// The states in the same order.
  ///
  /// The first one is the state before the first action.
  public var keyframes: [Keyframe]

  /// Creates a trace.
  public init(header: Header, lines: [Line] = [], keyframes: [Keyframe] = []) {
    self.header = header
    self.lines = lines
    self.keyframes = keyframes
  }

  /// The client that sent the action of a line: that of the line, or else that of the header.
  public func client(of line: Line) -> String? { line.client ?? header.client }

  /// Finds the index of an action by its number.
  ///
  /// The numbers of the lines must be in ascending order, as in every trace that is read from text.
  ///
  /// Complexity: O(log n).
  ///
  /// - Parameter number: The number.
  /// - Returns: The index of its line, or nil if the trace has no such action.
  public func index(of number: UInt64) -> Int? {
    let index = lines.indices.firstPosition { lines[$0].number >= number }
    return index < lines.count && lines[index].number == number ? index : nil
  }
}

extension TraceValue {
  /// The name of an encoded action.
  ///
  /// If the value has a member `type` that is a string, this is the name. A string is its own name.
  /// The name of an object with one member is that of the member: with Swift's synthesized coding
  /// of enums, the case. If the first value of the case has no label and is encoded like a case, as
  /// an object with one member that is an object, its name follows after a dot, and so on. The name
  /// of any other value is `action`.
  public var actionName: String {
    guard case .object(let members) = self else { return string ?? "action" }
    if let type = members["type"]?.string { return type }
    guard members.count == 1, let name = members.first?.key else { return "action" }
    return innerAction.map { "\(name).\($0.actionName)" } ?? name
  }

  /// The first value of the action's case, if its name is a part of ``actionName``; otherwise nil.
  var innerAction: TraceValue? {
    guard case .object(let members) = self, members.count == 1,
      let inner = members.first?.value["_0"], case .object(let parts) = inner, parts.count == 1,
      let (first, value) = parts.first, case .object = value, first != "_0"
    else { return nil }
    return inner
  }
}
