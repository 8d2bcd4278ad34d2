// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillracePersistence
import MillraceTesting
import Testing

/// What becomes of actions and receipts when the disk fails.
@MainActor
struct JournalPumpTests {
  @Test func failingSyncEndsTheJournalAndIsNotTriedAgain() async throws {
    let log = MemoryLog()
    let told = Starts()
    let store = try await recovered(purseJournal(on: log)) { told.add("\($0)") }
    try await store.dispatch(.put(1)).synced()
    log.fault = .failingSync
    let error = await #expect(throws: JournalError.self) {
      try await store.dispatch(.put(2)).synced()
    }
    #expect("\(error!)".hasPrefix("notSynced: memory could not be synced: the disk is made to"))
    log.fault = nil
    await #expect(throws: JournalError.self) { try await store.dispatch(.put(4)).written() }
    await told.first()
    #expect(told.all == ["\(error!)"])
    log.losePower()
    #expect(try await recovered(purseJournal(on: log)).state.total == 1)
  }

  @Test func syncOfReceiptsThatFailsBeforeASnapshotEndsTheJournal() async throws {
    let log = MemoryLog()
    let told = Starts()
    let policy = SnapshotPolicy.every(2, keep: 1, dropsActions: true)
    let store = try await recovered(
      purseJournal(on: log), snapshot: policy, sync: .within(.seconds(600))
    ) { told.add($0.name) }
    try await store.dispatch(.put(1)).synced()
    log.fault = .failingSync
    try await store.dispatch(.put(2)).written()
    await told.first()
    log.fault = nil
    let error = await #expect(throws: JournalError.self) {
      try await store.dispatch(.put(4)).synced()
    }
    #expect(error?.name == "notSynced")
    #expect(told.all == ["notSynced"])
    log.losePower()
    #expect(try await recovered(purseJournal(on: log)).state.total == 1)
  }

  /// The sync of the receipts succeeds, and then the sync of the snapshot fails.
  @Test func syncOfASnapshotThatFailsEndsTheJournal() async throws {
    let log = NotingLog()
    let told = Starts()
    let journal = purseJournal(on: log)
    let store = try await recovered(
      journal, snapshot: .every(2, keep: 1, dropsActions: true), sync: .within(.seconds(600))
    ) { told.add($0.name) }
    store.dispatch(.put(1))
    let gates = log.holdSyncs(2)
    let receipt = store.dispatch(.put(2))
    await gates[0].arrival.wait()
    gates[0].departure.signal()
    await gates[1].arrival.wait()
    // The first sync covers the action of this receipt.
    try await receipt.synced()
    log.fail("sync")
    gates[1].departure.signal()
    await told.first()
    #expect(told.all == ["notSynced"])
    let error = await #expect(throws: JournalError.self) {
      try await store.dispatch(.put(4)).written()
    }
    #expect(error?.name == "notSynced")
    #expect(log.calls.suffix(3) == ["sync", "keep 2 max", "sync failed"])
  }

  @Test func snapshotIsSyncedAndReadAgainBeforeOthersAndRecordsAreRemoved() async throws {
    let log = NotingLog()
    let journal = purseJournal(on: log)
    let store = try await recovered(
      journal, snapshot: .every(1, keep: 1, dropsActions: true), sync: .within(.seconds(600)))
    try await store.dispatch(.put(1)).written()
    try await journal.settle()
    log.clearCalls()
    try await store.dispatch(.put(2)).written()
    try await journal.settle()
    #expect(
      log.calls
        == ["append [2]", "sync", "keep 2 max", "sync", "snapshots", "keep 2 1", "drop 2"])
    withExtendedLifetime(store) {}
  }

  /// A closed journal completes a snapshot, and ends if the sync before it fails.
  @Test(arguments: [false, true])
  func closedJournalCompletesItsSnapshotUnlessASyncFails(fails: Bool) async throws {
    let log = NotingLog()
    let journal = purseJournal(on: log)
    let store = try await recovered(
      journal, snapshot: .every(2, keep: 1, dropsActions: true), sync: .within(.seconds(600)))
    log.clearCalls()
    try await store.dispatch(.put(1)).written()
    let gates = log.holdSyncs(2)
    let executor = HeldExecutor()
    let closing = Task.detached(executorPreference: executor) { try await journal.close() }
    await gates[0].arrival.wait()
    // `close()` has waited for the first action. It cannot go on when that action is synced.
    await executor.hold()
    gates[0].departure.signal()
    store.dispatch(.put(2))
    await gates[1].arrival.wait()
    executor.goOn()
    await #expect(throws: JournalError.ended(place: "memory")) {
      try await store.dispatch(.put(4)).written()
    }
    if fails { log.fail("sync") }
    gates[1].departure.signal()
    try await closing.value
    let end = fails ? ["sync failed"] : ["sync", "keep 2 max", "sync", "snapshots", "drop 2"]
    #expect(log.calls == ["append [1]", "sync", "append [2]"] + end)
    withExtendedLifetime((store, executor)) {}
  }

  @Test func syncThatFailsForAForgottenPersonEndsTheJournal() async throws {
    let log = MemoryLog()
    let journal = Journal(
      on: log, of: Purse.self, actions: PurseAction.self, person: \.person)
    let store = try await recovered(journal, sync: .within(.seconds(600)))
    try await store.dispatch(.put(1)).written()
    log.fault = .failingSync
    let first = await #expect(throws: JournalError.self) { try await journal.forget("Ann") }
    log.fault = nil
    let second = await #expect(throws: JournalError.self) {
      try await store.dispatch(.put(4)).synced()
    }
    #expect(first?.name == "notSynced" && second == first)
  }

  @Test func lyingSyncLeavesTheStateOfAPrefix() async throws {
    let log = MemoryLog()
    let store = try await recovered(purseJournal(on: log))
    try await store.dispatch(.put(1)).synced()
    log.fault = .lyingSync
    try await store.dispatch(.put(2)).synced()
    log.losePower()
    log.fault = nil
    let journal = purseJournal(on: log)
    #expect(try await recovered(journal).state.total == 1)
    #expect(journal.report?.dropped == 2...2)
    withExtendedLifetime(store) {}
  }

  @Test func actionThatCannotBeEncodedEndsTheJournalBehindThoseBeforeIt() async throws {
    let log = HeldLog()
    let told = Starts()
    let journal = Journal(on: log, of: Int.self, actions: Fickle.self)
    let store = try await Store(
      recovering: journal, initialState: 0, feature: Reducer<Int, Fickle> { sum, _ in sum += 1 },
      onFailure: { told.add("\($0)") })
    store.dispatch(.good)
    await log.untilWriting()
    // These three are one group.
    let receipts = [Fickle.good, .bad, .good].map { store.dispatch($0) }
    log.goOn()
    try await receipts[0].synced()
    for receipt in receipts[1...] {
      let error = await #expect(throws: JournalError.self) { try await receipt.written() }
      guard case .unencodable("memory", 3, "there is too little") = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(try log.extent().last == 2)
    #expect(store.state == 4)
    await told.first()
    #expect(told.all[0].hasPrefix("unencodable: action 3 cannot be written to memory: there is"))
  }

  /// A state that cannot be encoded while its total is odd.
  private struct Even: Codable, Sendable {
    var total = 0
    func encode(to encoder: any Encoder) throws {
      if total % 2 != 0 { throw TooLittle() }
      try ["total": total].encode(to: encoder)
    }
  }

  @Test(arguments: [0, 1])
  func stateThatCannotBeEncodedCostsItsHashAndItsSnapshotAlone(hashes: UInt64) async throws {
    let log = MemoryLog()
    let told = Starts()
    func store() async throws -> Store<Even, PurseAction> {
      try await Store(
        recovering: Journal(on: log, of: Even.self, actions: PurseAction.self, hashes: hashes),
        initialState: Even(),
        feature: Reducer<Even, PurseAction> { state, action in
          if case .put(let coin) = action { state.total += coin }
        }, snapshot: .every(1, keep: 1), sync: .always, onFailure: { told.add("\($0)") })
    }
    let first = try await store()
    for coin in [2, 1, 2] { try await first.dispatch(.put(coin)).synced() }
    #expect(told.all.count == 1, "one report for one failure")
    #expect(told.all.first?.contains("no hash, of the state after record 2: ") == true)
    #expect(try log.snapshots().map(\.number) == [1])
    for _ in 0..<2 { try await first.dispatch(.put(1)).synced() }
    #expect(try log.snapshots().map(\.number) == [4])
    #expect(told.all.count == 2, "another failure is reported again")
    log.kill()
    let second = try await store()
    #expect(second.state.total == 7)
    try await second.dispatch(.put(1)).synced()
    #expect(try log.snapshots().map(\.number) == [6])
    try await second.dispatch(.put(1)).synced()
    #expect(told.all.count == 3, "the next process reports its failures")
    log.kill()
    #expect(try await store().state.total == 9)
    withExtendedLifetime((first, second)) {}
  }

  /// The previous snapshot may hold the effect of records that are gone, because they were dropped
  /// or a person was forgotten.
  @Test(arguments: [false, true])
  func j5SnapshotThatCannotBeReadAgainTakesThePlaceOfNone(dropsActions: Bool) async throws {
    let log = MemoryLog()
    let told = Starts()
    func journal() -> Journal<EvenPurse, PurseAction> {
      Journal(on: log, of: EvenPurse.self, actions: PurseAction.self, person: \.person)
    }
    func store(_ journal: Journal<EvenPurse, PurseAction>) async throws
      -> Store<EvenPurse, PurseAction>
    {
      try await Store(
        recovering: journal, initialState: EvenPurse(),
        feature: Reducer<EvenPurse, PurseAction> { state, action in
          if case .put(let coin) = action { state.total += coin }
        }, snapshot: .every(1, keep: 1, dropsActions: dropsActions), sync: .always,
        onFailure: { told.add("\($0)") })
    }
    let firstJournal = journal()
    let first = try await store(firstJournal)
    if !dropsActions { try await firstJournal.forget("Ann") }
    for coin in [2, 1] { try await first.dispatch(.put(coin)).synced() }
    try await firstJournal.settle()
    #expect(told.all.count == 1)
    #expect(told.all.first?.contains("no hash, of the state after record 2: ") == true)
    #expect(try log.snapshots().map(\.number) == [1])
    log.kill()
    let second = try await store(journal())
    #expect(second.state.total == 3)
    withExtendedLifetime((first, second)) {}
  }

  /// The older snapshot was written as a cache, and so was not decoded.
  @Test func j5RecordsBehindASnapshotThatIsNotReadAgainStay() async throws {
    let log = MemoryLog()
    for policy in [SnapshotPolicy.every(1, keep: 2), .every(1, keep: 2, dropsActions: true)] {
      let journal = Journal(on: log, of: EvenPurse.self, actions: PurseAction.self)
      let store = try await Store(
        recovering: journal, initialState: EvenPurse(),
        feature: Reducer<EvenPurse, PurseAction> { state, action in
          if case .put(let coin) = action { state.total += coin }
        }, snapshot: policy, sync: .always)
      // The first total cannot be decoded, and the second one can.
      try await store.dispatch(.put(1)).synced()
      try await journal.close()
    }
    #expect(try log.snapshots().map(\.number) == [2, 1])
    #expect(try log.extent().first == 1)
  }

  @Test(arguments: 1...3, [1, 2])
  func j5SnapshotsThatAreNotAsWrittenTakeThePlaceOfNoneHoweverManyTheyAre(
    bad: Int, count: Int
  ) async throws {
    let log = HeldLog()
    log.goOn()
    let told = Starts()
    let policy = SnapshotPolicy.every(1, keep: count, dropsActions: true)
    let journal = purseJournal(on: log)
    let store = try await recovered(journal, snapshot: policy) { told.add($0.name) }
    func put(_ count: Int) async throws {
      for _ in 0..<count { try await store.dispatch(.put(1)).synced() }
      try await journal.settle()
    }
    try await put(count)
    log.garblesSnapshots = true
    try await put(bad)
    #expect(try log.snapshots().filter(\.isWhole).count == count)
    #expect(told.all == Array(repeating: "noSnapshot", count: bad))
    let first = try log.extent().first
    log.garblesSnapshots = false
    log.memory.kill()
    #expect(try await recovered(purseJournal(on: log)).state.total == count + bad)
    // The next removal of old snapshots leaves as many good ones as before.
    try await put(1)
    log.memory.kill()
    #expect(try log.snapshots().filter(\.isWhole).count == count)
    #expect(try log.extent().first > first)
    #expect(try await recovered(purseJournal(on: log)).state.total == count + bad + 1)
    try await put(count - 1)
    #expect(try log.snapshots().count == count)
    withExtendedLifetime(store) {}
  }

  @Test func j5SnapshotThatIsReadAsAnotherTakesThePlaceOfNone() async throws {
    let log = HeldLog()
    log.goOn()
    let policy = SnapshotPolicy.every(1, keep: 1, dropsActions: true)
    let journal = purseJournal(on: log)
    let store = try await recovered(journal, snapshot: policy)
    try await store.dispatch(.put(1)).synced()
    try await journal.settle()
    #expect(try log.extent().first == 2)
    log.returnsOtherSnapshots = true
    try await store.dispatch(.put(2)).synced()
    try await journal.settle()
    log.returnsOtherSnapshots = false
    #expect(try log.snapshots().map(\.number) == [2, 1])
    // The newest snapshot is damaged, so the older one is needed.
    log.memory.flipSnapshot(bit: 9)
    log.memory.kill()
    #expect(try await recovered(purseJournal(on: log)).state.total == 3)
    withExtendedLifetime(store) {}
  }

  @Test func fullDiskFailsReceiptsAndKeepsTheActionsUntilThereIsRoom() async throws {
    let log = MemoryLog()
    let told = Starts()
    let store = try await recovered(purseJournal(on: log)) { told.add("\($0)") }
    try await store.dispatch(.put(1)).synced()
    log.fault = .diskFull
    for coin in [2, 4] {
      let error = await #expect(throws: JournalError.self) {
        try await store.dispatch(.put(coin)).written()
      }
      #expect("\(error!)".hasPrefix("notWritten: actions from number 2 on could not be written"))
    }
    #expect(told.all.count == 1, "one report for one failure")
    log.fault = nil
    try await store.dispatch(.put(8)).synced()
    log.losePower()
    #expect(try await recovered(purseJournal(on: log)).state.total == 15)
  }

  @Test func closeSyncsWhatIsWrittenBeforeWhatIsNot() async throws {
    let log = MemoryLog()
    let journal = purseJournal(on: log)
    let store = try await recovered(journal, sync: .within(.seconds(600)))
    try await store.dispatch(.put(1)).written()
    log.fault = .diskFull
    await #expect(throws: JournalError.self) { try await store.dispatch(.put(2)).written() }
    let error = await #expect(throws: JournalError.self) { try await journal.close() }
    #expect(error?.name == "notWritten")
    log.losePower()
    log.fault = nil
    #expect(try await recovered(purseJournal(on: log)).state.total == 1)
  }

  @Test func closeTriesNoFailedSyncASecondTime() async throws {
    let log = HeldLog()
    log.goOn()
    let journal = purseJournal(on: log)
    let store = try await recovered(journal, sync: .within(.seconds(600)))
    try await store.dispatch(.put(1)).written()
    log.memory.fault = .noRoomToSync
    let syncs = log.syncs
    let error = await #expect(throws: JournalError.self) { try await journal.close() }
    #expect(error?.name == "notWritten")
    #expect(log.syncs == syncs + 1)
  }

  /// With 2, the answer to the first part of the retry is lost too.
  @Test(arguments: [1, 2], [100, 1_024])
  func writeWhoseAnswerIsLostIsFoundInTheLog(lostAnswers: Int, longestRead: Int) async throws {
    let log = HeldLog(longestRead: longestRead)
    let told = Starts()
    let journal = purseJournal(on: log)
    let store = try await recovered(journal) { told.add($0.name) }
    store.dispatch(.put(1))
    await log.untilWriting()
    // These are one group, which is tried again in parts.
    for _ in 0..<600 { store.dispatch(.put(1)) }
    log.goOnToTheNext()
    await log.untilWriting()
    for _ in 0..<3 { store.dispatch(.put(1)) }
    log.lostAnswers = lostAnswers
    log.goOn()
    try? await journal.synced()
    try await journal.synced()
    #expect(log.lostAnswers == 0)
    #expect(told.all == ["notWritten"])
    #expect(try log.extent().last == 604)
    log.memory.losePower()
    #expect(try await recovered(purseJournal(on: log)).state.total == 604)
    withExtendedLifetime(store) {}
  }

  /// The backlog has room for one record, for a part of them, or for more than one retry contains.
  @Test(arguments: [0, 60_000, 300_000])
  func writeWhoseAnswerIsLostAndThatOverflowsIsFoundInTheLog(size: Int) async throws {
    let log = HeldLog(longestRead: 500)
    let told = Starts()
    let journal = purseJournal(on: log, hashes: 0)
    let store = try await recovered(journal, backlog: .bytes(size)) { told.add($0.name) }
    store.dispatch(.put(1))
    await log.untilWriting()
    for _ in 0..<2_000 { store.dispatch(.put(1)) }
    log.goOnToTheNext()
    await log.untilWriting()
    for _ in 0..<3 { store.dispatch(.put(1)) }
    log.lostAnswers = 1
    log.goOn()
    try? await journal.synced()
    try await journal.synced()
    #expect(told.all == ["notWritten", "overflow"])
    #expect(try log.extent().last == 2_002, "the state takes the place of the last three")
    try await store.dispatch(.put(1)).synced()
    log.memory.losePower()
    #expect(try await recovered(purseJournal(on: log, hashes: 0)).state.total == 2_005)
  }

  @Test func recordsOfAnotherWriterBehindALostAnswerAreAConflict() async throws {
    let log = HeldLog()
    let journal = purseJournal(on: log)
    let told = Starts()
    let store = try await recovered(journal, backlog: .bytes(0)) { told.add($0.name) }
    store.dispatch(.put(1))
    await log.untilWriting()
    for _ in 0..<3 { store.dispatch(.put(1)) }
    log.goOnToTheNext()
    await log.untilWriting()
    log.lostAnswers = 1
    log.goOn()
    // There is no retry before the call of `synced()` below.
    await told.first()
    try log.memory.append([LogRecord(number: 5, body: Data("{}".utf8))], after: 4)
    let error = await #expect(throws: JournalError.self) { try await journal.synced() }
    #expect(error == .conflict(place: "memory", expected: 2, found: 5))
    withExtendedLifetime(store) {}
  }

  @Test func closeWaitsForAWriteThatIsUnderWayAndWhatItDiscardsIsNotWritten() async throws {
    let log = HeldLog()
    let journal = purseJournal(on: log)
    let store = try await recovered(journal)
    store.dispatch(.put(1))
    await log.untilWriting()
    let executor = HeldExecutor()
    let closing = Task.detached(executorPreference: executor) { try await journal.close() }
    // `close()` waits for the first action here. It cannot go on when that action is synced.
    await executor.hold()
    log.goOnToTheNext()
    let writing = store.dispatch(.put(2))
    await log.untilWriting()
    let discarded = store.dispatch(.put(4))
    executor.goOn()
    let ended = JournalError.ended(place: "memory")
    await #expect(throws: ended) { try await discarded.written() }
    log.goOn()
    try await closing.value
    #expect(!log.wasReleasedWhileWriting)
    try await writing.written()
    await #expect(throws: ended) { try await discarded.written() }
    await #expect(throws: ended) { try await store.dispatch(.put(8)).written() }
    #expect(try await recovered(purseJournal(on: log)).state.total == 3)
    withExtendedLifetime((store, executor)) {}
  }

  @Test func secondCloseReturnsAfterTheLogIsReleased() async throws {
    let log = HeldLog()
    log.goOn()
    log.holdRelease()
    let journal = purseJournal(on: log)
    let store = try await recovered(journal)
    try await store.dispatch(.put(1)).synced()
    let first = Task { try await journal.close() }
    await log.untilReleasing()
    let hasReturned = Starts()
    let executor = HeldExecutor()
    let second = Task.detached(executorPreference: executor) {
      defer { hasReturned.add("second") }
      try await journal.close()
    }
    // `close()` runs all its steps up to the wait for the release.
    for _ in 0..<100 {
      await executor.hold()
      executor.goOn()
    }
    #expect(hasReturned.all == [])
    log.letRelease()
    try await first.value
    try await second.value
    // So many steps are enough for a call that need not wait.
    let third = Task.detached(executorPreference: executor) {
      defer { hasReturned.add("third") }
      try await journal.close()
    }
    for _ in 0..<100 {
      await executor.hold()
      executor.goOn()
    }
    #expect(hasReturned.all == ["second", "third"])
    try await third.value
    #expect(try await recovered(purseJournal(on: log.memory)).state.total == 1)
    withExtendedLifetime((store, executor)) {}
  }

  /// The timer of the next sync does not retain the log.
  @Test(.timeLimit(.minutes(10)))
  func logOfAReleasedStoreAndJournalIsSyncedAndReleasedBeforeTheWindowEnds() async throws {
    let log = HeldLog()
    log.goOn()
    let clock = TestClock()
    try await {
      let store = try await recovered(
        purseJournal(on: log), sync: .within(.seconds(600)), clock: clock)
      try await store.dispatch(.put(1)).written()
      await clock.untilAsleep()
      withExtendedLifetime(store) {}
    }()
    await log.untilReleased()
    await clock.untilAwake()
    #expect(log.syncs == 1)
    log.memory.losePower()
    #expect(try await recovered(purseJournal(on: log.memory)).state.total == 1)
  }

  @Test(.timeLimit(.minutes(10)))
  func failedSyncOfAReleasedStoreAndJournalIsReported() async throws {
    for fault in [MemoryLog.Fault.failingSync, .noRoomToSync] {
      let log = HeldLog()
      let told = try await failuresOfReleasedPurse(on: log) { _ in log.memory.fault = fault }
      while told.all.isEmpty { await Task.yield() }
      #expect(told.all == ["notSynced"])
    }
  }

  /// At the end of each write the next action waits already.
  @Test func continuousLoadIsSyncedWithinTheWindow() async throws {
    let log = HeldLog()
    let clock = TestClock()
    let store = try await recovered(
      purseJournal(on: log, hashes: 0), sync: .within(.seconds(1)), clock: clock)
    store.dispatch(.put(1))
    await log.untilWriting()
    for turn in 0..<2_000 where log.syncs == 0 {
      store.dispatch(.put(1))
      log.goOnToTheNext()
      await log.untilWriting()
      if turn == 0 {
        await clock.untilAsleep()
        clock.advance(by: .seconds(1))
      }
    }
    #expect(log.syncs == 1)
    log.goOn()
    withExtendedLifetime(store) {}
  }

  @Test(arguments: [Duration.zero, .seconds(600)])
  func noRoomForASyncFailsReceiptsAndIsTriedAgain(window: Duration) async throws {
    let log = MemoryLog()
    let told = Starts()
    let store = try await recovered(purseJournal(on: log), sync: .within(window)) {
      told.add("\($0)")
    }
    try await store.dispatch(.put(1)).synced()
    log.fault = .noRoomToSync
    for coin in [2, 4] {
      let receipt = store.dispatch(.put(coin))
      try await receipt.written()
      let error = await #expect(throws: JournalError.self) { try await receipt.synced() }
      #expect("\(error!)".hasPrefix("notWritten: actions from number 2 on could not be written"))
    }
    #expect(told.all.count == 1, "one report for one failure")
    log.fault = nil
    try await store.dispatch(.put(8)).synced()
    log.fault = .noRoomToSync
    await #expect(throws: JournalError.self) { try await store.dispatch(.put(16)).synced() }
    #expect(told.all.count == 2, "another failure is reported again")
    log.losePower()
    // The recovery cuts the lost records, and needs room to sync that.
    log.fault = nil
    #expect(try await recovered(purseJournal(on: log)).state.total == 15)
  }
}
