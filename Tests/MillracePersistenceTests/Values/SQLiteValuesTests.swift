// SPDX-License-Identifier: Apache-2.0

#if Persistence
  import Foundation
  import GRDB
  import Testing

  @testable import MillracePersistence

  struct SQLiteValuesTests {
    @Test func valuesAreThereWhenTheFileIsOpenedAgain() async throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      let values = try SQLiteValues(at: url)
      for number in 0..<50 {
        try await values.keep(Data("cart \(number)".utf8), named: "cart", of: "person\(number)")
        try await values.keep(Data("old".utf8), named: "theme", of: "person\(number)")
      }
      try await values.keep(Data("new".utf8), named: "theme", of: "person7")
      try await values.forget("person8")
      try values.close()

      let again = try SQLiteValues(at: url)
      await #expect(throws: JournalError.self) {
        try await values.keep(Data(), named: "cart", of: "person7")
      }
      #expect(try await again.value(named: "cart", of: "person7") == Data("cart 7".utf8))
      #expect(try await again.value(named: "theme", of: "person7") == Data("new".utf8))
      #expect(try await again.value(named: "cart", of: "person8") == nil)
      #expect(try await again.value(named: "theme", of: "person8") == nil)
      #expect(try await again.value(named: "cart", of: "stranger") == nil)
    }

    @Test func sessionsBeyondTheBoundsGoAndThoseOfAnEarlierFileAreCounted() async throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      let first = try SQLiteValues(at: url)
      for number in 0..<10 {
        try await first.keep(Data(count: 100), named: "a", of: "person\(number)")
      }
      try first.close()
      let again = try SQLiteValues(at: url, bound: 6, bytes: 450)
      try await again.keep(Data(count: 50), named: "a", of: "person10")
      var left: [Int] = []
      for number in 0...10 where try await again.value(named: "a", of: "person\(number)") != nil {
        left.append(number)
      }
      #expect(left.count == 5, "four of 100 bytes and one of 50")
      #expect(left.last == 10)
      try again.close()
    }

    @Test func aChangeThatCannotBeMadeTakesNoOtherWithIt() async throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      try SQLiteValues(at: url).close()
      try await DatabaseQueue(path: url.path).write { database in
        try database.execute(
          sql: """
            CREATE TRIGGER refuse BEFORE INSERT ON value WHEN CAST(NEW.session AS TEXT) = 'refused'
            BEGIN SELECT RAISE(ABORT, 'refused'); END
            """)
      }
      let values = try SQLiteValues(at: url)
      try await withThrowingTaskGroup { group in
        for number in 0..<200 {
          group.addTask { try await values.keep(Data("1".utf8), named: "a", of: "p\(number)") }
          guard number % 20 == 0 else { continue }
          group.addTask {
            let error = await #expect(throws: JournalError.self) {
              try await values.keep(Data("1".utf8), named: "a", of: "refused")
            }
            let hint = "The values of the session are unchanged."
            #expect(error.map { "\($0)".contains(hint) } == true)
          }
        }
        try await group.waitForAll()
      }
      for number in 0..<200 {
        #expect(try await values.value(named: "a", of: "p\(number)") == Data("1".utf8))
      }
      #expect(try await values.value(named: "a", of: "refused") == nil)
    }

    @Test func whatWasForgottenBeforeAKillIsNowhereInTheFilesWhenTheyAreOpenedAgain()
      async throws
    {
      let url = try temporaryFolder().appendingPathComponent("values")
      let values = try SQLiteValues(at: url)
      try await values.keep(Data("Annabella's cart".utf8), named: "cart", of: "person1")
      try await values.keep(Data("Bob's cart".utf8), named: "cart", of: "person2")
      try await values.forget("person1")
      let copy = try temporaryFolder().appendingPathComponent("values")
      for end in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: url.path + end, toPath: copy.path + end)
      }
      func holds(_ text: String) -> Bool {
        ["", "-wal"].contains { end in
          let bytes = try? Data(contentsOf: URL(fileURLWithPath: copy.path + end))
          return bytes?.range(of: Data(text.utf8)) != nil
        }
      }
      #expect(holds("Annabella's cart"), "what is in the write-ahead file is not overwritten yet")
      let again = try SQLiteValues(at: copy)
      #expect(!holds("Annabella's cart") && holds("Bob's cart"))
      #expect(try await again.value(named: "cart", of: "person1") == nil)
      #expect(try await again.value(named: "cart", of: "person2") == Data("Bob's cart".utf8))
      try again.close()
      try values.close()
    }

    @Test func keysAreDistinctBehindU0000() async throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      let values = try SQLiteValues(at: url)
      let keys = ["a", "a\0b", "a\0c", "\0"]
      for session in keys {
        for name in keys {
          try await values.keep(Data("\(session)/\(name)".utf8), named: name, of: session)
        }
      }
      try await values.forget("a\0c")
      for session in keys {
        for name in keys {
          let expected = session == "a\0c" ? nil : Data("\(session)/\(name)".utf8)
          #expect(try await values.value(named: name, of: session) == expected)
        }
      }
      try values.close()
    }

    @Test func fileOfALaterFormatIsRefused() async throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      try SQLiteValues(at: url).close()
      try await DatabaseQueue(path: url.path).write { database in
        try database.execute(sql: "PRAGMA user_version = 99")
      }
      let error = #expect(throws: JournalError.self) { _ = try SQLiteValues(at: url) }
      #expect(error?.name == "laterVersion")
    }

    @Test func fileIsOpenedWithTheSettingsOfALog() async throws {
      let values = try SQLiteValues(at: temporaryFolder().appendingPathComponent("values"))
      let settings = try await values.queue.read { database in
        try ["busy_timeout", "secure_delete", "fullfsync", "checkpoint_fullfsync", "synchronous"]
          .map { try Int.fetchOne(database, sql: "PRAGMA \($0)") }
      }
      #expect(settings == [5_000, 1, 1, 1, 2])
      try values.close()
    }

    @Test func readExtendsASessionAlsoIfTheMaximumAgeIsShort() async throws {
      let now = Locked(0)
      let values = try SQLiteValues(
        at: try temporaryFolder().appendingPathComponent("values"), bound: 9, bytes: 999,
        age: .seconds(10)
      ) { now.withLock { $0 } }
      try await values.keep(Data("1".utf8), named: "a", of: "person1")
      for moment in [6, 12, 18] {
        now.withLock { $0 = moment }
        #expect(try await values.value(named: "a", of: "person1") == Data("1".utf8))
      }
      try values.close()
    }

    @Test func sessionThatIsTooOldHasNoValueAlsoIfItCannotBeDeleted() async throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      let now = Locked(0)
      let values = try SQLiteValues(
        at: url, bound: 9, bytes: 999, age: .seconds(10), patience: 0
      ) { now.withLock { $0 } }
      try await values.keep(Data("1".utf8), named: "a", of: "person1")
      now.withLock { $0 = 11 }
      var settings = Configuration()
      settings.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: url.path, configuration: settings)
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      #expect(try await values.value(named: "a", of: "person1") == nil)
      let count = try await other.writeWithoutTransaction { database in
        try database.execute(sql: "ROLLBACK")
        return try Int.fetchOne(database, sql: "SELECT count(*) FROM value")
      }
      #expect(count == 1, "it could not be deleted")
      #expect(try await values.value(named: "a", of: "person1") == nil)
      let rest = try await other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM value") }
      #expect(rest == 0)
      try values.close()
    }

    @Test(arguments: [-40, 40])
    func sessionIsAsOldAsItIsAfterAWrongClockWasCorrected(days: Int) async throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      let clock = Locked(1_800_000_000 + days * 86_400)
      let steady = Locked(0)
      let values = try SQLiteValues(
        at: url, bound: 9, bytes: 999, age: .seconds(30 * 86_400),
        now: { clock.withLock { $0 } }, steady: { steady.withLock { $0 } })
      func pass(_ seconds: Int) {
        clock.withLock { $0 += seconds }
        steady.withLock { $0 += seconds }
      }
      let one = Data("1".utf8)
      try await values.keep(one, named: "a", of: "person1")
      pass(60)
      clock.withLock { $0 -= days * 86_400 }
      #expect(try await values.value(named: "a", of: "person1") == one)
      try await values.keep(one, named: "a", of: "person2")
      #expect(try await values.value(named: "a", of: "person1") == one)
      pass(29 * 86_400)
      try await values.keep(one, named: "a", of: "person3")
      pass(86_400)
      #expect(try await values.value(named: "a", of: "person1") == nil)
      #expect(try await values.value(named: "a", of: "person3") == one)
      try values.close()
    }

    /// The next process reads the times of the uses with the right clock.
    @Test(arguments: [-1_800, 1_800])
    func clockThatIsWrongByMinutesIsCorrectedIfTheMaximumAgeIsShort(seconds: Int) async throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      let clock = Locked(1_800_000_000 + seconds)
      let values = try SQLiteValues(
        at: url, bound: 9, bytes: 999, age: .seconds(600), now: { clock.withLock { $0 } },
        steady: { 0 })
      let one = Data("1".utf8)
      try await values.keep(one, named: "a", of: "person1")
      clock.withLock { $0 -= seconds }
      try await values.keep(one, named: "a", of: "person2")
      try values.close()
      let next = try SQLiteValues(at: url, bound: 9, bytes: 999, age: .seconds(600)) {
        clock.withLock { $0 }
      }
      clock.withLock { $0 += 599 }
      #expect(try await next.value(named: "a", of: "person2") == one)
      clock.withLock { $0 += 2 }
      #expect(try await next.value(named: "a", of: "person1") == nil)
      #expect(try await next.value(named: "a", of: "person2") == one)
      try next.close()
    }

    @Test func clockCanBeSetSeveralTimes() async throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      let clock = Locked(1_800_000_000)
      let values = try SQLiteValues(
        at: url, bound: 9, bytes: 999, age: .seconds(30 * 86_400),
        now: { clock.withLock { $0 } }, steady: { 0 })
      for (number, time) in [1_800_000_000, 0, 1_900_000_000, 5, 1_800_000_000].enumerated() {
        clock.withLock { $0 = time }
        try await values.keep(Data("\(number)".utf8), named: "a", of: "person\(number)")
      }
      for number in 0..<5 {
        let value = try await values.value(named: "a", of: "person\(number)")
        #expect(value == Data("\(number)".utf8))
      }
      try values.close()
    }

    @Test func secondWriterIsRefused() throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      let first = try SQLiteValues(at: url)
      let error = #expect(throws: JournalError.self) { _ = try SQLiteValues(at: url) }
      guard case .held? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      withExtendedLifetime(first) {}
    }

    @Test func fileHasOneWriterByWhateverName() async throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      let first = try SQLiteValues(at: url)
      let link = url.deletingLastPathComponent().appendingPathComponent("link")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
      let error = #expect(throws: JournalError.self) { _ = try SQLiteValues(at: link) }
      guard case .held? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      try await first.keep(Data("1".utf8), named: "a", of: "person1")
      try first.close()
    }

    @Test func fileThatAnotherProgramHoldsIsNoUnreadableFile() async throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      try SQLiteValues(at: url).close()
      var settings = Configuration()
      settings.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: url.path, configuration: settings)
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      let error = #expect(throws: JournalError.self) {
        _ = try SQLiteValues(at: url, bound: 9, bytes: 999, age: .seconds(10), patience: 0) { 0 }
      }
      #expect(error?.name == "notPrepared")
      try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      try SQLiteValues(at: url).close()
    }

    /// Each attempt to begin a transaction waits for the patience.
    @Test func changesOfAGroupWaitForAnotherProgramOnce() async throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      let values = try SQLiteValues(
        at: url, bound: 9, bytes: 999, age: .seconds(10), patience: 0
      ) { 0 }
      let begun = Locked(0)
      let (isBusy, isGrouped) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      values.queue.asyncWriteWithoutTransaction { database in
        database.trace { event in
          if "\(event)".hasPrefix("BEGIN") { begun.withLock { $0 += 1 } }
        }
        isBusy.signal()
        isGrouped.wait()
      }
      await withCheckedContinuation { done in
        DispatchQueue.global().async {
          isBusy.wait()
          done.resume()
        }
      }
      var settings = Configuration()
      settings.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: url.path, configuration: settings)
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }

      func keep(_ name: String) -> Task<Void, any Error> {
        Task { try await values.keep(Data(), named: name, of: "person1") }
      }
      let first = keep("first")
      while values.group.withLock({ !$0.isRunning || !$0.waiters.isEmpty }) { await Task.yield() }
      let rest = (1...5).map { keep("\($0)") }
      while values.group.withLock({ $0.waiters.count < rest.count }) { await Task.yield() }
      isGrouped.signal()
      for task in [first] + rest {
        let error = await #expect(throws: JournalError.self) { try await task.value }
        #expect(error?.name == "valuesUnchanged")
      }
      #expect(begun.withLock(\.self) == 2)
      try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      try await values.keep(Data("1".utf8), named: "first", of: "person1")
      try values.close()
    }

    @MainActor
    @Test func cancelledReadIsNoUnreadableFile() async throws {
      let values = try SQLiteValues(at: temporaryFolder().appendingPathComponent("values"))
      // The task needs this actor, which is busy until the `await`. So it is cancelled before it
      // begins.
      let read = Task { try await values.value(named: "a", of: "person1") }
      read.cancel()
      await #expect(throws: CancellationError.self) { _ = try await read.value }
      #expect(try await values.value(named: "a", of: "person1") == nil)
      try values.close()
    }

    @Test func fileThatIsNoneOfOursIsATypedErrorAndStays() throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      let bytes = Data(repeating: 0x41, count: 5_000)
      try bytes.write(to: url)
      #expect(throws: JournalError.self) { _ = try SQLiteValues(at: url) }
      #expect(try Data(contentsOf: url) == bytes)
    }

    /// Both numbers also occur in files of this library, so the number does not prove the program.
    @Test(arguments: [0, 1])
    func databaseOfAnotherProgramIsATypedErrorAndStays(version: Int) async throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      let other = try DatabaseQueue(path: url.path)
      try await other.write { database in
        try database.execute(
          sql: "CREATE TABLE guest (name TEXT); PRAGMA user_version = \(version)")
      }
      try other.close()
      let bytes = try Data(contentsOf: url)
      let error = #expect(throws: JournalError.self) { _ = try SQLiteValues(at: url) }
      #expect(error?.name == "unreadable")
      #expect(error?.description.contains("no table 'value': another program wrote it") == true)
      #expect(try Data(contentsOf: url) == bytes)
    }
  }
#endif
