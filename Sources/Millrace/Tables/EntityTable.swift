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
/// the table had a certain ``stamp``, so that an observer of one row does not scan the table.
///
/// Equal ids may be spelled in two ways, as "é" in one or two scalars. ``ids`` spells an id as its
/// entity does: the methods that add keep the entity that is there; those that set or upsert take
/// the new one, unless the two entities are equal.
///
/// Entities should be values. The id of an object that changes behind the table's back leaves the
/// object in the table under its old id.
///
/// A table is `Equatable`, `Hashable`, `Codable` and `Sendable` where its entities are. The first
/// three look at the entities in their order, not at the rule to sort by and not at the changes.
///
/// The methods are named after those of the entity adapter of Redux Toolkit.
@frozen
public struct EntityTable<Entity: Identifiable> {
  @usableFromInline var storage: EntityStorage<Entity>

  /// Creates an empty table that keeps its entities in the order in which they come.
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

  /// Creates a table of entities; of those with equal ids it takes the first.
  ///
  /// Complexity: O(n), and O(n log n) comparisons if there is a rule.
  @_alwaysEmitIntoClient
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
  @_alwaysEmitIntoClient
  public init<Key: Comparable & SendableMetatype>(
    _ entities: some Sequence<Entity>, sortedBy keyPath: KeyPath<Entity, Key> & Sendable,
    descending: Bool = false
  ) {
    self.init(entities, sortedBy: EntityOrder(keyPath, descending: descending))
  }

  /// Makes this table the only one that holds its storage.
  ///
  /// Complexity: O(1). Parts that change afterwards are copied if another table holds them too.
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
  /// The version of the contents: every change gives the table a new one.
  ///
  /// Equal stamps mean equal contents, since only copies have the same stamp. The converse does not
  /// hold.
  ///
  /// Complexity: O(1).
  @_alwaysEmitIntoClient public var stamp: EntityStamp { storage.log.current }

  /// What happened since this table had that stamp, or nil if it cannot tell.
  ///
  /// It cannot tell for a stamp that it never had, such as one of a copy that was changed
  /// separately, nor for one that is too old: a table remembers its last 512 changes of rows, and a
  /// single mutation with more changes than that clears this memory. If the result is nil, look at
  /// every row.
  ///
  /// The answer is right whichever way the table got its contents: by a copy, an assignment, a swap
  /// or an undo.
  ///
  /// Complexity: O(number of changes since). One change is answered without an allocation.
  @_alwaysEmitIntoClient
  public func changes(since stamp: EntityStamp) -> EntityChanges<Entity.ID>? {
    storage.log.changes(since: stamp)
  }
}

// Sound: two tables that share a storage only read it; one that writes holds it alone. Copies of a
// table that is recorded are the exception; see `startRecording()`.
extension EntityTable: @unchecked Sendable where Entity: Sendable, Entity.ID: Sendable {}

