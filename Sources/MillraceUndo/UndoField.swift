// SPDX-License-Identifier: Apache-2.0

public import Millrace

/// A state that has an ``UndoHistory``, and the parts of it that can be undone.
///
/// ```swift
/// struct BoardState: UndoableState {
///   var title = ""
///   var cards = EntityTable<Card>()
///   var history = UndoHistory<BoardState>()
///
///   static let undoable: [UndoField<Self>] = [.slice("title", \.title), .table("cards", \.cards)]
/// }
/// ```
public protocol UndoableState: Sendable {
  /// The parts. Each has a unique name, with which its changes are encoded.
  ///
  /// Declare it as a `static let`, because it is read for each part of a step that is encoded,
  /// decoded, or read from a ``UndoHistory/Step``.
  static var undoable: [UndoField<Self>] { get }
}

/// One part of a state that can be undone; see ``UndoableState/undoable``.
public struct UndoField<State: UndoableState>: Sendable {
  @usableFromInline typealias History = UndoPlace<State, UndoHistory<State>>
  @usableFromInline typealias Run = (inout State, inout UndoDraft) -> Bool
  @usableFromInline typealias RecordChanges =
    @Sendable (inout State, History, inout UndoDraft, _ field: Int, _ run: Run) -> Bool
  @usableFromInline typealias Restore =
    @Sendable (inout State, History, _ person: String, _ field: Int, _ isUndo: Bool) -> UndoPart?
  @usableFromInline typealias Decode =
    @Sendable (KeyedDecodingContainer<UndoKey>, inout UndoSteps, _ field: Int) throws -> UndoPart

  let name: String
  let keyPath: PartialKeyPath<State> & Sendable
  /// Calls a closure and adds the changes of the field to a step, unless the closure returns false.
  @usableFromInline let recordChanges: RecordChanges
  /// Undoes or redoes the last change of a person.
  ///
  /// Returns a reference to the change that was really made, or nil if nothing was changed.
  @usableFromInline let restore: Restore
  let decode: Decode

  @usableFromInline
  init(
    _ name: String, _ keyPath: PartialKeyPath<State> & Sendable,
    recordChanges: @escaping RecordChanges, restore: @escaping Restore, decode: @escaping Decode
  ) {
    (self.name, self.keyPath) = (name, keyPath)
    (self.recordChanges, self.restore, self.decode) = (recordChanges, restore, decode)
  }

  /// Ends the process if two fields have the same name, because a decoded history identifies its
  /// fields by their names.
  @usableFromInline
  static func check(_ fields: [UndoField]) {
    let names = fields.map(\.name)
    let twice = names.indices.first { names[..<$0].contains(names[$0]) }.map { names[$0] }
    if let twice {
      fatalError(
        """
        Millrace: two fields of \(State.self).undoable have the name "\(twice)". An encoded \
        history identifies its fields by their names: after a relaunch an undo would change the \
        first property instead of the second. Probably a line was copied. Give each field a \
        different name.
        """)
    }
  }

  /// Returns a function that records the changes of all fields.
  ///
  /// The calls for the fields are nested, therefore each one stores its old value on the stack.
  @usableFromInline
  static func recordChanges(of fields: [UndoField]) -> RecordChanges {
    if fields.isEmpty { return { state, _, draft, _, run in run(&state, &draft) } }
    // Not `reduce`, which would wrap each function in a thunk that allocates.
    var all = fields[0].recordChanges
    for place in fields.indices.dropFirst() {
      let inner = all
      let recordChanges = fields[place].recordChanges
      all = { state, history, draft, number, run in
        recordChanges(&state, history, &draft, number) { state, draft in
          inner(&state, history, &draft, number - 1, run)
        }
      }
    }
    return all
  }

