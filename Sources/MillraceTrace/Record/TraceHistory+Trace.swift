// SPDX-License-Identifier: Apache-2.0

import Millrace

extension TraceHistory where State: Encodable, Action: Encodable {
  /// The history as it is written to a file; secrets are not in it.
  ///
  /// Complexity: linear in the actions; with changes, each action costs one run of the reducer, one
  /// encoding of the state and one comparison with the one before.
  ///
  /// - Parameters:
  ///   - client: Which of several programs or devices was recorded.
  ///   - clientOf: Which of several clients sent an action; nil for the one that was recorded.
  ///   - notesChanges: Whether each line tells what the action changed and the hash of the state
  ///     after it.
  /// - Returns: The trace.
  /// - Throws: What the encoding of a state or an action throws.
  public func trace(
    client: String? = nil, clientOf: (DispatchedAction<Action>) -> String? = { _ in nil },
    notesChanges: Bool = true
  ) throws -> Trace {
    var trace = Trace(
      header: .init(state: "\(State.self)", action: "\(Action.self)", client: client))
    trace.lines.reserveCapacity(count)
    trace.keyframes = try keyframes.map { keyframe in
      let number = keyframe.place > start ? entry(at: keyframe.place - 1).number : firstNumber - 1
      return Trace.Keyframe(number: number, state: try TraceValue(encoding: keyframe.state))
    }
    var state = keyframes[0].state
    var picture = trace.keyframes[0].state
    var hash = picture.hash
    for position in 0..<count {
      let entry = self[position]
      let sender = clientOf(DispatchedAction(entry.action, source: entry.source))
      var line = Trace.Line(
        source: entry.source, client: sender == client ? nil : sender, time: entry.time,
        action: try TraceValue(encoding: entry.action).json, rejection: reason(at: position))
      if notesChanges {
        if !entry.isRefused {
          step(&state, entry.action)
          let next = try TraceValue(encoding: state)
          line.changed = Trace.paths(from: picture, to: next)
          if line.changed != [] { hash = next.hash }
          picture = next
        } else {
          line.changed = []
        }
        line.hash = hash
      }
      trace.lines.append(line)
    }
    return trace
  }

  /// The number of the oldest action, or of the next one if there is none.
  private var firstNumber: UInt64 { count > 0 ? self[0].number : 1 }
}

extension Trace {
  /// How many changed parts a line names; where there are more, it names what they are parts of.
  public static var mostChanges: Int { 8 }

  /// The parts of a state that are different in another one, as a line names them.
  ///
  /// Of more than ``mostChanges`` the greater parts that hold them are named.
  ///
  /// Complexity: linear in the size of both.
  public static func paths(from old: TraceValue, to new: TraceValue) -> [String] {
    var paths = old.changes(to: new).map(\.path)
    while paths.count > mostChanges, let depth = paths.map(\.steps.count).max(), depth > 1 {
      var shorter: [TracePath] = []
      for path in paths {
        let part = TracePath(Array(path.steps.prefix(depth - 1)))
        if shorter.last != part { shorter.append(part) }
      }
      paths = shorter
    }
    if paths.count > mostChanges { paths = [TracePath()] }
    return paths.map(\.description)
  }
}
