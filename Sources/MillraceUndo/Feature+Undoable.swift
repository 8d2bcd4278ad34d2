// SPDX-License-Identifier: Apache-2.0

public import Millrace

extension FeatureType where State: UndoableState {
  /// This feature, with a history of what its actions changed.
  ///
  /// An action of the history changes the state before this feature sees it, so that the feature
  /// can bring up to date what it derives from the fields. An action that makes a step is noted
  /// while the feature runs: the rows and values that it changed become the step. All other
  /// actions, such as those of a server, change the state as ever and are not taken back.
  ///
  /// ```swift
  /// let feature = board.undoable(\.history, limit: 500) { action in
  ///   switch action {
  ///   case .undo(let action): .action(action)
  ///   case .drag(let id, _): .step("Move Card", group: "drag \(id)")
  ///   case .loaded: nil
  ///   }
  /// } starting: { step, state in
  ///   .fireAndForget { [rows = step.rows(of: \.cards)] in await server.save(rows) }
  /// }
  /// ```
  ///
  /// It is a pure function of state and action, like the feature: a replay gives the same history.
  /// Middleware, state-driven effects and routes of the feature stay what they are. If the feature
  /// throws, there is no step.
  ///
  /// Complexity: an action that makes no step costs the call of `role`. One that makes a step, one
  /// that takes one back: what the changed rows cost, O(number of fields) allocations and reads;
  /// nothing depends on the size of the state.
  ///
  /// - Parameters:
  ///   - history: Where the history is.
  ///   - limit: The most steps of one person; the oldest go first.
  ///   - role: What an action is to the history; nil: nothing.
  ///   - effect: What a step starts that was taken back or made again.
  /// - Returns: The feature with the history.
  public func undoable(
    _ history: WritableKeyPath<State, UndoHistory<State>> & Sendable, limit: Int = 1_000,
    role: @escaping @Sendable (Action) -> UndoRole?,
    starting effect:
      @escaping @Sendable (UndoHistory<State>.Step, State) -> Effect<Action> = { _, _ in .none }
  ) -> Feature<State, Action> {
    let before = Feature<State, Action> { state, action in
      switch role(action) {
      case nil: return .none
      case .step(let title, let person, let group, let within, let time):
        let notes = State.undoable.map { $0.start(&state) }
        state[keyPath: history].open = UndoHistory.Open(
          title: title, person: person, group: group, within: within, time: time, notes: notes)
        return .none
      case .action(let action):
        let steps = UndoHistory.perform(action, on: &state, at: history)
        if steps.isEmpty { return .none }
        return steps.count == 1 ? effect(steps[0], state) : .merge(steps.map { effect($0, state) })
      }
    }
    let after = Reducer<State, Action> { state, _ in
      guard let open = state[keyPath: history].open.take() else { return }
      var parts: [UndoRecord.Part] = []
      for (field, note) in zip(State.undoable, open.notes) {
        guard let change = field.finish(&state, note) else { continue }
        parts.append(UndoRecord.Part(field: field.name, change: change))
      }
      if !parts.isEmpty { state[keyPath: history].push(open, parts, limit) }
    }
    return .combine(before, self, after)
  }
}

extension UndoHistory {
  mutating func push(_ open: Open, _ parts: [UndoRecord.Part], _ limit: Int) {
    lastNumber += 1
    let record = UndoRecord(
      number: lastNumber, title: open.title, group: open.group, time: open.time, parts: parts)
    stacks[open.person, default: UndoStack()].push(
      record, within: open.within, limit: limit, Self.join)
  }

  /// Adds a change to those of a step: to the last one of its field, if the two make one.
  private static func join(_ parts: inout [UndoRecord.Part], _ part: UndoRecord.Part) {
    let field = State.undoable.first { $0.name == part.field }
    let place = parts.lastIndex { $0.field == part.field }
    if let field, let place, field.append(&parts[place].change, part.change) { return }
    parts.append(part)
  }

  /// Does what an action says.
  ///
  /// - Returns: What was taken back or made again, one after the other.
  static func perform(
    _ action: UndoAction, on state: inout State, at history: WritableKeyPath<State, UndoHistory>
  ) -> [Step] {
    switch action {
    case .undo(nil, let person):
      return turn(person, &state, history, isUndo: true, to: nil).map { [$0] } ?? []
    case .undo(let number?, let person):
      return go(to: number, person, &state, history)
    case .redo(let branch, let person):
      if let branch, state[keyPath: history].stacks[person]?.choose(branch) != true { return [] }
      return turn(person, &state, history, isUndo: false, to: nil).map { [$0] } ?? []
    case .begin(let title, let person):
      state[keyPath: history].stacks[person, default: UndoStack()].gesture =
        UndoStack.Gesture(title: title)
    case .end(let person):
      state[keyPath: history].stacks[person]?.gesture = nil
      state[keyPath: history].stacks[person]?.done.withLast { $0.isOpen = false }
    case .clear(let person?): state[keyPath: history].stacks[person] = nil
    case .clear(nil): state[keyPath: history].stacks = [:]
    }
    return []
  }

  private static func go(
    to number: Int, _ person: String, _ state: inout State,
    _ history: WritableKeyPath<State, UndoHistory>
  ) -> [Step] {
    guard let stack = state[keyPath: history].stacks[person] else { return [] }
    let isUndo = number <= stack.current
    let isThere =
      number <= stack.start
      || (isUndo ? stack.done : stack.undone).all.contains { $0.number == number }
    guard isThere else { return [] }
    var steps: [Step] = []
    while let step = turn(person, &state, history, isUndo: isUndo, to: number) {
      steps.append(step)
    }
    return steps
  }

  /// Takes back the last step of a person of which something is left, or makes the next one again.
  private static func turn(
    _ person: String, _ state: inout State, _ history: WritableKeyPath<State, UndoHistory>,
    isUndo: Bool, to limit: Int?
  ) -> Step? {
    while var record = state[keyPath: history].stacks[person]?.pop(isUndo: isUndo, to: limit) {
      var made: [UndoRecord.Part] = []
      let fields = State.undoable
      if isUndo, record.parts.count > 1 { record.parts.reverse() }
      for part in record.parts {
        let field = fields.first { $0.name == part.field }
        guard let change = field?.apply(&state, part.change, isUndo) else { continue }
        made.append(UndoRecord.Part(field: part.field, change: change))
      }
      if isUndo, made.count > 1 { made.reverse() }
      record.parts = made
      state[keyPath: history].stacks[person]?.put(record, isUndo: isUndo)
      if made.isEmpty { continue }
      return Step(record: record, isUndone: isUndo, person: person)
    }
    return nil
  }
}
