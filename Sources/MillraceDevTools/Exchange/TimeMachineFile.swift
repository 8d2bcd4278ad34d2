// SPDX-License-Identifier: Apache-2.0

import Millrace
public import MillraceTrace

/// A file format for the timeline of a time machine.
public enum TimeMachineFile: String, Sendable, Hashable, CaseIterable {
  /// A trace of Millrace, as JSON lines.
  ///
  /// Skipped and interrupted actions are not in it.
  case trace
  /// The lifted state of Redux DevTools: all actions by id, the ids of the skipped actions, and the
  /// state after each action.
  ///
  /// If the action that interrupts the others was merged into the first state, they are written as
  /// skipped.
  case liftedState
  /// The export format of the Redux DevTools extension, with the fields `payload` for the actions
  /// and `preloadedState` for the state before them.
  ///
  /// The file contains only the committed actions, without their times. Rejected, skipped and
  /// interrupted actions are not in it. If an action has a client, the file has a third field,
  /// `clients`, with the client of each action. Redux DevTools ignore this field.
  case payload

  /// The limit for the encoded states, in bytes.
  ///
  /// A lifted state that is estimated to have more is not written. In a trace, only the latest
  /// actions contain changes if the states have more.
  public static var mostBytes: Int { 256 << 20 }
}

extension TimeMachineState where State: Codable, Action: Codable {
  /// Writes the timeline in a file format.
  ///
  /// The file contains placeholders instead of `Redacted` values.
  ///
  /// Redux DevTools require that an action has a `type`. In their two formats an action without a
  /// member `type` is written as an object: its `type` is the name of the action, and its `payload`
  /// is the action. All formats contain the clients of the actions.
  ///
  /// Complexity: one encoding for each action. A lifted state also costs one encoding for each
  /// state; for a trace see ``trace(client:notesChanges:)``.
  ///
  /// - Parameters:
  ///   - file: The file format.
  ///   - client: The name of the program or device, or nil. It is written to the header of a trace;
  ///     the other formats have no header.
  /// - Returns: The text of the file.
  /// - Throws: The error of the encoding of a state or an action. For a lifted state, which
  ///   contains every state, also `TraceError.tooMuch(bytes:limit:)` if the states are estimated to
  ///   take more than ``TimeMachineFile/mostBytes``.
  public func export(as file: TimeMachineFile, client: String? = nil) throws -> String {
    switch file {
    case .trace: try trace(client: client).text
    case .liftedState: try lifted().json
    case .payload: try payload().json
    }
  }

  /// Creates a trace of the timeline, without the skipped and the interrupted actions.
  ///
  /// The actions are numbered from 1 if the timeline was edited or imported, or if the actions do
  /// not have ascending numbers that are greater than those of their causes. In a trace with new
  /// numbers, an action has no cause if its cause is not among the earlier actions of the trace.
  ///
  /// The changes of an action are determined from the encoded states before and after it. Only the
  /// changed rows of an `EntityTable` are encoded. If the encoded states take more than
  /// ``TimeMachineFile/mostBytes``, only the lines of the latest actions contain changes, which
  /// limits the time for a large state. The stored states are written in any case.
  ///
  /// Complexity: at most one run of the reducer, and one encoding, for each action. With
  /// `notesChanges`, also one more run, one encoding of the state without its tables, and one for
  /// each changed row of a table.
  ///
  /// - Parameters:
  ///   - client: The name of the program or device, or nil. It is written to the header.
  ///   - notesChanges: True if each line contains the paths that the action changed and the hash of
  ///     the state after it, up to the limit.
  /// - Returns: The trace.
  /// - Throws: The error of the encoding of a state or an action.
  public func trace(client: String? = nil, notesChanges: Bool = true) throws -> Trace {
    var history = TraceHistory(state: committedState, reducer: reducer, limit: max(1, count))
    // The new numbers of the actions by their numbers on the timeline.
    var numbers: [UInt64: UInt64] = [:]
    let needsNewNumbers = isEdited || !isNumberedInOrder
    // The latest computed state, and its place.
    var (statePlace, state) = (timeline.startIndex, committedState)
    for position in 0..<count {
      let entry = self[position]
      var rejection: String?
      switch outcome(at: position) {
      case .committed: break
      case .skipped, .interrupted: continue
      case .refused(let reason): rejection = reason
      }
      var dispatched = entry.dispatched
      let source = dispatched.source
      if needsNewNumbers {
        let number = UInt64(history.count + 1)
        dispatched.source = source.numbered(number, cause: source.cause.flatMap { numbers[$0] })
        if let old = source.number { numbers[old] = number }
      }
      history.append(dispatched, at: entry.time, refusal: rejection) {
        let end = timeline.startIndex + position + 1
        // A checkpoint can be a state of the store. It is preferred to a computed state, which is
        // different if the reducer is not pure.
        if let checkpoint = nearest(to: end), checkpoint.place > statePlace {
          (statePlace, state) = (checkpoint.place, checkpoint.state)
        }
        for place in statePlace..<end { apply(place, to: &state) }
        statePlace = end
        return state
      }
    }
    return try history.trace(
      client: client, mostBytes: notesChanges ? TimeMachineFile.mostBytes : 0)
  }

