// SPDX-License-Identifier: Apache-2.0

import Millrace

extension TraceHistory where State: Encodable, Action: Encodable {
  /// The history as it is written to a file; secrets are not in it.
  ///
  /// An action without a number gets the one after that of the action before it.
  ///
  /// Complexity: linear in the actions; with changes, each action costs one run of the reducer, one
  /// encoding of the state without its `EntityTable`s and of the rows that changed in these, and
  /// one comparison of as much. Where that takes more than 256 MB in all, it is done for the last
  /// actions only.
  ///
  /// - Parameters:
  ///   - client: Which of several programs or devices was recorded.
  ///   - clientOf: Which of several clients sent an action, by default the one that its source
  ///     tells; nil for the one that was recorded.
  ///   - notesChanges: Whether each line tells what the action changed and the hash of the state
  ///     after it, as far as that is not too much.
  /// - Returns: The trace.
  /// - Throws: What the encoding of a state or an action throws.
  public func trace(
    client: String? = nil, clientOf: (DispatchedAction<Action>) -> String? = { $0.source.client },
    notesChanges: Bool = true
  ) throws -> Trace {
    try trace(client: client, clientOf: clientOf, mostBytes: notesChanges ? Self.mostBytes : 0)
  }

  /// The most bytes of states that are written down to tell what actions changed.
  package static var mostBytes: Int { 256 << 20 }

  /// The same, with what was changed as long as no more bytes of states are written for it: of the
  /// last actions, if all take more.
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
          source: entry.source.number == nil ? entry.source.numbered(next) : entry.source,
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

  /// Notes on the lines of the actions from a position on what these changed.
  ///
  /// - Returns: Where to begin instead, if this takes too many bytes; nothing is noted then.
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
        // At most half of them, so that it ends after a few tries.
        return count - min(max(0, mostBytes - start) / each, (count - first) / 2)
      }
      let entry = self[position]
      if !entry.isRefused { step(&state, entry.action) }
      lines[position].changed = entry.isRefused ? [] : try written.take(state)
      lines[position].hash = written.hash
    }
    return nil
  }

  /// The first action of which it is tried to tell what it changed.
  ///
  /// That may be too early: states between the first and the last may be larger than both, and rows
  /// of tables are not counted.
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
  /// The same with a number.
  package func numbered(_ number: UInt64, cause: UInt64? = nil) -> ActionSource {
    ActionSource(
      recordedFileID: fileID, function: function, line: line, info: info, number: number,
      cause: cause, effect: effect, client: client)
  }
}
