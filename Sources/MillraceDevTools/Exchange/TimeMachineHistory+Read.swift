// SPDX-License-Identifier: Apache-2.0

public import Millrace
public import MillraceTrace

extension TimeMachineHistory where State: Codable, Action: Codable {
  /// Reads a timeline from the text of a file: a trace of Millrace, a lifted state of Redux
  /// DevTools, or an export of the Redux DevTools extension.
  ///
  /// For a trace, and for a lifted state that contains `computedStates`, the reducer runs the
  /// actions, and the states are compared with those of the file.
  ///
  /// Complexity: one decoding for each action, or two if it has a `payload`. With a comparison also
  /// one run of the reducer for each action, and one encoding for each state that is compared.
  ///
  /// - Parameters:
  ///   - text: The text of the file.
  ///   - initialState: The first state, if a file of Redux DevTools has none.
  ///   - reducer: The program's reducer.
  ///   - limit: The maximum number of actions.
  /// - Throws: A `TraceError`. If a state of the file differs from the computed state, it is
  ///   `TraceError.divergence(number:differences:)`.
  public init(
    reading text: String, initialState: State, reducer: Reducer<State, Action>,
    limit: Int = 100_000
  ) throws(TraceError) {
    if let trace = try Self.trace(in: text) {
      try self.init(trace, reducer: reducer, limit: limit)
      return
    }
    let value = try TraceValue(file: text)
    if value["actionsById"] != nil {
      try self.init(lifted: value, initialState, reducer, limit)
    } else if let payload = value["payload"] {
      try self.init(
        payload: payload, value["preloadedState"], clients: value["clients"], initialState, limit)
    } else {
      throw Self.unknownForm
    }
  }

  /// Compares the types of the actions in a file with those of the program.
  ///
  /// Complexity: at most one encoding and three decodings for each action.
  ///
  /// - Parameters:
  ///   - text: The text of a file in one of the formats of ``TimeMachineFile``.
  ///   - names: Names of the program's actions that its types do not list; see
  ///     `Trace.check(against:names:)`.
  /// - Returns: A verdict for each type of action.
  /// - Throws: A `TraceError` if the file cannot be read in any of these formats.
  public static func check(
    _ text: String, names: Set<String> = []
  ) throws(TraceError) -> TraceCheck {
    if let trace = try Self.trace(in: text) {
      return trace.check(against: Action.self, names: names)
    }
    let value = try TraceValue(file: text)
    var actions: [TraceValue] = []
    if case .object(let lifted)? = value["actionsById"] {
      let staged = value["stagedActionIds"]?.array?.dropFirst().compactMap(\.integer) ?? []
      // A small file can contain the id of one large action many times: it is compared only once.
      var seen: Set<UInt64> = []
      actions = staged.filter { seen.insert($0).inserted }
        .compactMap { lifted["\($0)"]?["action"] }
    } else if let payload = value["payload"] {
      actions = try parsed(payload).array ?? []
    } else {
      throw unknownForm
    }
    return TraceCheck(of: actions.map { unwrapped(action: $0) }, against: Action.self, names: names)
  }

  /// Reads the trace, or returns nil if the first line that is not blank is not a header.
  private static func trace(in text: String) throws(TraceError) -> Trace? {
    let rest = text.utf8.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    let first = String(Substring(rest.prefix { $0 != 0x0A }))
    guard let head = try? TraceValue(json: first), head["millrace"] != nil else { return nil }
    return try Trace(text: text)
  }

  /// The encoded action of the program: the value itself, or its `payload` if the export has added
  /// a `type`.
  private static func unwrapped(action value: TraceValue) -> TraceValue {
    let forms = forms(of: value)
    return forms.first { (try? $0.decoded(as: Action.self)) != nil } ?? forms[0]
  }

  /// The values that can be the encoded action: the value itself and its `payload`, the more likely
  /// one first.
  ///
  /// The program's own actions can have members with the names `type` and `payload`. The export
  /// wraps only an action without a `type`, and its `type` is then the name of the `payload`.
  private static func forms(of value: TraceValue) -> [TraceValue] {
    guard let payload = value["payload"] else { return [value] }
    let isWrapped = payload["type"] == nil && payload.actionName == value["type"]?.string
    return isWrapped ? [payload, value] : [value, payload]
  }

