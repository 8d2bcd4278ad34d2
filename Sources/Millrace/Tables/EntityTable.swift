// SPDX-License-Identifier: Apache-2.0

/// An ordered collection of entities with unique ids.
///
/// An entity is found by its id or by its position, both in O(1). A table with a sort order stays
/// sorted. In any other table, a new entity is added at the end, unless a position is given.
///
/// A table is a value. Copies share their storage. A change copies the parts that it writes to, if
/// a copy still shares them. Otherwise the table is changed in place, except by `setAll`.
///
/// ```swift
/// var people = EntityTable([ada, bob], sortedBy: \.name)
/// people.addOne(cleo)
/// people[id: bob.id]?.city = "Rome"
/// print(people.count, people[0].name, people[id: ada.id]?.city ?? "-")
/// ```
///
/// A table logs its recent changes. ``changes(since:)`` returns the ids that changed since the
/// table had a given ``stamp``, so that an observer of one row does not scan the table.
///
/// Equal ids can have different bytes: the string "é" is one or two Unicode scalars. An id in
/// ``ids`` has the bytes of the stored entity's id. The methods that add do not replace an entity
/// with an equal id. `setOne`, `setMany` and an upsert without `merge` replace it, unless the two
/// entities are equal. A `setAll` that changes the table replaces all entities.
///
/// An id must be equal to itself: an entity whose id is a NaN is added again each time, and is not
/// found by its id.
///
/// Entities should be values. If the entities are objects and the id of one of them changes without
/// a call of a method of the table, the table still finds that object by its old id.
///
/// A table is `Equatable`, `Hashable` and `Codable` if its entities are, and `Sendable` if its
/// entities and their ids are. Equality, hash and encoding depend on the entities and their order,
/// not on the sort order and the change log.
///
/// The methods that add, set, update, upsert and remove have the names of Redux Toolkit's adapter.
@frozen
public struct EntityTable<Entity: Identifiable> {
  @usableFromInline var storage: EntityStorage<Entity>

  /// Creates an empty table that is not sorted: new entities are added at the end.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  public init() {
    storage = EntityStorage(order: nil)
  }

  /// Creates an empty table that stays sorted.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
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
  @_alwaysEmitIntoClient
  public init<Key: Comparable & SendableMetatype>(
    sortedBy keyPath: KeyPath<Entity, Key> & Sendable, descending: Bool = false
  ) {
    self.init(sortedBy: EntityOrder(keyPath, descending: descending))
  }

  /// Creates a table of entities.
  ///
  /// If several entities have equal ids, the first one is used.
  ///
  /// Complexity: O(n), and O(n log n) comparisons if there is a sort order.
  @_alwaysEmitIntoClient
  public init(_ entities: some Sequence<Entity>, sortedBy order: EntityOrder<Entity>? = nil) {
    storage = EntityStorage(order: order)
    addMany(entities)
  }

  /// Creates a table of entities that stays sorted by one property, the smallest value first.
  ///
  /// If several entities have equal ids, the first one is used.
  ///
  /// Complexity: O(n log n) comparisons.
  ///
  /// - Parameters:
  ///   - entities: The entities.
  ///   - keyPath: The property.
  ///   - descending: Pass true for the largest value first.
  @_alwaysEmitIntoClient
  public init<Key: Comparable & SendableMetatype>(
    _ entities: some Sequence<Entity>, sortedBy keyPath: KeyPath<Entity, Key> & Sendable,
    descending: Bool = false
  ) {
    self.init(entities, sortedBy: EntityOrder(keyPath, descending: descending))
  }

  /// Gives this table a storage of its own, if it shares its storage with another table.
  ///
  /// Complexity: O(1). The new storage shares the arrays of the old one; each of these arrays is
  /// copied by its first change.
  @_alwaysEmitIntoClient
  mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) {
      let copy = EntityStorage(sharing: storage)
      storage.passRecordings(to: copy)
      storage = copy
    }
  }
}

extension EntityTable {
  /// The version of the contents.
  ///
  /// Every change gives the table a new stamp.
  ///
  /// Tables with equal stamps have equal contents: they are copies of each other, or were never
  /// changed. Tables with equal contents can have different stamps.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient public var stamp: EntityStamp { storage.log.current }

  /// The changes since this table had that stamp, or nil if they are not known.
  ///
  /// The changes are not known in two cases. The table never had that stamp: for example, it is the
  /// stamp of a copy that was changed separately. Or the stamp is too old: a table logs its last
  /// 512 changes of rows, and one of 8,192 rows or more up to an eighth of the greatest number of
  /// its rows. A single mutation with more changes clears the log. If the result is nil, compare
  /// every row.
  ///
  /// The result is correct however the table got its contents: by a copy, an assignment, a swap or
  /// an undo.
  ///
  /// Complexity: O(number of changes since that stamp). The result for one change is made without
  /// an allocation.
  @_alwaysEmitIntoClient
  public func changes(since stamp: EntityStamp) -> EntityChanges<Entity.ID>? {
    storage.changes(since: stamp, limit: .max)
  }
}

