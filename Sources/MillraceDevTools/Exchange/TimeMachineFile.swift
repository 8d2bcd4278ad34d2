// SPDX-License-Identifier: Apache-2.0

import Millrace
public import MillraceTrace

/// The forms in which a line of actions is written to files and read from them.
public enum TimeMachineFile: String, Sendable, Hashable, CaseIterable {
  /// Our own trace, as JSON lines.
  case trace
  /// The lifted state of Redux DevTools: actions by id, computed states, what is skipped.
  case liftedState
  /// The file that the extension of Redux DevTools exports, with the fields `payload` and
  /// `preloadedState`.
  case payload
}

extension TimeMachineState where State: Codable, Action: Codable {
  /// Writes the line down; secrets are not in it.
  ///
  /// Redux DevTools want actions with a `type`: it is the name of the action's case, and the action
  /// itself is the `payload`.
  ///
  /// Complexity: one encoding for each action and, but for `payload`, one for each state.
  ///
  /// - Parameters:
  ///   - file: The form.
  ///   - client: Which of several programs or devices this is; goes into the header of a trace.
  /// - Returns: The text of the file.
  /// - Throws: What the encoding of a state or an action throws.
  public func export(as file: TimeMachineFile, client: String? = nil) throws -> String {
    switch file {
    case .trace: try trace(client: client).text
    case .liftedState: try lifted().json
    case .payload: try payload().json
    }
  }

  /// The line as a trace: without the actions that are left out, and numbered anew if the line was
  /// edited.
  ///
  /// - Parameter client: Which of several programs or devices this is.
  /// - Returns: The trace.
  /// - Throws: What the encoding of a state or an action throws.
  public func trace(client: String? = nil) throws -> Trace {
    var history = TraceHistory(state: committedState, reducer: reducer, limit: max(1, count))
    for position in 0..<count {
      let entry = self[position]
      var refusal: String?
      switch outcome(at: position) {
      case .committed: break
      case .skipped, .interrupted: continue
      case .refused(let reason): refusal = reason
      }
      var dispatched = entry.dispatched
      if isEdited || dispatched.source.number == nil {
        dispatched.source = dispatched.source.numbered(UInt64(history.count + 1))
      }
      history.append(dispatched, at: entry.time, refusal: refusal) { state(at: position + 1) }
    }
    return try history.trace(client: client)
  }

  private func lifted() throws -> TraceValue {
    func number(_ value: Int) -> TraceValue { .number("\(value)") }
    func performed(_ action: TraceValue, _ time: UInt64) -> TraceValue {
      .object([
        "type": .string("PERFORM_ACTION"), "action": action,
        "timestamp": .number("\(time / 1_000)"),
      ])
    }
    // Their actions are numbered from the @@INIT, which has number 0.
    var actions = ["0": performed(.object(["type": .string("@@INIT")]), entries.first?.time ?? 0)]
    var state = committedState
    var computed: [TraceValue] = [.object(["state": try TraceValue(encoding: state)])]
    var left: [TraceValue] = []
    for position in 0..<count {
      let entry = self[position]
      actions["\(position + 1)"] = performed(try Self.typed(entry.dispatched.action), entry.time)
      apply(line.startIndex + position, to: &state)
      var picture = ["state": try TraceValue(encoding: state)]
      switch outcome(at: position) {
      case .committed: break
      case .skipped: left.append(number(position + 1))
      case .refused, .interrupted:
        picture["error"] = .string(outcome(at: position).description)
      }
      computed.append(.object(picture))
    }
    return .object([
      "monitorState": .null, "nextActionId": number(count + 1), "actionsById": .object(actions),
      "stagedActionIds": .array((0...count).map(number)), "skippedActionIds": .array(left),
      "committedState": try TraceValue(encoding: committedState),
      "currentStateIndex": number(index), "computedStates": .array(computed),
      "isLocked": .bool(isLocked), "isPaused": .bool(isPaused),
    ])
  }

  private func payload() throws -> TraceValue {
    let actions = try (0..<count).filter { outcome(at: $0) == .committed }
      .map { try Self.typed(self[$0].dispatched.action) }
    return .object([
      "payload": .string(TraceValue.array(actions).json),
      "preloadedState": .string(try TraceValue(encoding: committedState).json),
    ])
  }

  private static func typed(_ action: Action) throws -> TraceValue {
    let value = try TraceValue(encoding: action)
    if value["type"] != nil { return value }
    return .object(["type": .string(value.actionName), "payload": value])
  }
}

extension ActionSource {
  /// The same place with a number, and no cause: what caused it may be gone.
  fileprivate func numbered(_ number: UInt64) -> ActionSource {
    ActionSource(
      recordedFileID: fileID, function: function, line: line, info: info, number: number)
  }
}
