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
struct RecoveryReportTests {
  @Test func emptyLogIsReportedAsOne() async throws {
    let journal = purseJournal(on: MemoryLog())
    #expect(journal.report == nil)
    _ = try await recovered(journal)
    #expect(journal.report == RecoveryReport())
  }
}
