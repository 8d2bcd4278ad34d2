// SPDX-License-Identifier: Apache-2.0

#if Persistence
  public import Foundation
  import GRDB
  import MillraceTrace

  /// Values by the names of a session in a file of SQLite: all that a web server keeps of persons.
  ///
  /// Its calls are those of MillraceWeb's `SessionStorage`; with both, one line makes it one:
  ///
  /// ```swift
  /// extension SQLiteValues: @retroactive SessionStorage {}
  /// let options = WebOptions(sessionStorage: try SQLiteValues(at: url))
  /// ```
  ///
  /// A value is there when ``keep(_:named:of:)`` has returned, whatever happens to the process or
  /// the power. One process has the file; values cost nothing while they rest.
  public final class SQLiteValues: Sendable {
    private typealias Change = @Sendable (Database) throws -> Void

    /// Changes that wait for the next transaction, and those that wait for them.
    private struct Group {
      var changes: [Change] = []
      var waiters: [CheckedContinuation<Void, any Error>] = []
      var isRunning = false
    }

    private let queue: DatabaseQueue
    private let lock: Locked<FileLock?>
    private let group = Locked(Group())
    private let place: String

    /// Opens a file, or makes it.
    ///
    /// - Throws: ``JournalError/held(place:by:)``, ``JournalError/unreadable(place:reason:)``.
    public init(at url: URL) throws(JournalError) {
      place = url.path
      do {
        lock = Locked(try FileLock(beside: url.path, for: .current))
        var settings = Configuration()
        settings.label = "millrace.values"
        settings.prepareDatabase { database in
          for pragma in ["secure_delete = ON", "fullfsync = ON", "checkpoint_fullfsync = ON"] {
            try database.execute(sql: "PRAGMA \(pragma)")
          }
        }
        queue = try DatabaseQueue(path: url.path, configuration: settings)
        try queue.writeWithoutTransaction { database in
          try database.execute(sql: "PRAGMA journal_mode = WAL")
          try database.execute(sql: "PRAGMA synchronous = FULL")
          try database.execute(
            sql: """
              CREATE TABLE IF NOT EXISTS value (
                session TEXT NOT NULL, name TEXT NOT NULL, body BLOB NOT NULL,
                checksum INTEGER NOT NULL, PRIMARY KEY (session, name)) WITHOUT ROWID
              """)
        }
      } catch { throw JournalError(error, at: url.path) }
    }

    /// The value of a name; nil if there is none.
    ///
    /// - Throws: ``JournalError`` if there may be one that cannot be read.
    public func value(named name: String, of session: String) async throws -> Data? {
      let row: (Data, UInt64)?
      do { row = try await queue.read { try Self.row(of: name, session, $0) } } catch {
        throw JournalError(error, at: place)
      }
      guard let (body, checksum) = row else { return nil }
      guard checksum == Checksum.of(body, 0, session + "/" + name) else {
        throw JournalError.unreadable(place: place, reason: "a value is not as it was written")
      }
      return body
    }

    private static func row(
      of name: String, _ session: String, _ database: Database
    ) throws -> (Data, UInt64)? {
      try Row.fetchOne(
        database, sql: "SELECT body, checksum FROM value WHERE session = ? AND name = ?",
        arguments: [session, name]
      ).map { row in
        let values = (row[0] as DatabaseValue, row[1] as DatabaseValue)
        guard case .blob(let body) = values.0.storage, case .int64(let sum) = values.1.storage
        else { throw CocoaError(.fileReadCorruptFile) }
        return (body, UInt64(bitPattern: sum))
      }
    }

    /// Keeps a value; it survives a loss of power when this returns.
    ///
    /// - Throws: ``JournalError``; the value is as it was then.
    public func keep(_ value: Data, named name: String, of session: String) async throws {
      let checksum = Int64(bitPattern: Checksum.of(value, 0, session + "/" + name))
      try await change { database in
        try database.execute(
          sql: "INSERT OR REPLACE INTO value VALUES (?, ?, ?, ?)",
          arguments: [session, name, value, checksum])
      }
    }

    /// Forgets all values of a session.
    ///
    /// - Throws: ``JournalError``.
    public func forget(_ session: String) async throws {
      try await change { database in
        try database.execute(sql: "DELETE FROM value WHERE session = ?", arguments: [session])
      }
    }

    /// Ends all calls and frees the file for another process; what comes later throws.
    ///
    /// - Throws: ``JournalError``.
    public func close() throws(JournalError) {
      do { try queue.close() } catch { throw JournalError(error, at: place) }
      // Let go of it after the last write.
      _ = lock.withLock { exchange(&$0, with: nil) }
    }

    /// Makes a change in the next transaction, with all that come until then.
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
        var result = Result<Void, any Error>.success(())
        do {
          try await queue.write { database in for change in changes { try change(database) } }
        } catch {
          result = .failure(
            JournalError.notWritten(place: place, from: 0, reason: TraceError.reason(error)))
        }
        for waiter in waiters { waiter.resume(with: result) }
      }
    }
  }
#endif
