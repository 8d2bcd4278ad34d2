// SPDX-License-Identifier: Apache-2.0

import Millrace

extension TraceHistory where State: Encodable, Action: Encodable {
  /// Creates a trace of the history, which can be written to a file.
  ///
  /// The trace contains placeholders instead of `Redacted` values.
  ///
  /// An action without a number, or with one that is not greater than that of the action before it,
  /// receives the number of the action before it plus one, and has no cause in the trace.
  ///
  /// Complexity: linear in the number of actions. With `notesChanges`, each action also costs one
  /// run of the reducer, one encoding of the state, and one comparison of the encoded parts. Only
  /// the changed rows of an `EntityTable` are encoded. If the encoded states of all actions take
  /// more than 256 MB, or are estimated to, only the changes of the latest actions are determined.
  ///
  /// - Parameters:
  ///   - client: The name of the recorded program or device, or nil. It is written to the header.
  ///   - clientOf: Returns the name of the client that sent an action, by default the client of the
  ///     action's source. If it returns nil, the line has no client, and the client of the header
  ///     applies.
  ///   - notesChanges: True if each line contains the paths that the action changed and the hash of
  ///     the state after it, up to the limit of 256 MB.
  /// - Returns: The trace.
  /// - Throws: The error of the encoding of a state or an action.
  public func trace(
    client: String? = nil, clientOf: (DispatchedAction<Action>) -> String? = { $0.source.client },
    notesChanges: Bool = true
  ) throws -> Trace {
    try trace(client: client, clientOf: clientOf, mostBytes: notesChanges ? Self.mostBytes : 0)
  }

  /// The maximum number of bytes of encoded states from which the changes are determined.
  package static var mostBytes: Int { 256 << 20 }

  /// Creates a trace of the history; see ``trace(client:clientOf:notesChanges:)``.
  ///
  /// The changes are determined while the encoded states take at most `mostBytes`. If all actions
  /// take more, or are estimated to, only the lines of the latest ones contain changes.
  package func trace(
    client: String? = nil, clientOf: (DispatchedAction<Action>) -> String? = { $0.source.client },
    mostBytes: Int
  ) throws -> Trace {
    var trace = Trace(
      header: .init(state: "\(State.self)", action: "\(Action.self)", client: client))
    trace.lines.reserveCapacity(count)
    for position in 0..<count {
      let entry = self[position]
      let sender = clientOf(DispatchedAction(entry.action, source: entry.source))
      let next = (trace.lines.last?.number ?? 0) + 1
      trace.lines.append(
        Trace.Line(
          source: entry.source.number ?? 0 < next ? entry.source.numbered(next) : entry.source,
          client: sender == client ? nil : sender, time: entry.time,
          action: try TraceValue(encoding: entry.action).json, rejection: reason(at: position)))
    }
    let firstNumber = trace.lines.first?.number ?? 1
    trace.keyframes = try states.map { (count, state) in
      let number = count > 0 ? trace.lines[count - 1].number : firstNumber - 1
      return Trace.Keyframe(number: number, state: try TraceValue(encoding: state))
    }
    var first = try firstNoted(mostBytes)
    while let next = try noteChanges(on: &trace.lines, from: first, mostBytes) { first = next }
    return trace
  }

  /// Writes the changes and the hashes to the lines of the actions from a position on.
  ///
  /// - Returns: Nil if this has succeeded. If the encoded states take too many bytes, the lines are
  ///   unchanged, and the result is the position to begin at in the next attempt.
  private func noteChanges(
    on lines: inout [Trace.Line], from first: Int, _ mostBytes: Int
  ) throws -> Int? {
    guard first < count else { return nil }
    let written = WrittenState()
    var state = state(after: first)
    try written.take(state)
    let start = written.bytes
    for position in first..<count {
      guard written.bytes <= mostBytes else {
        for noted in first..<position {
          lines[noted].changed = nil
          lines[noted].hash = nil
        }
        let each = max(1, (written.bytes - start) / max(1, position - first))
        // Each attempt covers at most half of the actions of the one before, which limits the
        // number of attempts.
        return count - min(max(0, mostBytes - start) / each, (count - first) / 2)
      }
      let entry = self[position]
      if !entry.isRefused { step(&state, entry.action) }
      lines[position].changed = entry.isRefused ? [] : try written.take(state)
      lines[position].hash = written.hash
    }
    return nil
  }

  /// Estimates the position of the first action whose changes can be determined within the limit.
  ///
  /// The estimate assumes that each state has the size of the first or the last one, whichever is
  /// larger. The real size can exceed it: a state between them can be larger, and rows of tables
  /// are not counted.
  private func firstNoted(_ mostBytes: Int) throws -> Int {
    if mostBytes <= 0 { return count }
    if mostBytes == .max { return 0 }
    let size = try [0, count].map { count in
      let written = WrittenState()
      try written.take(state(after: count))
      return written.stateBytes
    }.max()
    return count - min(count, mostBytes / max(1, size ?? 1))
  }
}

extension ActionSource {
  /// Returns a copy with another number and another cause.
  package func numbered(_ number: UInt64, cause: UInt64? = nil) -> ActionSource {
    ActionSource(
      recordedFileID: fileID, function: function, line: line, info: info, number: number,
      cause: cause, effect: effect, client: client)
  }
}
