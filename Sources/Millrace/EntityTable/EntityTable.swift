// SPDX-License-Identifier: Apache-2.0

/// A normalized collection: entities in an order, each found by its id, each id once.
///
/// A table is a value. Copies share their storage until one of them is changed, and a table that is
/// held only once changes in place. It is a collection of its entities by position; by id it
/// answers in O(1). With a rule to sort by, it stays sorted.
///
/// ```swift
/// var people = EntityTable([ada, bob], sortedBy: \.name)
/// people.addOne(cleo)
/// people[id: bob.id]?.city = "Rome"
/// print(people.count, people[0].name, people[id: ada.id]?.city ?? "-")
/// ```
///
/// A table remembers its recent changes: ``changes(since:)`` says what happened to which ids since
/// the table had a certain ``stamp``, so that an observer of one row need not look at all of them.
///
/// Equal ids may be spelled in two ways, as "é" in one or two scalars. ``ids`` spells an id as its
/// entity does: the verbs that add keep the entity that is there, those that set or upsert take the
/// new one, if it is not equal.
///
/// Entities should be values. The id of an object that changes behind the table's back leaves the
/// object in the table under its old id.
///
/// A table is `Equatable`, `Hashable`, `Codable` and `Sendable` where its entities are. The first
/// three look at the entities in their order, not at the rule to sort by and not at the changes.
///
/// The verbs are those of the entity adapter of Redux Toolkit.
@frozen
public struct EntityTable<Entity: Identifiable> {
  @usableFromInline var storage: EntityStorage<Entity>

  /// Creates an empty table that keeps its entities in the order in which they come.
  ///
  /// Complexity: O(1).
  @inlinable
  public init() {
    storage = EntityStorage(order: nil)
  }

  /// Creates an empty table that stays sorted.
  ///
  /// Complexity: O(1).
  @inlinable
  public init(sortedBy order: EntityOrder<Entity>) {
    storage = EntityStorage(order: order)
  }

  /// Creates an empty table that stays sorted by one property, the smallest value first.
  ///
  /// Complexity: O(1).
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - descending: Pass true for the largest value first.
  @inlinable
  public init<Key: Comparable & SendableMetatype>(
    sortedBy keyPath: KeyPath<Entity, Key> & Sendable, descending: Bool = false
  ) {
    self.init(sortedBy: EntityOrder(keyPath, descending: descending))
  }

  /// Creates a table of entities; of those with equal ids it takes the first.
  ///
  /// Complexity: O(n), and O(n log n) comparisons if there is a rule.
  @inlinable
  public init(_ entities: some Sequence<Entity>, sortedBy order: EntityOrder<Entity>? = nil) {
    storage = EntityStorage(order: order)
    addMany(entities)
  }

  /// Creates a table of entities that stays sorted by one property, the smallest value first; of
  /// those with equal ids it takes the first.
  ///
  /// Complexity: O(n log n) comparisons.
  ///
  /// - Parameters:
  ///   - entities: The entities.
  ///   - keyPath: The property.
  ///   - descending: Pass true for the largest value first.
  @inlinable
  public init<Key: Comparable & SendableMetatype>(
    _ entities: some Sequence<Entity>, sortedBy keyPath: KeyPath<Entity, Key> & Sendable,
    descending: Bool = false
  ) {
    self.init(entities, sortedBy: EntityOrder(keyPath, descending: descending))
  }

  /// Makes this table the only one that holds its storage.
  ///
  /// Complexity: O(1). Parts that change afterwards are copied if another table holds them too.
  @inlinable
  mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = EntityStorage(sharing: storage) }
  }
}

extension EntityTable {
  /// The version of the contents: every change gives the table a new one.
  ///
  /// Equal stamps mean equal contents, since only copies have the same stamp. The converse does not
  /// hold.
  ///
  /// Complexity: O(1).
  @inlinable public var stamp: EntityStamp { storage.log.current }

  /// What happened since this table had that stamp, or nil if it cannot tell.
  ///
  /// It cannot tell for a stamp that it never had, because that belongs to a table that went
  /// another way since, and for one that is too long ago: a table remembers its last 512 changes of
  /// a row, and a mutation with more than these makes it forget those before. Who gets nil looks at
  /// every row.
  ///
  /// An answer is right however the table came to be what it is: copied, assigned, swapped, undone.
  ///
  /// Complexity: O(number of changes since). One change is answered without an allocation.
  @inlinable
  public func changes(since stamp: EntityStamp) -> EntityChanges<Entity.ID>? {
    storage.log.changes(since: stamp)
  }
}

// Sound: two tables that share a storage only read it; one that writes holds it alone.
extension EntityTable: @unchecked Sendable where Entity: Sendable, Entity.ID: Sendable {}
