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
  /// The parts, each with the name under which its changes are encoded.
  ///
  /// Make it a `static let`: it is read for each step.
  static var undoable: [UndoField<Self>] { get }
}

/// One part of a state that can be undone; see ``UndoableState/undoable``.
public struct UndoField<State>: Sendable {
  @usableFromInline typealias Run = (inout State, inout UndoParts) -> Bool
  @usableFromInline typealias Note =
    @Sendable (inout State, inout UndoParts, _ field: Int, _ run: Run) -> Bool
  @usableFromInline typealias Apply =
    @Sendable (inout State, inout any UndoChange, _ isUndo: Bool) -> Bool
  @usableFromInline typealias Append = @Sendable (inout any UndoChange, any UndoChange) -> Bool
  @usableFromInline typealias Decode =
    @Sendable (KeyedDecodingContainer<UndoKey>) throws -> any UndoChange

  /// An object, so that to get one of several fields retains one thing.
  @usableFromInline
  final class Work: Sendable {
    /// Runs something and adds what it changes, unless it says that it failed.
    @usableFromInline let note: Note
    /// Makes a change, or takes it back, and leaves as much of it as was possible; false: nothing.
    let apply: Apply
    /// Makes a later change part of an earlier one, if it can.
    let append: Append
    let decode: Decode

    init(
      _ note: @escaping Note, _ apply: @escaping Apply, _ append: @escaping Append,
      _ decode: @escaping Decode
    ) {
      (self.note, self.apply, self.append, self.decode) = (note, apply, append, decode)
    }
  }

  let name: String
  let keyPath: PartialKeyPath<State> & Sendable
  @usableFromInline let work: Work

  @usableFromInline
  init(
    _ name: String, _ keyPath: PartialKeyPath<State> & Sendable, note: @escaping Note,
    apply: @escaping Apply, append: @escaping Append, decode: @escaping Decode
  ) {
    (self.name, self.keyPath) = (name, keyPath)
    work = Work(note, apply, append, decode)
  }

  /// Runs something and notes what it changes in the first fields of a list, one within the other:
  /// what a field has to know of before is on the stack.
  @_alwaysEmitIntoClient
  static func note(
    _ fields: [UndoField], _ count: Int, _ state: inout State, _ parts: inout UndoParts,
    _ run: (inout State) -> Bool
  ) -> Bool {
    if count == 0 { return run(&state) }
    return fields[count - 1].work.note(&state, &parts, count - 1) { state, parts in
      note(fields, count - 1, &state, &parts, run)
    }
  }

  /// A value that is undone as a whole, such as a title.
  ///
  /// It is taken back if it is what the step left; a value that changed since stays. A history
  /// holds the old and the new one: make a large collection a ``table(_:_:merging:)``.
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
      note: { state, parts, field, run in
        let old = place.access(&state) { $0 }
        guard run(&state, &parts) else { return false }
        place.access(&state) { new in
          if old != new { parts.append(field, UndoneValue(before: old, after: new)) }
        }
        return true
      },
      apply: { state, change, isUndo in
        guard let change = change as? UndoneValue<Value> else { return false }
        let (from, to) = isUndo ? (change.after, change.before) : (change.before, change.after)
        return place.access(&state) { value in
          if value != from { return false }
          value = to
          return true
        }
      },
      append: { change, later in
        guard let whole = change as? UndoneValue<Value>, let later = later as? UndoneValue<Value>,
          whole.after == later.before
        else { return false }
        change = UndoneValue(before: whole.before, after: later.after)
        return true
      },
      decode: { try $0.decode(UndoneValue<Value>.self, forKey: .change) })
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
  /// Complexity: each action that makes a step costs what its rows cost; one that changes one row,
  /// two allocations, for the change and its row. The table is not copied, compared or walked,
  /// unless the action replaces it.
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
    return UndoField(
      name, keyPath,
      note: { state, parts, field, run in
        let recording = place.access(&state) { $0.startRecording() }
        let isDone = run(&state, &parts)
        let difference = place.access(&state) { $0.finish(recording) }
        if isDone, let difference { parts.append(field, UndoneRows(difference)) }
        return isDone
      },
      apply: { state, change, isUndo in
        guard let rows = change as? UndoneRows<Entity> else { return false }
        func merge(_ row: inout Entity, _ from: Entity, _ to: Entity) {
          func merge<Field: Equatable>(_ field: WritableKeyPath<Entity, Field>) {
            let isAsLeft = row[keyPath: field] == from[keyPath: field]
            if isAsLeft { row[keyPath: field] = to[keyPath: field] }
          }
          repeat merge(each fields)
        }
        let made = place.access(&state) {
          isUndo
            ? $0.revert(rows.difference, merging: merge)
            : $0.apply(rows.difference, merging: merge)
        }
        guard let made else { return false }
        change = UndoneRows(made)
        return true
      },
      append: { change, later in
        // Asked before there is another reference.
        let isOwned = isKnownUniquelyReferenced(&change)
        guard var whole = change as? UndoneRows<Entity>, let later = later as? UndoneRows<Entity>
        else { return false }
        if !isOwned { whole = UndoneRows(whole.difference) }
        guard whole.difference.append(later.difference) else { return false }
        change = whole
        return true
      },
      decode: { try $0.decode(UndoneRows<Entity>.self, forKey: .change) })
  }
}

/// A change of a value that is undone as a whole.
@usableFromInline
final class UndoneValue<Value: Equatable & Codable & Sendable>: UndoChange, Codable {
  @usableFromInline let before: Value
  @usableFromInline let after: Value

  @usableFromInline
  init(before: Value, after: Value) {
    (self.before, self.after) = (before, after)
  }

  @usableFromInline
  func isEqual(to other: any UndoChange) -> Bool {
    guard let other = other as? UndoneValue else { return false }
    return before == other.before && after == other.after
  }
}

/// A change of rows of a table.
// Sound: it changes only while it has one owner.
@usableFromInline
final class UndoneRows<Entity>: UndoChange, Codable, @unchecked Sendable
where Entity: Identifiable & Equatable & Codable & Sendable, Entity.ID: Codable & Sendable {
  @usableFromInline var difference: EntityDifference<Entity>

  @_alwaysEmitIntoClient
  init(_ difference: EntityDifference<Entity>) {
    self.difference = difference
  }

  @usableFromInline
  func isEqual(to other: any UndoChange) -> Bool {
    difference == (other as? UndoneRows)?.difference
  }
}

/// The names of a part of a step when it is encoded.
@usableFromInline
enum UndoKey: String, CodingKey {
  case field, change
}
