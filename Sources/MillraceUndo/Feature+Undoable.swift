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
  /// field; nothing depends on the size of the state. With `restored`, the feature costs what one
  /// that may start effects does.
  ///
  /// - Parameters:
  ///   - history: Where the history is.
  ///   - limit: The most steps of one person; the oldest go first.
  ///   - people: The most people with steps; the one whose last step is the oldest goes first. The
  ///     person without a name stays and does not count.
  ///   - role: What an action is to the history; nil: nothing.
  ///   - restored: Called for each step that was taken back or made again, one after the other,
  ///     before this feature runs; returns an effect. The effects of one action run one after the
  ///     other, in that order; those of several actions run at the same time, unless they have an
  ///     id with the policy `serial`. What it changes of the fields is no part of a step.
  /// - Returns: The feature with the history.
  @_alwaysEmitIntoClient
  public func undoable(
    _ history: WritableKeyPath<State, UndoHistory<State>> & Sendable, limit: Int = 1_000,
    people: Int = 1_000, role: @escaping @Sendable (Action) -> UndoRole?,
    restored: UndoHistory<State>.Restored<Action>? = nil
  ) -> Feature<State, Action> {
    undoable(UndoPlace(history), UndoLimits(steps: limit, people: people), restored) { action, _ in
      role(action)
    }
  }

  /// This feature, with a history of which the steps are named after the state.
  ///
  /// It differs from the other `undoable(_:limit:people:role:restored:)` in `role`, which sees the
  /// state as it is before the action:
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
  /// Complexity: that of the other one, plus the title for each action that makes a step.
  ///
  /// - Parameters:
  ///   - history: Where the history is.
  ///   - limit: The most steps of one person; the oldest go first.
  ///   - people: The most people with steps.
  ///   - role: What an action is to the history, and the state before it; nil: nothing.
  ///   - restored: What follows from a step that was taken back or made again.
  /// - Returns: The feature with the history.
  @_alwaysEmitIntoClient
  public func undoable(
    _ history: WritableKeyPath<State, UndoHistory<State>> & Sendable, limit: Int = 1_000,
    people: Int = 1_000, role: @escaping @Sendable (Action, State) -> UndoRole?,
    restored: UndoHistory<State>.Restored<Action>? = nil
  ) -> Feature<State, Action> {
    undoable(UndoPlace(history), UndoLimits(steps: limit, people: people), restored) {
      role($0, $1.pointee)
    }
  }

  /// What both forms of `undoable` do.
  ///
  /// The role is asked with the address of the state: to pass the state on would retain its parts.
  @_alwaysEmitIntoClient
  func undoable(
    _ history: UndoPlace<State, UndoHistory<State>>, _ limits: UndoLimits,
    _ restored: UndoHistory<State>.Restored<Action>?,
    _ role: @escaping @Sendable (Action, UnsafePointer<State>) -> UndoRole?
  ) -> Feature<State, Action> {
    let fields = State.undoable
    UndoField.check(fields)
    let note = UndoField.note(fields)
    guard let restored else {
      return surrounded { state, action, run in
        let role = withUnsafePointer(to: &state) { role(action, $0) }
        history.take(role, &state, fields, note, limits, run, tell: nil)
      }
    }
    return surroundedByEffects { state, action, run in
      var effects: [Effect<Action>] = []
      let role = withUnsafePointer(to: &state) { role(action, $0) }
      history.take(role, &state, fields, note, limits, run) { effects.append(restored($0, &$1)) }
      return effects.count < 2 ? effects.first ?? .none : .concatenate(effects)
    }
  }
}

extension UndoPlace where State: UndoableState, Value == UndoHistory<State> {
  @usableFromInline typealias Tell = (UndoHistory<State>.Step, inout State) -> Void

