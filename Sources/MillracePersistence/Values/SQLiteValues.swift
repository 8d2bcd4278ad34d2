// SPDX-License-Identifier: Apache-2.0

#if Persistence
  public import Foundation
  import GRDB
  import MillraceTrace

  /// The values of web sessions, by session and name, in one SQLite file.
  ///
  /// The methods are those of MillraceWeb's `SessionStorage`. Declare the conformance in your
  /// program:
  ///
  /// ```swift
  /// extension SQLiteValues: @retroactive SessionStorage {}
  /// var options = WebOptions()
  /// options.sessionStorage = try SQLiteValues(at: url)
  /// ```
  ///
  /// Only one process can open the file. Values are not kept in memory, except for SQLite's cache
  /// of at most 0.5 MB.
  ///
  /// If `bound` or `bytes` is exceeded, the least recently used sessions are deleted, but never the
  /// session that is written. Sessions that were not used for longer than `age` are deleted too. A
  /// write is a use, and so is a read. The use by a read is recorded at most once an hour, or once
  /// in half of `age` if that is shorter.
  ///
  /// If the clock of the computer is set by an hour or more while the file is open, or by more than
  /// half of `age` if that is shorter, the times of the uses since the opening are moved too. A
  /// session that was used while the clock was wrong is then as old as if the clock had been right.
  public final class SQLiteValues: Sendable {
    /// A change of the file at a time in seconds since 1970.
    typealias Change = @Sendable (Database, Int) throws -> Void

    /// The changes of the next transaction, and the calls that wait for it.
    struct Group {
      var changes: [Change] = []
      var waiters: [CheckedContinuation<Void, any Error>] = []
      var isRunning = false
    }

    private static let format = 1
    let queue: DatabaseQueue
    private let lock: Locked<FileLock?>
    let group = Locked(Group())
    private let place: String
    private let bounds: Bounds
    /// The clock of the computer in seconds since 1970, which can be set.
    private let clock: @Sendable () -> Int
    /// The seconds since any moment, of a clock that is never set.
    private let steady: @Sendable () -> Int
    /// The result of `steady` at the opening of the file.
    private let opened: Int
    /// The result of `clock` less that of `steady`, at the opening or when the clock was last set.
    private let offset: Locked<Int>

    /// The limits of the file.
    private struct Bounds {
      let sessions: Int
      let bytes: Int
      let age: Int
    }

    /// Opens or creates a file.
    ///
    /// A database of another program is an error, and is not changed.
    ///
    /// Complexity: linear in the number of sessions in the file.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - bound: The maximum number of sessions.
    ///   - bytes: The maximum size of all values in bytes.
    ///   - age: The maximum time without a use. Then a session is deleted.
    /// - Throws: ``JournalError/held(place:by:)``, ``JournalError/unreadable(place:reason:)``,
    ///   ``JournalError/laterVersion(place:found:known:)``;
    ///   ``JournalError/notPrepared(place:reason:)`` if the disk is full, or if another program
    ///   holds a lock of the file.
    public convenience init(
      at url: URL, bound: Int = 100_000, bytes: Int = 1024 * 1024 * 1024,
      age: Duration = .seconds(30 * 86_400)
    ) throws(JournalError) {
      let start = ContinuousClock.now
      try self.init(
        at: url, bound: bound, bytes: bytes, age: age,
        now: { Int(Date().timeIntervalSince1970) },
        steady: { Int(clamping: start.duration(to: .now).components.seconds) })
    }

    init(
      at url: URL, bound: Int, bytes: Int, age: Duration, patience: Double = SQLiteFile.patience,
      now: @escaping @Sendable () -> Int, steady: (@Sendable () -> Int)? = nil
    ) throws(JournalError) {
      let url = SQLiteFile.resolved(url)
      place = url.path
      bounds = Bounds(
        sessions: bound, bytes: bytes, age: Int(clamping: age.components.seconds))
      let steady = steady ?? now
      clock = now
      self.steady = steady
      opened = steady()
      offset = Locked(now() - opened)
      do {
        lock = Locked(try FileLock(beside: url.path, for: .current))
        // In KB, a quarter of the default: a value is read once in a visit, and the system caches
        // the pages of the file.
        queue = try SQLiteFile.open(
          url.path, label: "millrace.values", patience: patience, synchronous: "FULL",
          pragma: "cache_size = -500", table: "value")
        try queue.writeWithoutTransaction { database in
          let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
          guard found <= Self.format else { throw LogFault.laterFormat(found) }
          try database.inTransaction {
            try Self.makeTables(database)
            return .commit
          }
          // The write-ahead file can contain values that the previous process has forgotten.
          _ = try? database.checkpoint(.truncate)
        }
        try lock.withLock { try $0?.check() }
      } catch { throw JournalError(SQLiteLog.fault(ofStart: error), at: url.path) }
    }

    /// Creates the tables, and counts the sessions and bytes.
    private static func makeTables(_ database: Database) throws {
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS value (
            session BLOB NOT NULL, name BLOB NOT NULL, body BLOB NOT NULL,
            checksum INTEGER NOT NULL, PRIMARY KEY (session, name)) WITHOUT ROWID;
          CREATE TABLE IF NOT EXISTS use (
            session BLOB NOT NULL PRIMARY KEY, moment INTEGER NOT NULL,
            bytes INTEGER NOT NULL) WITHOUT ROWID;
          CREATE INDEX IF NOT EXISTS use_moment ON use (moment);
          CREATE TABLE IF NOT EXISTS total (
            one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1), sessions INTEGER NOT NULL,
            bytes INTEGER NOT NULL);
          """)
      try database.execute(
        sql: """
          PRAGMA user_version = \(format);
          INSERT OR REPLACE INTO total SELECT 1, count(*), total(bytes) FROM use;
          """)
    }

    /// Returns the value of a name, or nil if there is none, or if the session is too old.
    ///
    /// Complexity: linear in the size of the value.
    ///
    /// - Throws: ``JournalError`` if the file or the value cannot be read; `CancellationError` if
    ///   the task is cancelled.
    public func value(named name: String, of session: String) async throws -> Data? {
      let row: (Data, UInt64)?
      let moment: Int
      let now: Int
      // Before each change, also before this empty one, the times are moved.
      if jump != 0 { try? await change { _, _ in } }
      do {
        (row, moment, now) = try await queue.read { database in
          let moment = try Int.fetchOne(
            database, sql: "SELECT moment FROM use WHERE session = ?",
            arguments: [SQLiteFile.bytes(session)])
          let now = self.time
          return (try Self.row(of: name, session, database), moment ?? now, now)
        }
      } catch let error where !(error is CancellationError) {
        throw JournalError(error, at: place)
      }
      guard let (body, checksum) = row else { return nil }
      let (rest, isDamaged) = now.subtractingReportingOverflow(moment)
      guard !isDamaged else {
        throw JournalError.unreadable(place: place, reason: "the time of a use is damaged")
      }
      guard rest < bounds.age else {
        // The session is too old also if it cannot be deleted now. A later call deletes it.
        try? await change { [age = bounds.age] database, now in
          // The session can have been used since it was read.
          let isOld = try Bool.fetchOne(
            database, sql: "SELECT moment <= ? FROM use WHERE session = ?",
            arguments: [now - age, SQLiteFile.bytes(session)])
          if isOld == true { try Self.forget(SQLiteFile.bytes(session), database) }
        }
        return nil
      }
      if rest >= min(Self.pause, bounds.age / 2) {
        // A full disk does not fail the read. The next read records the use.
        try? await change { database, now in
          try database.execute(
            sql: "UPDATE use SET moment = ? WHERE session = ?",
            arguments: [now, SQLiteFile.bytes(session)])
        }
      }
      guard checksum == Checksum.of(body, 0, session + "/" + name) else {
        throw JournalError.unreadable(place: place, reason: "a value is not as it was written")
      }
      return body
    }

    /// The minimum time in seconds between two recorded uses by a read, unless half of the maximum
    /// age is shorter.
    private static let pause = 3_600

    private static func row(
      of name: String, _ session: String, _ database: Database
    ) throws -> (Data, UInt64)? {
      try Row.fetchOne(
        database, sql: "SELECT body, checksum FROM value WHERE session = ? AND name = ?",
        arguments: [SQLiteFile.bytes(session), SQLiteFile.bytes(name)]
      ).map { row in
        guard let body = Data.fromDatabaseValue(row[0]), let sum = Int64.fromDatabaseValue(row[1])
        else { throw CocoaError(.fileReadCorruptFile) }
        return (body, UInt64(bitPattern: sum))
      }
    }

    /// Writes a value.
    ///
    /// After the method returns, the value survives a loss of power.
    ///
    /// Complexity: linear in the size of the value, and of the values of the sessions that are
    /// deleted.
    ///
    /// - Throws: ``JournalError``; the stored value is then unchanged.
    public func keep(_ value: Data, named name: String, of session: String) async throws {
      let checksum = Int64(bitPattern: Checksum.of(value, 0, session + "/" + name))
      let bounds = bounds
      let (session, name) = (SQLiteFile.bytes(session), SQLiteFile.bytes(name))
      try await change { database, now in
        try Self.note(session, name, bytes: value.count, at: now, database)
        try database.execute(
          sql: "INSERT OR REPLACE INTO value VALUES (?, ?, ?, ?)",
          arguments: [session, name, value, checksum])
        try Self.makeRoom(beside: session, bounds, at: now, database)
      }
    }

    /// Updates the counts for a value that replaces the previous one.
    private static func note(
      _ session: Data, _ name: Data, bytes: Int, at now: Int, _ database: Database
    ) throws {
      let before = try Int.fetchOne(
        database, sql: "SELECT length(body) FROM value WHERE session = ? AND name = ?",
        arguments: [session, name])
      let more = bytes - (before ?? 0)
      try database.execute(
        sql: "UPDATE use SET moment = ?, bytes = bytes + ? WHERE session = ?",
        arguments: [now, more, session])
      let isNew = database.changesCount == 0
      if isNew {
        try database.execute(
          sql: "INSERT INTO use VALUES (?, ?, ?)", arguments: [session, now, bytes])
      }
      try database.execute(
        sql: "UPDATE total SET sessions = sessions + ?, bytes = bytes + ?",
        arguments: [isNew ? 1 : 0, more])
    }

    /// Deletes some sessions that are too old, and the least recently used ones while a limit is
    /// exceeded.
    private static func makeRoom(
      beside kept: Data, _ bounds: Bounds, at now: Int, _ database: Database
    ) throws {
      let old = try Data.fetchAll(
        database, sql: "SELECT session FROM use WHERE moment <= ? ORDER BY moment LIMIT 4",
        arguments: [now - bounds.age])
      for session in old where session != kept { try forget(session, database) }
      while try isOver(bounds, database),
        let oldest = try Data.fetchOne(
          database, sql: "SELECT session FROM use WHERE session <> ? ORDER BY moment LIMIT 1",
          arguments: [kept])
      { try forget(oldest, database) }
    }

    private static func isOver(_ bounds: Bounds, _ database: Database) throws -> Bool {
      let row = try Row.fetchOne(database, sql: "SELECT sessions, bytes FROM total")
      guard let row else { return false }
      // A damaged file can contain values of other types.
      guard let sessions = Int.fromDatabaseValue(row[0]), let bytes = Int.fromDatabaseValue(row[1])
      else { throw CocoaError(.fileReadCorruptFile) }
      return sessions > bounds.sessions || bytes > bounds.bytes
    }

    /// Removes all values of a session.
    ///
    /// If the process ends before the method returns, all of them are removed or none.
    ///
    /// Their bytes can stay in the file and its write-ahead file until the file is closed, or
    /// opened after a crash, while no other program reads it.
    ///
    /// Complexity: linear in the size of the values.
    ///
    /// - Throws: ``JournalError``.
    public func forget(_ session: String) async throws {
      try await change { database, _ in try Self.forget(SQLiteFile.bytes(session), database) }
    }

    private static func forget(_ session: Data, _ database: Database) throws {
      try database.execute(
        sql: """
          UPDATE total SET sessions = sessions - 1,
            bytes = bytes - (SELECT bytes FROM use WHERE session = :session)
          WHERE EXISTS (SELECT 1 FROM use WHERE session = :session);
          """, arguments: ["session": session])
      try database.execute(sql: "DELETE FROM use WHERE session = ?", arguments: [session])
      try database.execute(sql: "DELETE FROM value WHERE session = ?", arguments: [session])
    }

    /// The time in seconds since 1970, without changes of the clock that were not corrected yet.
    private var time: Int { steady() + offset.withLock { $0 } }

    /// The seconds by which the clock was set, or 0 if they are few.
    private var jump: Int {
      let jump = clock() - time
      // Two more: both clocks are rounded to seconds.
      return abs(jump) < min(Self.pause, bounds.age / 2 + 2) ? 0 : jump
    }

    /// Returns the time.
    ///
    /// If the clock was set, the times of the uses since the opening are moved first.
    private func correctedTime(_ database: Database) throws -> Int {
      let (last, seconds) = (time, jump)
      if seconds == 0 { return last }
      try database.execute(
        sql: "UPDATE use SET moment = moment + ? WHERE moment BETWEEN ? AND ?",
        arguments: [seconds, opened + offset.withLock { $0 }, last])
      database.afterNextTransaction { [offset] _ in offset.withLock { $0 += seconds } }
      return last + seconds
    }

    /// Closes the file and releases it for another process.
    ///
    /// Calls that wait, and later ones, throw.
    ///
    /// - Throws: ``JournalError``.
    public func close() throws(JournalError) {
      do { try queue.close() } catch { throw JournalError(error, at: place) }
      // The lock is released after the last write.
      _ = lock.withLock { exchange(&$0, with: nil) }
    }

    /// Makes a change in the next transaction, together with other waiting changes.
    private func change(_ change: @escaping Change) async throws {
      try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<_, any Error>) in
        let starts = group.withLock { group in
          group.changes.append(change)
          group.waiters.append(waiting)
          return !exchange(&group.isRunning, with: true)
        }
        if starts { Task.detached { await self.run() } }
      }
    }

    private func run() async {
      while true {
        let (changes, waiters) = group.withLock { group in
          defer { (group.changes, group.waiters) = ([], []) }
          group.isRunning = !group.changes.isEmpty
          return (group.changes, group.waiters)
        }
        if changes.isEmpty { return }
        // All changes are one transaction. If it fails, each change is a transaction, and only the
        // changes that cannot be made fail. If another program holds the file, all of them fail:
        // each attempt would wait for the whole patience.
        let result = await make(changes[...])
        guard case .failure(let error) = result, !error.isHeld else {
          for waiter in waiters { waiter.resume(with: result.mapError(\.error)) }
          continue
        }
        var held: Result<Void, Failure>?
        for (index, waiter) in waiters.enumerated() {
          let result = if let held { held } else { await make(changes[index...index]) }
          if case .failure(let error) = result, error.isHeld { held = result }
          waiter.resume(with: result.mapError(\.error))
        }
      }
    }

    /// The error of a transaction that has changed nothing.
    private struct Failure: Error {
      let error: JournalError
      /// True if another program holds a lock of the file.
      let isHeld: Bool
    }

    /// Makes changes in one transaction.
    private func make(_ changes: ArraySlice<Change>) async -> Result<Void, Failure> {
      do {
        try lock.withLock { try $0?.check() }
        try await queue.write { database in
          let now = try self.correctedTime(database)
          for change in changes { try change(database, now) }
        }
        return .success(())
      } catch {
        return .failure(
          Failure(
            error: .valuesUnchanged(place: place, reason: TraceError.reason(error)),
            isHeld: (error as? DatabaseError)?.resultCode == .SQLITE_BUSY))
      }
    }
  }
#endif
