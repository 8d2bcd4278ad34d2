// SPDX-License-Identifier: Apache-2.0

/// A table of a store, read row by row: each read follows what it reads and nothing else.
///
/// `store.cards` is one wherever `cards` is a table whose entities can be compared. Inside an
/// Observation-tracked scope, as the body of a view:
///
/// ```swift
/// store.cards[id]?.title                       // follows this row
/// ForEach(store.cards.ids, id: \.self) { … }   // follows rows that come, go or move
/// store.cards.count                            // follows the number of rows
/// for card in store.cards { … }                // the table itself: follows every row
/// ```
///
/// What a table has and a reader does not, such as `filter` or a loop, is read of the table as a
/// whole. A reader finds rows by id, and a row may be missing: `store.cards[7]?.title`. Where ids
/// are integers and the question mark is left out, it is the table's own subscript that is read, by
/// position; `store.cards.entities[0]` says that plainly.
///
/// A table inside another field is reached with ``StateProvider/table(_:)``.
///
/// Complexity: per commit, one comparison of the table's version for all rows that are followed,
/// and one of each of them that changed.
@MainActor
public struct TableReader<
  Source: StateProvider, Entity: Identifiable & Equatable & Sendable
> where Entity.ID: Sendable {
  private let source: Source
  private let table: KeyPath<Source.State, EntityTable<Entity>> & Sendable

  init(_ source: Source, _ table: KeyPath<Source.State, EntityTable<Entity>> & Sendable) {
    self.source = source
    self.table = table
  }

  /// The row with that id, or nil; inside a tracked scope exactly this row is followed.
  ///
  /// Complexity: O(1).
  public subscript(id: Entity.ID) -> Entity? { source.read(.row(id, of: table)) }

  /// The row with that id, or nil; inside a tracked scope exactly this row is followed.
  ///
  /// Complexity: O(1).
  public subscript(id id: Entity.ID) -> Entity? { self[id] }

  /// The ids in their order; rows that come, go or move are followed.
  ///
  /// Complexity: O(1); O(n) after a change of the ids.
  public var ids: [Entity.ID] { source.read(.ids(of: table)) }

  /// The number of rows, and nothing else, is followed.
  ///
  /// Complexity: O(1).
  public var count: Int { source.read(.count(of: table)) }

  /// Whether there is no row; followed is the change from none to some and back.
  ///
  /// Complexity: O(1).
  public var isEmpty: Bool { source.read(.isEmpty(of: table)) }

  /// Whether there is a row with that id; followed is that it comes or goes.
  ///
  /// Complexity: O(1).
  public func contains(id: Entity.ID) -> Bool { source.read(.contains(id, in: table)) }
}

extension StateProvider {
  /// A table anywhere in the state, read row by row.
  ///
  /// ```swift
  /// store.table(\.board.cards)[id]?.title
  /// ```
  ///
  /// Complexity: O(1); reads cost what ``TableReader`` says.
  public func table<Entity: Identifiable & Equatable & Sendable>(
    _ keyPath: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> TableReader<Self, Entity> where Entity.ID: Sendable {
    TableReader(self, keyPath)
  }
}

extension Store {
  /// Reads a table row by row; see ``TableReader``.
  ///
  /// Complexity: O(1); reads cost what ``TableReader`` says.
  public subscript<Entity: Identifiable & Equatable & Sendable>(
    dynamicMember keyPath: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> TableReader<Store, Entity> where Entity.ID: Sendable {
    TableReader(self, keyPath)
  }
}

extension StoreProjection {
  /// Reads a table row by row; see ``TableReader``.
  ///
  /// Complexity: O(1); reads cost what ``TableReader`` says.
  public subscript<Entity: Identifiable & Equatable & Sendable>(
    dynamicMember keyPath: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> TableReader<StoreProjection, Entity> where Entity.ID: Sendable {
    TableReader(self, keyPath)
  }
}
