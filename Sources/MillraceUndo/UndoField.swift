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
  @usableFromInline typealias Start = @Sendable (inout State) -> any Sendable
  @usableFromInline typealias Finish = @Sendable (inout State, any Sendable) -> (any UndoChange)?
  @usableFromInline typealias Apply =
    @Sendable (inout State, any UndoChange, _ isUndo: Bool) -> (any UndoChange)?
  @usableFromInline typealias Append = @Sendable (inout any UndoChange, any UndoChange) -> Bool
  @usableFromInline typealias Decode =
    @Sendable (KeyedDecodingContainer<UndoKey>) throws -> any UndoChange

  let name: String
  let keyPath: PartialKeyPath<State> & Sendable
  /// Begins to note what changes.
  let start: Start
  /// What changed; nil: nothing.
  let finish: Finish
  /// Makes a change, or takes it back, and returns as much of it as was possible; nil: nothing.
  let apply: Apply
  /// Makes a later change part of an earlier one, if it can.
  let append: Append
  let decode: Decode

  @usableFromInline
  init(
    _ name: String, _ keyPath: PartialKeyPath<State> & Sendable, start: @escaping Start,
    finish: @escaping Finish, apply: @escaping Apply, append: @escaping Append,
    decode: @escaping Decode
  ) {
    (self.name, self.keyPath, self.start, self.finish) = (name, keyPath, start, finish)
    (self.apply, self.append, self.decode) = (apply, append, decode)
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
    UndoField(
      name, keyPath,
      start: { $0[keyPath: keyPath] },
      finish: { state, old in
        guard let old = old as? Value, old != state[keyPath: keyPath] else { return nil }
        return UndoneValue(before: old, after: state[keyPath: keyPath])
      },
      apply: { state, change, isUndo in
        guard let change = change as? UndoneValue<Value> else { return nil }
        let (from, to) = isUndo ? (change.after, change.before) : (change.before, change.after)
        guard state[keyPath: keyPath] == from else { return nil }
        state[keyPath: keyPath] = to
        return change
      },
      append: { change, later in
        guard var whole = change as? UndoneValue<Value>, let later = later as? UndoneValue<Value>,
          whole.after == later.before
        else { return false }
        whole.after = later.after
        change = whole
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
  /// Complexity: each action that makes a step costs an allocation and what its rows cost. The
  /// table is not copied, compared or walked, unless the action replaces it.
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
    UndoField(
      name, keyPath,
      start: { $0[keyPath: keyPath].startRecording() },
      finish: { state, recording in
        guard let recording = recording as? EntityTable<Entity>.Recording else { return nil }
        return state[keyPath: keyPath].finish(recording).map { UndoneRows($0) }
      },
      apply: { state, change, isUndo in
        guard let change = change as? UndoneRows<Entity> else { return nil }
        let difference = isUndo ? change.difference.reversed() : change.difference
        let made = state[keyPath: keyPath].apply(difference) { row, from, to in
          func merge<Field: Equatable>(_ field: WritableKeyPath<Entity, Field>) {
            let isAsLeft = row[keyPath: field] == from[keyPath: field]
            if isAsLeft { row[keyPath: field] = to[keyPath: field] }
          }
          repeat merge(each fields)
        }
        return made.map { UndoneRows(isUndo ? $0.reversed() : $0) }
      },
      append: { change, later in
        guard var whole = change as? UndoneRows<Entity>, let later = later as? UndoneRows<Entity>
        else { return false }
        // It is held once while it grows.
        change = UndoneValue(before: 0, after: 0)
        defer { change = whole }
        return whole.difference.append(later.difference)
      },
      decode: { try $0.decode(UndoneRows<Entity>.self, forKey: .change) })
  }
}

/// A change of a value that is undone as a whole.
@usableFromInline
struct UndoneValue<Value: Equatable & Codable & Sendable>: Equatable, Codable {
  @usableFromInline var before: Value
  @usableFromInline var after: Value

  @_alwaysEmitIntoClient
  init(before: Value, after: Value) {
    (self.before, self.after) = (before, after)
  }
}

extension UndoChange where Self: Equatable {
  @usableFromInline
  func isEqual(to other: any UndoChange) -> Bool { self == other as? Self }
}

extension UndoneValue: UndoChange {}

/// A change of rows of a table.
@usableFromInline
struct UndoneRows<Entity>: Equatable, Codable, UndoChange
where Entity: Identifiable & Equatable & Codable & Sendable, Entity.ID: Codable & Sendable {
  @usableFromInline var difference: EntityDifference<Entity>

  @_alwaysEmitIntoClient
  init(_ difference: EntityDifference<Entity>) {
    self.difference = difference
  }
}

/// The names of a part of a step when it is encoded.
@usableFromInline
enum UndoKey: String, CodingKey {
  case field, change
}
