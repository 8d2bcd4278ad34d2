// SPDX-License-Identifier: Apache-2.0

/// A reason why a trace cannot be read, written or replayed.
///
/// Its description has the name of the case, the position, the cause, and a remedy if there is one.
/// A call that throws a `TraceError` has changed nothing.
public enum TraceError: Error, Sendable, Hashable {
  /// The text is not JSON from this byte offset on.
  case notJSON(at: Int)
  /// A value has no form in JSON. The text is a part of the encoder's output that ends with that
  /// value.
  case unwritable(String)
  /// At this byte offset, lists and objects are nested deeper than ``TraceValue/deepest``.
  case tooDeep(at: Int)
  /// The text has none of the known forms.
  ///
  /// The value describes what is missing.
  case notATrace(String)
  /// The trace has a later version than this library reads.
  case laterVersion(Int)
  /// A field of a line is missing or has a wrong value.
  ///
  /// Lines are counted from 1; the line is 0 if the file is a single JSON value.
  case malformed(line: Int, field: String)
  /// The number of a line is not greater than the number before it, or than that of its cause.
  case disordered(line: Int, number: UInt64)
  /// There are more actions than the limit.
  case tooLong(count: Int, limit: Int)
  /// The states of a file would take more bytes than the limit.
  case tooMuch(bytes: Int, limit: Int)
  /// The trace has no state before the first action.
  case noState
  /// The condition is true after none of the actions.
  case conditionNeverHolds(String)
  /// There is no action with this number.
  case unknownNumber(UInt64)
  /// A state has the number of an action that is not in the trace.
  case strayKeyframe(number: UInt64)
  /// A state cannot be decoded as the program's type of state, or cannot be encoded.
  case unreadableState(after: UInt64, reason: String)
  /// An action cannot be decoded as the program's type of action.
  case unreadableAction(number: UInt64, name: String, reason: String)
  /// In the replay, an action leads to another state than the recorded one.
  ///
  /// The texts describe the differences.
  case divergence(number: UInt64, differences: [String])
  /// In the replay, a committed action is rejected, or a rejected action is committed.
  case otherOutcome(number: UInt64, recorded: String, now: String)
}

extension TraceError: CustomStringConvertible {
  /// The name of the case, and a message with the position, the cause, and the remedy, if there is
  /// one.
  public var description: String {
    switch self {
    case .notJSON(let place):
      """
      notJSON: the text is not valid JSON from byte \(place) on. Check that the text is \
      complete.
      """
    case .unwritable(let text):
      """
      unwritable: JSON has no form for the last value of '\(text)', for example a Decimal that is \
      not a number. Encode it as a text, or as nil.
      """
    case .tooDeep(let place):
      """
      tooDeep: at byte \(place) values are nested deeper than \(TraceValue.deepest) levels. Encode \
      a state or an action that is so deep with fewer levels.
      """
    case .notATrace(let reason):
      "notATrace: \(reason). Export the file again with the program that wrote it."
    case .laterVersion(let version):
      """
      laterVersion: the trace has version \(version), and this library reads up to \
      \(Trace.version). Update the library.
      """
    case .malformed(let line, let field):
      """
      malformed: \(line == 0 ? "the file" : "line \(line)") has no valid '\(field)'. The file was \
      changed or truncated. Export it again.
      """
    case .disordered(let line, let number):
      """
      disordered: number \(number) in line \(line) is not greater than the number before it, or \
      than that of its cause. The lines are in a wrong order. Export the file again.
      """
    // This limit is fixed, and the rest of the file is not read.
    case .tooLong(_, Trace.limit):
      "tooLong: there are more than \(Trace.limit) actions. Remove actions from the file."
    case .tooLong(let count, let limit):
      """
      tooLong: there are \(count) actions, and the limit is \(limit). Raise the limit, or remove \
      actions from the file.
      """
    case .tooMuch(let bytes, let limit):
      """
      tooMuch: the states would take about \(bytes) bytes, and the limit is \(limit). Choose a \
      file format that does not contain every state, or shorten the timeline with `commit`.
      """
    case .noState:
      "noState: the trace has no state before its first action. Export it with its keyframes."
    case .conditionNeverHolds(let condition):
      """
      conditionNeverHolds: \(condition) is true after none of the actions. Check the part and its \
      value; `who` and `state` of the command `millrace trace` show which actions changed it.
      """
    case .unknownNumber(let number):
      "unknownNumber: there is no action \(number). The oldest actions can have been dropped."
    case .strayKeyframe(let number):
      """
      strayKeyframe: the trace has a state after action \(number), but not that action. Lines of \
      the file are missing; export it again.
      """
    case .unreadableState(let number, let reason) where reason.hasPrefix(Self.unencodable):
      "unreadableState: the state after action \(number) \(reason). Repair how it is encoded."
    case .unreadableState(let number, let reason):
      """
      unreadableState: the state after action \(number) is not one of this program: \(reason). \
      Replay the trace with the version of the program that wrote it.
      """
    case .unreadableAction(let number, let name, let reason):
      """
      unreadableAction: action \(number), '\(name)', is not one of this program: \(reason). Replay \
      the trace with the version of the program that wrote it.
      """
    case .divergence(let number, let differences):
      """
      divergence: action \(number) leads to another state than the recorded one: \
      \(differences.joined(separator: "; ")). The reducer has changed since the recording, or \
      depends on more than its state and its action; or the state is encoded in another order in \
      each run, as a `Set` is, and a dictionary, unless the type of its keys is \
      `CodingKeyRepresentable`, as `String` and `Int` are. A replay can ignore such a part: \
      `trace.replay(reducer, ignoring: [path])`, or `replay --ignore PATH` of the command \
      `millrace trace`.
      """
    case .otherOutcome(let number, let recorded, let now):
      """
      otherOutcome: action \(number) was \(recorded) and is \(now) now. The reducer has changed \
      since the recording, or depends on more than its state and its action.
      """
    }
  }
}

