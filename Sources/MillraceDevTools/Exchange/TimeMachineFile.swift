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

  /// The most bytes of states that are written down for one file.
  public static var mostBytes: Int { 256 << 20 }
}

extension TimeMachineState where State: Codable, Action: Codable {
  /// Writes the line down; secrets are not in it.
  ///
  /// Redux DevTools want actions with a `type`: it is the name of the action's case, and the action
  /// itself is the `payload`. The clients of actions are written in all forms.
  ///
  /// Complexity: one encoding for each action and, but for `payload`, one for each state; see
  /// ``trace(client:notesChanges:)`` for large states.
  ///
  /// - Parameters:
  ///   - file: The form.
  ///   - client: Which of several programs or devices this is; goes into the header of a trace.
  /// - Returns: The text of the file.
  /// - Throws: What the encoding of a state or an action throws, and
  ///   `TraceError.tooMuch(bytes:limit:)` for a lifted state, which holds every state, beyond
  ///   ``TimeMachineFile/mostBytes``.
  public func export(as file: TimeMachineFile, client: String? = nil) throws -> String {
    switch file {
    case .trace: try trace(client: client).text
    case .liftedState: try lifted().json
    case .payload: try payload().json
    }
  }

  /// The line as a trace: without the actions that are left out, and numbered anew if the line was
  /// edited, or has an action without a number or with one that is not greater than those before.
  ///
  /// A cause that is left out, or comes later now, is none any more.
  ///
  /// What an action changed is found by writing the states before and after it down: of their
  /// `EntityTable`s the rows that changed, and the rest as a whole. Where that takes more than
  /// ``TimeMachineFile/mostBytes`` in all, it is told of the last actions only, so that a file of a
  /// large store is written in seconds; the states that are kept are in it all the same.
  ///
  /// Complexity: one encoding for each action and, with changes, one for each state without its
  /// tables and for each row that changed in these.
  ///
  /// - Parameters:
  ///   - client: Which of several programs or devices this is.
  ///   - notesChanges: Whether lines tell what the action changed and the hash of the state after
  ///     it, as far as that is not too much.
  /// - Returns: The trace.
  /// - Throws: What the encoding of a state or an action throws.
  public func trace(client: String? = nil, notesChanges: Bool = true) throws -> Trace {
    var history = TraceHistory(state: committedState, reducer: reducer, limit: max(1, count))
    // The numbers in the trace by those on the line.
    var numbers: [UInt64: UInt64] = [:]
    let isNumberedAnew = isEdited || !isNumberedInOrder
    var (made, state) = (line.startIndex, committedState)
    for position in 0..<count {
      let entry = self[position]
      var refusal: String?
      switch outcome(at: position) {
      case .committed: break
      case .skipped, .interrupted: continue
      case .refused(let reason): refusal = reason
      }
      var dispatched = entry.dispatched
      let source = dispatched.source
      if isNumberedAnew {
        let number = UInt64(history.count + 1)
        dispatched.source = source.numbered(number, cause: source.cause.flatMap { numbers[$0] })
        if let old = source.number { numbers[old] = number }
      }
      history.append(dispatched, at: entry.time, refusal: refusal) {
        let end = line.startIndex + position + 1
        // One that the store had counts, and not what a reducer that is not pure makes again.
        if let kept = nearest(to: end), kept.place > made {
          (made, state) = (kept.place, kept.state)
        }
        for place in made..<end { apply(place, to: &state) }
        made = end
        return state
      }
    }
    return try history.trace(
      client: client, mostBytes: notesChanges ? TimeMachineFile.mostBytes : 0)
  }

  /// Whether the numbers of the actions are those of a trace: rising, and greater than that of the
  /// cause.
  private var isNumberedInOrder: Bool {
    var last: UInt64 = 0
    return line.allSatisfy { entry in
      let source = entry.dispatched.source
      guard let number = source.number, number > source.cause ?? 0 else { return false }
      defer { last = number }
      return number > last
    }
  }

  /// About how many bytes all states of the line take, written down.
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
    func performed(
      _ action: TraceValue, _ time: UInt64, _ client: String? = nil
    ) -> TraceValue {
      var lift: [String: TraceValue] = [
        "type": .string("PERFORM_ACTION"), "action": action,
        "timestamp": .number("\(time / 1_000)"),
      ]
      // Theirs have none and pass over it.
      lift["client"] = client.map { .string($0) }
      return .object(lift)
    }
    // Their actions are numbered from the @@INIT, which has number 0.
    var actions = ["0": performed(.object(["type": .string("@@INIT")]), entries.first?.time ?? 0)]
    var state = committedState
    var computed: [TraceValue] = [.object(["state": try TraceValue(encoding: state)])]
    var left: [TraceValue] = []
    for position in 0..<count {
      let entry = self[position]
      let dispatched = entry.dispatched
      actions["\(position + 1)"] = performed(
        try Self.typed(dispatched.action), entry.time, dispatched.source.client)
      apply(line.startIndex + position, to: &state)
      var picture = ["state": try TraceValue(encoding: state)]
      switch outcome(at: position) {
      case .committed: break
      case .skipped:
        left.append(number(position + 1))
        // As theirs do it: the picture is the one before.
        picture["error"] = computed.last?["error"]
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
    let committed = (0..<count).filter { outcome(at: $0) == .committed }
      .map { self[$0].dispatched }
    let actions = try committed.map { try Self.typed($0.action) }
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

  private static func typed(_ action: Action) throws -> TraceValue {
    let value = try TraceValue(encoding: action)
    if value["type"] != nil { return value }
    return .object(["type": .string(value.actionName), "payload": value])
  }
}
