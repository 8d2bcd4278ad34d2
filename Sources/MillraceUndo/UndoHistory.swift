// SPDX-License-Identifier: Apache-2.0

public import Millrace

/// The steps that can be undone and redone, as a field of the state.
///
/// A history contains the rows and values that the steps changed, before and after each change. If
/// an action reordered a whole table, as `setAll` can, the history also contains the ids of all its
/// rows. It contains nothing else of the state. The history is saved, restored and sent together
/// with the state.
///
/// ```swift
/// struct BoardState: UndoableState {
///   var cards = EntityTable<Card>()
///   var history = UndoHistory<BoardState>()
///   static let undoable: [UndoField<Self>] = [.table("cards", \.cards)]
/// }
///
/// let feature = board.undoable(\.history) { action in
///   switch action {
///   case .undo(let action): .action(action)
///   case .move: .step("Move Card")
///   case .loaded: nil
///   }
/// }
///
/// Button("Undo \(store.history.undoTitle ?? "")") { store.dispatch(.undo(.undo())) }
///   .disabled(!store.history.canUndo)
/// ```
///
/// Each person has separate steps. An undo restores the values before the person's last step,
/// except the values that were changed since; see ``UndoField``. If all of them were changed since,
/// the undo drops the step and changes nothing else. A redo restores only the values that the undo
/// has really changed. So an undo or redo without a number affects only the step whose title is
/// ``undoTitle(by:)`` or ``redoTitle(by:)``.
public struct UndoHistory<State: UndoableState>: Equatable, Sendable {
  /// A step of the history, with its changes.
  public struct Step: Identifiable, Equatable, Sendable {
    let record: UndoRecord
    /// The list that contains the changes of the step.
    let steps: UndoSteps
    /// True if the step was undone.
    ///
    /// Then ``rows(of:)`` and ``value(of:)`` return the changes of the undo.
    public let isUndone: Bool
    /// The person to whom the step belongs.
    public let person: String

    /// The number of the step in the history.
    ///
    /// A later step has a greater number.
    public var id: Int { record.number }

    /// The title for a menu, for example "Move Card".
    public var title: String { steps.label(of: record).title }

    /// Returns the changed rows of a table, in the order and the direction of the changes.
    ///
    /// Complexity: O(number of rows).
    ///
    /// - Parameter table: The table, which is one of the fields.
    /// - Returns: The rows, with their values before and after the change.
    public func rows<Entity>(
      of table: KeyPath<State, EntityTable<Entity>>
    ) -> [EntityTable<Entity>.Difference.Row]
    where Entity: Identifiable & Equatable & Codable & Sendable, Entity.ID: Codable & Sendable {
      let changes: [EntityTable<Entity>.Difference] = changes(of: table)
      return changes.flatMap { isUndone ? $0.reversed().rows : $0.rows }
    }

    /// Returns the new value of a slice.
    ///
    /// Complexity: O(number of changes).
    ///
    /// - Parameter slice: The property, which is one of the fields.
    /// - Returns: The value after the change, or nil if the slice was not changed.
    public func value<Value: Equatable & Codable & Sendable>(
      of slice: KeyPath<State, Value>
    ) -> Value? {
      let changes: [UndoneValue<Value>] = changes(of: slice)
      return isUndone ? changes.last?.before : changes.last?.after
    }

    /// Returns all values of a slice in the step, those before and those after each change.
    ///
    /// Complexity: O(number of changes).
    ///
    /// - Parameter slice: The property, which is one of the fields.
    /// - Returns: The values, or an empty array if the slice was not changed.
    public func values<Value: Equatable & Codable & Sendable>(
      of slice: KeyPath<State, Value>
    ) -> [Value] {
      let changes: [UndoneValue<Value>] = changes(of: slice)
      return changes.flatMap { [$0.before, $0.after] }
    }

    private func changes<Change>(of keyPath: PartialKeyPath<State>) -> [Change] {
      record.parts.filter { State.undoable[$0.field].keyPath == keyPath }
        .compactMap { steps.change($0) as? Change }
    }

    /// True if both steps have the same person, number, title, group, time, direction and changes,
    /// and if later actions can be added to both steps or to neither.
    ///
    /// Complexity: O(number of changed rows and values).
    public static func == (one: Step, other: Step) -> Bool {
      one.isUndone == other.isUndone && one.person == other.person
        && one.steps.has(one.record, like: other.record, of: other.steps)
    }
  }

  /// A closure that is called after a step was undone or redone.
  ///
  /// It can change the state, and it returns an effect.
  public typealias Restored<Action: Sendable> =
    @Sendable (_ step: Step, _ state: inout State) -> Effect<Action>

  @usableFromInline var stacks = UndoStacks()
  /// The names of the fields whose changes were left out when the history was decoded, because they
  /// are not in ``UndoableState/undoable``.
  ///
  /// They are not encoded and not compared. If a name is that of a property that was renamed, give
  /// the field its old name again before the history is saved.
  public internal(set) var unknownFields: Set<String> = []