  private static var unknownForm: TraceError {
    .notATrace(
      """
      The file has neither the header of a trace nor "actionsById" nor "payload", as the files \
      of Millrace and of Redux DevTools have
      """)
  }

  /// The error for a file of Redux DevTools, which is a single JSON value.
  private static func malformed(_ field: String) -> TraceError {
    .malformed(line: 0, field: field)
  }

  private init(
    _ trace: Trace, reducer: Reducer<State, Action>, limit: Int
  ) throws(TraceError) {
    guard trace.lines.count <= limit else {
      throw .tooLong(count: trace.lines.count, limit: limit)
    }
    let run = try trace.compared(with: reducer)
    self.init(
      state: run.first,
      entries: zip(run.actions, trace.lines).map { Entry($0, time: $1.time) })
  }

  /// Reads an export of the Redux DevTools extension.
  ///
  /// The values of `payload` and `preloadedState` are JSON values, or texts that contain JSON.
  private init(
    payload: TraceValue, _ preloaded: TraceValue?, clients: TraceValue?,
    _ initialState: State, _ limit: Int
  ) throws(TraceError) {
    let actions = try Self.parsed(payload)
    guard let list = actions.array else { throw Self.malformed("payload") }
    guard list.count <= limit else { throw .tooLong(count: list.count, limit: limit) }
    let state = try preloaded.map { value throws(TraceError) in
      try Self.state(Self.parsed(value), after: 0)
    }
    let names = clients?.array ?? []
    guard clients == nil || names.count == list.count else {
      throw Self.malformed("clients")
    }
    var entries: [Entry] = []
    for (index, action) in list.enumerated() {
      let client = names.isEmpty ? nil : names[index].string
      entries.append(
        Entry(try Self.action(action, number: UInt64(index + 1), client: client), time: 0))
    }
    self.init(state: state ?? initialState, entries: entries)
  }

  /// Returns the JSON value that a text contains, or a value that is not a text unchanged.
  private static func parsed(_ value: TraceValue) throws(TraceError) -> TraceValue {
    if let text = value.string { try TraceValue(file: text) } else { value }
  }

  private init(
    lifted: TraceValue, _ initialState: State, _ reducer: Reducer<State, Action>, _ limit: Int
  ) throws(TraceError) {
    guard let actions = lifted["actionsById"] else { throw Self.malformed("actionsById") }
    guard let staged = lifted["stagedActionIds"]?.array, staged.first == .number("0") else {
      throw Self.malformed("stagedActionIds")
    }
    guard staged.count - 1 <= limit else { throw .tooLong(count: staged.count - 1, limit: limit) }
    guard let skippedIDs = (lifted["skippedActionIds"] ?? .array([])).array else {
      throw Self.malformed("skippedActionIds")
    }
    let skipped = Set(skippedIDs.compactMap(\.integer))
    guard let index = lifted["currentStateIndex"]?.integer, index < UInt64(staged.count) else {
      throw Self.malformed("currentStateIndex")
    }
    var state = initialState
    if let committed = lifted["committedState"], committed != .null {
      state = try Self.state(committed, after: 0)
    }
    var entries: [Entry] = []
    var seen: Set<UInt64> = [0]
    for value in staged.dropFirst() {
      guard let id = value.integer, seen.insert(id).inserted else {
        throw Self.malformed("stagedActionIds")
      }
      guard let lifted = actions["\(id)"], let action = lifted["action"] else {
        throw Self.malformed("actionsById.\(id)")
      }
      let time = lifted["timestamp"]?.integer.map { $0.multipliedReportingOverflow(by: 1_000) }
      entries.append(
        Entry(
          try Self.action(action, number: id, client: lifted["client"]?.string),
          time: time.map { $0.overflow ? 0 : $0.partialValue } ?? 0,
          isSkipped: skipped.contains(id)))
    }
    self.init(state: state, entries: entries, index: Int(index))
    if let computed = lifted["computedStates"] {
      guard let states = computed.array, states.count == staged.count else {
        throw Self.malformed("computedStates")
      }
      try compare(with: states, reducer)
    }
  }