  /// True if the numbers of the actions are valid in a trace: ascending, and each greater than the
  /// number of the cause.
  private var isNumberedInOrder: Bool {
    var last: UInt64 = 0
    return timeline.allSatisfy { entry in
      let source = entry.dispatched.source
      guard let number = source.number, number > source.cause ?? 0, number > last else {
        return false
      }
      last = number
      return true
    }
  }

  /// Estimates the number of bytes of all encoded states: for each action the size of the first or
  /// the last state, whichever is larger.
  private var stateBytes: Int {
    get throws {
      let ends = try [committedState, state(at: count)].map {
        try TraceCoding.encoder().encode($0).count
      }
      let (bytes, overflows) = (ends.max() ?? 0).multipliedReportingOverflow(by: count)
      return overflows ? .max : bytes
    }
  }

  private func lifted() throws -> TraceValue {
    let bytes = try stateBytes
    guard bytes <= TimeMachineFile.mostBytes else {
      throw TraceError.tooMuch(bytes: bytes, limit: TimeMachineFile.mostBytes)
    }
    func number(_ value: Int) -> TraceValue { .number("\(value)") }
    func performAction(
      _ action: TraceValue, _ time: UInt64, _ client: String? = nil
    ) -> TraceValue {
      var lifted: [String: TraceValue] = [
        "type": .string("PERFORM_ACTION"), "action": action,
        "timestamp": .number("\(time / 1_000)"),
      ]
      // Redux DevTools have no such field and ignore it.
      lifted["client"] = client.map { .string($0) }
      return .object(lifted)
    }
    // Redux DevTools give number 0 to the action @@INIT, and 1 to the first action of the program.
    var actions = [
      "0": performAction(.object(["type": .string("@@INIT")]), timeline.first?.time ?? 0)
    ]
    var state = committedState
    var computedStates: [TraceValue] = [.object(["state": try TraceValue(encoding: state)])]
    var skippedIDs: [TraceValue] = []
    // Without the action that interrupts the others, a reader of the file would run them.
    let isErrorMerged = errorPlace.map { $0 < firstPlace } ?? false
    for position in 0..<count {
      let entry = self[position]
      let dispatched = entry.dispatched
      actions["\(position + 1)"] = performAction(
        try Self.withType(dispatched.action), entry.time, dispatched.source.client)
      apply(timeline.startIndex + position, to: &state)
      var computed = ["state": try TraceValue(encoding: state)]
      switch outcome(at: position) {
      case .committed: break
      case .interrupted where isErrorMerged, .skipped:
        skippedIDs.append(number(position + 1))
        // Redux DevTools repeat the entry before a skipped action, with its error.
        computed["error"] = computedStates.last?["error"]
      case .refused, .interrupted:
        computed["error"] = .string(outcome(at: position).description)
      }
      computedStates.append(.object(computed))
    }
    return .object([
      "monitorState": .null, "nextActionId": number(count + 1), "actionsById": .object(actions),
      "stagedActionIds": .array((0...count).map(number)), "skippedActionIds": .array(skippedIDs),
      "committedState": try TraceValue(encoding: committedState),
      "currentStateIndex": number(index), "computedStates": .array(computedStates),
      "isLocked": .bool(isLocked), "isPaused": .bool(isPaused),
    ])
  }

  private func payload() throws -> TraceValue {
    let committed = (0..<count).filter { outcome(at: $0) == .committed }
      .map { self[$0].dispatched }
    let actions = try committed.map { try Self.withType($0.action) }
    var file: [String: TraceValue] = [
      "payload": .string(TraceValue.array(actions).json),
      "preloadedState": .string(try TraceValue(encoding: committedState).json),
    ]
    if committed.contains(where: { $0.source.client != nil }) {
      file["clients"] = .array(
        committed.map { dispatched in dispatched.source.client.map { .string($0) } ?? .null })
    }
    return .object(file)
  }

  /// Encodes an action as an object with a `type`, which Redux DevTools require.
  private static func withType(_ action: Action) throws -> TraceValue {
    let value = try TraceValue(encoding: action)
    if value["type"] != nil { return value }
    return .object(["type": .string(value.actionName), "payload": value])
  }
}