  /// Runs an action in the role that it has for the history.
  @_alwaysEmitIntoClient
  func take(
    _ role: consuming UndoRole?, _ state: inout State, _ fields: [UndoField<State>],
    _ note: @escaping UndoField<State>.Note, _ limits: UndoLimits,
    _ run: (inout State) -> Bool, tell: Tell?
  ) {
    switch consume role {
    case .step(let title, let person, let group, let within, let time):
      var draft = UndoDraft(
        title, by: person, group: group, within: within, at: time, limits: limits)
      _ = note(&state, self, &draft, fields.count - 1) { state, _ in run(&state) }
    case .action(let action):
      perform(action, &state, fields, limits, tell)
      _ = run(&state)
    case nil: _ = run(&state)
    }
  }

  /// Adds a change of a field to the step that an action makes.
  @_alwaysEmitIntoClient
  func add<Change: UndoChange>(
    _ change: consuming Change, _ state: inout State, _ field: Int, _ draft: inout UndoDraft
  ) {
    // Moved on, and not copied: a row has parts to retain.
    var change = Optional(change)
    access(&state) { $0.stacks.add(change.take()!, field, to: &draft) }
  }

  /// Does what an action says, and tells of each step that was taken back or made again.
  @_alwaysEmitIntoClient
  func perform(
    _ action: UndoAction, _ state: inout State, _ fields: [UndoField<State>],
    _ limits: UndoLimits, _ tell: Tell?
  ) {
    func turn(_ person: String, isUndo: Bool, to limit: Int?, _ state: inout State) -> Bool {
      self.turn(person, &state, fields, isUndo: isUndo, to: limit, tell)
    }
    switch action {
    case .undo(nil, let person): _ = turn(person, isUndo: true, to: nil, &state)
    case .undo(let number?, let person):
      let isUndo = access(&state) { $0.stacks[person]?.isUndo(to: number) }
      guard let isUndo = isUndo ?? nil else { return }
      while turn(person, isUndo: isUndo, to: number, &state) {}
    case .redo(let branch, let person):
      let isThere = branch.map { branch in
        access(&state) { $0.stacks.change(person) { $0.choose(branch) } == true }
      }
      if isThere != false { _ = turn(person, isUndo: false, to: nil, &state) }
    case .begin, .end, .clear: access(&state) { $0.stacks.perform(action, limits) }
    }
  }

  /// Takes back the last step of a person of which something is left, or makes the next one again.
  ///
  /// - Returns: Whether there was one.
  @_alwaysEmitIntoClient
  func turn(
    _ person: String, _ state: inout State, _ fields: [UndoField<State>], isUndo: Bool,
    to limit: Int?, _ tell: Tell?
  ) -> Bool {
    func pop(_ history: inout UndoHistory<State>) -> (record: UndoRecord, label: UndoLabel)? {
      history.stacks.change(person) { $0.pop(isUndo: isUndo, to: limit) } ?? nil
    }
    while let step = access(&state, pop) {
      var record = step.record
      record.turn { fields[$0].turn(&state, self, person, $0, isUndo) }
      let isLeft = access(&state) { history in
        history.stacks.change(person) { $0.put(record, step.label, isUndo: isUndo) } == true
      }
      guard isLeft else { continue }
      if let tell, let step = access(&state, { $0.lastStep(person, isUndone: isUndo) }) {
        tell(step, &state)
      }
      return true
    }
    return false
  }

  /// Takes the last change of a field out, does what it says, and puts what was done with the steps
  /// that can be made again, or taken back.
  ///
  /// - Returns: Where it is; nil: nothing was done.
  @_alwaysEmitIntoClient
  func turn<Change: UndoChange>(
    _ state: inout State, _ person: String, _ field: Int, _ isUndo: Bool,
    _ work: (inout State, Change) -> Change?
  ) -> UndoPart? {
    let change: Change?? = access(&state) { history in
      history.stacks.change(person) {
        isUndo ? $0.done.popLast(field) : $0.undone.popLast(field)
      }
    }
    guard let change = change ?? nil, let made = work(&state, change) else { return nil }
    return access(&state) { history in
      history.stacks.change(person) {
        isUndo ? $0.undone.append(made, field) : $0.done.append(made, field)
      }
    }
  }
}