extension TraceError {
  /// Returns the error with its byte offset increased, for a text that begins within a longer one.
  func moved(by bytes: Int) -> TraceError {
    switch self {
    case .notJSON(let place): .notJSON(at: place + bytes)
    case .tooDeep(let place): .tooDeep(at: place + bytes)
    default: self
    }
  }

  /// The beginning of the reason for which a state cannot be encoded.
  private static let unencodable = "cannot be encoded: "

  /// Returns the error of a state that cannot be encoded.
  package static func unencodableState(after number: UInt64, _ error: any Error) -> TraceError {
    var reason = "\(error)"
    if reason.last == "." { reason.removeLast() }
    return .unreadableState(after: number, reason: unencodable + reason)
  }

  /// Describes why a value could not be decoded.
  ///
  /// An error that is no `DecodingError` is described by its own description.
  public static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "'\(key.stringValue)' is missing\(path(context).map { " at \($0)" } ?? "")"
    case DecodingError.typeMismatch(let type, let context):
      path(context).map { "no \(type) is at \($0)" } ?? "the value is no \(type)"
    case DecodingError.valueNotFound(let type, let context):
      "nothing is \(path(context).map { "at \($0)" } ?? "there") where there must be a \(type)"
    case DecodingError.dataCorrupted(let context):
      "\(context.debugDescription)\(path(context).map { " (at \($0))" } ?? "")"
    default: "\(error)"
    }
  }

  /// Describes why a value could not be decoded, and names a case that an enum does not have.
  package static func reason(_ error: any Error, decoding value: TraceValue) -> String {
    // This is the error of the code that the compiler writes for an enum.
    guard case DecodingError.typeMismatch(let type, let context) = error,
      context.debugDescription.hasPrefix("Invalid number of keys found"),
      case .object(let members)? = value[path: TracePath(codingPath: context.codingPath)],
      members.count == 1, let name = members.keys.first
    else { return reason(error) }
    return "\(type) has no case '\(name)'\(path(context).map { " (at \($0))" } ?? "")"
  }

  /// The path of the value within the decoded one, or nil if it is the decoded one.
  private static func path(_ context: DecodingError.Context) -> String? {
    if context.codingPath.isEmpty { return nil }
    return TracePath(codingPath: context.codingPath).description
  }
}
