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
  /// } restored: { step, state in
  ///   .fireAndForget { [rows = step.rows(of: \.cards)] in await server.save(rows) }
  /// }
  /// ```
  ///
  /// It is a pure function of state and action, like the feature: a replay gives the same history.
  /// Middleware, state-driven effects and routes of the feature stay what they are. If the feature
  /// throws, there is no step.
  ///
  /// Complexity: an action that makes no step costs the call of `role`. One that makes a step, one
  /// that takes one back: what the changed rows and values cost, and a few nanoseconds for each
  /// field; nothing depends on the size of the state. With `restored`, an action costs besides what
  /// a feature that may start effects costs.
  ///
  /// - Parameters:
  ///   - history: Where the history is.
  ///   - limit: The most steps of one person; the oldest go first.
  ///   - role: What an action is to the history; nil: nothing.
  ///   - restored: What follows from a step that was taken back or made again, of several from one
  ///     after the other; it runs before this feature. nil: nothing. What it changes of the fields
  ///     is no part of a step.
  /// - Returns: The feature with the history.
  @_alwaysEmitIntoClient
  public func undoable(
    _ history: WritableKeyPath<State, UndoHistory<State>> & Sendable, limit: Int = 1_000,
    role: @escaping @Sendable (Action) -> UndoRole?,
    restored: UndoHistory<State>.Restored<Action>? = nil
  ) -> Feature<State, Action> {
    undoable(UndoPlace(history), limit, restored) { action, _ in role(action) }
  }

  /// This feature, with a history of which the steps are named after the state.
  ///
  /// It is the other `undoable(_:limit:role:restored:)` but for `role`, which sees the state as it
  /// is before the action:
  ///
  /// ```swift
  /// let feature = board.undoable(\.history) { action, state in
  ///   switch action {
  ///   case .undo(let action): .action(action)
  ///   case .delete(let id): .step("Delete \(state.cards[id: id]?.title ?? "Card")")
  ///   }
  /// }
  /// ```
  ///
  /// Complexity: as that, and what the title costs, for each action that makes a step.
  ///
  /// - Parameters:
  ///   - history: Where the history is.
  ///   - limit: The most steps of one person; the oldest go first.
  ///   - role: What an action is to the history, and the state before it; nil: nothing.
  ///   - restored: What follows from a step that was taken back or made again.
  /// - Returns: The feature with the history.
  @_alwaysEmitIntoClient
  public func undoable(
    _ history: WritableKeyPath<State, UndoHistory<State>> & Sendable, limit: Int = 1_000,
    role: @escaping @Sendable (Action, State) -> UndoRole?,
    restored: UndoHistory<State>.Restored<Action>? = nil
  ) -> Feature<State, Action> {
    undoable(UndoPlace(history), limit, restored) { action, state in role(action, state.pointee) }
  }

  /// The one way to a history.
  ///
  /// The role is asked with the address of the state: to pass the state on would retain its parts.
  @_alwaysEmitIntoClient
  func undoable(
    _ history: UndoPlace<State, UndoHistory<State>>, _ limit: Int,
    _ restored: UndoHistory<State>.Restored<Action>?,
    _ role: @escaping @Sendable (Action, UnsafePointer<State>) -> UndoRole?
  ) -> Feature<State, Action> {
    guard let restored else {
      return surrounded { state, action, run in
        let role = withUnsafePointer(to: &state) { role(action, $0) }
        history.take(role, &state, limit, run) { _, _ in }
      }
    }
    return surroundedByEffects { state, action, run in
      var effects: [Effect<Action>] = []
      let role = withUnsafePointer(to: &state) { role(action, $0) }
      history.take(role, &state, limit, run) { effects.append(restored($0, &$1)) }
      return effects.count < 2 ? effects.first ?? .none : .merge(effects)
    }
  }
}

