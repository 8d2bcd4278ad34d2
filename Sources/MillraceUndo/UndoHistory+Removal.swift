// SPDX-License-Identifier: Apache-2.0

extension UndoHistory {
  /// Removes steps of all people: done steps, undone steps, and steps of branches.
  ///
  /// Call it in the reducer, for example to remove the data of a person from the steps of other
  /// people. The action must have no role for the history, because otherwise its own step contains
  /// the removed rows. The remaining steps can still be undone: each undo reverts only the values
  /// that were not changed since. A person of whom no step remains is removed, as with
  /// ``UndoAction/clear(by:)``, except for a running gesture, whose next action begins its step.
  ///
  /// ```swift
  /// case .erase(let person):
  ///   state.notes.removeMany(state.notes.filter { $0.owner == person }.map(\.id))
  ///   state.history.removeSteps { step in
  ///     let rows = step.rows(of: \.notes).flatMap { [$0.before, $0.after] }
  ///     return step.person == person || rows.contains { $0?.owner == person }
  ///   }
  /// ```
  ///
  /// If an action reordered a whole table, its step also contains the ids of all rows, which
  /// ``Step/rows(of:)`` does not return. If an id identifies a person, remove all steps.
  ///
  /// Complexity: O(number of steps) calls of `isRemoved`; O(number of changes) for each person of
  /// whom a step is removed.
  ///
  /// - Parameter isRemoved: Returns true for a step that is removed.
  public mutating func removeSteps(where isRemoved: (Step) -> Bool) {
    func remove(_ stack: inout UndoStack, of person: String) {
      let hadSteps = !stack.isEmpty
      stack.removeSteps { record, steps, isUndone in
        isRemoved(Step(record: record, steps: steps, isUndone: isUndone, person: person))
      }
      guard hadSteps, stack.isEmpty else { return }
      let gesture = stack.gesture.map { UndoStack.Gesture(title: $0.title) }
      stack = UndoStack()
      stack.gesture = gesture
    }
    remove(&stacks.own, of: "")
    for person in stacks.others.keys.sorted() {
      stacks.change(person) { remove(&$0, of: person) }
      if stacks.others[person] == UndoStack() { stacks.others[person] = nil }
    }
    // A person with a gesture, but without steps, is now older than all people in the list.
    stacks.ages = UndoAges()
  }
}

extension UndoStack {
  /// True if there are no steps.
  fileprivate var isEmpty: Bool { done.count == 0 && undone.count == 0 && branches.isEmpty }

  /// Removes steps, and moves the branches that began after one of them to the step before it.
  mutating func removeSteps(
    where isRemoved: (UndoRecord, UndoSteps, _ isUndone: Bool) -> Bool
  ) {
    // The step before each removed one.
    var before: [Int: Int] = [:]
    func remove(
      from steps: inout UndoSteps, after base: Int, isUndone: Bool
    ) -> [Bool] {
      let removed = steps.records.map { isRemoved($0, steps, isUndone) }
      var last = base
      let all = Array(zip(steps.records.map(\.number), removed))
      for (number, isRemoved) in isUndone ? all.reversed() : all {
        if isRemoved { before[number] = last } else { last = number }
      }
      if removed.contains(true) { steps = steps.filtered { !removed[$0] } }
      return removed
    }
    if remove(from: &done, after: start, isUndone: false).last == true {
      // The next action is not added to a step that was made before the removed one.
      done.withLast { $0.isOpen = false }
    }
    _ = remove(from: &undone, after: current, isUndone: true)
    // A branch can begin after a step of a newer branch: see `forget`.
    for place in branches.indices.reversed() {
      let base = before[branches[place].base] ?? branches[place].base
      branches[place].base = base
      _ = remove(from: &branches[place].steps, after: base, isUndone: true)
    }
    branches.removeAll { $0.steps.count == 0 }
  }
}

extension UndoSteps {
  /// Returns the steps whose index satisfies a condition, without the changes of the others.
  func filtered(_ isKept: (_ index: Int) -> Bool) -> UndoSteps {
    var kept = UndoSteps()
    for (index, record) in records.enumerated() where isKept(index) {
      var copy = UndoRecord(number: record.number, time: record.time, isOpen: record.isOpen)
      for part in record.parts { copy.append(kept.append(part, of: self)) }
      let label = label(of: record)
      kept.append(copy, label.title, group: label.group)
    }
    return kept
  }

  /// Appends a change of another list.
  ///
  /// - Returns: The reference to the change.
  private mutating func append(_ part: UndoPart, of other: UndoSteps) -> UndoPart {
    while columns.count <= part.field { columns.append(nil) }
    let number = other.columns[part.field].unsafelyUnwrapped.append(
      part.number, to: &columns[part.field])
    return UndoPart(part.field, number)
  }
}
