// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillracePersistence
import MillraceTesting
import Testing

/// What a journal releases, and when: its log, and the states that wait for a slow or full disk.
@MainActor
struct JournalReleaseTests {
  /// A log that counts its releases and its syncs, and signals when it is deinitialized.
  private final class CountingLog: ActionLog {
    let inner = NotingLog()
    let end: Handshake
    let releases: Starts

    init(_ releases: Starts, end: Handshake) {
      (self.releases, self.end) = (releases, end)
    }

    deinit { end.signal() }

    var place: String { inner.place }
    func claim(as writer: LogWriter) throws { try inner.claim(as: writer) }
    func release() {
      releases.add("release")
      inner.release()
    }
    func extent() throws -> LogExtent { try inner.extent() }
    func records(from number: UInt64, limit: Int) throws -> [LogRecord] {
      try inner.records(from: number, limit: limit)
    }
    func append(_ records: [LogRecord], after last: UInt64) throws {
      try inner.append(records, after: last)
    }
    func sync() async throws { try await inner.sync() }
    func cut(from number: UInt64) throws { try inner.cut(from: number) }
    func drop(through number: UInt64) throws { try inner.drop(through: number) }
    func forget(_ person: String) throws -> Int { try inner.forget(person) }
    func snapshots() throws -> [LogSnapshot] { try inner.snapshots() }
    func keep(_ snapshot: LogSnapshot, most: Int) throws { try inner.keep(snapshot, most: most) }
  }

  /// Signals when the closure that holds it is released.
  private final class Witness: Sendable {
    let end: Handshake
    init(_ end: Handshake) { self.end = end }
    deinit { end.signal() }
  }

  /// A second release would release the log for the next journal, which has claimed it since.
  @Test(.timeLimit(.minutes(10)))
  func closedJournalReleasesItsLogOnceAndReportsNothing() async throws {
    let (releases, told, end) = (Starts(), Starts(), Handshake())
    try await {
      let journal = purseJournal(on: CountingLog(releases, end: end))
      let store = try await recovered(journal) { told.add($0.name) }
      try await store.dispatch(.put(1)).synced()
      try await journal.close()
      try await journal.close()
      withExtendedLifetime(store) {}
    }()
    await end.wait()
    #expect(releases.all == ["release"])
    #expect(told.all == [])
  }

  /// Uses a store whose only written action is synced, releases it, and returns what it reported.
  private func failures(
    of log: NotingLog, _ use: (PurseStore) async throws -> Void
  ) async throws -> [String] {
    let (told, end) = (Starts(), Handshake())
    try await {
      let witness = Witness(end)
      let store = try await recovered(purseJournal(on: log), sync: .within(.seconds(600))) {
        told.add($0.name)
        withExtendedLifetime(witness) {}
      }
      try await store.dispatch(.put(1)).synced()
      try await use(store)
      withExtendedLifetime(store) {}
    }()
    await end.wait()
    return told.all
  }

  @Test(.timeLimit(.minutes(10)))
  func recordsThatAReleasedJournalWritesAtLastAreSynced() async throws {
    let log = NotingLog()
    let told = try await failures(of: log) { store in
      log.memory.fault = .diskFull
      await #expect(throws: JournalError.self) { try await store.dispatch(.put(2)).written() }
      log.memory.fault = nil
    }
    #expect(told == ["notWritten"])
    log.memory.losePower()
    #expect(try await recovered(purseJournal(on: log)).state.total == 3)
  }

  @Test(.timeLimit(.minutes(10)))
  func failedSyncOfTheLastWriteOfAReleasedJournalIsReported() async throws {
    let log = NotingLog()
    let told = try await failures(of: log) { store in
      log.memory.fault = .diskFull
      await #expect(throws: JournalError.self) { try await store.dispatch(.put(2)).written() }
      log.memory.fault = nil
      log.fail("append", LogFault.notSynced(reason: "a test"))
    }
    #expect(told == ["notWritten", "notSynced"])
  }

  /// An object that only one state references.
  private final class Mark: Sendable {
    let end: Handshake?
    init(_ end: Handshake? = nil) { self.end = end }
    deinit { end?.signal() }
  }

  private struct Marked: Codable, Sendable {
    var total = 0
    var mark = Mark()
    enum CodingKeys: CodingKey { case total }
  }

  /// A store each of whose actions has a snapshot.
  private func markedStore(
    on log: HeldLog, backlog: BacklogPolicy = .bytes(64 << 20), end: Handshake? = nil
  ) async throws -> Store<Marked, Int> {
    try await Store(
      recovering: Journal(on: log, of: Marked.self, actions: Int.self, hashes: 0),
      initialState: Marked(),
      feature: Reducer<Marked, Int> { state, coin in
        state.total += coin
        state.mark = Mark(coin == 2 ? end : nil)
      }, snapshot: .every(1, keep: 1), sync: .always, backlog: backlog, onFailure: { _ in })
  }

  @Test(.timeLimit(.minutes(10)))
  func statesWhoseSnapshotsAreReplacedAreReleasedWhileTheDiskIsSlow() async throws {
    let (log, end) = (HeldLog(), Handshake())
    let store = try await markedStore(on: log, end: end)
    store.dispatch(1)
    await log.untilWriting()
    store.dispatch(2)
    for _ in 0..<9 { store.dispatch(1) }
    await end.wait()
    log.goOn()
    try await store.dispatch(1).synced()
  }

  @Test func fewStatesWhoseSnapshotsAreReplacedAreReleasedByTheNextWrite() async throws {
    let log = HeldLog()
    let store = try await markedStore(on: log)
    store.dispatch(1)
    await log.untilWriting()
    store.dispatch(2)
    weak let replaced = store.state.mark
    for _ in 0..<2 { store.dispatch(1) }
    #expect(replaced != nil)
    log.goOn()
    try await store.dispatch(1).synced()
    #expect(replaced == nil)
  }

  @Test func statesThatHaveNoPlaceInTheBacklogAreReleased() async throws {
    let log = HeldLog()
    let store = try await markedStore(on: log, backlog: .bytes(0))
    store.dispatch(1)
    await log.untilWriting()
    for _ in 0..<2 { store.dispatch(1) }
    log.goOnToTheNext()
    await log.untilWriting()
    // Two records are being written, and the log has room for none. One is kept.
    store.dispatch(1)
    weak let dropped = store.state.mark
    let receipt = store.dispatch(1)
    #expect(dropped != nil)
    log.memory.fault = .diskFull
    log.goOn()
    await #expect(throws: JournalError.self) { try await receipt.written() }
    #expect(dropped == nil)
    withExtendedLifetime(store) {}
  }

  @Test func statesThatWaitWhenTheJournalEndsAreReleased() async throws {
    let log = HeldLog()
    let store = try await markedStore(on: log)
    let first = store.dispatch(1)
    await log.untilWriting()
    let second = store.dispatch(1)
    weak let waiting = store.state.mark
    log.memory.fault = .failingSync
    log.goOn()
    for receipt in [first, second] {
      await #expect(throws: JournalError.self) { try await receipt.synced() }
    }
    store.dispatch(1)
    #expect(waiting == nil)
    withExtendedLifetime(store) {}
  }
}
