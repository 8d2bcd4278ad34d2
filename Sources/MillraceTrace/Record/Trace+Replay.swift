// SPDX-License-Identifier: Apache-2.0

public import Millrace

extension Trace {
  /// Decodes the first state and the actions as values of a program's types.
  ///
  /// Complexity: one decoding per action.
  ///
  /// - Parameters:
  ///   - state: The program's type of state.
  ///   - action: The program's type of action.
  /// - Returns: The first state, and the actions with their numbers and clients.
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
    for line in lines {
      var dispatched = try line.decoded(as: action)
      if line.client == nil, let client = header.client {
        dispatched.source = dispatched.source.of(client: client)
      }
      actions.append(dispatched)
    }
    return (initial, actions)
  }

  /// Runs the actions with a program's reducer and compares the results with the recorded ones.
  ///
  /// The trace contains the actions that effects sent, therefore only the reducer runs. Three
  /// results are compared:
  /// - whether an action is committed or rejected,
  /// - the hash of the state, if the line has a hash,
  /// - the state, if the trace has a keyframe for it. Each keyframe after the first one must belong
  ///   to an action of the trace.
  ///
  /// Complexity: one run of the reducer per action, and one encoding for each state whose hash is
  /// compared, in which only the changed rows of an `EntityTable` are encoded. Each keyframe,
  /// and each hash that an earlier version of the library wrote, costs one encoding of the whole
  /// state. If a hash differs, the actions before it run once more.
  ///
  /// A part of the state whose text differs in each run, such as a `Set` or a random identifier,
  /// can be ignored. The hash of a state includes that part. Where it differs, the paths of the
  /// other parts that the action changed are compared instead; the values of these parts are
  /// compared where the trace has the state.
  ///
  /// - Parameters:
  ///   - reducer: The program's reducer.
  ///   - ignored: Paths of parts. Such a part, its own parts, and the parts that contain it are not
  ///     compared.
  /// - Returns: The last state.
  /// - Throws: A ``TraceError`` that names the first action with another result, and the
  ///   difference. If the trace has only a hash of the recorded state, the error names the parts
  ///   that the action changed when it was recorded, and the changes of the replay. If a keyframe
  ///   belongs to no action, the error is ``TraceError/strayKeyframe(number:)``. If a state cannot
  ///   be encoded, it is ``TraceError/unreadableState(after:reason:)``. If the trace cannot be
  ///   decoded, the error is the same as that of `decoded`.
  @discardableResult
  public func replay<State: Codable, Action: Codable>(
    _ reducer: some FeatureType<State, Action>, ignoring ignored: [TracePath] = []
  ) throws(TraceError) -> State {
    try compared(with: reducer, ignoring: ignored).state
  }

  /// Does the work of ``replay(_:ignoring:)``.
  ///
  /// - Returns: The first state and the actions, the last state, and the number of actions after
  ///   which a state was compared.
  package func compared<State: Codable, Action: Codable>(
    with reducer: some FeatureType<State, Action>, ignoring ignored: [TracePath] = []
  ) throws(TraceError) -> (
    first: State, actions: [DispatchedAction<Action>], state: State, count: Int
  ) {
    let feature = Reducer(dropping: reducer.feature)
    let (first, actions) = try decoded(State.self, Action.self)
    let written = WrittenState()
    try Self.write(first, to: written, after: keyframes[0].number)
    var (state, count) = (first, 0)
    var frames = keyframes.dropFirst()[...]
    for (index, (line, dispatched)) in zip(lines, actions).enumerated() {
      let error = feature.step(&state, dispatched.action)
      if (error == nil) != (line.rejection == nil) {
        throw .otherOutcome(
          number: line.number, recorded: line.rejection.map { "refused: \($0)" } ?? "committed",
          now: error.map { "refused: \($0)" } ?? "committed")
      }
      if line.hash != nil || frames.first?.number == line.number { count += 1 }
      if let frame = frames.first, frame.number <= line.number {
        guard frame.number == line.number else { throw .strayKeyframe(number: frame.number) }
        frames.removeFirst()
        let encoded = try Self.encoded(of: state, after: line.number)
        if frame.state != encoded {
          let differences = frame.state.changes(to: encoded, limit: ignored.isEmpty ? 5 : .max)
            .filter { change in !ignored.contains { $0.concerns(change.path) } }
          if ignored.isEmpty || !differences.isEmpty {
            throw .divergence(
              number: line.number, differences: Self.texts(Array(differences.prefix(5))))
          }
        }
      }
      guard let hash = line.hash else { continue }
      let paths = try Self.write(state, to: written, after: line.number)
      if hash == written.hash { continue }
      if !ignored.isEmpty {
        guard let recorded = line.changed else { continue }
        let (then, now) = (Self.paths(recorded, ignored), Self.paths(paths, ignored))
        if then == now { continue }
        throw .divergence(
          number: line.number,
          differences: ["recorded was \(Self.text(then))", "now it is \(Self.text(now))"])
      }
      let encoded = try Self.encoded(of: state, after: line.number)
      if encoded.has(hash: hash) { continue }
      // The state before the action is computed only here: a copy of each state would make the
      // reducer copy the storage that it changes.
      var before = first
      for dispatched in actions[..<index] { feature.step(&before, dispatched.action) }
      let changed = try Self.encoded(of: before, after: line.number).changes(to: encoded, limit: 5)
      if changed.isEmpty, line.changed == [] {
        let difference = "only the hash of the state differs"
        throw .divergence(number: line.number, differences: [difference])
      }
      throw .divergence(
        number: line.number,
        differences: [
          "recorded was \(Self.text(line.changed))",
          "now it is \(changed.isEmpty ? "none" : Self.texts(changed).joined(separator: "; "))",
        ])
    }
    if let frame = frames.first { throw .strayKeyframe(number: frame.number) }
    return (first, actions, state, count)
  }

  /// The paths that concern none of the ignored parts.
  private static func paths(_ paths: [String], _ ignored: [TracePath]) -> [String] {
    paths.filter { text in
      guard let path = TracePath(text) else { return true }
      return !ignored.contains { $0.concerns(path) }
    }
  }

  @discardableResult
  private static func write(
    _ state: some Encodable, to written: WrittenState, after number: UInt64
  ) throws(TraceError) -> [String] {
    do { return try written.take(state) } catch {
      throw .unencodableState(after: number, error)
    }
  }

  /// Encodes the state after an action.
  ///
  /// - Throws: ``TraceError/unreadableState(after:reason:)``.
  package static func encoded(
    of state: some Encodable, after number: UInt64
  ) throws(TraceError) -> TraceValue {
    do { return try TraceValue(encoding: state) } catch {
      throw .unencodableState(after: number, error)
    }
  }

  private static func texts(_ changes: [TraceChange]) -> [String] { changes.map(\.description) }

  private static func text(_ changed: [String]?) -> String {
    guard let changed else { return "a change of unknown parts" }
    return changed.isEmpty ? "no change" : "a change of \(changed.joined(separator: ", "))"
  }
}

extension Trace.Line {
  /// Decodes the action as a value of a program's type.
  ///
  /// - Parameter type: The program's type of action.
  /// - Returns: The action with its source. The source has the client of the line, if there is one.
  /// - Throws: ``TraceError/unreadableAction(number:name:reason:)``.
  public func decoded<Action: Decodable>(
    as type: Action.Type
  ) throws(TraceError) -> DispatchedAction<Action> {
    let source = client == nil ? source : source.of(client: client)
    var value = TraceValue.null
    do {
      value = try TraceValue(json: action)
      return DispatchedAction(try value.decoded(as: type), source: source)
    } catch {
      let reason = TraceError.reason(error, decoding: value)
      throw .unreadableAction(number: number, name: name, reason: reason)
    }
  }
}
