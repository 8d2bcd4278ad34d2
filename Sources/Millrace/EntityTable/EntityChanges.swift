// SPDX-License-Identifier: Apache-2.0

/// What happened to the rows of a table between two of its versions.
///
/// A sequence of ids, each once and with what became of it, in the order in which they were first
/// touched. Get one from ``EntityTable/changes(since:)``. Holding one keeps no table alive.
///
/// ```swift
/// if let changes = people.changes(since: stamp) {
///   for (id, kind) in changes { print(id, kind) }
/// } else {
///   // The table cannot tell: look at every row that matters.
/// }
/// ```
@frozen
public struct EntityChanges<ID: Hashable> {
  /// What became of one row.
  public enum Kind: Hashable, Sendable {
    /// The id is new: it was not in the older version.
    case inserted
    /// The id is gone: it was in the older version only.
    case removed
    /// The id is in both versions and its entity was written to; it may have ended as it began.
    case updated
  }

  @usableFromInline
  enum Rows {
    case none
    case one(ID, Kind)
    case many([(id: ID, kind: Kind)])
  }

  @usableFromInline let rows: Rows

  /// Whether ids that are in both versions may stand in another order.
  ///
  /// False means that they do not. It may be true although they ended in the order they had.
  public let orderChanged: Bool

  @inlinable
  init(rows: Rows, orderChanged: Bool) {
    self.rows = rows
    self.orderChanged = orderChanged
  }

  @inlinable
  static var none: EntityChanges { EntityChanges(rows: .none, orderChanged: false) }
}

extension EntityChanges {
  /// The number of rows that changed.
  ///
  /// Complexity: O(1).
  @inlinable
  public var count: Int {
    switch rows {
    case .none: 0
    case .one: 1
    case .many(let rows): rows.count
    }
  }

  /// Whether no row and no order changed.
  ///
  /// Complexity: O(1).
  @inlinable public var isEmpty: Bool { count == 0 && !orderChanged }

  /// Whether ids came or went.
  ///
  /// Complexity: O(number of changes).
  @inlinable public var membershipChanged: Bool { contains { $0.kind != .updated } }

  /// The ids that came.
  ///
  /// Complexity: O(number of changes).
  @inlinable public var inserted: Set<ID> { ids(of: .inserted) }

  /// The ids that went.
  ///
  /// Complexity: O(number of changes).
  @inlinable public var removed: Set<ID> { ids(of: .removed) }

  /// The ids of the entities that stayed and were written to.
  ///
  /// Complexity: O(number of changes).
  @inlinable public var updated: Set<ID> { ids(of: .updated) }

  @inlinable
  func ids(of kind: Kind) -> Set<ID> {
    Set(lazy.filter { $0.kind == kind }.map(\.id))
  }
}

extension EntityChanges: Sequence {
  /// Goes through the changed rows without allocating.
  @frozen
  public struct Iterator: IteratorProtocol {
    @usableFromInline let rows: Rows
    @usableFromInline var position = 0

    @inlinable
    init(rows: Rows) {
      self.rows = rows
    }

    /// The next row that changed.
    ///
    /// Complexity: O(1).
    @inlinable
    public mutating func next() -> (id: ID, kind: Kind)? {
      defer { position += 1 }
      switch rows {
      case .one(let id, let kind) where position == 0: return (id, kind)
      case .many(let rows) where position < rows.count: return rows[position]
      default: return nil
      }
    }
  }

  /// Starts with the row that was touched first.
  ///
  /// Complexity: O(1).
  @inlinable
  public func makeIterator() -> Iterator { Iterator(rows: rows) }

  /// The number of rows that changed.
  ///
  /// Complexity: O(1).
  @inlinable public var underestimatedCount: Int { count }
}

extension EntityChanges.Rows: Sendable where ID: Sendable {}
extension EntityChanges: Sendable where ID: Sendable {}
extension EntityChanges.Iterator: Sendable where ID: Sendable {}