extension EntityTable {
  /// The entity with that id, or nil.
  ///
  /// Writing an entity adds it or replaces the old one; writing nil removes it. Changing a part, as
  /// in `table[id: 7]?.name = "Ada"`, happens in place, copies nothing, and is noted as one change.
  /// An entity that is written under an id other than its own is stored under its own: it takes the
  /// row of the id in the subscript, and any other row that had the entity's id is removed.
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
      let position = storage.index.position(of: id)
      if let position { storage.willWrite(position) }
      // The entity leaves the table meanwhile, so that changing it copies none of its parts.
      var entity = position.flatMap { storage.rows.take($0) }
      defer {
        if let position {
          storage.giveBack(&entity, id, position)
        } else if let entity {
          setOne(entity)
        }
      }
      yield &entity
    }
  }

  /// Whether there is an entity with that id.
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
  /// Puts back what was taken out of the rows, changed or not, or removes its row.
  @_alwaysEmitIntoClient
  func giveBack(_ entity: inout Entity?, _ id: ID, _ position: Int) {
    if let entity = entity.take() {
      rows.put(entity, position)
      wasWritten(id, at: position, .next())
    } else {
      rows.closeHole(position)
      index.remove(id)
      log.append(.removed, id, .next())
      note(.leave(id, nil, at: position))
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
  @_alwaysEmitIntoClient public subscript(position: Int) -> Entity { storage.rows[position] }

  /// Calls a closure with the entities in one piece of memory.
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
  /// The array is made when it is asked for, and comes back as the same array until an id is
  /// inserted, removed, moved or spelled otherwise. Holding it does not make changes of the table
  /// copy anything.
  ///
  /// Complexity: O(1); O(n) after a change of the ids. The table keeps the array until the next
  /// such change.
  @_alwaysEmitIntoClient public var ids: [Entity.ID] { storage.index.ids.array }

  /// The entities as an array.
  ///
  /// The array is made when it is asked for, and comes back as the same array until an entity
  /// changes. Holding it does not make changes of the table copy the rows. The table is itself a
  /// collection of its entities and can be iterated without an array.
  ///
  /// Complexity: O(1); O(n) after a change. The table keeps the array until the next change.
  @_alwaysEmitIntoClient public var entities: [Entity] { storage.rows.array }
}

extension EntityTable: CustomReflectable, CustomStringConvertible {
  /// The entities in their order, as an array writes them.
  ///
  /// Complexity: O(n).
  public var description: String { Array(storage.rows).description }

  /// Shows the table as a collection of its entities.
  ///
  /// Complexity: O(1).
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: storage.rows, displayStyle: .collection)
  }
}

extension EntityTable: Equatable where Entity: Equatable {
  /// Whether both have equal entities in the same order; rules and changes are not compared.
  ///
  /// Complexity: O(n); O(1) for copies of one another.
  @_alwaysEmitIntoClient
  public static func == (lhs: EntityTable, rhs: EntityTable) -> Bool {
    if lhs.stamp == rhs.stamp { return true }
    guard lhs.count == rhs.count else { return false }
    // By pointers, which copy no entity.
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

/// Encodes tables in another format than ``EntityTable/encode(to:)`` does.
///
/// A tool that encodes one state after another can thus leave out the rows that it has written
/// before; ``EntityTable/changes(since:)`` tells which rows have changed. Decoding a table expects
/// an array of entities: do not use a writer for data that is to be decoded.
///
/// ```swift
/// encoder.userInfo[.tableWriter!] = writer
/// ```
///
/// It is called during the encoding, on the thread that encodes.
public protocol EntityTableWriter: AnyObject, Sendable {
  /// Writes a table.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - encoder: Takes the table; its `codingPath` says where in the whole the table is.
  /// - Throws: What the encoder and the rows throw; the encoding fails with it.
  func write<Entity: Encodable>(_ table: EntityTable<Entity>, to encoder: any Encoder) throws
}

extension CodingUserInfoKey {
  /// The key of the ``EntityTableWriter`` that writes the tables in an encoding.
  public static let tableWriter = CodingUserInfoKey(rawValue: "millrace.tableWriter")
}

extension EntityTable: Encodable where Entity: Encodable {
  /// Encodes the entities in their order, as an array does.
  ///
  /// The rule to sort by, the stamp and the changes are left out. An encoder with an
  /// ``EntityTableWriter`` in its `userInfo` lets that writer encode the table.
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
  /// Decodes what ``encode(to:)`` wrote: a table in the recorded order, without a rule to sort by.
  ///
  /// A rule is code and cannot be encoded, so that a table which was sorted does not stay sorted
  /// until it is given its rule with ``sort(by:)``: in the `init(from:)` of the state, or where the
  /// state is loaded. In debug builds the first write to a decoded table without a rule prints a
  /// warning if other tables of the same type were sorted; `sort(by: nil)` says that no rule is
  /// wanted.
  ///
  /// Complexity: O(n).
  ///
  /// - Throws: What the entities throw, and a `DecodingError` if two of them have the same id.
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
            EntityTable<\(Entity.self)>: the entity at index \(count) has the id \(entity.id), \
            and so has the one at index \(first). Ids of a table are unique; the data was \
            probably not written by a table, or two lists were put together. Decode an array \
            and use setAll to keep the last of each, or addMany to keep the first.
            """))
    }
    storage.isDecoded = true
  }
}
