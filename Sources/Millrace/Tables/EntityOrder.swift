// SPDX-License-Identifier: Apache-2.0

/// A rule by which an ``EntityTable`` keeps its entities sorted.
///
/// ```swift
/// EntityTable(people, sortedBy: EntityOrder(\.city).then(EntityOrder(\.age, descending: true)))
/// ```
///
/// Rules are equal if they were made of equal key paths and directions, or are copies of one rule;
/// a closure is only equal to itself. Sorting a table by the rule it has already does nothing.
///
/// A closure is quicker than a key path, which costs a call per read.
public struct EntityOrder<Entity>: Sendable {
  /// What makes two criteria the same.
  @usableFromInline
  enum Criterion: Equatable {
    case keyPath(AnyKeyPath, descending: Bool)
    case closure(EntityStamp)
  }

  // Sound: key paths are immutable, so that sharing them between threads is safe.
  @usableFromInline nonisolated(unsafe) let criteria: [Criterion]

  /// Whether the first entity must stand before the second.
  @usableFromInline let precedes: @Sendable (Entity, Entity) -> Bool

  @_alwaysEmitIntoClient
  init(criteria: [Criterion], precedes: @escaping @Sendable (Entity, Entity) -> Bool) {
    self.criteria = criteria
    self.precedes = precedes
  }

  /// Creates a rule from a closure.
  ///
  /// - Parameter precedes: Whether the first entity must stand before the second: a strict weak
  ///   order, as for the standard library's `sort(by:)`. One that contradicts itself leaves the
  ///   rows in some order and breaks nothing else.
  @_alwaysEmitIntoClient
  public init(_ precedes: @escaping @Sendable (Entity, Entity) -> Bool) {
    self.init(criteria: [.closure(.next())], precedes: precedes)
  }

  /// Creates a rule from one property.
  @_alwaysEmitIntoClient
  public init<Key: Comparable & SendableMetatype>(
    _ keyPath: KeyPath<Entity, Key> & Sendable, descending: Bool = false
  ) {
    let criterion = Criterion.keyPath(keyPath, descending: descending)
    if descending {
      self.init(criteria: [criterion]) { $0[keyPath: keyPath] > $1[keyPath: keyPath] }
    } else {
      self.init(criteria: [criterion]) { $0[keyPath: keyPath] < $1[keyPath: keyPath] }
    }
  }

  /// A rule that asks another where this one sees no difference.
  ///
  /// Complexity: O(number of criteria). A comparison asks at most twice per criterion.
  @_alwaysEmitIntoClient
  public func then(_ other: EntityOrder) -> EntityOrder {
    EntityOrder(criteria: criteria + other.criteria) { [precedes] first, second in
      if precedes(first, second) { return true }
      return !precedes(second, first) && other.precedes(first, second)
    }
  }
}

extension EntityOrder: Equatable {
  /// Whether both were made of the same criteria.
  ///
  /// Complexity: O(number of criteria).
  public static func == (lhs: EntityOrder, rhs: EntityOrder) -> Bool {
    lhs.criteria == rhs.criteria
  }
}

/// Warns in debug builds when a decoded table is written to without a rule to sort by, although
/// other tables of the same entities have one.
@usableFromInline
enum LostOrder {
  /// The types of entities of which there are sorted tables.
  private static let sorted = Guarded<Set<ObjectIdentifier>>([])

  /// Notes that there is a sorted table of such entities.
  @usableFromInline
  static func note(_ entity: Any.Type) {
    #if DEBUG
      _ = sorted.withLock { $0.insert(ObjectIdentifier(entity)) }
    #endif
  }

  /// The warning for the first write to a decoded table without a rule; nil later.
  static func warning(_ entity: Any.Type) -> String? {
    let type = ObjectIdentifier(entity)
    guard sorted.withLock({ $0.contains(type) }), Diagnostics.recordFirst("order \(type)") else {
      return nil
    }
    return """
      Millrace: an EntityTable<\(entity)> that was decoded is written to and stays unsorted, \
      although other tables of \(entity) are sorted. The rule to sort by is code and is not \
      encoded with a table. Give it to the table after decoding, in the init(from:) of the state \
      or where the state is loaded: table.sort(by: \\.name). If the table is not to be sorted, \
      say table.sort(by: nil).
      """
  }
}

extension EntityStorage {
  /// Warns of a write to a decoded table without a rule.
  @usableFromInline
  func noteUnsorted() {
    isDecoded = false
    #if DEBUG
      // A guess from other tables, of other tests too: no step of a test fails for it.
      if let warning = LostOrder.warning(Entity.self) { Diagnostics.log(warning) }
    #endif
  }
}
