// SPDX-License-Identifier: Apache-2.0

#if Persistence
  import Foundation
  import GRDB
  import MillracePersistence
  import Testing

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
            CREATE TRIGGER refuse BEFORE INSERT ON value WHEN NEW.session = 'refused'
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

    @Test func fileThatIsNoneOfOursIsATypedErrorAndStays() throws {
      let url = try temporaryFolder().appendingPathComponent("values")
      let bytes = Data(repeating: 0x41, count: 5_000)
      try bytes.write(to: url)
      #expect(throws: JournalError.self) { _ = try SQLiteValues(at: url) }
      #expect(try Data(contentsOf: url) == bytes)
    }
  }
#endif
