// SPDX-License-Identifier: Apache-2.0

public import Millrace
public import MillraceTrace

extension TimeMachineHistory where State: Codable, Action: Codable {
  /// Reads a line of actions from a file: a trace of ours, a lifted state of Redux DevTools, or the
  /// file that their extension exports.
  ///
  /// Everything is read and checked before anything is made of it. Where the file has states, the
  /// actions are run again and the states compared.
  ///
  /// Complexity: one decoding and one run of the reducer for each action, and one encoding for each
  /// state that is compared.
  ///
  /// - Parameters:
  ///   - text: The text of the file.
  ///   - initialState: The first state where the file has none.
  ///   - reducer: The program's reducer.
  ///   - limit: The most actions that are taken.
  /// - Throws: A `TraceError` that says what is wrong and where. A difference between a state of
  ///   the file and the same state now is `TraceError.divergence(number:differences:)`.
  public init(
    reading text: String, initialState: State, reducer: Reducer<State, Action>,
    limit: Int = 100_000
  ) throws(TraceError) {
    if let trace = try Self.trace(in: text) {
      try self.init(trace, reducer: reducer, limit: limit)
      return
    }
    let value = try TraceValue(json: text)
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
  /// Complexity: one decoding and one encoding for each action.
  ///
  /// - Parameters:
  ///   - text: The text of a file, of one of the forms that are read.
  ///   - names: Names of the program's actions that its types do not list; see
  ///     `Trace.check(against:names:)`.
  /// - Returns: What has become of each type.
  /// - Throws: A `TraceError` if the file is of none of these forms.
  public static func check(
    _ text: String, names: Set<String> = []
  ) throws(TraceError) -> TraceCheck {
    if let trace = try Self.trace(in: text) {
      return trace.check(against: Action.self, names: names)
    }
    let value = try TraceValue(json: text)
    var actions: [TraceValue] = []
    if case .object(let lifts)? = value["actionsById"] {
      let staged = value["stagedActionIds"]?.array?.dropFirst().compactMap(\.integer) ?? []
      // A small file may name one large action any number of times.
      var seen: Set<UInt64> = []
      actions = staged.filter { seen.insert($0).inserted }
        .compactMap { lifts["\($0)"]?["action"] }
    } else if let payload = value["payload"] {
      actions = try unwrapped(payload).array ?? []
    } else {
      throw unknownForm
    }
    return TraceCheck(of: actions.map { unwrapped(action: $0) }, against: Action.self, names: names)
  }

  /// The trace, if the first line that is not blank is the header of one.
  private static func trace(in text: String) throws(TraceError) -> Trace? {
    let rest = text.utf8.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    let first = String(Substring(rest.prefix { $0 != 0x0A }))
    guard let head = try? TraceValue(json: first), head["millrace"] != nil else { return nil }
    return try Trace(text: text)
  }

  /// An action as the program writes it, which may be the `payload` of one that has a `type`.
  private static func unwrapped(action value: TraceValue) -> TraceValue {
    let forms = forms(of: value)
    return forms.first { (try? $0.decoded(as: Action.self)) != nil } ?? forms[0]
  }

  /// What an action in a file may be, the likelier first: it, and its `payload`.
  ///
  /// The program's own actions may have members of these names. One that has a `type` is written
  /// as it is, so that of one that was wrapped here the `payload` has none, and gave its name to
  /// the `type`.
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

  private init(
    _ trace: Trace, reducer: Reducer<State, Action>, limit: Int
  ) throws(TraceError) {
    guard trace.lines.count <= limit else {
      throw .tooLong(count: trace.lines.count, limit: limit)
    }
    try trace.replay(reducer)
    let (state, actions) = try trace.decoded(State.self, Action.self)
    self.init(
      state: state,
      entries: zip(actions, trace.lines).map { Entry($0, time: $1.time) })
  }

  /// The file of the extension: both values are texts of JSON, or JSON itself.
  private init(
    payload: TraceValue, _ preloaded: TraceValue?, clients: TraceValue?,
    _ initialState: State, _ limit: Int
  ) throws(TraceError) {
    let actions = try Self.unwrapped(payload)
    guard let list = actions.array else { throw .malformed(line: 1, field: "payload") }
    guard list.count <= limit else { throw .tooLong(count: list.count, limit: limit) }
    let state = try preloaded.map { value throws(TraceError) in
      try Self.state(Self.unwrapped(value), after: 0)
    }
    let names = clients?.array ?? []
    guard clients == nil || names.count == list.count else {
      throw .malformed(line: 1, field: "clients")
    }
    var entries: [Entry] = []
    for (index, action) in list.enumerated() {
      let client = names.isEmpty ? nil : names[index].string
      entries.append(
        Entry(try Self.action(action, number: UInt64(index + 1), client: client), time: 0))
    }
    self.init(state: state ?? initialState, entries: entries)
  }

  private static func unwrapped(_ value: TraceValue) throws(TraceError) -> TraceValue {
    if let text = value.string { try TraceValue(json: text) } else { value }
  }

  private init(
    lifted: TraceValue, _ initialState: State, _ reducer: Reducer<State, Action>, _ limit: Int
  ) throws(TraceError) {
    func malformed(_ field: String) -> TraceError { .malformed(line: 1, field: field) }
    guard let actions = lifted["actionsById"] else { throw malformed("actionsById") }
    guard let staged = lifted["stagedActionIds"]?.array, staged.first == .number("0") else {
      throw malformed("stagedActionIds")
    }
    guard staged.count - 1 <= limit else { throw .tooLong(count: staged.count - 1, limit: limit) }
    guard let left = (lifted["skippedActionIds"] ?? .array([])).array else {
      throw malformed("skippedActionIds")
    }
    let skipped = Set(left.compactMap(\.integer))
    guard let index = lifted["currentStateIndex"]?.integer, index < UInt64(staged.count) else {
      throw malformed("currentStateIndex")
    }
    var state = initialState
    if let committed = lifted["committedState"], committed != .null {
      state = try Self.state(committed, after: 0)
    }
    var entries: [Entry] = []
    var seen: Set<UInt64> = [0]
    for value in staged.dropFirst() {
      guard let id = value.integer, seen.insert(id).inserted else {
        throw malformed("stagedActionIds")
      }
      guard let lift = actions["\(id)"], let action = lift["action"] else {
        throw malformed("actionsById.\(id)")
      }
      let time = lift["timestamp"]?.integer.map { $0.multipliedReportingOverflow(by: 1_000) }
      entries.append(
        Entry(
          try Self.action(action, number: id, client: lift["client"]?.string),
          time: time.map { $0.overflow ? 0 : $0.partialValue } ?? 0,
          isSkipped: skipped.contains(id)))
    }
    self.init(state: state, entries: entries, index: Int(index))
    if let computed = lifted["computedStates"] {
      guard let states = computed.array, states.count == staged.count else {
        throw malformed("computedStates")
      }
      try compare(with: states, reducer)
    }
  }

  /// Runs the actions again and compares the states that come of them.
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
      let picture: TraceValue
      do { picture = try TraceValue(encoding: state) } catch {
        throw .unreadableState(after: UInt64(position), reason: "\(error)")
      }
      // Read and written once: a number may be written in several ways.
      guard recorded != picture, try Self.rewritten(recorded, after: position) != picture else {
        continue
      }
      throw .divergence(
        number: UInt64(position),
        differences: recorded.changes(to: picture, limit: 5).map(\.description))
    }
  }

  private static func rewritten(
    _ value: TraceValue, after position: Int
  ) throws(TraceError) -> TraceValue {
    let state = try state(value, after: UInt64(position))
    do { return try TraceValue(encoding: state) } catch {
      throw .unreadableState(after: UInt64(position), reason: "\(error)")
    }
  }

  private static func state(
    _ value: TraceValue, after number: UInt64
  ) throws(TraceError) -> State {
    do { return try value.decoded(as: State.self) } catch {
      throw .unreadableState(after: number, reason: TraceError.reason(error))
    }
  }

  /// An action as the program writes it, or within the `payload` of one that has a `type`.
  private static func action(
    _ value: TraceValue, number: UInt64, client: String?
  ) throws(TraceError) -> DispatchedAction<Action> {
    let source = ActionSource(
      recordedFileID: "imported", function: value.actionName, line: 0, number: number,
      client: client)
    var faults: [any Error] = []
    for form in forms(of: value) {
      do { return DispatchedAction(try form.decoded(as: Action.self), source: source) } catch {
        faults.append(error)
      }
    }
    throw .unreadableAction(
      number: number, name: value.actionName, reason: TraceError.reason(faults[0]))
  }
}

extension TimeMachineState where Action: Encodable {
  /// So many actions are looked at for their names.
  private static var mostNamed: Int { 10_000 }

  /// The names of the last actions on the line.
  ///
  /// Complexity: one encoding for each of the last 10,000 actions.
  package var actionNames: Set<String> {
    let actions = (max(0, count - Self.mostNamed)..<count).lazy.map { self[$0].dispatched.action }
    return Set(actions.compactMap { try? TraceValue(encoding: $0).actionName })
  }
}

extension TimeMachine where State: Codable, Action: Codable {
  /// Reads a file, as `TimeMachineHistory(reading:…)` does, and looks at its line of actions.
  ///
  /// The store goes on untouched; ``returnToPresent()`` comes back to it.
  ///
  /// - Parameter text: The text of the file.
  /// - Returns: How the types of its actions compare with the program's: all can be read, and some
  ///   may be written otherwise now; what the program has and the file has not is told of the cases
  ///   that its types list, and of the actions on the line. Of a file that is refused
  ///   `TimeMachineHistory.check(_:names:)` tells it.
  /// - Throws: A `TraceError`; nothing has changed then.
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
