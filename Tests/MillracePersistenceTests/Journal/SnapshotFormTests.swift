// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillracePersistence
import MillraceTrace
import Testing

/// The message of a start whose snapshots cannot be decoded.
@MainActor
struct SnapshotFormTests {
  /// A state with a member that older snapshots do not have.
  private struct Account: Codable, Sendable {
    var total = 0
    var currency = "EUR"
  }

  /// Starts with another type of the state, and returns the message of the error.
  private func message(
    of log: MemoryLog, version: Int = 1, @UpcastBuilder upcasts: () -> [Upcast] = { [] }
  ) async throws -> String {
    let journal = Journal(
      on: log, of: Account.self, actions: PurseAction.self, version: version, upcasts: upcasts)
    let error = await #expect(throws: JournalError.self) {
      _ = try await Store(
        recovering: journal, initialState: Account(),
        reducer: Reducer<Account, PurseAction> { _, _ in })
    }
    return try #require(error?.description)
  }

  /// A log whose records begin with number 21, with snapshot 30, and snapshot 20 if there are two.
  private func log(snapshots: Int = 1) async throws -> MemoryLog {
    try await purseLog(35, .every(10, keep: snapshots, dropsActions: true))
  }

  @Test func messageHasTheReasonOfEachSnapshotAndTheAdvice() async throws {
    let message = try await message(of: try await log(snapshots: 2))
    #expect(
      message == """
        noStart: the records of memory begin with 21, and older ones were dropped, and its \
        snapshots cannot be read, or are of another form (snapshot 30: 'currency' is missing; \
        snapshot 20: 'currency' is missing). After `version` was raised, an \
        `Upcast(stateFrom: 1)` can convert the state. Recover with a program that can read the \
        snapshot, or restore the log from a backup.
        """)
  }

  @Test func upcastIsAdvisedForAnOlderVersionOnlyIfNoneWasApplied() async throws {
    let log = try await log()
    let without = try await message(of: log, version: 3) {
      Upcast(stateFrom: 4) { $0 }
      Upcast("put", from: 1) { $0 }
    }
    #expect(without.contains(". An `Upcast(stateFrom: 1)` can convert the state. Recover"))
    struct NoRate: Error {}
    let failed = try await message(of: log, version: 3) {
      Upcast(stateFrom: 2) { _ in throw NoRate() }
    }
    #expect(failed.contains("(snapshot 30: NoRate()). Recover"))
    #expect(!failed.contains("Upcast"))
  }

  @Test func noUpcastIsAdvisedForADamagedOrLaterSnapshot() async throws {
    let damaged = try await log()
    damaged.flipSnapshot(bit: 77)
    let message = try await message(of: damaged, version: 2)
    #expect(
      message.contains(
        "snapshot 30: the bytes of the snapshot are not those that were written). Recover"))
    let later = try await self.message(of: try await log(), version: 0)
    #expect(later.contains("snapshot 30: it is of another form (1 "))
    #expect(!later.contains("Upcast"))
  }

  @Test func messageOfForgottenRecordsHasTheReasonToo() async throws {
    let log = MemoryLog()
    let journal = Journal(
      on: log, of: Purse.self, actions: PurseAction.self, person: \.person)
    let store = try await recovered(journal)
    store.dispatch(.rename(name: "Eve"))
    #expect(try await journal.forget("Eve") == 1)
    try await journal.close()
    let message = try await message(of: log, version: 2)
    #expect(message.contains("some of them are of forgotten persons"))
    #expect(message.contains("(snapshot 1: 'currency' is missing). An `Upcast("))
  }
}
