// SPDX-License-Identifier: Apache-2.0

/// The order in which an ``EntityTable`` keeps its entities sorted.
///
/// ```swift
/// EntityTable(people, sortedBy: EntityOrder(\.city).then(EntityOrder(\.age, descending: true)))
/// ```
///
/// Two orders are equal if they were created from equal key paths with equal directions. An order
/// created from a closure is equal only to its copies. ``then(_:)`` with equal orders gives equal
/// orders. Sorting a table by an order that is equal to its own does nothing.
///
/// A closure is faster than a key path, because each read through a key path is one more call.
public struct EntityOrder<Entity>: Sendable {
  /// The identity of one comparison: a key path with a direction, or a unique stamp for a closure.
  @usableFromInline
  enum Identity: Equatable {
    case keyPath(AnyKeyPath, descending: Bool)
    case closure(EntityStamp)
  }

  /// One comparison and its identity.
  // Not a tuple: a function in a tuple that an array stores is called through two more functions.
  @usableFromInline
  struct Criterion {
    @usableFromInline let identity: Identity
    @usableFromInline let precedes: @Sendable (Entity, Entity) -> Bool

    @_alwaysEmitIntoClient
    init(_ identity: Identity, precedes: @escaping @Sendable (Entity, Entity) -> Bool) {
      self.identity = identity
      self.precedes = precedes
    }
  }

  // Sound: the initializer requires a `Sendable` key path; the type `AnyKeyPath` does not express
  // that.
  @usableFromInline nonisolated(unsafe) let criteria: [Criterion]

  /// Returns true if the first entity must come before the second.
  @usableFromInline let precedes: @Sendable (Entity, Entity) -> Bool

  @_alwaysEmitIntoClient
  init(criteria: [Criterion], precedes: @escaping @Sendable (Entity, Entity) -> Bool) {
    self.criteria = criteria
    self.precedes = precedes
  }

  /// Creates an order from one comparison.
  @_alwaysEmitIntoClient
  init(_ identity: Identity, precedes: @escaping @Sendable (Entity, Entity) -> Bool) {
    self.init(criteria: [Criterion(identity, precedes: precedes)], precedes: precedes)
  }

  /// Creates an order from a closure.
  ///
  /// - Parameter precedes: Returns true if the first entity must come before the second. It must be
  ///   a strict weak ordering, as for the standard library's `sort(by:)`, and must not use the
  ///   store. With an inconsistent closure the order of the rows is unspecified, but the table
  ///   still works.
  @_alwaysEmitIntoClient
  public init(_ precedes: @escaping @Sendable (Entity, Entity) -> Bool) {
    self.init(.closure(.next()), precedes: precedes)
  }

  /// Creates an order from one property.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - descending: Pass true for the largest value first.
  @_alwaysEmitIntoClient
  public init<Key: Comparable & SendableMetatype>(
    _ keyPath: KeyPath<Entity, Key> & Sendable, descending: Bool = false
  ) {
    let identity = Identity.keyPath(keyPath, descending: descending)
    if descending {
      self.init(identity) { $0[keyPath: keyPath] > $1[keyPath: keyPath] }
    } else {
      self.init(identity) { $0[keyPath: keyPath] < $1[keyPath: keyPath] }
    }
  }

  /// Returns an order that uses `other` for entities that are equal in this order.
  ///
  /// Complexity: O(number of criteria). A comparison of two entities calls the last criterion at
  /// most once, and each other criterion at most twice.
  @_alwaysEmitIntoClient
  public func then(_ other: EntityOrder) -> EntityOrder {
    // Composed from the last criterion to the first. The other way round, each further criterion
    // would double the calls of the first one.
    var precedes = other.precedes
    for criterion in criteria.reversed() {
      precedes = { [next = precedes, precedes = criterion.precedes] first, second in
        if precedes(first, second) { return true }
        return !precedes(second, first) && next(first, second)
      }
    }
    return EntityOrder(criteria: criteria + other.criteria, precedes: precedes)
  }
}

extension EntityOrder: Equatable {
  /// True if both orders have equal criteria in the same sequence.
  ///
  /// Complexity: O(number of criteria).
  public static func == (lhs: EntityOrder, rhs: EntityOrder) -> Bool {
    lhs.criteria.elementsEqual(rhs.criteria) { $0.identity == $1.identity }
  }
}
