// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillracePersistence
import MillraceTesting
import Testing

/// A journal on a disk that loses or damages what was written: the promises J4 and J5.
@MainActor
struct MemoryLogTests {
  /// Retains the stores of the logs, because a store that ends would sync its log.
  @MainActor private final class Stores {
    var all: [AnyObject] = []
  }

  private let stores = Stores()

  /// A log with six actions, of which the first three are synced.
  private func log() async throws -> MemoryLog {
    let log = MemoryLog()
    let store = try await recovered(
      purseJournal(on: log), sync: .within(.seconds(60)), clock: TestClock())
    for coin in 1...6 {
      let receipt = store.dispatch(.put(coin))
      if coin == 3 { try await receipt.synced() } else { try await receipt.written() }
    }
    stores.all.append(store)
    log.kill()
    return log
  }

  @Test func j4TailOfEachLengthIsDroppedAndReported() async throws {
    let size = try await log().records(from: 6, limit: 1)[0].body.count
    for left in 0..<size {
      let log = try await log()
      log.cutTail(to: left)
      let journal = purseJournal(on: log)
      let store = try await recovered(journal)
      #expect(store.state.total == 15, "\(left) bytes are left")
      #expect(journal.report?.dropped == 6...6)
      try await store.dispatch(.put(100)).synced()
      log.kill()
      #expect(try await recovered(purseJournal(on: log)).state.total == 115)
    }
  }

  @Test func j4EachFlippedBitIsATypedErrorOrADroppedTail() async throws {
    let sums = [0, 1, 3, 6, 10, 15]
    for number in 1...6 as ClosedRange<UInt64> {
      let size = try await log().records(from: number, limit: 1)[0].body.count
      for bit in stride(from: number.isMultiple(of: 2) ? 0 : 4, to: size * 8, by: 7) {
        let log = try await log()
        log.flip(bit: bit, of: number)
        let journal = purseJournal(on: log)
        if number <= 3 {
          await #expect(
            throws: JournalError.damaged(
              place: "memory", number: number, reason: "is not as it was written")
          ) { _ = try await recovered(journal) }
          #expect(try log.extent().last == 6, "nothing is changed by a recovery that failed")
        } else {
          #expect(try await recovered(journal).state.total == sums[Int(number) - 1])
          #expect(journal.report?.dropped == number...6)
        }
      }
    }
  }

  /// As if records and snapshots are in two files, and only one survives a loss of power.
  @Test func j4SnapshotBehindTheEndGoesWithTheTail() async throws {
    let log = MemoryLog()
    let first = try await recovered(purseJournal(on: log))
    for coin in [1, 2] { try await first.dispatch(.put(coin)).synced() }
    let other = try await purseLog(4, .every(4, keep: 1))
    for snapshot in try other.snapshots() { try log.keep(snapshot, most: 9) }
    #expect(try log.snapshots().map(\.number) == [4])
    log.kill()
    let journal = purseJournal(on: log)
    let next = try await recovered(journal)
    #expect(journal.report?.dropped == 3...4)
    #expect(try log.snapshots() == [])
    for coin in [4, 8] { try await next.dispatch(.put(coin)).synced() }
    log.kill()
    #expect(try await recovered(purseJournal(on: log)).state.total == 15)
    withExtendedLifetime((first, next)) {}
  }

  /// A flipped bit of its number makes it the newest one.
  @Test(arguments: Carrier.allCases, [false, true])
  func j5SnapshotWhoseNumberIsGarbledIsCutAtTheStart(
    carrier: Carrier, replaysAll: Bool
  ) async throws {
    let log = try carrier.make()
    let first = purseJournal(on: log)
    let store = try await recovered(first, snapshot: .every(1, keep: 1))
    for coin in [1, 2] { try await store.dispatch(.put(coin)).synced() }
    var garbled = try await log.snapshots()[0]
    garbled.number |= 1 << 40
    try await log.keep(garbled, most: 9)
    // While the journal runs, the garbled snapshot does not count: snapshot 3 is kept beside it.
    try await store.dispatch(.put(4)).synced()
    #expect(try await log.snapshots().map(\.number) == [garbled.number, 3])
    try await first.close()
    let second = Journal(
      on: log, of: Purse.self, actions: PurseAction.self, hashes: 1, replaysAll: replaysAll)
    let next = try await recovered(second, snapshot: .every(1, keep: 1))
    #expect(try await log.snapshots().map(\.number) == [3])
    #expect(second.report?.dropped == nil)
    try await next.dispatch(.put(8)).synced()
    #expect(try await log.snapshots().map(\.number) == [4])
    try await second.close()
    #expect(try await recovered(purseJournal(on: log)).state.total == 15)
    withExtendedLifetime(store) {}
  }

  @Test func j4LostSyncedRecordsAreATypedError() async throws {
    let log = try await log()
    for _ in 0..<4 { log.cutTail(to: 0) }
    await #expect(throws: JournalError.lost(place: "memory", synced: 3, found: 2)) {
      _ = try await recovered(purseJournal(on: log))
    }
  }

  @Test func readFromTheGreatestNumberReturnsNothing() async throws {
    #expect(try await log().records(from: .max, limit: 9) == [])
  }

  @Test func j4RecordOrBitThatIsNotThereIsNotFlipped() async throws {
    let log = try await log()
    let records = try log.records(from: 1, limit: 9)
    for (bit, number) in [(0, 0), (0, 7), (1 << 40, 3), (-8, 3)] as [(Int, UInt64)] {
      log.flip(bit: bit, of: number)
    }
    #expect(try log.records(from: 1, limit: 9) == records)
  }

  @Test func j4DropIsSafeWhenItIsSyncedAndMakesNothingElseSafe() async throws {
    let log = try await log()
    log.drop(through: 2)
    log.losePower()
    #expect(try log.records(from: 1, limit: 9).map(\.number) == [1, 2, 3])
    log.drop(through: 2)
    try log.sync()
    log.losePower()
    #expect(try log.records(from: 1, limit: 9).map(\.number) == [3])
  }

  @Test(arguments: [MemoryLog.Fault.failingSync, .noRoomToSync, .lyingSync])
  func j4CutThatCannotBeSyncedIsNotSafe(fault: MemoryLog.Fault) async throws {
    let log = try await log()
    log.fault = fault
    if fault == .lyingSync {
      try log.cut(from: 3)
    } else {
      #expect(throws: (any Error).self) { try log.cut(from: 3) }
      #expect(throws: (any Error).self) { _ = try log.forget("ann") }
    }
    log.losePower()
    #expect(try log.records(from: 1, limit: 9).map(\.number) == [1, 2, 3])
  }

  @Test func j4UnreadableLogIsNoEmptyOneAndTheNextAttemptFindsIt() async throws {
    let log = try await log()
    log.fault = .unreadable
    let journal = purseJournal(on: log)
    await #expect(throws: JournalError.self) { _ = try await recovered(journal) }
    log.fault = nil
    #expect(try await recovered(journal).state.total == 21)
  }
}