  /// Runs the actions and compares the computed states with the recorded ones.
  private func compare(
    with states: [TraceValue], _ reducer: Reducer<State, Action>
  ) throws(TraceError) {
    var state = self.state
    for position in 0...entries.count {
      if position > 0, !entries[position - 1].isSkipped {
        reducer.step(&state, entries[position - 1].dispatched.action)
      }
      guard states[position]["error"] == nil, let recorded = states[position]["state"] else {
        continue
      }
      let computed = try Trace.encoded(of: state, after: UInt64(position))
      // The recorded state is decoded and encoded: equal numbers can have different texts.
      guard recorded != computed, try Self.encodedAgain(recorded, after: position) != computed
      else { continue }
      throw .divergence(
        number: UInt64(position),
        differences: recorded.changes(to: computed, limit: 5).map(\.description))
    }
  }

  private static func encodedAgain(
    _ value: TraceValue, after position: Int
  ) throws(TraceError) -> TraceValue {
    let number = UInt64(position)
    return try Trace.encoded(of: state(value, after: number), after: number)
  }

  private static func state(
    _ value: TraceValue, after number: UInt64
  ) throws(TraceError) -> State {
    do { return try value.decoded(as: State.self) } catch {
      throw .unreadableState(after: number, reason: TraceError.reason(error))
    }
  }

  /// Decodes an action of a file; see ``forms(of:)``.
  private static func action(
    _ value: TraceValue, number: UInt64, client: String?
  ) throws(TraceError) -> DispatchedAction<Action> {
    let source = ActionSource(
      recordedFileID: "imported", function: value.actionName, line: 0, number: number,
      client: client)
    var reasons: [String] = []
    for form in forms(of: value) {
      do { return DispatchedAction(try form.decoded(as: Action.self), source: source) } catch {
        reasons.append(TraceError.reason(error, decoding: form))
      }
    }
    throw .unreadableAction(number: number, name: value.actionName, reason: reasons[0])
  }
}

extension TimeMachineState where Action: Encodable {
  /// The maximum number of actions whose names are collected.
  private static var mostNamed: Int { 10_000 }

  /// The names of the latest actions on the timeline.
  ///
  /// Complexity: one encoding for each of the last 10,000 actions.
  package var actionNames: Set<String> {
    let actions = (max(0, count - Self.mostNamed)..<count).lazy.map { self[$0].dispatched.action }
    return Set(actions.compactMap { try? TraceValue(encoding: $0).actionName })
  }
}

extension TimeMachine where State: Codable, Action: Codable {
  /// Reads a file, as `TimeMachineHistory(reading:…)` does, and replaces the timeline with that of
  /// the file.
  ///
  /// The store is not changed. ``returnToPresent()`` replaces the timeline with an empty one that
  /// begins with the state of the store.
  ///
  /// Complexity: that of `TimeMachineHistory(reading:…)`, `TimeMachineHistory.check(_:names:)` and
  /// the command `load`.
  ///
  /// - Parameter text: The text of the file.
  /// - Returns: The comparison of the types of action in the file with those of the program. None
  ///   is removed, because all actions of the file can be decoded. A type is changed if the program
  ///   encodes its actions in another way. The added types are known from the lists of cases and
  ///   from the actions on the timeline. For a file that cannot be loaded, call
  ///   `TimeMachineHistory.check(_:names:)`.
  /// - Throws: A `TraceError`. Then the timeline is unchanged.
  @discardableResult
  public func load(_ text: String) throws(TraceError) -> TraceCheck {
    let line = self.line
    let history = try TimeMachineHistory<State, Action>(
      reading: text, initialState: line.initialState, reducer: line.reducer, limit: line.maxAge)
    let check = try TimeMachineHistory<State, Action>.check(text, names: line.actionNames)
    self(.load(history))
    return check
  }
}