extension UndoPlace where State: UndoableState, Value == UndoHistory<State> {
  /// Runs an action, which is something to the history or nothing.
  @_alwaysEmitIntoClient
  func take(
    _ role: consuming UndoRole?, _ state: inout State, _ limit: Int,
    _ run: (inout State) -> Bool, tell: (UndoHistory<State>.Step, inout State) -> Void
  ) {
    switch consume role {
    case .step(let title, let person, let group, let within, let time):
      let fields = State.undoable
      var parts = UndoParts()
      let isDone = UndoField.note(fields, fields.count, &state, &parts, run)
      guard isDone, !parts.isEmpty else { return }
      let label = UndoLabel(title, by: person, group: group, within: within, at: time)
      access(&state) { $0.push(label, parts, limit) }
    case .action(let action):
      perform(action, &state, tell)
      _ = run(&state)
    case nil: _ = run(&state)
    }
  }

  /// Does what an action says, and tells of each step that was taken back or made again.
  @usableFromInline
  func perform(
    _ action: UndoAction, _ state: inout State,
    _ tell: (UndoHistory<State>.Step, inout State) -> Void
  ) {
    switch action {
    case .undo(nil, let person): _ = turn(person, &state, isUndo: true, to: nil, tell)
    case .undo(let number?, let person): go(to: number, person, &state, tell)
    case .redo(let branch, let person):
      let isThere = branch.map { branch in
        access(&state) { $0.stacks.change(person) { $0.choose(branch) } == true }
      }
      if isThere != false { _ = turn(person, &state, isUndo: false, to: nil, tell) }
    case .begin(let title, let person):
      access(&state) {
        $0.stacks[adding: person].gesture = UndoStack.Gesture(title: title)
      }
    case .end(let person):
      access(&state) { history in
        history.stacks.change(person) { stack in
          stack.gesture = nil
          stack.done.withLast { $0.isOpen = false }
        }
      }
    case .clear(let person?): access(&state) { $0.stacks.remove(person) }
    case .clear(nil): access(&state) { $0.stacks = UndoStacks() }
    }
  }

  private func go(
    to number: Int, _ person: String, _ state: inout State,
    _ tell: (UndoHistory<State>.Step, inout State) -> Void
  ) {
    guard let stack = access(&state, { $0.stacks[person] }) else { return }
    let isUndo = number <= stack.current
    let isThere =
      number <= stack.start
      || (isUndo ? stack.done : stack.undone).all.contains { $0.number == number }
    guard isThere else { return }
    while turn(person, &state, isUndo: isUndo, to: number, tell) {}
  }

  /// Takes back the last step of a person of which something is left, or makes the next one again.
  ///
  /// - Returns: Whether there was one.
  private func turn(
    _ person: String, _ state: inout State, isUndo: Bool, to limit: Int?,
    _ tell: (UndoHistory<State>.Step, inout State) -> Void
  ) -> Bool {
    func pop(_ history: inout UndoHistory<State>) -> UndoRecord? {
      history.stacks.change(person) { $0.pop(isUndo: isUndo, to: limit) } ?? nil
    }
    while var record = access(&state, pop) {
      record.parts.filter(inReverse: isUndo) { part in
        State.undoable[part.field].work.apply(&state, &part.change, isUndo)
      }
      let isLeft = !record.parts.isEmpty
      access(&state) { history in
        history.stacks.change(person) { $0.put(record, isUndo: isUndo) }
      }
      guard isLeft else { continue }
      tell(UndoHistory.Step(record: record, isUndone: isUndo, person: person), &state)
      return true
    }
    return false
  }
}

extension UndoHistory {
  /// Makes what an action changed a step.
  @usableFromInline
  mutating func push(_ label: UndoLabel, _ parts: UndoParts, _ limit: Int) {
    lastNumber += 1
    let record = UndoRecord(
      number: lastNumber, title: label.title, group: label.group, time: label.time, parts: parts)
    stacks[adding: label.person].push(record, within: label.within, limit: limit, Self.join)
  }

  /// Adds a change to those of a step: to the last one of its field, if the two make one.
  private static func join(_ parts: inout UndoParts, _ part: UndoParts.Part) {
    let isOne = parts.withLast(of: part.field) {
      State.undoable[part.field].work.append(&$0, part.change)
    }
    if !isOne { parts.append(part) }
  }
}
