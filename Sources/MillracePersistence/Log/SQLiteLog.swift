// SPDX-License-Identifier: Apache-2.0

#if Persistence
  public import Foundation
  import GRDB
  import MillraceTrace

  /// A log in an SQLite database, with GRDB.
  ///
  /// SQLite creates two more files next to the file of the log, and the log creates one that ends
  /// in `.lock`. These files belong to one name: a file with hard links cannot be opened. If the
  /// file of the log alone is renamed, or if it is removed or replaced, while the log is open, the
  /// next change fails.
  ///
  /// Records are added in SQLite's write-ahead mode. An added record survives the end of the
  /// process; a synced record survives a loss of power. On Apple's systems a sync also flushes the
  /// cache of the drive. Each record has a checksum. The folder must exist.
  public final class SQLiteLog: ActionLog, SizedLog {
    private struct Open {
      let queue: DatabaseQueue
      let lock: FileLock
      /// True if all records of the previous process are synced.
      let hasSyncedOldRecords = Locked(false)
    }

    /// The error of a call before a writer has claimed the log, or after its release.
    private struct NotClaimed: Error, CustomStringConvertible {
      var description: String { "the log is not claimed" }
    }

    private static let format = 1
    private let url: URL
    private let patience: Double
    private let open = Locked<Open?>(nil)

    /// The maximum number of bytes of the body and the person of a record.
    ///
    /// SQLite's limit of a row is 1,000,000,000 bytes, unless it was built with another one. The
    /// other columns need less than 64 bytes.
    let mostRecordBytes = 1_000_000_000 - 64

    /// The path of the file.
    public var place: String { url.path }

    /// Creates a log.
    ///
    /// The file is opened or created when a journal claims the log. A database of another program
    /// is an error then, and is not changed.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - patience: The timeout in seconds of a call while another program, for example a backup,
    ///     holds a lock of the file.
    public init(at url: URL, patience: Double = 5) {
      self.patience = patience
      self.url = SQLiteFile.resolved(url)
    }

    /// Claims the file for one writer.
    public func claim(as writer: LogWriter) throws {
      do { try take(as: writer) } catch { throw Self.fault(ofStart: error) }
    }

    /// Converts an error of opening or creating a file.
    ///
    /// ``LogFault/notYet(reason:)`` means that the disk is full, or that another program holds a
    /// lock of the file.
    static func fault(ofStart error: any Error) -> any Error {
      let isNotYet =
        switch error {
        case let error as POSIXError: [.ENOSPC, .EDQUOT].contains(error.code)
        case let error as FileLock.NotOpened: [.ENOSPC, .EDQUOT].contains(error.code)
        case let error as DatabaseError:
          // SQLite's shared memory is a file, and needs room too.
          [.SQLITE_FULL, .SQLITE_BUSY].contains(error.resultCode)
            || error.extendedResultCode == .SQLITE_IOERR_SHMSIZE
        default: false
        }
      return isNotYet ? LogFault.notYet(reason: TraceError.reason(error)) : error
    }

    private func take(as writer: LogWriter) throws {
      let lock = try FileLock(beside: place, for: writer)
      // SQLite does not report a failed sync of an automatic checkpoint: see `sync`.
      let queue = try SQLiteFile.open(
        place, label: "millrace.log", patience: patience, synchronous: "NORMAL",
        pragma: "wal_autocheckpoint = 0", table: "extent")
      try queue.writeWithoutTransaction { database in
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard found <= Self.format else { throw LogFault.laterFormat(found) }
        if found == 0 { try database.inTransaction { try Self.makeTables(database) } }
      }
      try lock.check()
      open.withLock { $0 = Open(queue: queue, lock: lock) }
    }

    private static func makeTables(_ database: Database) throws -> Database.TransactionCompletion {
      // A new file has no tables. If a file with these tables has version 0, it is damaged, and
      // this throws.
      try database.execute(
        sql: """
          CREATE TABLE record (
            number INTEGER PRIMARY KEY, person BLOB, body BLOB NOT NULL, checksum INTEGER NOT NULL);
          CREATE TABLE snapshot (
            number INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL, body BLOB NOT NULL,
            checksum INTEGER NOT NULL);
          CREATE TABLE extent (
            id INTEGER PRIMARY KEY CHECK (id = 1), first INTEGER NOT NULL, synced INTEGER NOT NULL);
          INSERT INTO extent VALUES (1, 1, 0);
          PRAGMA user_version = \(format);
          """)
      return .commit
    }

    /// Releases the file.
    public func release() {
      guard let open = open.withLock({ exchange(&$0, with: nil) }) else { return }
      try? open.queue.close()
      // The lock is released after the database is closed.
      withExtendedLifetime(open.lock) {}
    }

    /// The numbers of the first, last, written and synced records.
    public func extent() async throws -> LogExtent {
      let open = try opened()
      let marks = open.lock.marks
      return try await open.queue.read { database in
        guard
          let row = try Row.fetchOne(database, sql: "SELECT first, synced FROM extent WHERE id = 1")
        else { throw CocoaError(.fileReadCorruptFile) }
        let first = try Self.number(row, 0)
        guard first > 0 else { throw CocoaError(.fileReadCorruptFile) }
        let last = try Int64.fetchOne(database, sql: "SELECT max(number) FROM record")
        return LogExtent(
          first: first, last: last.map { UInt64(clamping: $0) } ?? first - 1,
          written: marks.written, synced: max(try Self.number(row, 1), marks.synced))
      }
    }

    /// The size of the bodies, in bytes, after which a read of records ends.
    private static let readSize = 8 << 20

    /// Returns the records from a number on, until their bodies have about 8 MB.
    public func records(from number: UInt64, limit: Int) async throws -> [LogRecord] {
      try await opened().queue.read { database in
        let rows = try Row.fetchCursor(
          database,
          sql: """
            SELECT number, person, body, checksum FROM record WHERE number >= ? ORDER BY number \
            LIMIT ?
            """, arguments: [Int64(clamping: number), limit])
        var (records, size): ([LogRecord], Int) = ([], 0)
        while size < Self.readSize, let row = try rows.next() {
          let record = LogRecord(
            number: try Self.number(row, 0), person: Self.key(row, 1), body: Self.bytes(row, 2),
            checksum: Self.bits(row, 3))
          records.append(record)
          size += record.body.count
        }
        return records
      }
    }

    /// Adds records.
    public func append(_ records: [LogRecord], after last: UInt64) async throws {
      let open = try opened()
      try await write { database in
        let found = try Self.last(database)
        guard found == last else { throw LogFault.conflict(expected: last, found: found) }
        let insert = try database.cachedStatement(
          sql: "INSERT INTO record VALUES (?, ?, ?, ?)")
        for (number, record) in zip((last + 1)..., records) {
          guard record.number == number else {
            throw LogFault.conflict(expected: number, found: record.number)
          }
          insert.setUncheckedArguments([
            Int64(clamping: record.number), record.person.map(SQLiteFile.bytes), record.body,
            Int64(bitPattern: record.checksum),
          ])
          try insert.execute()
        }
      }
      if let number = records.last?.number { open.lock.note { $0.written = number } }
    }

    /// Syncs all changes.
    public func sync() async throws {
      let open = try opened()
      do {
        let number = try await change(Self.sync)
        if !open.hasSyncedOldRecords.withLock({ $0 }) {
          // Records of the previous process are possibly only in the memory of the system: the
          // process was killed in a sync, or its sync has failed and the system regards the pages
          // as synced. The checkpoint writes them again, to the main file, and syncs that.
          try await change { _ = try $0.checkpoint(.truncate) }
          open.hasSyncedOldRecords.withLock { $0 = true }
        }
        open.lock.note { $0.synced = number }
      } catch let error as DatabaseError where Self.isBeforeSync(error) {
        // The number of the sync or a page of the checkpoint could not be written. No sync has
        // failed.
        throw LogFault.notYet(reason: TraceError.reason(error))
      } catch let error as FileLock.Gone {
        throw LogFault.notYet(reason: error.description)
      }
    }

    private static func isBeforeSync(_ error: DatabaseError) -> Bool {
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_NOMEM, .SQLITE_FULL: true
      case .SQLITE_IOERR: !isOfSync(error)
      default: false
      }
    }

    /// Syncs the write-ahead file.
    ///
    /// - Returns: The number of the last record.
    private static func sync(_ database: Database) throws -> UInt64 {
      // A commit in this mode syncs the whole write-ahead file, with all earlier records. Only then
      // can a checkpoint copy it to the main file: if the main file cannot be synced, the records
      // are still in the write-ahead file.
      try database.execute(sql: "PRAGMA synchronous = FULL")
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 1000")
      defer {
        try? database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
        try? database.execute(sql: "PRAGMA synchronous = NORMAL")
      }
      var number: UInt64 = 0
      try database.inTransaction {
        number = try last(database)
        // SQLite does not write a page whose content an UPDATE leaves equal, and a commit without a
        // page syncs nothing: without this change, a snapshot after the last record would not be
        // synced.
        try database.execute(sql: "UPDATE extent SET synced = -1 WHERE id = 1")
        try database.execute(
          sql: "UPDATE extent SET synced = ? WHERE id = 1", arguments: [Int64(clamping: number)])
        return .commit
      }
      return number
    }

    /// Removes records and snapshots from a number on.
    public func cut(from number: UInt64) async throws {
      let open = try opened()
      try await write { database in
        for table in ["record", "snapshot"] {
          try database.execute(
            sql: "DELETE FROM \(table) WHERE number >= ?", arguments: [Int64(clamping: number)])
        }
      }
      // Until the cut is synced, `written` still includes the removed records.
      try await sync()
      open.lock.note { $0.written = min($0.written, max(number, 1) - 1) }
    }

    /// Removes records up to a number.
    public func drop(through number: UInt64) async throws {
      try await write { try Self.drop(through: number, $0) }
    }

    private static func drop(through number: UInt64, _ database: Database) throws {
      try database.execute(
        sql: "DELETE FROM record WHERE number <= ?", arguments: [Int64(clamping: number)])
      try database.execute(
        sql: "UPDATE extent SET first = max(first, ?) WHERE id = 1",
        arguments: [Int64(clamping: number + 1)])
    }

    /// Removes the content of all records of a person, and truncates the write-ahead file.
    ///
    /// Complexity: linear in the number of records.
    public func forget(_ person: String) async throws -> Int {
      try await erase { try Self.empty(person, $0) }
    }

    /// Forgets a person in one transaction, and truncates the write-ahead file.
    ///
    /// If the process is killed between both steps, the first sync of the next process truncates
    /// the file.
    ///
    /// Complexity: linear in the number of records.
    public func forget(
      _ person: String, keeping snapshot: LogSnapshot, droppingThrough number: UInt64?
    ) async throws -> Int {
      try await erase { database in
        try database.execute(
          sql: "DELETE FROM snapshot WHERE number <> ?",
          arguments: [Int64(clamping: snapshot.number)])
        try Self.insert(snapshot, database)
        let count = try Self.empty(person, database)
        if let number { try Self.drop(through: number, database) }
        return count
      }
    }

    /// Makes a change, and truncates the write-ahead file, which can contain the removed bytes.
    private func erase(_ body: @escaping @Sendable (Database) throws -> Int) async throws -> Int {
      try await change { database in
        var count = 0
        try database.inTransaction {
          count = try body(database)
          return .commit
        }
        try database.checkpoint(.truncate)
        return count
      }
    }

    private static func empty(_ person: String, _ database: Database) throws -> Int {
      // All records are read: an index can be damaged, and then it misses records of the person.
      // Earlier versions made an index.
      try database.execute(sql: "DROP INDEX IF EXISTS record_person")
      let numbers = try Int64.fetchAll(
        database, sql: "SELECT number FROM record WHERE person = ?",
        arguments: [SQLiteFile.bytes(person)])
      for number in numbers {
        let empty = LogRecord(number: UInt64(clamping: number), body: Data())
        try database.execute(
          sql: "UPDATE record SET person = NULL, body = ?, checksum = ? WHERE number = ?",
          arguments: [empty.body, Int64(bitPattern: empty.checksum), number])
      }
      return numbers.count
    }

    /// Returns the snapshots, the newest first.
    public func snapshots() async throws -> [LogSnapshot] {
      try await opened().queue.read { database in
        try Row.fetchAll(
          database,
          sql: "SELECT number, fingerprint, body, checksum FROM snapshot ORDER BY number DESC"
        ).map {
          LogSnapshot(
            number: try Self.number($0, 0),
            fingerprint: String.fromDatabaseValue(Self.value($0, 1)) ?? "",
            body: Self.bytes($0, 2), checksum: Self.bits($0, 3))
        }
      }
    }

    /// Adds a snapshot, and removes older ones.
    public func keep(_ snapshot: LogSnapshot, most: Int) async throws {
      try await write { database in
        try Self.insert(snapshot, database)
        try database.execute(
          sql: """
            DELETE FROM snapshot WHERE number <= :number AND number NOT IN \
            (SELECT number FROM snapshot WHERE number <= :number ORDER BY number DESC LIMIT :most)
            """, arguments: ["number": Int64(clamping: snapshot.number), "most": most])
      }
    }

    /// Adds a snapshot, unless an equal one is there.
    ///
    /// It replaces another one with its number.
    private static func insert(_ snapshot: LogSnapshot, _ database: Database) throws {
      try database.execute(
        sql: """
          INSERT INTO snapshot VALUES (?, ?, ?, ?) ON CONFLICT (number) DO UPDATE SET \
          fingerprint = excluded.fingerprint, body = excluded.body, checksum = excluded.checksum \
          WHERE (snapshot.fingerprint, snapshot.body, snapshot.checksum) \
          IS NOT (excluded.fingerprint, excluded.body, excluded.checksum)
          """,
        arguments: [
          Int64(clamping: snapshot.number), snapshot.fingerprint, snapshot.body,
          Int64(bitPattern: snapshot.checksum),
        ])
    }

    private func write(_ body: @escaping @Sendable (Database) throws -> Void) async throws {
      try await change { database in
        try database.inTransaction {
          try body(database)
          return .commit
        }
      }
    }

    /// Changes the database.
    ///
    /// Throws `LogFault.notSynced` if the change could not be synced, and the errors of
    /// `FileLock.check()`.
    private func change<Value: Sendable>(
      _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
      let open = try opened()
      try open.lock.check()
      do {
        return try await open.queue.writeWithoutTransaction(body)
      } catch let error as DatabaseError where Self.isOfSync(error) {
        throw LogFault.notSynced(reason: TraceError.reason(error))
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_INTERRUPT && Task.isCancelled
      {
        throw CancellationError()
      }
    }

    private static func isOfSync(_ error: DatabaseError) -> Bool {
      [.SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC].contains(error.extendedResultCode)
    }

    private func opened() throws -> Open {
      guard let open = open.withLock({ $0 }) else { throw NotClaimed() }
      return open
    }

    private static func last(_ database: Database) throws -> UInt64 {
      if let last = try Int64.fetchOne(database, sql: "SELECT max(number) FROM record") {
        return UInt64(clamping: last)
      }
      let first = try Int64.fetchOne(database, sql: "SELECT first FROM extent WHERE id = 1")
      return UInt64(clamping: (first ?? 1) - 1)
    }

    // A damaged page can contain values of other types: these functions never trap.

    private static func value(_ row: Row, _ index: Int) -> DatabaseValue { row[index] }

    private static func number(_ row: Row, _ index: Int) throws -> UInt64 {
      guard case .int64(let number) = value(row, index).storage, number >= 0 else {
        throw CocoaError(.fileReadCorruptFile)
      }
      return UInt64(number)
    }

    private static func bits(_ row: Row, _ index: Int) -> UInt64 {
      UInt64(bitPattern: Int64.fromDatabaseValue(value(row, index)) ?? 0)
    }

    private static func key(_ row: Row, _ index: Int) -> String? {
      switch value(row, index).storage {
      case .null: nil
      case .blob(let data): String(decoding: data, as: UTF8.self)
      default: "?"
      }
    }

    private static func bytes(_ row: Row, _ index: Int) -> Data {
      Data.fromDatabaseValue(value(row, index)) ?? Data()
    }
  }
#endif
