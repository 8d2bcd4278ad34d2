// SPDX-License-Identifier: Apache-2.0

public import Millrace

/// The steps that can be undone and redone: a field of the state, and so a value.
///
/// It holds the rows and values that steps changed, before and after, and nothing else of the
/// state. It goes where the state goes: into a journal, through a relaunch, to another program.
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
/// Each person has steps of their own. An undo takes back the person's own last step, as far as
/// others have not changed it since: see ``UndoField``. A step of which nothing is left is dropped,
/// and the one before it is taken back. What was really taken back is what a redo makes again.
public struct UndoHistory<State: UndoableState>: Equatable, Sendable {
  /// A step, to show or to tell a server of.
  public struct Step: Identifiable, Equatable, Sendable {
    let record: UndoRecord
    /// Where its changes are.
    let steps: UndoSteps
    /// Whether it was taken back, so that its changes lead from what it left to what was before.
    public let isUndone: Bool
    /// The person whose step it is.
    public let person: String

    /// Its number in the history: a later step has a greater one.
    public var id: Int { record.number }

    /// What a menu says of it: "Move Card".
    public var title: String { steps.label(of: record).title }

    /// The rows of a table that were changed, one after the other, in the direction of the change.
    ///
    /// Complexity: O(number of rows).
    ///
    /// - Parameter table: The table, one of the fields.
    /// - Returns: The rows, with what they were before and after.
    public func rows<Entity>(
      of table: KeyPath<State, EntityTable<Entity>>
    ) -> [EntityTable<Entity>.Difference.Row]
    where Entity: Identifiable & Equatable & Codable & Sendable, Entity.ID: Codable & Sendable {
      let changes: [EntityTable<Entity>.Difference] = changes(of: table)
      return changes.flatMap { isUndone ? $0.reversed().rows : $0.rows }
    }

    /// The value that a slice has got, or nil if it was not changed.
    ///
    /// Complexity: O(number of changes).
    ///
    /// - Parameter slice: The property, one of the fields.
    /// - Returns: The value.
    public func value<Value: Equatable & Codable & Sendable>(
      of slice: KeyPath<State, Value>
    ) -> Value? {
      let changes: [UndoneValue<Value>] = changes(of: slice)
      return isUndone ? changes.last?.before : changes.last?.after
    }

    private func changes<Change>(of keyPath: PartialKeyPath<State>) -> [Change] {
      record.parts.filter { State.undoable[$0.field].keyPath == keyPath }
        .compactMap { steps.change($0) as? Change }
    }

    /// Whether both say the same and changed the same.
    ///
    /// Complexity: O(number of changes).
    public static func == (one: Step, other: Step) -> Bool {
      one.isUndone == other.isUndone && one.person == other.person
        && one.steps.has(one.record, like: other.record, of: other.steps)
    }
  }

  /// Is called after a step was undone or redone: it may change the state and returns an effect.
  public typealias Restored<Action: Sendable> =
    @Sendable (_ step: Step, _ state: inout State) -> Effect<Action>

  @usableFromInline var stacks = UndoStacks()

  /// Creates a history without steps.
  public init() {}

  /// Whether both have the same steps.
  ///
  /// Complexity: O(number of steps); O(1) for copies of one another.
  public static func == (one: UndoHistory, other: UndoHistory) -> Bool {
    one.stacks == other.stacks
  }
}

extension UndoHistory: CustomReflectable {
  /// Shows how many steps each person has, and the last one of them.
  ///
  /// Their changes hold what rows were before, which is too much for a log or a failed test.
  /// Complexity: O(number of people).
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
  /// The steps of a person that can be taken back, the last one first.
  ///
  /// Complexity: O(number of steps).
  public func undoSteps(by person: String = "") -> [Step] {
    stacks[person].map { steps($0.done, person, isUndone: false) } ?? []
  }

  /// The steps of a person that can be made again, the next one first.
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

  /// The step that was taken back last, or made again.
  @usableFromInline
  func lastStep(_ person: String, isUndone: Bool) -> Step? {
    guard let stack = stacks[person] else { return nil }
    let steps = isUndone ? stack.undone : stack.done
    return steps.records.last.map {
      Step(record: $0, steps: steps, isUndone: isUndone, person: person)
    }
  }

  /// The first step of each branch that begins here: steps that were undone before other steps were
  /// made.
  ///
  /// Complexity: O(number of branches).
  public func branches(by person: String = "") -> [Step] {
    (stacks[person]?.here ?? []).compactMap { steps in
      steps.records.last.map { Step(record: $0, steps: steps, isUndone: true, person: person) }
    }
  }

  /// The number of the newest step that a person ever made; 0: none, or they were forgotten.
  ///
  /// It changes when the person makes a step, and with nothing else but a clear: not with an action
  /// that joins the last step, with an undo or a redo, or with a step of another person.
  ///
  /// Complexity: O(1).
  public func lastNumber(by person: String) -> Int { stacks[person]?.last ?? 0 }

  /// The title of the step that a person takes back next; nil: there is none.
  ///
  /// Complexity: O(1).
  public func undoTitle(by person: String) -> String? { stacks[person]?.done.lastTitle }

  /// The title of the step that a person makes again next; nil: there is none.
  ///
  /// Complexity: O(1).
  public func redoTitle(by person: String) -> String? { stacks[person]?.undone.lastTitle }

  /// The number of the newest step that was ever made, in an app for one person.
  ///
  /// Complexity: O(1).
  public var lastNumber: Int { lastNumber(by: "") }

  /// The title of the step that is taken back next, in an app for one person.
  ///
  /// A view with `@Selected(\.store, \.history.undoTitle)` is told when the title changes, and not
  /// of each step.
  ///
  /// Complexity: O(1).
  public var undoTitle: String? { undoTitle(by: "") }

  /// The title of the step that is made again next, in an app for one person.
  ///
  /// Complexity: O(1).
  public var redoTitle: String? { redoTitle(by: "") }

  /// Whether there is a step to take back, in an app for one person.
  ///
  /// Complexity: O(1).
  public var canUndo: Bool { undoTitle != nil }

  /// Whether there is a step to make again, in an app for one person.
  ///
  /// Complexity: O(1).
  public var canRedo: Bool { redoTitle != nil }
}
