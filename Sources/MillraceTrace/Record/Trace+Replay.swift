// SPDX-License-Identifier: Apache-2.0

public import Millrace

/// How the types of a trace's actions compare with those of a program.
public struct TraceCheck: Sendable, Hashable, CustomStringConvertible {
  /// What has become of a type of action.
  public enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// All actions of this type are read as they were written.
    case same
    /// The program has it and the trace does not.
    case added
    /// The trace has it and the program does not.
    case removed
    /// The program has it, and the trace has it with other values.
    case changed
  }

  /// The verdicts by the names of the types.
  public var verdicts: [String: Verdict]

  /// Whether all of the trace's actions can be read.
  public var isFine: Bool { verdicts.values.allSatisfy { $0 == .same || $0 == .added } }

  /// One line for each type, in alphabetical order.
  public var description: String {
    verdicts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
  }
}

extension Trace {
  /// Compares the types of its actions with those of a program.
  ///
  /// An action is the same if it is read and written again as it was. Names that the program has
  /// and the trace does not are known only where the program's own are given.
  ///
  /// Complexity: one decoding and one encoding per action.
  ///
  /// - Parameters:
  ///   - type: The program's type of action.
  ///   - names: The names of the program's actions, as ``Line/name`` writes them.
  /// - Returns: A verdict for each type.
  public func check<Action: Codable>(
    against type: Action.Type, names: Set<String> = []
  ) -> TraceCheck {
    var verdicts: [String: TraceCheck.Verdict] = [:]
    for line in lines {
      let value = (try? TraceValue(json: line.action)) ?? .null
      let name = value.actionName
      if let known = verdicts[name], known != .same { continue }
      guard let action = try? value.decoded(as: type) else {
        let isKnown = names.contains(name) || verdicts[name] == .same
        verdicts[name] = isKnown ? .changed : .removed
        continue
      }
      let again = try? TraceValue(encoding: action)
      verdicts[name] = again == value ? .same : .changed
    }
    for name in names where verdicts[name] == nil { verdicts[name] = .added }
    return TraceCheck(verdicts: verdicts)
  }

  /// Reads the actions and the first state as values of a program.
  ///
  /// Complexity: one decoding per action.
  ///
  /// - Parameters:
  ///   - state: The program's type of state.
  ///   - action: The program's type of action.
  /// - Returns: The first state, and the actions with their numbers.
  /// - Throws: ``TraceError/noState``, ``TraceError/unreadableState(after:reason:)`` or
  ///   ``TraceError/unreadableAction(number:name:reason:)``.
  public func decoded<State: Decodable, Action: Decodable>(
    _ state: State.Type, _ action: Action.Type
  ) throws(TraceError) -> (state: State, actions: [DispatchedAction<Action>]) {
    guard let first = keyframes.first, first.number < lines.first?.number ?? .max else {
      throw .noState
    }
    let initial: State
    do { initial = try first.state.decoded(as: state) } catch {
      throw .unreadableState(after: first.number, reason: TraceError.reason(error))
    }
    var actions: [DispatchedAction<Action>] = []
    actions.reserveCapacity(lines.count)
    for line in lines { actions.append(try line.decoded(as: action)) }
    return (initial, actions)
  }

  /// Runs the actions again with a program's reducer and compares what comes of them.
  ///
  /// What effects sent is among the actions, so that only the reducer runs. Compared are what was
  /// refused, the hashes of the states where lines have them, and the states that were kept.
  ///
  /// Complexity: one run of the reducer per action, and one encoding for each state that is
  /// compared.
  ///
  /// - Parameter reducer: The program's reducer.
  /// - Returns: The last state.
  /// - Throws: The ``TraceError`` that names the first action which differs, and how; where the
  ///   recorded state was not kept, it tells what was changed then and what is now.
  @discardableResult
  public func replay<State: Codable, Action: Codable>(
    _ reducer: some FeatureType<State, Action>
  ) throws(TraceError) -> State {
    let feature = Reducer(dropping: reducer.feature)
    let (first, actions) = try decoded(State.self, Action.self)
    var state = first
    var frames = keyframes.dropFirst()[...]
    for (line, dispatched) in zip(lines, actions) {
      let before = state
      let error = feature.step(&state, dispatched.action)
      if (error == nil) != (line.rejection == nil) {
        throw .otherOutcome(
          number: line.number, recorded: line.rejection.map { "refused: \($0)" } ?? "committed",
          now: error.map { "refused: \($0)" } ?? "committed")
      }
      let frame = frames.first?.number == line.number ? frames.popFirst() : nil
      guard line.hash != nil || frame != nil else { continue }
      let picture = try Self.picture(of: state, after: line.number)
      if let frame, frame.state != picture {
        throw .divergence(
          number: line.number, differences: Self.texts(frame.state.changes(to: picture, limit: 5)))
      }
      if let hash = line.hash, hash != picture.hash {
        let changed = try Self.picture(of: before, after: line.number).changes(
          to: picture, limit: 5)
        throw .divergence(
          number: line.number,
          differences: [
            "recorded was a change of \(line.changed?.joined(separator: ", ") ?? "unknown parts")",
            "now it is \(changed.isEmpty ? "none" : Self.texts(changed).joined(separator: "; "))",
          ])
      }
    }
    return state
  }

  private static func picture(
    of state: some Encodable, after number: UInt64
  ) throws(TraceError) -> TraceValue {
    do { return try TraceValue(encoding: state) } catch {
      throw .unreadableState(after: number, reason: "\(error)")
    }
  }

  private static func texts(_ changes: [TraceChange]) -> [String] { changes.map(\.description) }
}

extension Trace.Line {
  /// Reads the action as a value of a program.
  ///
  /// - Parameter type: The program's type of action.
  /// - Returns: The action with its source.
  /// - Throws: ``TraceError/unreadableAction(number:name:reason:)``.
  public func decoded<Action: Decodable>(
    as type: Action.Type
  ) throws(TraceError) -> DispatchedAction<Action> {
    do {
      return DispatchedAction(try TraceValue(json: action).decoded(as: type), source: source)
    } catch {
      throw .unreadableAction(number: number, name: name, reason: TraceError.reason(error))
    }
  }
}
