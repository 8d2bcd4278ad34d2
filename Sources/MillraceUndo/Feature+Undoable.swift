// SPDX-License-Identifier: Apache-2.0

public import Millrace

extension FeatureType where State: UndoableState {
  /// Returns this feature with a history of the changes of its actions.
  ///
  /// An action of the history, such as an undo, changes the state before this feature processes the
  /// action. Therefore the feature can update the values that it derives from the fields in
  /// ``UndoableState/undoable``. While the feature processes an action that makes a step, the
  /// changed rows and values are recorded. All other actions, such as those of a server, change the
  /// state and cannot be undone.
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
  /// The result is a pure function of state and action, like the feature: a replay leads to the
  /// same history. Middleware, state-driven effects and routes of the feature do not change. If the
  /// feature throws, no step is made.
  ///
  /// Complexity: an action without a role costs the call of `role`. An action with the role of a
  /// step costs the sum of the costs of all fields, which ``UndoField`` documents. An undo and a
  /// redo are linear in the changed rows and values; an undo with a number is also linear in the
  /// number of steps. Parts of the state that are not fields do not matter. With `restored`, the
  /// feature has the cost of a feature with effects.
  ///
  /// - Parameters:
  ///   - history: The key path of the history in the state.
  ///   - limit: The maximum number of steps of one person. Branches are removed first, then the
  ///     oldest steps.
  ///   - people: The maximum number of people with steps or a gesture; at least one remains. The
  ///     person whose last step is the oldest is removed first. The person with an empty name is
  ///     never removed and does not count.
  ///   - role: Returns the role of an action for the history, or nil if it has none.
  ///   - restored: Called for each step that was undone or redone, one step after the other, before
  ///     this feature processes the action. It returns an effect. The effects of one action run one
  ///     after the other, in the order of these calls. The effects of several actions run
  ///     concurrently, unless they have an id with the policy `serial`. Changes of fields by
  ///     `restored` are not a part of a step.
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

  /// Returns this feature with a history whose titles can depend on the state.
  ///
  /// It differs from the other `undoable(_:limit:people:role:restored:)` in `role`, which also
  /// receives the state before the action:
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
  /// Complexity: that of the other `undoable(_:limit:people:role:restored:)`, and the creation of
  /// the title for each action with the role of a step.
  ///
  /// - Parameters:
  ///   - history: The key path of the history in the state.
  ///   - limit: The maximum number of steps of one person.
  ///   - people: The maximum number of people with steps or a gesture.
  ///   - role: Returns the role of an action for the history, or nil if it has none. Its second
  ///     argument is the state before the action.
  ///   - restored: Called for each step that was undone or redone; returns an effect.
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

  /// The implementation of both forms of `undoable`.
  ///
  /// `role` receives a pointer to the state, because an argument of type `State` would be retained.
  @_alwaysEmitIntoClient
  func undoable(
    _ history: UndoPlace<State, UndoHistory<State>>, _ limits: UndoLimits,
    _ restored: UndoHistory<State>.Restored<Action>?,
    _ role: @escaping @Sendable (Action, UnsafePointer<State>) -> UndoRole?
  ) -> Feature<State, Action> {
    let fields = State.undoable
    UndoField.check(fields)
    let recordChanges = UndoField.recordChanges(of: fields)
    guard let restored else {
      return surrounded { state, action, run in
        let role = withUnsafePointer(to: &state) { role(action, $0) }
        history.process(role, &state, fields, recordChanges, limits, run, onRestored: nil)
      }
    }
    return surroundedByEffects { state, action, run in
      var effects: [Effect<Action>] = []
      let role = withUnsafePointer(to: &state) { role(action, $0) }
      history.process(role, &state, fields, recordChanges, limits, run) {
        effects.append(restored($0, &$1))
      }
      return effects.count < 2 ? effects.first ?? .none : .concatenate(effects)
    }
  }
}

extension UndoPlace where State: UndoableState, Value == UndoHistory<State> {
  @usableFromInline typealias OnRestored = (UndoHistory<State>.Step, inout State) -> Void

