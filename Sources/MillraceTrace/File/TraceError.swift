// SPDX-License-Identifier: Apache-2.0

/// Why a trace cannot be read, or cannot be run again.
///
/// Each failure has a name and says where and why it happened. A call that throws one has changed
/// nothing.
public enum TraceError: Error, Sendable, Hashable {
  /// The text is no JSON from this byte on.
  case notJSON(at: Int)
  /// A value has no form in JSON; says what was written there.
  case unwritable(String)
  /// Lists and objects are nested deeper than ``TraceValue/deepest``.
  case tooDeep(at: Int)
  /// The JSON is of none of the known forms; says what was looked for.
  case notATrace(String)
  /// The trace is of a later version than this library reads.
  case laterVersion(Int)
  /// A line, counted from 1, lacks a field or has a wrong value in it.
  case malformed(line: Int, field: String)
  /// The number of a line is not greater than the one before, or than that of its cause.
  case disordered(line: Int, number: UInt64)
  /// There are more actions than can be taken.
  case tooLong(count: Int, limit: Int)
  /// The states of a file would take more bytes than are written.
  case tooMuch(bytes: Int, limit: Int)
  /// There is no state to begin with.
  case noState
  /// After none of the actions a part of the state has the value that is looked for.
  case conditionNeverHolds(String)
  /// There is no action with this number.
  case unknownNumber(UInt64)
  /// A state belongs after an action that is not there.
  case strayKeyframe(number: UInt64)
  /// A state is not one of this program.
  case unreadableState(after: UInt64, reason: String)
  /// An action is not one of this program.
  case unreadableAction(number: UInt64, name: String, reason: String)
  /// Run again, an action leads to another state than the recorded one; says where they differ.
  case divergence(number: UInt64, differences: [String])
  /// Run again, an action is refused that was not, or is not refused that was.
  case otherOutcome(number: UInt64, recorded: String, now: String)
}

extension TraceError: CustomStringConvertible {
  /// Says what is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .notJSON(let place):
      "notJSON: the text is no JSON from byte \(place) on. Check that the whole file was copied."
    case .unwritable(let text):
      """
      unwritable: JSON has no form for the last value of '\(text)', as for a Decimal that is not a \
      number. Encode it as a text, or as nil.
      """
    case .tooDeep(let place):
      """
      tooDeep: at byte \(place) values are nested deeper than \(TraceValue.deepest) levels, which \
      is more than any trace of Millrace has.
      """
    case .notATrace(let looked):
      "notATrace: \(looked). Export the file again from a tool that is named there."
    case .laterVersion(let version):
      """
      laterVersion: the trace has version \(version), and this library reads up to \
      \(Trace.version). Update the library.
      """
    case .malformed(let line, let field):
      "malformed: line \(line) has no proper '\(field)'. The file was changed or cut."
    case .disordered(let line, let number):
      """
      disordered: number \(number) in line \(line) is not greater than the one before it and than \
      its cause. The lines were mixed.
      """
    case .tooLong(let count, let limit):
      """
      tooLong: there are \(count) actions, and \(limit) are taken. Raise the limit or cut the file.
      """
    case .tooMuch(let bytes, let limit):
      """
      tooMuch: the states would take about \(bytes) bytes, and \(limit) are written. Choose a form \
      without all states, or commit the line more often.
      """
    case .noState:
      "noState: the trace has no state to begin with. Export it with its keyframes."
    case .conditionNeverHolds(let condition):
      "conditionNeverHolds: after none of the actions is \(condition). Look at `state` and `who`."
    case .unknownNumber(let number):
      "unknownNumber: there is no action \(number); the oldest may have been dropped."
    case .strayKeyframe(let number):
      """
      strayKeyframe: a state is kept after action \(number), which is not in the trace. Lines of \
      the file were cut; export it again.
      """
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
      \(differences.joined(separator: "; ")). The reducer has changed since, or depends on more \
      than its state and its action.
      """
    case .otherOutcome(let number, let recorded, let now):
      """
      otherOutcome: action \(number) was \(recorded) and is \(now) now. The reducer has changed \
      since, or depends on more than its state and its action.
      """
    }
  }
}

extension TraceError {
  /// The same error for a longer text, in which the text that was read begins at a byte.
  func moved(by bytes: Int) -> TraceError {
    switch self {
    case .notJSON(let place): .notJSON(at: place + bytes)
    case .tooDeep(let place): .tooDeep(at: place + bytes)
    default: self
    }
  }

  /// Why something could not be read, in one line.
  public static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "'\(key.stringValue)' is missing at \(path(context))"
    case DecodingError.typeMismatch(let type, let context):
      "no \(type) is at \(path(context))"
    case DecodingError.valueNotFound(let type, let context):
      "nothing is at \(path(context)) where there must be a \(type)"
    case DecodingError.dataCorrupted(let context):
      "\(context.debugDescription) (at \(path(context)))"
    default: "\(error)"
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    TracePath(
      context.codingPath.map { $0.intValue.map { .index($0) } ?? .name($0.stringValue) }
    ).description
  }
}
