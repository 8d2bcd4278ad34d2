// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillracePersistence
import Synchronization
import Testing

/// A snapshot that a recovery needs is decoded before older ones are removed.
@MainActor
struct SnapshotCheckTests {
  /// A state that counts how often states were decoded and encoded.
  private struct Counted: Codable, Sendable {
    static let decodings = Mutex(0)
    static let encodings = Mutex(0)
    var total = 0
    init() {}
    init(from decoder: any Decoder) throws {
      total = try [String: Int](from: decoder)["total"] ?? 0
      Self.decodings.withLock { $0 += 1 }
    }
    func encode(to encoder: any Encoder) throws {
      Self.encodings.withLock { $0 += 1 }
      try ["total": total].encode(to: encoder)
    }
  }

  private func journal(
    on log: some ActionLog, replaysAll: Bool = false
  ) -> Journal<Counted, PurseAction> {
    Journal(
      on: log, of: Counted.self, actions: PurseAction.self, hashes: 0, person: \.person,
      replaysAll: replaysAll)
  }

  private func store(
    _ journal: Journal<Counted, PurseAction>, _ snapshot: SnapshotPolicy
  ) async throws -> Store<Counted, PurseAction> {
    try await Store(
      recovering: journal, initialState: Counted(),
      feature: Reducer<Counted, PurseAction> { state, action in
        if case .put(let coin) = action { state.total += coin }
      }, snapshot: snapshot, sync: .always, onFailure: { _ in })
  }

  /// How often states are decoded for the snapshots of `count` actions.
  private func decodings(
    _ count: Int, in store: Store<Counted, PurseAction>, _ journal: Journal<Counted, PurseAction>
  ) async throws -> Int {
    Counted.decodings.withLock { $0 = 0 }
    for _ in 0..<count { try await store.dispatch(.put(1)).synced() }
    try await journal.settle()
    return Counted.decodings.withLock { $0 }
  }

  // These parts are one test because they share the counters.
  @Test func snapshotIsDecodedWhereARecoveryNeedsItAndNotMoreOften() async throws {
    try await snapshotOfWhatTheRecordsMakeIsNotDecoded()
    try await snapshotBehindAForgottenPersonIsDecodedAlsoByTheNextProcess()
    try await snapshotsAreDecodedOnceAndTrimmedOnceWhereActionsAreDropped()
    try await replayIsComparedWithTheBytesOfSnapshots()
  }

  private func snapshotOfWhatTheRecordsMakeIsNotDecoded() async throws {
    let log = HeldLog()
    log.goOn()
    for start in 0..<3 {
      let journal = journal(on: log)
      let store = try await store(journal, .every(1, keep: 1))
      #expect(store.state.total == 3 * start)
      #expect(try await decodings(3, in: store, journal) == 0)
      try await journal.close()
    }
    #expect(try log.snapshots().map(\.number) == [9])
    #expect(log.keeps == 9)
  }

  private func snapshotBehindAForgottenPersonIsDecodedAlsoByTheNextProcess() async throws {
    let log = MemoryLog()
    let first = journal(on: log)
    let firstStore = try await store(first, .every(1, keep: 1))
    try await firstStore.dispatch(.rename(name: "Eve")).synced()
    #expect(try await decodings(1, in: firstStore, first) == 0)
    try await first.forget("Eve")
    #expect(try await decodings(2, in: firstStore, first) == 2)
    try await first.close()
    // The next process begins with the snapshot, and does not read the forgotten record.
    for _ in 0..<2 {
      let next = journal(on: log)
      let store = try await store(next, .every(1, keep: 1))
      #expect(next.report?.forgotten == 0)
      #expect(try await decodings(2, in: store, next) == 2)
      try await next.close()
    }
  }

  private func snapshotsAreDecodedOnceAndTrimmedOnceWhereActionsAreDropped() async throws {
    for count in [1, 3] {
      let log = HeldLog()
      log.goOn()
      let first = journal(on: log)
      let firstStore = try await store(first, .every(1, keep: 1, dropsActions: true))
      #expect(try await decodings(count, in: firstStore, first) == count)
      #expect(log.keeps == 2 * count - 1, "the first one has none to remove")
      try await first.close()
      // The policy has changed. The dropped records are still missing.
      let next = journal(on: log)
      let store = try await store(next, .every(1, keep: 1))
      #expect(try await decodings(2, in: store, next) == 2)
      try await next.close()
    }
  }

  private func replayIsComparedWithTheBytesOfSnapshots() async throws {
    let log = MemoryLog()
    let first = journal(on: log)
    let firstStore = try await store(first, .every(1, keep: 3))
    _ = try await decodings(5, in: firstStore, first)
    try await first.close()
    let snapshots = try log.snapshots()
    Counted.encodings.withLock { $0 = 0 }
    let all = journal(on: log, replaysAll: true)
    let store = try await store(all, .never)
    #expect(store.state.total == 5)
    #expect(all.report?.replayed == 5)
    // Two encodings are of the initial state: for its form, and for the order of its tables.
    #expect(Counted.encodings.withLock { $0 } == 2 + 3)
    #expect(try log.snapshots() == snapshots)
  }

  /// A state that notes, each time it is decoded, how often the log was synced.
  private struct Noting: Codable, Sendable {
    static let log = MemoryLog()
    static let syncs = Mutex<[Int]>([])
    var total = 0
    init() {}
    init(from decoder: any Decoder) throws {
      total = try [String: Int](from: decoder)["total"] ?? 0
      Self.syncs.withLock { $0.append(Self.log.syncs) }
    }
  }

  @Test func receiptIsSyncedBeforeTheSnapshotIsDecoded() async throws {
    let log = Noting.log
    let journal = Journal(on: log, of: Noting.self, actions: Int.self, hashes: 0)
    let store = try await Store(
      recovering: journal, initialState: Noting(),
      reducer: Reducer { state, coin in state.total += coin },
      snapshot: .every(1, keep: 1, dropsActions: true), sync: .within(.seconds(600)))
    #expect(log.syncs == 0)
    try await store.dispatch(1).synced()
    try await journal.close()
    #expect(Noting.syncs.withLock { $0.first } == 1)
    #expect(try log.extent().first == 2)
  }
}
