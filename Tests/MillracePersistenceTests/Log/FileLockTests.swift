// SPDX-License-Identifier: Apache-2.0

#if Persistence
  import Foundation
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

    @Test func garbledLockLosesNothing() async throws {
      let url = try await file()
      try Data("{".utf8).write(to: URL(fileURLWithPath: url.path + ".lock"))
      #expect(try await recovered(purseJournal(on: SQLiteLog(at: url))).state.total == 6)
    }
  }
#endif
