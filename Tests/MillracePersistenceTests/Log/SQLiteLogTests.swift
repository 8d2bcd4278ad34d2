// SPDX-License-Identifier: Apache-2.0

#if Persistence
  import Foundation
  import GRDB
  import Millrace
  import Testing

  @testable import MillracePersistence

  @MainActor
  struct SQLiteLogTests {
    /// A file with three synced actions, closed.
    private func file() async throws -> URL {
      let url = try temporaryFolder().appendingPathComponent("log")
      let journal = purseJournal(on: SQLiteLog(at: url))
      let store = try await recovered(journal)
      for coin in 1...3 { try await store.dispatch(.put(coin)).synced() }
      try await journal.close()
      return url
    }

    private func error(of url: URL) async throws -> JournalError? {
      await #expect(throws: JournalError.self) {
        _ = try await recovered(purseJournal(on: SQLiteLog(at: url)))
      }
    }

    /// What the process before has written is written again: that process may have failed to sync
    /// it.
    @Test func recoveryMovesTheWriteAheadFileToTheMainFile() async throws {
      let url = try temporaryFolder().appendingPathComponent("log")
      let journal = purseJournal(on: SQLiteLog(at: url))
      let store = try await recovered(journal)
      for coin in 1...2 { try await store.dispatch(.put(coin)).synced() }
      let killed = try Carrier.afterKill(journal.log)
      let file = URL(fileURLWithPath: killed.place + "-wal")
      func size() throws -> Int { try Data(contentsOf: file).count }
      #expect(try size() > 0)
      let next = try await recovered(purseJournal(on: killed))
      #expect(try size() == 0)
      #expect(next.state.total == 3)
      withExtendedLifetime(store) {}
    }

    /// A sync that failed in an append would not be reported.
    ///
    /// The syncs move the records, and the write-ahead file does not grow with each of them.
    @Test func recordsAreMovedToTheMainFileBySyncsAlone() async throws {
      let url = try temporaryFolder().appendingPathComponent("log")
      let log = SQLiteLog(at: url)
      try log.claim(as: .current)
      func size(_ end: String) throws -> Int {
        try Data(contentsOf: URL(fileURLWithPath: url.path + end)).count
      }
      try await log.sync()
      let before = try size("")
      // More than a thousand pages.
      let body = Data(count: 6_000_000)
      for number in 1...4 as ClosedRange<UInt64> {
        try await log.append([LogRecord(number: number, body: body)], after: number - 1)
        if number == 1 { #expect(try size("") == before) }
        try await log.sync()
        #expect(try size("") > Int(number) * 6_000_000)
      }
      #expect(try size("-wal") < 12_000_000)
      log.release()
    }

    @Test func programThatHoldsTheFileForAMomentEndsNoJournal() async throws {
      let url = try temporaryFolder().appendingPathComponent("log")
      let told = Starts()
      let journal = purseJournal(on: SQLiteLog(at: url, patience: 0))
      let store = try await recovered(journal, sync: .within(.seconds(600))) { told.add("\($0)") }
      try await store.dispatch(.put(1)).written()
      var settings = Configuration()
      settings.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: url.path, configuration: settings)
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      await #expect(throws: JournalError.self) { try await journal.synced() }
      let receipt = store.dispatch(.put(2))
      await #expect(throws: JournalError.self) { try await receipt.written() }
      try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      try await store.dispatch(.put(4)).synced()
      #expect(told.all.allSatisfy { $0.hasPrefix("notWritten") } && !told.all.isEmpty)
      let next = try await recovered(purseJournal(on: Carrier.afterKill(journal.log)))
      #expect(next.state.total == 7)
    }

    @Test func forgettingThatAReaderHoldsUpIsToldAndCalledAgain() async throws {
      let url = try temporaryFolder().appendingPathComponent("log")
      let journal = Journal(
        on: SQLiteLog(at: url, patience: 0), of: Purse.self, actions: PurseAction.self,
        person: \.person)
      let store = try await recovered(journal, sync: .within(.seconds(600)))
      store.dispatch(.rename(name: "Annabella"))
      try await store.dispatch(.rename(name: "Bob")).synced()
      var settings = Configuration()
      settings.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: url.path, configuration: settings)
      let count = try await other.writeWithoutTransaction { database in
        try database.execute(sql: "BEGIN")
        return try Int.fetchOne(database, sql: "SELECT count(*) FROM record")
      }
      #expect(count == 2)
      let error = await #expect(throws: JournalError.self) {
        try await journal.forget("Annabella")
      }
      #expect(error?.name == "notForgotten")
      #expect(try await bytes(of: journal.log, hold: "Annabella"))
      // A process that is killed now leaves these bytes, and the next start removes them.
      let killed = try Carrier.afterKill(journal.log)
      let next = try await recovered(purseJournal(on: killed))
      #expect(try await !bytes(of: killed, hold: "Annabella"))
      #expect(next.state.owner == "Bob")
      try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      #expect(try await journal.forget("Annabella") == 0)
      #expect(try await !bytes(of: journal.log, hold: "Annabella"))
      try await store.dispatch(.put(4)).synced()
    }

    private func keyed(on url: URL) -> PurseJournal {
      Journal(
        on: SQLiteLog(at: url), of: Purse.self, actions: PurseAction.self, person: \.person)
    }

    /// Damages a file that has records of two persons, and checks that one of them is forgotten.
    ///
    /// - Returns: the store of the journal.
    @discardableResult
    private func checkForgetting(
      after damage: @Sendable (Database) throws -> Void
    ) async throws -> Store<Purse, PurseAction> {
      let url = try temporaryFolder().appendingPathComponent("log")
      let journal = keyed(on: url)
      let store = try await recovered(journal)
      for name in ["Annabella", "Bob"] {
        try await store.dispatch(.rename(name: name)).synced()
      }
      try await DatabaseQueue(path: url.path).writeWithoutTransaction(damage)
      #expect(try await journal.forget("Annabella") == 1)
      #expect(try await !bytes(of: journal.log, hold: "Annabella"))
      return store
    }

    #if os(Linux)
      /// Files of earlier versions have an index.
      ///
      /// SQLite on Apple's systems does not allow the damage.
      @Test func forgettingFindsRecordsThatADamagedIndexMisses() async throws {
        let store = try await checkForgetting { database in
          let index = "CREATE INDEX record_person ON record (person) WHERE person IS NOT NULL"
          try database.execute(
            sql: """
              DROP INDEX IF EXISTS record_person;
              \(index) AND number < 0;
              PRAGMA writable_schema = ON;
              UPDATE sqlite_master SET sql = '\(index)' WHERE name = 'record_person';
              """)
        }
        try await store.dispatch(.put(1)).synced()
      }
    #endif

    /// No number follows that of the damaged record.
    @Test func forgettingEndsBehindADamagedNumber() async throws {
      try await checkForgetting { database in
        try database.execute(
          sql: "INSERT INTO record VALUES (?, NULL, x'7B', 0)", arguments: [Int64.max])
      }
    }

    /// The last step fails: it removes the records that hold the person without a key.
    @Test func forgettingThatFailsInTheMiddleChangesNothing() async throws {
      let url = try temporaryFolder().appendingPathComponent("log")
      let log = SQLiteLog(at: url)
      let journal = Journal(
        on: log, of: Purse.self, actions: PurseAction.self, person: \.person)
      let store = try await recovered(journal, snapshot: .every(1, keep: 2))
      for name in ["Annabella", "Bob"] {
        try await store.dispatch(.rename(name: name)).synced()
      }
      store.replaceState(with: store.state)
      try await journal.synced()
      let records = try await log.records(from: 1, limit: 9)
      let snapshots = try await log.snapshots()
      let other = try DatabaseQueue(path: url.path)
      try await other.write { database in
        try database.execute(
          sql: """
            CREATE TRIGGER refusal BEFORE DELETE ON record BEGIN SELECT RAISE(ABORT, 'no'); END
            """)
      }
      let error = await #expect(throws: JournalError.self) {
        try await journal.forget("Annabella")
      }
      #expect(error?.name == "notForgotten")
      #expect(try await log.records(from: 1, limit: 9) == records)
      // The new snapshot has the number of the last one, and the same state.
      let purses = { try JSONDecoder().decode(Purse.self, from: ($0 as LogSnapshot).body) }
      #expect(try await log.snapshots().map(purses) == snapshots.map(purses))
      try await other.write { try $0.execute(sql: "DROP TRIGGER refusal") }
      #expect(try await journal.forget("Annabella") == 1)
      #expect(try await log.records(from: 1, limit: 9) == [])
      try await store.dispatch(.put(1)).synced()
    }

    /// Bytes that were synced and read again are not written a second time.
    @Test func equalSnapshotIsNotWrittenAgain() async throws {
      let url = try temporaryFolder().appendingPathComponent("log")
      let log = SQLiteLog(at: url)
      try log.claim(as: .current)
      let snapshots = (1...3).map {
        LogSnapshot(number: $0, fingerprint: "f", body: Data(repeating: 7, count: 9_000))
      }
      for snapshot in snapshots { try await log.keep(snapshot, most: .max) }
      let other = try DatabaseQueue(path: url.path)
      try await other.write { database in
        for change in ["INSERT", "UPDATE"] {
          try database.execute(
            sql: """
              CREATE TRIGGER no_\(change) AFTER \(change) ON snapshot
              BEGIN SELECT RAISE(ABORT, 'it is written'); END
              """)
        }
      }
      try await log.keep(snapshots[2], most: 2)
      #expect(try await log.snapshots() == [snapshots[2], snapshots[1]])
      _ = try await log.forget("ann", keeping: snapshots[2], droppingThrough: nil)
      #expect(try await log.snapshots() == [snapshots[2]])
      // A snapshot with any difference is written.
      let (body, checksum) = (snapshots[2].body, snapshots[2].checksum)
      for another in [
        LogSnapshot(number: 3, fingerprint: "g", body: body, checksum: checksum),
        LogSnapshot(number: 3, fingerprint: "f", body: body + [7], checksum: checksum),
        LogSnapshot(number: 3, fingerprint: "f", body: body, checksum: checksum + 1),
      ] {
        await #expect(throws: DatabaseError.self) { try await log.keep(another, most: 2) }
      }
      log.release()
    }

    /// SQLite writes and syncs nothing in a transaction that leaves all pages equal.
    @Test func snapshotAfterTheLastRecordIsSynced() async throws {
      let log = SQLiteLog(at: try temporaryFolder().appendingPathComponent("log"))
      try log.claim(as: .current)
      func size() throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: log.place + "-wal")[.size] as? Int
      }
      try await log.append([LogRecord(number: 1, body: Data([1]))], after: 0)
      try await log.sync()
      try await log.keep(LogSnapshot(number: 1, fingerprint: "f", body: Data()), most: 2)
      let before = try #require(try size())
      try await log.sync()
      let after = try #require(try size())
      #expect(after > before)
      log.release()
    }

    @Test func cancelledRecoveryIsNoUnreadableLog() async throws {
      let journal = purseJournal(on: SQLiteLog(at: try await file()))
      // The task begins on this actor, and so after its cancellation.
      let recovery = Task { try await recovered(journal) }
      recovery.cancel()
      await #expect(throws: CancellationError.self) { _ = try await recovery.value }
      #expect(try await recovered(journal).state.total == 6)
    }

    @Test func fileHasOneWriterByWhateverName() async throws {
      let url = try await file()
      let link = url.deletingLastPathComponent().appendingPathComponent("link")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
      let store = try await recovered(purseJournal(on: SQLiteLog(at: url)))
      guard case .held(url.path, _)? = try await error(of: link) else {
        Issue.record("It is another error, or none.")
        return
      }
      try await store.dispatch(.put(1)).synced()
    }

    /// The first writer creates the file, and the second one finds it behind the link.
    @Test(arguments: ["log", "other/../log"])
    func fileThatALinkCreatesHasOneWriter(target: String) async throws {
      let folder = try temporaryFolder()
      let link = folder.appendingPathComponent("link")
      let other = folder.appendingPathComponent("other")
      try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(
        atPath: link.path, withDestinationPath: target)
      let store = try await recovered(purseJournal(on: SQLiteLog(at: link)))
      #expect(try await error(of: link)?.name == "held")
      #expect(try await error(of: folder.appendingPathComponent("log"))?.name == "held")
      try await store.dispatch(.put(1)).synced()
    }

    @Test func fileThatALinkToALinkCreatesHasOneWriter() async throws {
      let folder = try temporaryFolder()
      for (link, target) in [("first", "second"), ("second", "log")] {
        try FileManager.default.createSymbolicLink(
          atPath: folder.appendingPathComponent(link).path, withDestinationPath: target)
      }
      let store = try await recovered(
        purseJournal(on: SQLiteLog(at: folder.appendingPathComponent("first"))))
      #expect(try await error(of: folder.appendingPathComponent("log"))?.name == "held")
      try await store.dispatch(.put(1)).synced()
    }

    @Test func linkToItselfIsATypedError() async throws {
      let link = try temporaryFolder().appendingPathComponent("link")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: link)
      #expect(try await error(of: link)?.name == "unreadable")
    }

    /// Some of these names would not be those of files if they were no part of a path.
    @Test(arguments: ["a b", "50%", "a?b=c#d", "e\u{301}", ":memory:", "file:log", "it's \"1\""])
    func fileCanHaveAnyName(name: String) async throws {
      let url = try temporaryFolder().appendingPathComponent(name)
      let journal = purseJournal(on: SQLiteLog(at: url))
      try await recovered(journal).dispatch(.put(1)).synced()
      try await journal.close()
      #expect(FileManager.default.fileExists(atPath: url.path))
      #expect(try await recovered(purseJournal(on: SQLiteLog(at: url))).state.total == 1)
    }

    @Test func fileThatIsNoDatabaseIsATypedErrorAndStays() async throws {
      let url = try temporaryFolder().appendingPathComponent("log")
      let bytes = Data(repeating: 0x41, count: 5_000)
      try bytes.write(to: url)
      guard case .unreadable(url.path, _)? = try await error(of: url) else {
        Issue.record("It is another error.")
        return
      }
      #expect(try Data(contentsOf: url) == bytes)
    }

    @Test func databaseOfAnotherProgramIsATypedErrorAndStays() async throws {
      let url = try temporaryFolder().appendingPathComponent("log")
      let other = try DatabaseQueue(path: url.path)
      try await other.write { try $0.execute(sql: "CREATE TABLE guest (name TEXT)") }
      try other.close()
      let bytes = try Data(contentsOf: url)
      guard case .unreadable(url.path, let reason)? = try await error(of: url) else {
        Issue.record("It is another error.")
        return
      }
      #expect(reason == "it has no table 'extent': another program wrote it, or it is damaged")
      #expect(try Data(contentsOf: url) == bytes)
    }

    /// A start reads 1,024 records at once if they are small.
    @Test func largeRecordsAreReadInParts() async throws {
      let log = SQLiteLog(at: try temporaryFolder().appendingPathComponent("log"))
      try log.claim(as: .current)
      let body = Data(count: 5_000_000)
      let records = (1...4).map { LogRecord(number: $0, person: nil, body: body, checksum: 0) }
      try await log.append(records, after: 0)
      #expect(try await log.records(from: 1, limit: 9).map(\.number) == [1, 2])
      #expect(try await log.records(from: 3, limit: 1).map(\.number) == [3])
      #expect(try await log.allRecords(from: 1, count: 3).map(\.number) == [1, 2, 3])
      #expect(try await log.allRecords(from: 2, count: 9).map(\.number) == [2, 3, 4])
      log.release()
    }

    @Test func logThatIsNotClaimedSaysSo() async throws {
      let log = SQLiteLog(at: try temporaryFolder().appendingPathComponent("log"))
      let error = await #expect(throws: (any Error).self) { _ = try await log.extent() }
      #expect(error.map { "\($0)" } == "the log is not claimed")
    }

    @Test func folderThatIsNotThereIsATypedError() async throws {
      let url = try temporaryFolder().appendingPathComponent("none/log")
      guard case .unreadable(url.path, _)? = try await error(of: url) else {
        Issue.record("It is another error.")
        return
      }
    }

    @Test(arguments: [ResultCode.SQLITE_FULL, .SQLITE_IOERR_SHMSIZE, .SQLITE_BUSY])
    func fullDiskOrLockedFileIsNoUnreadableLog(code: ResultCode) {
      let fault = SQLiteLog.fault(ofStart: DatabaseError(resultCode: code))
      #expect(JournalError(fault, at: "log").name == "notPrepared")
      let other = SQLiteLog.fault(ofStart: DatabaseError(resultCode: .SQLITE_IOERR_READ))
      #expect(JournalError(other, at: "log").name == "unreadable")
    }

    #if os(Linux)
      /// The lock file is a link to a device without room, which is then removed.
      @Test func startOnAFullDiskSaysSoAndOneWithRoomGoesOn() async throws {
        let url = try temporaryFolder().appendingPathComponent("log")
        let lock = url.path + ".lock"
        try FileManager.default.createSymbolicLink(
          atPath: lock, withDestinationPath: "/dev/full")
        guard case .notPrepared(url.path, _)? = try await error(of: url) else {
          Issue.record("It is another error.")
          return
        }
        try FileManager.default.removeItem(atPath: lock)
        let store = try await recovered(purseJournal(on: SQLiteLog(at: url)))
        try await store.dispatch(.put(1)).synced()
      }
    #endif

    @Test func fileOfALaterFormatIsATypedError() async throws {
      let url = try await file()
      // The last byte of the user version in SQLite's header.
      var bytes = try Data(contentsOf: url)
      bytes[63] = 9
      try bytes.write(to: url)
      #expect(
        try await error(of: url) == .laterVersion(place: url.path, found: 9, known: 0))
    }

    @Test func firstNumberThatIsNoneIsATypedErrorInALogWithoutRecords() async throws {
      let url = try temporaryFolder().appendingPathComponent("log")
      let journal = purseJournal(on: SQLiteLog(at: url))
      _ = try await recovered(journal)
      try await journal.close()
      // The row of the numbers in SQLite's format: its size and key, the size of its header, and
      // the kinds null, one and zero.
      var bytes = try Data(contentsOf: url)
      let row = try #require(bytes.range(of: Data([4, 1, 4, 0, 9, 8])))
      bytes[row.lowerBound + 4] = 8
      try bytes.write(to: url)
      guard case .unreadable(url.path, _)? = try await error(of: url) else {
        Issue.record("It is another error.")
        return
      }
    }

    /// A number of SQLite can be negative, and that of a snapshot cannot.
    @Test func negativeNumberIsATypedError() async throws {
      let url = try await file()
      let queue = try DatabaseQueue(path: url.path)
      try await queue.write {
        try $0.execute(sql: "INSERT INTO snapshot VALUES (-1, 'f', x'00', 0)")
      }
      try queue.close()
      guard case .unreadable(url.path, _)? = try await error(of: url) else {
        Issue.record("It is another error.")
        return
      }
    }

    @Test func journalWantsTheURLOfAFile() throws {
      let url = try #require(URL(string: "https://site.example/log"))
      #expect(throws: JournalError.self) {
        _ = try Journal(at: url, of: Purse.self, actions: PurseAction.self)
      }
    }
  }
#endif