  /// A value that is undone as a whole, such as a title.
  ///
  /// The value is undone only if it is still equal to the value after the step. If it has changed
  /// since, it is not undone. The history stores the old and the new value; use
  /// ``table(_:_:merging:)`` for a large collection. If the value is not equal to itself, such as a
  /// NaN, each action with the role of a step makes a step, also if nothing has changed.
  ///
  /// Complexity: for each action with the role of a step, two reads and one comparison of the
  /// value, or three comparisons if the changed value is added to the last step.
  ///
  /// - Parameters:
  ///   - name: The name of the field in an encoded history. Do not change it when the property is
  ///     renamed.
  ///   - keyPath: The property.
  /// - Returns: The field.
  @_alwaysEmitIntoClient
  public static func slice<Value: Equatable & Codable & Sendable>(
    _ name: String, _ keyPath: WritableKeyPath<State, Value> & Sendable
  ) -> UndoField {
    let place = UndoPlace(keyPath)
    return UndoField(
      name, keyPath,
      recordChanges: { state, history, draft, field, run in
        let old = place.access(&state) { $0 }
        guard run(&state, &draft) else { return false }
        let new = place.access(&state) { $0 }
        if old != new { history.add(UndoneValue(before: old, after: new), &state, field, &draft) }
        return true
      },
      restore: { state, history, person, field, isUndo in
        history.restore(&state, person, field, isUndo) { (state, change: UndoneValue<Value>) in
          let (from, to) = isUndo ? (change.after, change.before) : (change.before, change.after)
          return place.access(&state) { value in
            if value != from { return nil }
            value = to
            return change
          }
        }
      },
      decode: { try $1.append($0.decode(UndoneValue<Value>.self, forKey: .change), $2) })
  }

  /// A table whose rows are undone separately.
  ///
  /// A row is undone only if it is still equal to the row after the step. If the row has changed
  /// since, for example because another person wrote to it, it is not undone. If fields are named,
  /// each named field is compared and undone separately in such a row.
  ///
  /// ```swift
  /// .table("cards", \.cards, merging: \.title, \.spot)
  /// ```
  ///
  /// Complexity: linear in the number of rows that an action with the role of a step changes. Once
  /// the history has the maximum number of steps, an action that writes to one row allocates
  /// nothing. The table is compared with its old rows only if the action replaces, empties or sorts
  /// it, or if it changes a copy that still shares the storage of the table. An action that moves
  /// several rows and changes no value takes O(n) for each of these rows.
  ///
  /// - Parameters:
  ///   - name: The name of the field in an encoded history. Do not change it when the property is
  ///     renamed.
  ///   - keyPath: The property.
  ///   - fields: The fields of a row that are undone separately.
  /// - Returns: The field.
  @_alwaysEmitIntoClient
  public static func table<Entity, each Value: Equatable>(
    _ name: String, _ keyPath: WritableKeyPath<State, EntityTable<Entity>> & Sendable,
    merging fields: repeat WritableKeyPath<Entity, each Value> & Sendable
  ) -> UndoField
  where
    Entity: Identifiable & Equatable & Codable & Sendable, Entity.ID: Codable & Sendable
  {
    let place = UndoPlace(keyPath)
    var count = 0
    func add<Field>(_ field: WritableKeyPath<Entity, Field>) { count += 1 }
    repeat add(each fields)
    let isMerging = count > 0
    return UndoField(
      name, keyPath,
      recordChanges: { state, history, draft, field, run in
        var recording = Optional(place.access(&state) { $0.startRecording() })
        let isDone = run(&state, &draft)
        let difference = place.access(&state) { $0.finish(recording.take()!) }
        if isDone, let difference { history.add(difference, &state, field, &draft) }
        return isDone
      },
      restore: { state, history, person, field, isUndo in
        func merge(_ row: inout Entity, _ from: Entity, _ to: Entity) {
          func merge<Field: Equatable>(_ field: WritableKeyPath<Entity, Field>) {
            let isAsLeft = row[keyPath: field] == from[keyPath: field]
            if isAsLeft { row[keyPath: field] = to[keyPath: field] }
          }
          repeat merge(each fields)
        }
        return history.restore(&state, person, field, isUndo) {
          (state, change: EntityTable<Entity>.Difference) in
          place.access(&state) {
            isUndo
              ? $0.revert(change, merging: isMerging ? merge : nil)
              : $0.apply(change, merging: isMerging ? merge : nil)
          }
        }
      },
      decode: { try $1.append($0.decode(EntityTable<Entity>.Difference.self, forKey: .change), $2) }
    )
  }
}

/// A change of a value that is undone as a whole.
@usableFromInline
struct UndoneValue<Value: Equatable & Codable>: UndoChange {
  @usableFromInline let before: Value
  @usableFromInline var after: Value

  @usableFromInline
  init(before: Value, after: Value) {
    (self.before, self.after) = (before, after)
  }

  @usableFromInline
  mutating func append(_ later: UndoneValue) -> Bool {
    if after != later.before { return false }
    after = later.after
    return true
  }

  @usableFromInline var isEmpty: Bool { before == after }
}

/// A change of rows of a table.
extension EntityTable.Difference: UndoChange where Entity: Codable, Entity.ID: Codable {}

/// The coding keys of a part of a step.
@usableFromInline
enum UndoKey: String, CodingKey {
  case field, change
}
