// SPDX-License-Identifier: Apache-2.0

#if Persistence
  import Foundation
  import GRDB
  import Millrace
  import MillracePersistence
  import Testing

  @MainActor
  struct FileLockTests {
    private func file() async throws -> URL {
      let url = try temporaryFolder().appendingPathComponent("log")
      let journal = try Journal(at: url, of: Purse.self, actions: PurseAction.self)
      let store = try await recovered(journal)
      for coin in 1...3 { try await store.dispatch(.put(coin)).synced() }
      try await journal.close()
      return url
    }

    @Test func logThatIsGoneIsNoEmptyOne() async throws {
      let url = try await file()
      try FileManager.default.removeItem(at: url)
      let journal = purseJournal(on: SQLiteLog(at: url))
      let lost = JournalError.lost(place: url.path, synced: 3, found: 0)
      await #expect(throws: lost) { _ = try await recovered(journal) }
      #expect(lost.description.contains("remove the file that ends in '.lock'"))
      try FileManager.default.removeItem(atPath: url.path + ".lock")
      #expect(try await recovered(journal).state == Purse())
    }

    #if os(Linux)
      /// What the program writes to the closed stream would be written to the file.
      @Test func lockFileHasNoNumberOfAClosedStandardStream() async {
        await #expect(processExitsWith: .success) {
          close(STDIN_FILENO)
          let url = try temporaryFolder().appendingPathComponent("log")
          let journal = try Journal(at: url, of: Purse.self, actions: PurseAction.self)
          _ = try await recovered(journal)
          let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/0")
          precondition(file?.hasSuffix(".lock") != true)
          try await journal.close()
        }
      }
    #endif

    @Test func garbledLockLosesNothing() async throws {
      let url = try await file()
      try Data("{".utf8).write(to: URL(fileURLWithPath: url.path + ".lock"))
      #expect(try await recovered(purseJournal(on: SQLiteLog(at: url))).state.total == 6)
    }

    /// The number of the last synced record is in the file of the log too.
    @Test func syncedRecordThatIsGoneWithTheLockIsMissed() async throws {
      let url = try await file()
      try FileManager.default.removeItem(atPath: url.path + ".lock")
      let queue = try DatabaseQueue(path: url.path)
      try await queue.write { try $0.execute(sql: "DELETE FROM record WHERE number = 3") }
      try queue.close()
      await #expect(throws: JournalError.lost(place: url.path, synced: 3, found: 2)) {
        _ = try await recovered(purseJournal(on: SQLiteLog(at: url)))
      }
    }

    @Test func lockThatTakesNoWordsEndsNoJournalAndNothingIsWrittenTwice() async throws {
      let url = try temporaryFolder().appendingPathComponent("log")
      let told = Starts()
      let log = SQLiteLog(at: url)
      let journal = purseJournal(on: log)
      let store = try await recovered(journal) { told.add("\($0)") }
      try await store.dispatch(.put(1)).synced()
      try takeNoWords(URL(fileURLWithPath: url.path + ".lock"))
      try await store.dispatch(.put(2)).written()
      try await store.dispatch(.put(4)).synced()
      #expect(try await log.records(from: 1, limit: 9).map(\.number) == [1, 2, 3])
      #expect(told.all == [])
      try await journal.close()

      let next = purseJournal(on: SQLiteLog(at: url))
      #expect(try await recovered(next).state.total == 7)
      #expect(next.report?.dropped == nil)
    }

    @Test func tailIsCutWhereTheLockTakesNoWords() async throws {
      let url = try await file()
      let log = SQLiteLog(at: url)
      try log.claim(as: .current)
      try await log.append([LogRecord(number: 4, body: Data("{".utf8))], after: 3)
      try takeNoWords(URL(fileURLWithPath: url.path + ".lock"))
      try await log.cut(from: 4)
      #expect(try await log.extent().last == 3)
      log.release()
      #expect(try await recovered(purseJournal(on: SQLiteLog(at: url))).state.total == 6)
    }

    @Test func fileThatCannotBeWrittenIsNamed() async throws {
      let url = try temporaryFolder().appendingPathComponent("log")
      let folder = url.path + ".lock"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
      let error = await #expect(throws: JournalError.self) {
        _ = try await recovered(purseJournal(on: SQLiteLog(at: url)))
      }
      #expect(
        error
          == .unreadable(
            place: url.path, reason: "\(folder) cannot be opened for writing: Is a directory"))
    }

    @Test func folderInThePlaceOfTheFileIsNamed() async throws {
      let folder = try temporaryFolder()
      let error = JournalError.unreadable(
        place: folder.path,
        reason: "\(folder.path) cannot be opened for writing: Is a directory")
      await #expect(throws: error) {
        _ = try await recovered(purseJournal(on: SQLiteLog(at: folder)))
      }
      #expect(throws: error) { try SQLiteValues(at: folder) }
      #expect(!FileManager.default.fileExists(atPath: folder.path + ".lock"))
    }

    #if os(Linux)
      /// A write of a part of the words has no error number.
      @Test func diskThatTakesAPartOfTheWordsIsNamed() async {
        await #expect(processExitsWith: .success) {
          let url = try temporaryFolder().appendingPathComponent("log")
          signal(SIGXFSZ, SIG_IGN)
          var limit = rlimit(rlim_cur: 100, rlim_max: 100)
          let isSet = setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
          precondition(isSet)
          errno = 0
          do {
            try SQLiteLog(at: url).claim(as: .current)
            preconditionFailure("It was claimed.")
          } catch {
            // Nothing can be written to a file, also not the message of a failed condition.
            exit("\(error)".contains("File too large") ? 0 : 3)
          }
        }
      }
    #endif

    #if os(Linux)
      /// When a process closes a file, it loses all its locks on the file.
      ///
      /// Without them, another process removes the write-ahead file, and later records are lost.
      @Test func claimKeepsTheLocksOfAnotherConnectionOfTheProcess() async throws {
        let url = try await file()
        let other = try DatabaseQueue(path: url.path)
        let count = try await other.read { database in
          try Int.fetchOne(database, sql: "SELECT count(*) FROM record")
        }
        #expect(count == 3)
        let log = SQLiteLog(at: url)
        try log.claim(as: .current)
        let reader = open(url.path, O_RDWR | O_CLOEXEC)
        try #require(reader >= 0)
        defer { close(reader) }
        var lock = flock()
        (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        // `F_OFD_GETLK` also finds a lock of this process. Glibc does not show the name to Swift.
        let answer = fcntl(reader, 36, &lock)
        try #require(answer == 0)
        #expect(lock.l_type != Int16(F_UNLCK))
        log.release()
        try other.close()
      }
    #endif

    @Test func fileWithHardLinksIsNotOpened() async throws {
      let url = try await file()
      let link = url.deletingLastPathComponent().appendingPathComponent("link")
      try FileManager.default.linkItem(at: url, to: link)
      for url in [url, link] {
        let error = await #expect(throws: JournalError.self) {
          _ = try await recovered(purseJournal(on: SQLiteLog(at: url)))
        }
        guard case .unreadable(url.path, let reason)? = error else {
          Issue.record("There was no such error.")
          continue
        }
        #expect(reason.contains("2 hard links") && reason.contains("a copy instead of a link"))
        #expect(throws: JournalError.self) { try SQLiteValues(at: url) }
      }
      #expect(!FileManager.default.fileExists(atPath: link.path + ".lock"))
      try FileManager.default.removeItem(at: link)
      #expect(try await recovered(purseJournal(on: SQLiteLog(at: url))).state.total == 6)
    }

    @Test func lockFileThatWasRemovedIsMadeAgain() async throws {
      let url = try await file()
      let journal = purseJournal(on: SQLiteLog(at: url))
      let store = try await recovered(journal)
      try FileManager.default.removeItem(atPath: url.path + ".lock")
      try await store.dispatch(.put(4)).written()
      await #expect(throws: JournalError.self) {
        _ = try await recovered(purseJournal(on: SQLiteLog(at: url)))
      }
      try await store.dispatch(.put(8)).synced()
      try await journal.close()
      #expect(try await recovered(purseJournal(on: SQLiteLog(at: url))).state.total == 18)
    }

    /// A sync that was not tried is not one that has failed, which would end the journal.
    @Test func lockFileThatCannotBeMadeAgainEndsNoJournal() async throws {
      let url = try await file()
      let log = SQLiteLog(at: url)
      try log.claim(as: .current)
      let lock = url.path + ".lock"
      try FileManager.default.removeItem(atPath: lock)
      try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
      let fault = await #expect(throws: LogFault.self) { try await log.sync() }
      guard case .notYet(let reason)? = fault else {
        Issue.record("There was no such error.")
        return
      }
      #expect(reason.contains("cannot be made again: \(lock) cannot be opened for writing"))
      try FileManager.default.removeItem(atPath: lock)
      try await log.sync()
      log.release()
    }

    /// A child process that held the lock would keep it after the end of this process.
    @Test func filesAreOfTheirUserAloneAndTheLockOfThisProcessAlone() throws {
      let url = try temporaryFolder().appendingPathComponent("log")
      let log = SQLiteLog(at: url)
      try log.claim(as: .current)
      for path in [url.path, url.path + ".lock"] {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600, "\(path)")
      }
      let numbers = openNumbers(of: try identity(of: url.path + ".lock"))
      #expect(numbers.count == 1)
      #expect(numbers.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
      log.release()
    }

    @Test func claimThatFailsAndLockThatWasRemovedLeaveNoFileOpen() async throws {
      let url = try await file()
      let log = SQLiteLog(at: url)
      let writer = LogWriter(process: 1, program: "first", since: 0)
      try log.claim(as: writer)
      let old = try identity(of: url.path + ".lock")
      #expect(throws: LogFault.held(by: writer)) { try SQLiteLog(at: url).claim(as: .current) }
      #expect(openNumbers(of: old).count == 1)
      // While this descriptor is open, no other file gets the identity of the removed one.
      let held = open(url.path + ".lock", O_RDONLY | O_CLOEXEC)
      try #require(held >= 0)
      defer { close(held) }
      try FileManager.default.removeItem(atPath: url.path + ".lock")
      for _ in 0..<2 { try await log.drop(through: 0) }
      #expect(openNumbers(of: old) == [held])
      #expect(openNumbers(of: try identity(of: url.path + ".lock")).count == 1)
      #expect(throws: LogFault.held(by: writer)) { try SQLiteLog(at: url).claim(as: .current) }
      log.release()
    }

    /// Other files were not written while the lock file was missing.
    @Test func secondWriterAfterTheRemovalOfTheLockStopsTheFirst() async throws {
      let url = try await file()
      let log = SQLiteLog(at: url)
      try log.claim(as: LogWriter(process: 1, program: "first", since: 0))
      try FileManager.default.removeItem(atPath: url.path + ".lock")
      let second = SQLiteLog(at: url)
      try second.claim(as: LogWriter(process: 2, program: "second", since: 0))
      let record = LogRecord(number: 4, body: Data("{}".utf8))
      let error = await #expect(throws: (any Error).self) {
        try await log.append([record], after: 3)
      }
      #expect("\(error, default: "no error")".contains("process 2 (second), since 1970"))
      let fault = await #expect(throws: LogFault.self) { try await log.sync() }
      guard case .notYet(let reason)? = fault else {
        Issue.record("There was no such error.")
        return
      }
      #expect(reason.contains("End one of the two programs"))
      try await second.append([record], after: 3)
      second.release()
      // The first can go on, and the file has another last record than it knows.
      await #expect(throws: LogFault.conflict(expected: 3, found: 4)) {
        try await log.append([record], after: 3)
      }
      log.release()
    }

    @Test(arguments: [false, true])
    func fileThatIsMovedWhileItIsOpenTakesNoRecordsUntilItIsBack(isReplaced: Bool) async throws {
      let url = try await file()
      let journal = purseJournal(on: SQLiteLog(at: url))
      let store = try await recovered(journal)
      let other = url.deletingLastPathComponent().appendingPathComponent("other")
      try FileManager.default.moveItem(at: url, to: other)
      if isReplaced { try Data().write(to: url) }
      let error = await #expect(throws: JournalError.self) {
        try await store.dispatch(.put(4)).synced()
      }
      #expect("\(error, default: "no error")".contains("removed, renamed or replaced"))
      if isReplaced { try FileManager.default.removeItem(at: url) }
      try FileManager.default.moveItem(at: other, to: url)
      try await store.dispatch(.put(8)).synced()
      try await journal.close()
      #expect(try await recovered(purseJournal(on: SQLiteLog(at: url))).state.total == 18)
    }

    @Test func folderCanBeRenamedWhileTheFileIsOpen() async throws {
      let url = try await file()
      let folder = url.deletingLastPathComponent()
      let journal = purseJournal(on: SQLiteLog(at: url))
      let store = try await recovered(journal)
      try await store.dispatch(.put(4)).synced()
      let other = folder.deletingLastPathComponent()
        .appendingPathComponent(folder.lastPathComponent + "-renamed")
      try FileManager.default.moveItem(at: folder, to: other)
      try await store.dispatch(.put(8)).synced()
      try await journal.close()
      let moved = SQLiteLog(at: other.appendingPathComponent("log"))
      #expect(try await recovered(purseJournal(on: moved)).state.total == 18)
      try FileManager.default.removeItem(at: other)
    }

    @Test func valuesOfAFileThatWasRemovedAreNotKept() async throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      let values = try SQLiteValues(at: url)
      try await values.keep(Data("a".utf8), named: "a", of: "s")
      try FileManager.default.removeItem(at: url)
      let error = await #expect(throws: JournalError.self) {
        try await values.keep(Data("b".utf8), named: "a", of: "s")
      }
      #expect("\(error, default: "no error")".contains("removed, renamed or replaced"))
      try values.close()
    }

    private func identity(of path: String) throws -> stat {
      var found = stat()
      try #require(fstatat(AT_FDCWD, path, &found, 0) == 0)
      return found
    }

    /// The descriptors of this process for a file.
    private func openNumbers(of wanted: stat) -> [Int32] {
      (0..<4_096 as Range<Int32>).filter { number in
        var found = stat()
        return fstat(number, &found) == 0 && found.st_ino == wanted.st_ino
          && found.st_dev == wanted.st_dev
      }
    }

    /// Replaces the file descriptor that writes a file by one that can only read.
    private func takeNoWords(_ file: URL) throws {
      let writer = try #require(openNumbers(of: try identity(of: file.path)).first)
      let reader = open(file.path, O_RDONLY | O_CLOEXEC)
      try #require(reader >= 0)
      defer { close(reader) }
      try #require(dup2(reader, writer) >= 0)
    }
  }
#endif