// Sound: tables that share a storage only read it, and a table that writes has the only reference
// to its storage. Copies of a table that is being recorded are the exception: they must stay on the
// thread of the recording; see `startRecording()`.
extension EntityTable: @unchecked Sendable where Entity: Sendable, Entity.ID: Sendable {}

extension EntityTable {
  /// The entity with that id, or nil.
  ///
  /// Writing an entity adds it or replaces the old one. Writing nil removes the old one. Changing a
  /// part, as in `table[id: 7]?.name = "Ada"`, is logged as a change of the row. It happens in
  /// place, and copies nothing if no copy shares the storage and no recording
  /// (``startRecording()``) is open.
  ///
  /// An entity is always stored under its own id, even if the subscript has another id. If the
  /// table has a row with the id of the subscript, the entity replaces that row, and any other row
  /// with the id of the entity is removed. If the table has no such row, the entity is added, or
  /// replaces the row with its own id.
  ///
  /// Complexity: O(1) to read and to change a part. To add or remove, see ``addOne(_:)`` and
  /// ``removeOne(_:)``; a sorted table also moves a row that is out of order, as
  /// ``updateOne(_:_:)`` says.
  @_alwaysEmitIntoClient
  public subscript(id id: Entity.ID) -> Entity? {
    get {
      storage.index.position(of: id).map { storage.rows[$0] }
    }
    _modify {
      makeUnique()
      let position = storage.take(id)
      defer { endAccess(position) }
      yield &storage.taken
    }
  }

  /// Ends an access to the entity that was at a position, or to an id that the table did not have.
  @_alwaysEmitIntoClient
  mutating func endAccess(_ position: Int?) {
    if let position {
      storage.putBack(at: position)
    } else if let entity = storage.taken.take() {
      setOne(entity)
    }
  }

  /// True if the table has an entity with that id.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  public func contains(id: Entity.ID) -> Bool { storage.index.position(of: id) != nil }

  /// The position of the entity with that id, or nil.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient
  public func index(of id: Entity.ID) -> Int? { storage.index.position(of: id) }
}

extension EntityStorage {
  /// Moves the entity with that id out of its row, into `taken`.
  ///
  /// With one reference to the parts of the entity, its change copies none of them.
  ///
  /// - Returns: The position of the row, or nil if there is none.
  @_alwaysEmitIntoClient
  func take(_ id: ID) -> Int? {
    guard let position = index.position(of: id) else { return nil }
    willWrite(position)
    taken = rows.take(position)
    return position
  }

  /// Ends an access to an entity that was taken out of its row.
  ///
  /// An entity goes back into the row and is logged as written, changed or not. Nil removes the
  /// row.
  @_alwaysEmitIntoClient
  func putBack(at position: Int) {
    let id = index.ids[position]
    if let entity = taken.take() {
      rows.put(entity, at: position)
      wasWritten(id, at: position, .next())
    } else {
      rows.closeHole(position)
      index.remove(id)
      log.append(.removed, id, .next())
      record(.remove(id, row: nil, at: position))
    }
  }
}

extension EntityTable: RandomAccessCollection {
  /// The position of the first entity: zero.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient public var startIndex: Int { 0 }

  /// The number of entities.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient public var endIndex: Int { storage.rows.count }

  /// The entity at a position.
  ///
  /// A position that is out of bounds stops the program, as it does for an array.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient @_disfavoredOverload
  public subscript(position: Int) -> Entity {
    // Disfavored: otherwise `store.cards[7] == card` would use this subscript, by position, and not
    // the one of `EntityTable.Reader`, by id, because this one needs no conversion of `card` to an
    // optional.
    storage.rows[position]
  }

  /// Calls a closure with the entities, which are contiguous in memory.
  ///
  /// The result is never nil.
  ///
  /// Complexity: O(1) besides the closure.
  @_alwaysEmitIntoClient
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Entity>) throws -> Result
  ) rethrows -> Result? {
    try storage.rows.withContiguousStorageIfAvailable(body)
  }
}

extension EntityTable {
  /// The ids, in the order of the entities.
  ///
  /// The first read creates the array. Later reads return the same array, until an id is inserted,
  /// removed, moved, or replaced by an equal id with other bytes, or until `setAll` changes the
  /// table. A reference to the array does not cause a change of the table to copy anything.
  ///
  /// Complexity: O(n) for the first read after a change of the ids, otherwise O(1). The table keeps
  /// the array in memory until the next such change.
  @_alwaysEmitIntoClient public var ids: [Entity.ID] { storage.index.ids.array }

  /// The entities as an array.
  ///
  /// The first read creates the array. Later reads return the same array, until the table changes.
  /// A reference to the array does not cause a change of the table to copy the rows. The table
  /// itself is a collection of its entities and can be iterated without this array.
  ///
  /// Complexity: O(n) for the first read after a change, otherwise O(1). The table keeps the array
  /// in memory until the next change.
  @_alwaysEmitIntoClient public var entities: [Entity] { storage.rows.array }
}

