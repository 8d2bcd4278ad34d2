// SPDX-License-Identifier: Apache-2.0

import AnimalsData

#if Persistence
  import Foundation
  import GRDB
  import Millrace

  /// A service that stores the animals in an SQLite file.
  ///
  /// The server uses it, and an app without a server can use it too.
  ///
  /// A request is one transaction. So an answer shows one consistent state, and a key is stored
  /// together with its mutations. Several processes can use the file at the same time.
  public struct AnimalsDatabase: AnimalsService {
    /// The maximum number of stored keys.
    ///
    /// The oldest key is deleted first. If a request with a deleted key is sent again, its
    /// mutations are made again.
    public static let keyLimit = 10_000

    private let queue: DatabaseQueue

    /// Opens the file.
    ///
    /// If there is none, creates it with the sample data.
    ///
    /// - Throws: `DatabaseError` of GRDB.
    public init(at url: URL) throws {
      var configuration = Configuration()
      configuration.busyMode = .timeout(10)
      configuration.prepareDatabase { db in
        // An answered change must survive a power failure. On Apple's systems only a full fsync
        // also flushes the cache of the drive.
        try db.execute(sql: "PRAGMA synchronous = FULL")
        try db.execute(sql: "PRAGMA fullfsync = ON")
        try db.execute(sql: "PRAGMA checkpoint_fullfsync = ON")
      }
      queue = try DatabaseQueue(path: url.path, configuration: configuration)
      // In SQLite's default mode, DELETE, a transaction ends with the removal of the journal file.
      // The folder is not synced after that, so a power failure can undo the removal and with it
      // the transaction.
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
      var migrator = DatabaseMigrator()
      migrator.registerMigration("1") { db in
        try db.execute(
          sql: """
            CREATE TABLE animal (
              place INTEGER PRIMARY KEY, animalId TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
              diet TEXT NOT NULL, categoryId TEXT NOT NULL);
            CREATE TABLE made (
              number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, request BLOB NOT NULL,
              answer BLOB NOT NULL);
            CREATE TABLE revision (number INTEGER NOT NULL);
            INSERT INTO revision VALUES (1);
            """)
        try Self.save(EntityTable(Animal.samples), instead: EntityTable(), in: db)
      }
      migrator.registerMigration("2") { db in
        try db.execute(sql: "ALTER TABLE revision ADD COLUMN id TEXT NOT NULL DEFAULT ''")
        try db.execute(sql: "UPDATE revision SET id = ?", arguments: [UUID().uuidString])
      }
      try migrator.migrate(queue)
    }

    /// Makes mutations and answers questions.
    public func send(
      _ request: AnimalsRequest, key: String?
    ) async throws(ServiceProblem) -> AnimalsAnswer {
      do {
        return try await queue.write { try Self.answer(request, key, in: $0) }
      } catch let problem as ServiceProblem {
        throw problem
      } catch {
        throw .away(reason: "The database has a problem: \(error)")
      }
    }

    private static func answer(
      _ request: AnimalsRequest, _ key: String?, in db: Database
    ) throws -> AnimalsAnswer {
      let mutations = request.mutation ?? []
      let made = try key.flatMap { try self.made(mutations, $0, in: db) }
      let answer = try made ?? make(mutations, key, in: db)
      guard let row = try Row.fetchOne(db, sql: "SELECT number, id FROM revision") else {
        throw ServiceProblem.away(reason: "The database has no revision.")
      }
      let (revision, id): (Int, String) = try (value("number", of: row), value("id", of: row))
      let told = try request.told(animals(in: db).entities, revision: revision, id: id)
      return AnimalsAnswer(revision: revision, revisionId: id, mutation: answer, query: told)
    }

    /// Returns the stored results of a key, or nil if the key is new.
    private static func made(
      _ mutations: [AnimalsMutation], _ key: String, in db: Database
    ) throws -> [AnimalsAnswer.Made]? {
      let sql = "SELECT request, answer FROM made WHERE key = ?"
      guard let row = try Row.fetchOne(db, sql: sql, arguments: [key]) else { return nil }
      let request: Data = try value("request", of: row)
      guard try JSONDecoder().decode([AnimalsMutation].self, from: request) == mutations
      else { throw ServiceProblem.refused(reason: MemoryAnimals.otherRequest) }
      return try JSONDecoder().decode([AnimalsAnswer.Made].self, from: value("answer", of: row))
    }

    /// Returns the value of a column.
    ///
    /// It can have an unexpected type if the file is damaged or if another program has written it.
    private static func value<Value: DatabaseValueConvertible>(
      _ column: String, of row: Row
    ) throws -> Value {
      let found: DatabaseValue = row[column]
      guard let value = Value.fromDatabaseValue(found) else {
        throw ServiceProblem.away(reason: "The database has \(found) as \(column).")
      }
      return value
    }

    private static func make(
      _ mutations: [AnimalsMutation], _ key: String?, in db: Database
    ) throws -> [AnimalsAnswer.Made] {
      if mutations.isEmpty { return [] }
      let old = try animals(in: db)
      var new = old
      let made = mutations.map { $0.made(on: &new, newID: UUID().uuidString) }
      try save(new, instead: old, in: db)
      // A backup has an earlier number. So the numbers after it come twice, with other identifiers.
      try db.execute(
        sql: "UPDATE revision SET number = number + 1, id = ?", arguments: [UUID().uuidString])
      if let key {
        let encoder = JSONEncoder()
        try db.execute(
          sql: "INSERT INTO made (key, request, answer) VALUES (?, ?, ?)",
          arguments: [key, try encoder.encode(mutations), try encoder.encode(made)])
        try db.execute(
          sql: "DELETE FROM made WHERE number <= ?",
          arguments: [db.lastInsertedRowID - Int64(keyLimit)])
      }
      return made
    }

    private static func animals(in db: Database) throws -> EntityTable<Animal> {
      let sql = "SELECT animalId, name, diet, categoryId FROM animal ORDER BY place"
      return EntityTable(
        try Row.fetchAll(db, sql: sql).map { row in
          let diet: String = try value("diet", of: row)
          guard let known = Animal.Diet(rawValue: diet) else {
            // The request is correct, so the client must repeat it until the row is repaired.
            throw ServiceProblem.away(reason: "The database has an animal with the diet \(diet).")
          }
          return Animal(
            animalId: try value("animalId", of: row), name: try value("name", of: row),
            diet: known, categoryId: try value("categoryId", of: row))
        })
    }

    /// Deletes the rows that are gone, adds the new ones, and changes those that differ.
    ///
    /// A changed row keeps its place.
    private static func save(
      _ new: EntityTable<Animal>, instead old: EntityTable<Animal>, in db: Database
    ) throws {
      for gone in old where !new.contains(id: gone.id) {
        try db.execute(sql: "DELETE FROM animal WHERE animalId = ?", arguments: [gone.id])
      }
      for animal in new where animal != old[id: animal.id] {
        try db.execute(
          sql: """
            INSERT INTO animal (animalId, name, diet, categoryId) VALUES (?, ?, ?, ?)
            ON CONFLICT (animalId) DO UPDATE SET
              name = excluded.name, diet = excluded.diet, categoryId = excluded.categoryId
            """,
          arguments: [animal.id, animal.name, animal.diet.rawValue, animal.categoryId])
      }
    }
  }
#endif