  /// Creates a history without steps.
  public init() {}

  /// True if both histories have the same steps, branches, gestures and last numbers.
  ///
  /// Complexity: O(number of changed rows and values). If one history is a copy of the other, only
  /// the addresses of the pieces are compared.
  public static func == (one: UndoHistory, other: UndoHistory) -> Bool {
    one.stacks == other.stacks
  }
}

extension UndoHistory: CustomReflectable {
  /// A mirror with the number of steps of each person, and the title and number of the last step.
  ///
  /// The changes are not shown, because they are too long for a log or for a test failure.
  ///
  /// Complexity: O(number of people × log(number of people)).
  public var customMirror: Mirror {
    let parts = stacks.all.sorted { $0.key < $1.key }.flatMap { person, stack in
      [("undo", stack.done), ("redo", stack.undone)].map { name, steps in
        let last = steps.records.last.map { record in
          ", the last one '\(steps.label(of: record).title)', #\(record.number)"
        }
        let label: String? = person.isEmpty ? name : "\(name) by \(person)"
        return (label: label, value: "\(steps.records.count)\(last ?? "")" as Any)
      }
    }
    return Mirror(self, children: parts, displayStyle: .struct)
  }
}

extension UndoHistory {
  /// The steps of a person that can be undone, the last one first.
  ///
  /// Complexity: O(number of steps).
  public func undoSteps(by person: String = "") -> [Step] {
    stacks[person].map { steps($0.done, person, isUndone: false) } ?? []
  }

  /// The steps of a person that can be redone, the next one first.
  ///
  /// Complexity: O(number of steps).
  public func redoSteps(by person: String = "") -> [Step] {
    stacks[person].map { steps($0.undone, person, isUndone: true) } ?? []
  }

  private func steps(_ steps: UndoSteps, _ person: String, isUndone: Bool) -> [Step] {
    steps.records.reversed().map {
      Step(record: $0, steps: steps, isUndone: isUndone, person: person)
    }
  }

  /// The next step to redo if `isUndone` is true, otherwise the next step to undo.
  @usableFromInline
  func lastStep(_ person: String, isUndone: Bool) -> Step? {
    guard let stack = stacks[person] else { return nil }
    let steps = isUndone ? stack.undone : stack.done
    return steps.records.last.map {
      Step(record: $0, steps: steps, isUndone: isUndone, person: person)
    }
  }

  /// The first step of each branch that begins at the present state.
  ///
  /// A branch consists of undone steps. They became a branch when another step was made or another
  /// branch was chosen.
  ///
  /// Complexity: O(number of branches).
  public func branches(by person: String = "") -> [Step] {
    (stacks[person]?.currentBranches ?? []).compactMap { steps in
      steps.records.last.map { Step(record: $0, steps: steps, isUndone: true, person: person) }
    }
  }

  /// The number of the newest step that a person ever made, or 0 if the person has made none, or if
  /// all steps were removed with `.clear`, with ``removeSteps(where:)``, or because of the limit of
  /// people.
  ///
  /// It changes when the person makes a step and when all steps are removed. It does not change
  /// with an action that is added to the last step, an undo, a redo, or a step of another person.
  ///
  /// Complexity: O(1).
  public func lastNumber(by person: String) -> Int { stacks[person]?.last ?? 0 }

  /// The title of the next step of a person to undo, or nil if there is none.
  ///
  /// It is also the title of a step that an undo only drops, because the values of the step are not
  /// compared with the state.
  ///
  /// Complexity: O(1).
  public func undoTitle(by person: String) -> String? { stacks[person]?.done.lastTitle }

  /// The title of the next step of a person to redo, or nil if there is none; see
  /// ``undoTitle(by:)``.
  ///
  /// Complexity: O(1).
  public func redoTitle(by person: String) -> String? { stacks[person]?.undone.lastTitle }

  /// The number of the newest step, in an app for one person; see ``lastNumber(by:)``.
  ///
  /// Complexity: O(1).
  public var lastNumber: Int { lastNumber(by: "") }

  /// The title of the next step to undo, in an app for one person, or nil if there is none.
  ///
  /// A view with `@Selected(\.store, \.history.undoTitle)` is updated when the title changes, not
  /// with each step.
  ///
  /// Complexity: O(1).
  public var undoTitle: String? { undoTitle(by: "") }

  /// The title of the next step to redo, in an app for one person, or nil if there is none.
  ///
  /// Complexity: O(1).
  public var redoTitle: String? { redoTitle(by: "") }

  /// True if there is a step to undo, in an app for one person.
  ///
  /// Complexity: O(1).
  public var canUndo: Bool { undoTitle != nil }

  /// True if there is a step to redo, in an app for one person.
  ///
  /// Complexity: O(1).
  public var canRedo: Bool { redoTitle != nil }
}