extension EntityTable: CustomReflectable, CustomStringConvertible {
  /// The description of an array of the entities, in their order.
  ///
  /// Complexity: O(n).
  public var description: String { Array(storage.rows).description }

  /// A mirror of a collection of the entities.
  ///
  /// Complexity: O(1).
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: storage.rows, displayStyle: .collection)
  }
}

extension EntityTable: Equatable where Entity: Equatable {
  /// True if both tables have equal entities in the same order.
  ///
  /// Sort orders and change logs are not compared.
  ///
  /// Complexity: O(n); O(1) for copies with the same stamp.
  @_alwaysEmitIntoClient
  public static func == (lhs: EntityTable, rhs: EntityTable) -> Bool {
    if lhs.stamp == rhs.stamp { return true }
    guard lhs.count == rhs.count else { return false }
    // Pointers are used to copy no entity. `?? true` is never evaluated, because the method never
    // returns nil for a table.
    return lhs.withContiguousStorageIfAvailable { left in
      rhs.withContiguousStorageIfAvailable { right in
        left.indices.allSatisfy { left[$0] == right[$0] }
      } ?? true
    } ?? true
  }
}

extension EntityTable: Hashable where Entity: Hashable {
  /// Hashes the entities in their order.
  ///
  /// Complexity: O(n).
  @_alwaysEmitIntoClient
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for entity in self { hasher.combine(entity) }
  }
}

/// Encodes the tables of a value in a format of its own, instead of ``EntityTable/encode(to:)``.
///
/// For example, a tool that encodes many states one after another can skip the rows that it has
/// already written; ``EntityTable/changes(since:)`` returns the rows that have changed. The decoder
/// of a table expects an array of entities. Do not use a writer for data that will be decoded as
/// tables.
///
/// ```swift
/// encoder.userInfo[.tableWriter!] = writer
/// ```
///
/// The writer is called during the encoding, on the thread of the encoder.
public protocol EntityTableWriter: AnyObject, Sendable {
  /// Writes a table.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - encoder: The encoder of the table. Its `codingPath` is the path of the table in the value
  ///     that is encoded.
  /// - Throws: Any error of the encoder or of a row. The encoding fails with that error.
  func write<Entity: Encodable>(_ table: EntityTable<Entity>, to encoder: any Encoder) throws
}

extension CodingUserInfoKey {
  /// The key in `userInfo` of an encoder for its ``EntityTableWriter``.
  public static let tableWriter = CodingUserInfoKey(rawValue: "millrace.tableWriter")
}

extension EntityTable: Encodable where Entity: Encodable {
  /// Encodes the table as an array of its entities, in their order.
  ///
  /// The sort order, the stamp and the change log are not encoded. If the `userInfo` of the encoder
  /// has an ``EntityTableWriter``, that writer encodes the table instead.
  ///
  /// Complexity: O(n).
  public func encode(to encoder: any Encoder) throws {
    if let writer = CodingUserInfoKey.tableWriter.flatMap({ encoder.userInfo[$0] })
      as? any EntityTableWriter
    {
      return try writer.write(self, to: encoder)
    }
    var container = encoder.unkeyedContainer()
    for entity in storage.rows { try container.encode(entity) }
  }
}

extension EntityTable: Decodable where Entity: Decodable {
  /// Decodes the array of entities that ``encode(to:)`` wrote.
  ///
  /// The table has the order of the array and is not sorted.
  ///
  /// A sort order contains code and cannot be encoded. A sorted table therefore does not stay
  /// sorted after decoding, until ``sort(by:)`` sets its sort order again: call it in the
  /// `init(from:)` of the state, or where the state is loaded.
  ///
  /// Complexity: O(n).
  ///
  /// - Throws: Any error of the decoder or of an entity, and a `DecodingError` if two entities have
  ///   the same id.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let entity = try container.decode(Entity.self)
      if addOne(entity) { continue }
      let first = index(of: entity.id) ?? 0
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath,
          debugDescription: """
            EntityTable<\(Entity.self)>: the entities at index \(first) and index \(count) have \
            the same id, \(entity.id). The ids in a table must be unique. Probably the data was \
            not written by a table, or two arrays were joined. To load such data, decode an array \
            and pass it to setAll, which uses the last entity of each id, or to addMany, which \
            uses the first.
            """))
    }
  }
}

/// Unavailable: if an array literal is used as a table, the compiler prints the message.
///
/// An assigned literal would remove the sort order of a table.
@available(
  *, unavailable,
  message: """
    A literal has no sort order. Write EntityTable([...]) for a new table, and setAll([...]) or \
    removeAll() to keep the sort order.
    """
)
extension EntityTable: ExpressibleByArrayLiteral {
  /// Unavailable.
  ///
  /// Complexity: none; it cannot be called.
  public init(arrayLiteral elements: Entity...) { fatalError() }
}