  /// Runs the feature with an action, and the work of the history for the role of the action.
  @_alwaysEmitIntoClient
  func process(
    _ role: consuming UndoRole?, _ state: inout State, _ fields: [UndoField<State>],
    _ recordChanges: @escaping UndoField<State>.RecordChanges, _ limits: UndoLimits,
    _ run: (inout State) -> Bool, onRestored: OnRestored?
  ) {
    switch consume role {
    case .step(let title, let person, let group, let within, let time):
      var draft = UndoDraft(
        title, by: person, group: group, within: within, at: time, limits: limits)
      _ = recordChanges(&state, self, &draft, fields.count - 1) { state, _ in run(&state) }
    case .action(let action):
      perform(action, &state, fields, limits, onRestored)
      _ = run(&state)
    case nil: _ = run(&state)
    }
  }

  /// Adds a change of a field to the step of the running action.
  @_alwaysEmitIntoClient
  func add<Change: UndoChange>(
    _ change: consuming Change, _ state: inout State, _ field: Int, _ draft: inout UndoDraft
  ) {
    // The change is moved, because a copy would retain the parts of its rows.
    var change = Optional(change)
    access(&state) { $0.stacks.add(change.take()!, field, to: &draft) }
  }

  /// Executes an action of the history, and calls `onRestored` for each step that was undone or
  /// redone.
  @_alwaysEmitIntoClient
  func perform(
    _ action: UndoAction, _ state: inout State, _ fields: [UndoField<State>],
    _ limits: UndoLimits, _ onRestored: OnRestored?
  ) {
    func restore(_ person: String, isUndo: Bool, to limit: Int?, _ state: inout State) -> Bool {
      restoreStep(person, &state, fields, isUndo: isUndo, to: limit, onRestored)
    }
    switch action {
    case .undo(nil, let person): _ = restore(person, isUndo: true, to: nil, &state)
    case .undo(let number?, let person):
      let isUndo = access(&state) { $0.stacks[person]?.isUndo(to: number) }
      guard let isUndo = isUndo ?? nil else { return }
      while restore(person, isUndo: isUndo, to: number, &state) {}
    case .redo(let branch, let person):
      let isThere = branch.map { branch in
        access(&state) { $0.stacks.change(person) { $0.choose(branch) } == true }
      }
      if isThere != false { _ = restore(person, isUndo: false, to: nil, &state) }
    case .begin, .end, .clear: access(&state) { $0.stacks.perform(action, limits) }
    }
  }

  /// Undoes or redoes the next step of a person, or drops it if all its values were changed since.
  ///
  /// - Returns: False if there is no step, or if the limit is reached.
  @_alwaysEmitIntoClient
  func restoreStep(
    _ person: String, _ state: inout State, _ fields: [UndoField<State>], isUndo: Bool,
    to limit: Int?, _ onRestored: OnRestored?
  ) -> Bool {
    func pop(_ history: inout UndoHistory<State>) -> (record: UndoRecord, label: UndoLabel)? {
      history.stacks.change(person) { $0.pop(isUndo: isUndo, to: limit) } ?? nil
    }
    guard let step = access(&state, pop) else { return false }
    var record = step.record
    record.replaceReversed { fields[$0].restore(&state, self, person, $0, isUndo) }
    let isLeft = access(&state) { history in
      history.stacks.change(person) { $0.put(record, step.label, isUndo: isUndo) } == true
    }
    if isLeft, let onRestored,
      let step = access(&state, { $0.lastStep(person, isUndone: isUndo) })
    {
      onRestored(step, &state)
    }
    return true
  }

  /// Removes the last change of a field, undoes or redoes the change, and appends the result to the
  /// changes of the undone steps after an undo, or of the done steps after a redo.
  ///
  /// `apply` undoes or redoes a change. It returns the part of the change that was really undone or
  /// redone, or nil if there is none.
  ///
  /// - Returns: The reference to the appended change, or nil if nothing was changed.
  @_alwaysEmitIntoClient
  func restore<Change: UndoChange>(
    _ state: inout State, _ person: String, _ field: Int, _ isUndo: Bool,
    _ apply: (inout State, Change) -> Change?
  ) -> UndoPart? {
    let change: Change?? = access(&state) { history in
      history.stacks.change(person) {
        isUndo ? $0.done.popLast(field) : $0.undone.popLast(field)
      }
    }
    guard let change = change ?? nil, let made = apply(&state, change) else { return nil }
    return access(&state) { history in
      history.stacks.change(person) {
        isUndo ? $0.undone.append(made, field) : $0.done.append(made, field)
      }
    }
  }
}
