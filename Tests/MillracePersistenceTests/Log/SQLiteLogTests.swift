// SPDX-License-Identifier: Apache-2.0

#if Persistence
  import Foundation
  import Millrace
  import MillracePersistence
  import Testing

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

    @Test func folderThatIsNotThereIsATypedError() async throws {
      let url = try temporaryFolder().appendingPathComponent("none/log")
      guard case .unreadable(url.path, _)? = try await error(of: url) else {
        Issue.record("It is another error.")
        return
      }
    }

    @Test func fileOfALaterFormatIsATypedError() async throws {
      let url = try await file()
      // The user version of SQLite's header.
      var bytes = try Data(contentsOf: url)
      bytes[63] = 9
      try bytes.write(to: url)
      #expect(
        try await error(of: url) == .laterVersion(place: url.path, found: 9, known: 1))
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

    @Test func journalWantsTheURLOfAFile() throws {
      let url = try #require(URL(string: "https://site.example/log"))
      #expect(throws: JournalError.self) {
        _ = try Journal(at: url, of: Purse.self, actions: PurseAction.self)
      }
    }
  }
#endif
