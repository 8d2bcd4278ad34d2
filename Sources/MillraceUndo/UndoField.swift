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
  /// The parts, each with the name under which its changes are encoded; no two have one name.
  ///
  /// Make it a `static let`: it is read for each step.
  static var undoable: [UndoField<Self>] { get }
}

/// One part of a state that can be undone; see ``UndoableState/undoable``.
public struct UndoField<State: UndoableState>: Sendable {
  @usableFromInline typealias History = UndoPlace<State, UndoHistory<State>>
  @usableFromInline typealias Run = (inout State, inout UndoDraft) -> Bool
  @usableFromInline typealias Note =
    @Sendable (inout State, History, inout UndoDraft, _ field: Int, _ run: Run) -> Bool
  @usableFromInline typealias Turn =
    @Sendable (inout State, History, _ person: String, _ field: Int, _ isUndo: Bool) -> UndoPart?
  @usableFromInline typealias Decode =
    @Sendable (KeyedDecodingContainer<UndoKey>, inout UndoSteps, _ field: Int) throws -> UndoPart

  let name: String
  let keyPath: PartialKeyPath<State> & Sendable
  /// Runs something and adds what it changes to a step, unless it says that it failed.
  @usableFromInline let note: Note
  /// Takes the last change of a person back, or makes it again, and leaves as much of it as was
  /// possible; nil: nothing.
  @usableFromInline let turn: Turn
  let decode: Decode

  @usableFromInline
  init(
    _ name: String, _ keyPath: PartialKeyPath<State> & Sendable, note: @escaping Note,
    turn: @escaping Turn, decode: @escaping Decode
  ) {
    (self.name, self.keyPath) = (name, keyPath)
    (self.note, self.turn, self.decode) = (note, turn, decode)
  }

  /// Ends the process if two fields have one name: a decoded history could not tell them apart.
  @usableFromInline
  static func check(_ fields: [UndoField]) {
    let names = fields.map(\.name)
    let twice = names.indices.first { names[..<$0].contains(names[$0]) }.map { names[$0] }
    precondition(
      twice == nil,
      """
      Millrace: two fields of \(State.self).undoable have the name "\(twice ?? "")". A history \
      that is encoded knows its fields by their names, so that after a relaunch an undo would \
      change the first property in the place of the second. Probably a line was copied. Give each \
      field a name of its own.
      """)
  }

  /// Notes what is changed in any field, one within the other: what a field has to know of before
  /// is on the stack.
  @usableFromInline
  static func note(_ fields: [UndoField]) -> Note {
    if fields.isEmpty { return { state, _, draft, _, run in run(&state, &draft) } }
    // A loop: a function that goes through `reduce` gets a thunk that allocates.
    var all = fields[0].note
    for place in fields.indices.dropFirst() {
      let inner = all
      let note = fields[place].note
      all = { state, history, draft, number, run in
        note(&state, history, &draft, number) { state, draft in
          inner(&state, history, &draft, number - 1, run)
        }
      }
    }
    return all
  }

  /// A value that is undone as a whole, such as a title.
  ///
  /// It is taken back if it is what the step left; a value that changed since stays. A history
  /// holds the old and the new one: make a large collection a ``table(_:_:merging:)``. A value that
  /// is not equal to itself, as one that holds a NaN, makes each action a step.
  ///
  /// Complexity: each action that makes a step reads the value twice and compares once.
  ///
  /// - Parameters:
  ///   - name: Its name in an encoded history. It stays when the property is renamed.
  ///   - keyPath: The property.
  /// - Returns: The field.
  @_alwaysEmitIntoClient
  public static func slice<Value: Equatable & Codable & Sendable>(
    _ name: String, _ keyPath: WritableKeyPath<State, Value> & Sendable
  ) -> UndoField {
    let place = UndoPlace(keyPath)
    return UndoField(
      name, keyPath,
      note: { state, history, draft, field, run in
        let old = place.access(&state) { $0 }
        guard run(&state, &draft) else { return false }
        let new = place.access(&state) { $0 }
        if old != new { history.add(UndoneValue(before: old, after: new), &state, field, &draft) }
        return true
      },
      turn: { state, history, person, field, isUndo in
        history.turn(&state, person, field, isUndo) { (state, change: UndoneValue<Value>) in
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

  /// A table of which rows are undone.
  ///
  /// A row is taken back if it is what the step left. A row that changed since, because another
  /// person wrote to it, stays as it is, unless fields are named: then each of these is taken back
  /// that is what the step left, and the others stay.
  ///
  /// ```swift
  /// .table("cards", \.cards, merging: \.title, \.spot)
  /// ```
  ///
  /// Complexity: each action that makes a step costs what its rows cost; one that writes to one row
  /// allocates nothing once there are as many steps as there may be. The table is not copied,
  /// compared or walked, unless the action replaces it, or changes a copy of it first and then the
  /// table itself. One that moves several rows walks the ids for each of them.
  ///
  /// - Parameters:
  ///   - name: Its name in an encoded history. It stays when the property is renamed.
  ///   - keyPath: The property.
  ///   - fields: The fields of a row that are taken back one by one.
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
      note: { state, history, draft, field, run in
        var recording = Optional(place.access(&state) { $0.startRecording() })
        let isDone = run(&state, &draft)
        let difference = place.access(&state) { $0.finish(recording.take()!) }
        if isDone, let difference { history.add(difference, &state, field, &draft) }
        return isDone
      },
      turn: { state, history, person, field, isUndo in
        func merge(_ row: inout Entity, _ from: Entity, _ to: Entity) {
          func merge<Field: Equatable>(_ field: WritableKeyPath<Entity, Field>) {
            let isAsLeft = row[keyPath: field] == from[keyPath: field]
            if isAsLeft { row[keyPath: field] = to[keyPath: field] }
          }
          repeat merge(each fields)
        }
        return history.turn(&state, person, field, isUndo) {
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

/// The names of a part of a step when it is encoded.
@usableFromInline
enum UndoKey: String, CodingKey {
  case field, change
}
