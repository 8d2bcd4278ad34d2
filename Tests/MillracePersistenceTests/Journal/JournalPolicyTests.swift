// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillracePersistence
import Testing

@MainActor
struct SnapshotPolicyTests {
  @Test func intervalCountsRecordsOverRestarts() async throws {
    let log = MemoryLog()
    for _ in 0..<4 {
      let journal = purseJournal(on: log)
      let store = try await recovered(journal, snapshot: .every(5, keep: 9))
      for _ in 0..<3 { store.dispatch(.put(1)) }
      try await journal.close()
    }
    #expect(try log.snapshots().map(\.number) == [10, 5])
  }

  @Test func neverKeepsNone() async throws {
    let log = MemoryLog()
    let journal = purseJournal(on: log)
    let store = try await recovered(journal, snapshot: .never)
    for _ in 0..<30 { store.dispatch(.put(1)) }
    try await journal.close()
    #expect(try log.snapshots() == [])
    #expect(try log.extent() == LogExtent(first: 1, last: 30, written: 30, synced: 30))
  }

  @Test func atLeastOneIsKept() { #expect(SnapshotPolicy.every(5, keep: 0).count == 1) }
}

@MainActor
struct SyncPolicyTests {
  @Test func alwaysSyncsBehindEachWrite() async throws {
    let log = MemoryLog()
    let journal = purseJournal(on: log)
    let store = try await recovered(journal, sync: .always)
    for _ in 0..<3 { try await store.dispatch(.put(1)).written() }
    try await journal.close()
    #expect(log.syncs == log.appends)
  }
}

@MainActor
struct BacklogPolicyTests {
  @Test func thereIsNeverLessThanNoPlace() { #expect(BacklogPolicy.bytes(-1) == .bytes(0)) }

  @Test func backlogIsBoundedAndTheStateTakesThePlaceOfWhatIsBeyondIt() async throws {
    let log = MemoryLog()
    let told = Starts()
    let store = try await recovered(purseJournal(on: log), backlog: .bytes(1_000)) {
      told.add($0.name)
    }
    try await store.dispatch(.put(1)).synced()
    log.fault = .diskFull
    var names: [String] = []
    for coin in 2...40 {
      let error = await #expect(throws: JournalError.self) {
        try await store.dispatch(.put(coin)).written()
      }
      names.append(error?.name ?? "")
    }
    #expect(names.first == "notWritten" && names.last == "overflow")
    #expect(names == names.sorted(), "those beyond the bound are told so")
    let held = UInt64(names.count { $0 == "notWritten" })
    #expect(held < 10)
    #expect(told.all == ["notWritten", "overflow"], "one report for each failure")
    #expect(store.state.total == 820, "the store goes on")

    log.fault = nil
    try await store.dispatch(.put(100)).synced()
    #expect(try log.extent().last == 1 + held + 1, "the state is one record")
    try await store.dispatch(.put(1_000)).synced()
    log.losePower()
    let next = try await recovered(purseJournal(on: log))
    #expect(next.state.money == store.state.money)
    var number: UInt64?
    let subscription = next.subscribeToActions { number = $0.source.number }
    next.dispatch(.put(1))
    #expect(number == 43, "the numbers go on behind those that have no record")
    withExtendedLifetime(subscription) {}
  }

  @Test func receiptBeyondTheBacklogWritesWhatWaitsAndTheState() async throws {
    let log = MemoryLog()
    let journal = purseJournal(on: log)
    let store = try await recovered(journal, backlog: .bytes(0))
    log.fault = .diskFull
    let first = store.dispatch(.put(1))
    await #expect(throws: JournalError.self) { try await first.written() }
    let receipt = store.dispatch(.put(2))
    let error = await #expect(throws: JournalError.self) { try await receipt.written() }
    #expect(
      "\(error!)".hasPrefix("overflow: actions from number 2 on are not kept in memory, and 0 byt"))
    log.fault = nil
    // No further action is needed.
    try await receipt.synced()
    try await first.synced()
    try await journal.close()
    #expect(try await recovered(purseJournal(on: log)).state.total == 3)
  }

  @Test func storeThatEndsWithAFullBacklogLeavesAPrefix() async throws {
    let log = MemoryLog()
    let journal = purseJournal(on: log)
    var store: PurseStore? = try await recovered(journal, backlog: .bytes(0))
    log.fault = .diskFull
    for coin in [1, 2, 4] {
      let receipt = store?.dispatch(.put(coin))
      await #expect(throws: JournalError.self) { try await receipt?.written() }
    }
    store = nil
    log.fault = nil
    let error = await #expect(throws: JournalError.self) { try await journal.close() }
    #expect(error?.name == "overflow")
    #expect(try await recovered(purseJournal(on: log)).state.total == 1)
  }
}

@MainActor
struct RecoveryReportTests {
  @Test func emptyLogIsReportedAsOne() async throws {
    let journal = purseJournal(on: MemoryLog())
    #expect(journal.report == nil)
    _ = try await recovered(journal)
    #expect(journal.report == RecoveryReport())
  }
}
