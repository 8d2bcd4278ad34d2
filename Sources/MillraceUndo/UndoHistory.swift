// SPDX-License-Identifier: Apache-2.0

public import Millrace

/// The steps that can be taken back and made again: a field of the state, and so a value.
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
/// Each person has steps of their own. What one of them takes back is their last step, as far as it
/// is still there: see ``UndoField``. A step of which nothing is left is dropped, and the one
/// before it is taken back. What was really taken back is what a redo makes again.
public struct UndoHistory<State: UndoableState>: Equatable, Sendable {
  /// A step, to show or to tell a server of.
  public struct Step: Identifiable, Equatable, Sendable {
    let record: UndoRecord
    /// Whether it was taken back, so that its changes lead from what it left to what was before.
    public let isUndone: Bool
    /// The person whose step it is.
    public let person: String

    /// Its number in the history: a later step has a greater one.
    public var id: Int { record.number }

    /// What a menu says of it: "Move Card".
    public var title: String { record.title }

    /// The rows of a table that were changed, one after the other, in the direction of the change.
    ///
    /// Complexity: O(number of rows).
    ///
    /// - Parameter table: The table, one of the fields.
    /// - Returns: The rows, with what they were before and after.
    public func rows<Entity>(
      of table: KeyPath<State, EntityTable<Entity>>
    ) -> [EntityDifference<Entity>.Row]
    where Entity: Identifiable & Equatable & Codable & Sendable, Entity.ID: Codable & Sendable {
      let changes: [UndoneRows<Entity>] = changes(of: table)
      return changes.flatMap { isUndone ? $0.difference.reversed().rows : $0.difference.rows }
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
      let parts = record.parts.all.filter { State.undoable[$0.field].keyPath == keyPath }
      return (isUndone ? parts.reversed() : parts).compactMap { $0.change as? Change }
    }
  }

  /// What follows from a step that was taken back or made again: it may change the state, and
  /// starts an effect.
  public typealias Restored<Action: Sendable> =
    @Sendable (_ step: Step, _ state: inout State) -> Effect<Action>

  var stacks = UndoStacks()
  /// The number of the newest step that was ever made; no undo changes it.
  public internal(set) var lastNumber = 0
  /// Creates a history without steps.
  public init() {}

  /// Whether both have the same steps.
  ///
  /// Complexity: O(number of steps); O(1) for copies of one another.
  public static func == (one: UndoHistory, other: UndoHistory) -> Bool {
    one.lastNumber == other.lastNumber && one.stacks == other.stacks
  }
}

extension UndoHistory {
  /// The steps of a person that can be taken back, the last one first.
  ///
  /// Complexity: O(number of steps).
  public func undoSteps(by person: String = "") -> [Step] {
    (stacks[person]?.done.all).map { Array($0).reversed() }?
      .map { Step(record: $0, isUndone: false, person: person) } ?? []
  }

  /// The steps of a person that can be made again, the next one first.
  ///
  /// Complexity: O(number of steps).
  public func redoSteps(by person: String = "") -> [Step] {
    (stacks[person]?.undone.all).map { Array($0).reversed() }?
      .map { Step(record: $0, isUndone: true, person: person) } ?? []
  }

  /// The first steps of the other ways on from here: steps that were taken back, and others were
  /// made in their place.
  ///
  /// Complexity: O(number of branches).
  public func branches(by person: String = "") -> [Step] {
    (stacks[person]?.here ?? []).map { Step(record: $0, isUndone: true, person: person) }
  }

  /// The title of the step that a person takes back next; nil: there is none.
  ///
  /// Complexity: O(1).
  public func undoTitle(by person: String) -> String? { stacks[person]?.done.last?.title }

  /// The title of the step that a person makes again next; nil: there is none.
  ///
  /// Complexity: O(1).
  public func redoTitle(by person: String) -> String? { stacks[person]?.undone.last?.title }

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
