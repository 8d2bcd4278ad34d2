// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillracePersistence
import MillraceTrace
import Testing

@MainActor
struct RecorderTests {
  @Test func secretsAreInNoRecordAndNoSnapshot() async throws {
    let log = MemoryLog()
    let store = try await recovered(purseJournal(on: log), snapshot: .every(1, keep: 1))
    try await store.dispatch(.lock(Redacted("sesame"))).synced()
    let journal = purseJournal(on: log)
    try await store.dispatch(.put(1)).synced()
    #expect(store.state.pin == "sesame")
    let bodies = try log.records(from: 1, limit: 9).map(\.body) + log.snapshots().map(\.body)
    #expect(bodies.count == 3)
    #expect(bodies.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("sesame") })
    log.kill()
    #expect(try await recovered(journal).state.pin == String.redacted)
  }

  /// Text in the buffer of standard output, which has one if it is a pipe, would be lost.
  @Test func aFailureIsWrittenBeforeTheProcessEnds() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let log = MemoryLog()
      let store = try await Store(
        recovering: purseJournal(on: log), initialState: Purse(), feature: Feature.purse)
      log.fault = .diskFull
      try? await store.dispatch(.put(1)).written()
      fatalError()
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("notWritten: "))
  }

  /// An error whose default description does not contain its value with `@Redacted`.
  private struct WrongPin: Error {
    @Redacted var pin: String
    let tries: Int
  }

  @Test func errorOfARefusedActionIsRecordedWithoutItsSecrets() async throws {
    let log = MemoryLog()
    let journal = purseJournal(on: log)
    let store = try await recovered(
      journal,
      reducer: Reducer { (_: inout Purse, action: PurseAction) throws in
        guard case .lock(let pin) = action else { return }
        throw WrongPin(pin: pin.wrappedValue, tries: 3)
      })
    store.dispatch(.lock(Redacted("sesame")))
    try await journal.close()
    let body = try #require(log.records(from: 1, limit: 9).first?.body)
    let line = String(decoding: body, as: UTF8.self)
    #expect(!line.contains("sesame"))
    #expect(line.contains("WrongPin") && line.contains("tries: 3"))
    withExtendedLifetime(store) {}
  }

  @Test func stateDecidedAnewThatCannotBeReadAgainTakesThePlaceOfNoSnapshot() async throws {
    let log = MemoryLog()
    func journal(_ policy: DivergencePolicy) -> Journal<EvenPurse, PurseAction> {
      Journal(
        on: log, of: EvenPurse.self, actions: PurseAction.self, hashes: 1, onDivergence: policy)
    }
    func store(
      _ more: Int, _ journal: Journal<EvenPurse, PurseAction>
    ) async throws -> Store<EvenPurse, PurseAction> {
      try await Store(
        recovering: journal, initialState: EvenPurse(),
        feature: Reducer<EvenPurse, PurseAction> { state, _ in state.total += more },
        snapshot: .every(2, keep: 1, dropsActions: true), sync: .always, onFailure: { _ in })
    }
    let firstJournal = journal(.stop)
    let first = try await store(2, firstJournal)
    for coin in 1...3 { try await first.dispatch(.put(coin)).synced() }
    try await firstJournal.settle()
    #expect(try log.extent().first == 3)
    log.kill()
    let error = await #expect(throws: JournalError.self) {
      _ = try await store(3, journal(.accept))
    }
    #expect(error?.name == "needsSnapshot")
    #expect(error?.description.contains("the state after record 3 of memory") == true)
    #expect(error?.description.contains("or because the log has snapshots of other") == true)
    #expect(error?.description.contains("there is too little. Nothing was changed") == true)
    #expect(try log.snapshots().map(\.number) == [2])
    #expect(try await store(2, journal(.stop)).state.total == 6)
    withExtendedLifetime(first) {}
  }

  /// The log has a readable snapshot and is replayed to other states, or its only snapshot cannot
  /// be read.
  @Test(arguments: [false, true])
  func stateThatCannotBeReadAgainStopsNoRecoveryThatNeedsNoSnapshot(isReplayedOtherwise: Bool)
    async throws
  {
    let log = MemoryLog()
    func total(_ coin: Int, replaysAll: Bool) async throws -> Int {
      let store = try await Store(
        recovering: Journal(
          on: log, of: EvenPurse.self, actions: PurseAction.self, hashes: 0,
          replaysAll: replaysAll),
        initialState: EvenPurse(),
        feature: Reducer<EvenPurse, PurseAction> { state, _ in state.total += coin },
        snapshot: replaysAll ? .never : .every(isReplayedOtherwise ? 2 : 3, keep: 1),
        sync: .always, onFailure: { _ in })
      defer { log.kill() }
      for _ in 0..<(store.state.total == 0 ? 3 : 0) { try await store.dispatch(.clear).synced() }
      return store.state.total
    }
    // The snapshot of the third action cannot be read again; that of the second one can.
    #expect(try await total(1, replaysAll: false) == 3)
    let coin = isReplayedOtherwise ? 3 : 1
    for _ in 0..<2 { #expect(try await total(coin, replaysAll: true) == 3 * coin) }
    #expect(try await total(coin, replaysAll: false) == 3 * coin, "later starts agree")
  }

  /// Doubles each coin.
  private let double = Reducer<Purse, PurseAction> { purse, action in
    if case .put(let coin) = action { purse.total += 2 * coin }
  }

  private func accepting(on log: some ActionLog, replaysAll: Bool = false) -> PurseJournal {
    Journal(
      on: log, of: Purse.self, actions: PurseAction.self, hashes: 1, onDivergence: .accept,
      replaysAll: replaysAll)
  }

  /// A closed log of `count` actions, each of which puts a coin of 1.
  private func notedLog(_ count: Int, _ snapshot: SnapshotPolicy) async throws -> NotingLog {
    let log = NotingLog()
    let journal = purseJournal(on: log)
    let store = try await recovered(journal, snapshot: snapshot)
    for _ in 0..<count {
      try await store.dispatch(.put(1)).synced()
      try await journal.settle()
    }
    try await journal.close()
    log.clearCalls()
    return log
  }

  private func failedRecovery(
    _ journal: PurseJournal, _ reducer: Reducer<Purse, PurseAction> = .purse
  ) async -> JournalError? {
    await #expect(throws: JournalError.self) { _ = try await recovered(journal, reducer: reducer) }
  }

  @Test func snapshotOfARecoveryIsReadAgainAndSyncedBeforeOthersAreRemoved() async throws {
    let log = try await notedLog(3, .every(2, keep: 1, dropsActions: true))
    #expect(try await recovered(accepting(on: log), reducer: double).state.total == 4)
    #expect(
      log.calls
        == ["snapshots", "sync", "snapshots", "keep 3 max", "snapshots", "sync", "keep 3 1"])
    #expect(try log.memory.snapshots().map(\.number) == [3])
  }

  @Test func startThatWritesNoSnapshotMakesTheSameCallsAsBefore() async throws {
    let log = try await notedLog(3, .every(2))
    #expect(try await recovered(purseJournal(on: log)).state.total == 3)
    #expect(log.calls == ["snapshots", "sync"])
  }

  @Test func snapshotOfARecoveryThatIsNotAsWrittenTakesThePlaceOfNone() async throws {
    let log = try await notedLog(3, .every(2, keep: 1, dropsActions: true))
    log.garble()
    let error = await failedRecovery(accepting(on: log), double)
    #expect(error?.name == "notPrepared")
    #expect(error?.description.contains("the bytes of the snapshot are not those") == true)
    #expect(try log.memory.snapshots().filter(\.isWhole).map(\.number) == [2])
    #expect(try await recovered(purseJournal(on: log)).state.total == 3)
  }

  @Test func snapshotWithTheNumberOfABadOneIsWrittenAgain() async throws {
    let log = try await notedLog(4, .every(2, keep: 2))
    let snapshots = try log.memory.snapshots()
    log.garble(1)
    let error = await failedRecovery(accepting(on: log, replaysAll: true), double)
    #expect(error?.name == "notPrepared")
    #expect(try log.memory.snapshots() == snapshots)
  }

  /// A failure of the first sync, which comes before all changes, or of the second one.
  @Test func recoveryWhoseSyncFailsRemovesNoSnapshotAndSaysSo() async throws {
    let log = try await notedLog(5, .every(2, keep: 5))
    let snapshots = try log.memory.snapshots()
    #expect(snapshots.map(\.number) == [4, 2])
    log.fail("sync")
    #expect(await failedRecovery(accepting(on: log), double)?.name == "notSynced")
    #expect(try log.memory.snapshots() == snapshots)
    log.fail("sync")
    #expect(await failedRecovery(purseJournal(on: log))?.name == "notSynced")
    #expect(try await recovered(purseJournal(on: log)).state.total == 5, "the old program starts")

    log.memory.kill()
    let gates = log.holdSyncs(2)
    let recovery = Task { await failedRecovery(accepting(on: log), double) }
    for gate in gates {
      await gate.arrival.wait()
      if gate.arrival === gates[1].arrival { log.fail("sync") }
      gate.departure.signal()
    }
    #expect(await recovery.value?.name == "notSynced")
    #expect(try log.memory.snapshots().dropFirst() == snapshots[...])
  }

  @Test func recoveryThatIsCancelledInItsSyncIsNoFailedSync() async throws {
    let log = try await notedLog(1, .never)
    let gate = log.holdSyncs(1)[0]
    let recovery = Task { try await recovered(purseJournal(on: log)) }
    await gate.arrival.wait()
    recovery.cancel()
    gate.departure.signal()
    await #expect(throws: CancellationError.self) { _ = try await recovery.value }
    #expect(try await recovered(purseJournal(on: log)).state.total == 1)
  }

  /// As during a backup, which reads the file of the log.
  @Test func noRoomForTheSyncOfASnapshotStopsNoRecoveryAndRemovesNothing() async throws {
    let log = try await notedLog(3, .every(2, keep: 1, dropsActions: true))
    let gates = log.holdSyncs(2)
    let recovery = Task { try await recovered(accepting(on: log), reducer: double).state.total }
    await gates[0].arrival.wait()
    gates[0].departure.signal()
    await gates[1].arrival.wait()
    log.fail("sync", LogFault.notYet(reason: "a backup runs"))
    gates[1].departure.signal()
    #expect(try await recovery.value == 4)
    #expect(try log.memory.snapshots().map(\.number) == [3, 2])
    log.memory.kill()
    #expect(try await recovered(purseJournal(on: log), reducer: double).state.total == 4)
  }

  /// If the only snapshot cannot be read, the next recovery replays all records.
  ///
  /// If older snapshots stayed beside it, the next recovery would begin with one of those.
  @Test func snapshotThatCannotBeReadStopsARecoveryIfOthersStay() async throws {
    let log = NotingLog()
    func total(_ more: Int, replaysAll: Bool) async throws -> Int {
      let journal = Journal(
        on: log, of: EvenPurse.self, actions: PurseAction.self, hashes: 0, replaysAll: replaysAll)
      let store = try await Store(
        recovering: journal, initialState: EvenPurse(),
        feature: Reducer<EvenPurse, PurseAction> { state, _ in state.total += more },
        snapshot: .every(2), sync: .always, onFailure: { _ in })
      if store.state.total == 0 {
        for _ in 0..<3 { try await store.dispatch(.put(1)).synced() }
      }
      try await journal.close()
      return store.state.total
    }
    #expect(try await total(2, replaysAll: false) == 6)
    log.fail("keep 3 1")
    let error = await #expect(throws: JournalError.self) {
      _ = try await total(1, replaysAll: true)
    }
    #expect(error?.name == "notPrepared")
    #expect(try await total(1, replaysAll: true) == 3)
    #expect(try await total(1, replaysAll: false) == 3)
  }

  /// A start tries to remove older snapshots, and one with a garbled number.
  @Test func removalOfSnapshotsThatFailsStopsNoRecoveryUnlessItsSyncFails() async throws {
    let unsynced = LogFault.notSynced(reason: "the disk is gone")
    let log = try await notedLog(3, .every(2, keep: 1, dropsActions: true))
    log.fail("keep 3 1", unsynced)
    #expect(await failedRecovery(accepting(on: log), double)?.name == "notSynced")
    let other = try await notedLog(3, .every(2, keep: 1, dropsActions: true))
    other.fail("keep 3 1")
    #expect(try await recovered(accepting(on: other), reducer: double).state.total == 4)
    #expect(try other.memory.snapshots().map(\.number) == [3, 2])

    let garbled = try await notedLog(3, .every(2))
    var snapshot = try garbled.memory.snapshots()[0]
    snapshot.number |= 1 << 40
    try garbled.memory.keep(snapshot, most: 9)
    garbled.fail("cut", unsynced)
    #expect(await failedRecovery(purseJournal(on: garbled))?.name == "notSynced")
    garbled.fail("cut")
    let journal = purseJournal(on: garbled)
    #expect(try await recovered(journal).state.total == 3)
    #expect(try garbled.memory.snapshots().map(\.number) == [snapshot.number, 2])
    try await journal.close()
    #expect(try await recovered(purseJournal(on: garbled)).state.total == 3)
    #expect(try garbled.memory.snapshots().map(\.number) == [2])
  }

  private func keyed(on log: some ActionLog, version: Int = 1) -> PurseJournal {
    Journal(
      on: log, of: Purse.self, actions: PurseAction.self, version: version,
      person: \.person)
  }

  @Test func forgettingReadsItsSnapshotAgainBeforeItRemovesAnything() async throws {
    let log = NotingLog()
    let first = keyed(on: log)
    let store = try await recovered(first)
    for name in ["Eve", "Bob"] { try await store.dispatch(.rename(name: name)).synced() }
    let records = try log.records(from: 1, limit: 9)
    log.garble()
    let error = await #expect(throws: JournalError.self) { try await first.forget("Eve") }
    #expect(error?.name == "notForgotten")
    #expect(error?.description.contains("the bytes of the snapshot are not") == true)
    #expect(try log.records(from: 1, limit: 9) == records)
    log.garble(0)
    log.clearCalls()
    #expect(try await first.forget("Eve") == 1)
    #expect(
      log.calls
        == ["snapshots", "keep 2 max", "snapshots", "sync", "forget 2", "sync"])
    try await first.close()
    #expect(try await recovered(keyed(on: log)).state.owner == "Bob")
  }

  /// The snapshot of `forget` has the number of the only one with the effect of dropped records.
  @Test func forgettingWithABadSnapshotLeavesTheOneOfItsNumber() async throws {
    let log = NotingLog()
    let first = keyed(on: log)
    let store = try await recovered(first, snapshot: .every(1, keep: 1, dropsActions: true))
    try await store.dispatch(.rename(name: "Bob")).synced()
    try await first.settle()
    let snapshots = try log.memory.snapshots()
    // The snapshot in the log is marked as a cache. That of `forget` is not, and has its number.
    #expect(try log.memory.extent().first == 2)
    log.garble(1)
    await #expect(throws: JournalError.self) { try await first.forget("Eve") }
    #expect(try log.memory.snapshots() == snapshots)
    try await first.close()
    #expect(try await recovered(keyed(on: log)).state.owner == "Bob")
  }

  @Test func forgettingKeepsActionsThatComeWhileTheBacklogOverflows() async throws {
    let log = HeldLog()
    log.goOn()
    let told = Starts()
    let journal = keyed(on: log)
    let store = try await recovered(journal, backlog: .bytes(0)) { told.add($0.name) }
    log.memory.fault = .diskFull
    for (coin, name) in [(1, "notWritten"), (2, "overflow")] {
      told.clear()
      store.dispatch(.put(coin))
      await told.first()
      #expect(told.all == [name])
    }
    log.memory.fault = nil
    log.hold()
    let forgetting = Task { try await journal.forget("Annabella") }
    await log.untilWriting()
    let receipt = store.dispatch(.put(4))
    log.goOn()
    try await receipt.synced()
    #expect(try await forgetting.value == 0)
    log.memory.losePower()
    #expect(try await recovered(keyed(on: log)).state.total == 7)
    withExtendedLifetime(store) {}
  }

  @Test func forgettingKeepsAStateThatIsPutInPlaceBeforeItsTurnComes() async throws {
    let log = HeldLog()
    let journal = keyed(on: log)
    let store = try await recovered(journal)
    store.dispatch(.put(1))
    await log.untilWriting()
    let begun = Handshake()
    let forgetting = Task {
      begun.signal()
      return try await journal.forget("Annabella")
    }
    await begun.wait()
    store.replaceState(with: Purse(total: 70))
    log.goOn()
    #expect(try await forgetting.value == 0)
    try await store.dispatch(.put(2)).synced()
    log.memory.losePower()
    #expect(try await recovered(keyed(on: log)).state.total == 72)
  }

  @Test func forgettingThatFailedIsCompletedByTheNextCall() async throws {
    let log = HeldLog()
    log.goOn()
    let journal = keyed(on: log)
    let store = try await recovered(journal)
    store.dispatch(.put(1))
    store.replaceState(with: Purse(total: 70, owner: "Annabella"))
    try await store.dispatch(.rename(name: "Bob")).synced()
    log.refusesToDrop = true
    let error = await #expect(throws: JournalError.self) {
      try await journal.forget("Annabella")
    }
    #expect(error?.name == "notForgotten")
    log.refusesToDrop = false
    #expect(try await journal.forget("Annabella") == 0)
    #expect(try await !bytes(of: log, hold: "Annabella"))
    log.memory.kill()
    // A program of another version replays the actions where it can.
    #expect(try await recovered(keyed(on: log, version: 2)).state.total == 70)
    withExtendedLifetime(store) {}
  }
}

@MainActor
struct JournalLineTests {
  @Test func recordsAreLinesOfATrace() async throws {
    let log = MemoryLog()
    let store = try await recovered(purseJournal(on: log))
    store.dispatch(.put(1), info: "first")
    try? await store.dispatch(.take(9)).written()
    try await store.dispatch(.put(2)).synced()
    let lines = try log.records(from: 1, limit: 9).map { String(decoding: $0.body, as: UTF8.self) }
    let header = #"{"millrace":"trace","version":1,"state":"Purse","action":"PurseAction"}"#
    let trace = try Trace(text: ([header] + lines).joined(separator: "\n"))
    #expect(trace.lines.map(\.name) == ["put", "take", "put"])
    #expect(trace.lines.map(\.rejection) == [nil, "there is too little", nil])
    #expect(trace.lines[0].source.info == "first")
    #expect(trace.lines.allSatisfy { $0.hash != nil })
  }
  @Test func statesThatArePutInPlaceAreLinesOfATrace() async throws {
    let log = MemoryLog()
    try await recovered(purseJournal(on: log)).dispatch(.put(1)).synced()
    log.kill()
    let store = try await recovered(purseJournal(on: log))
    store.replaceState(with: Purse(total: 5))
    store.replaceState(with: Purse(total: 7))
    try await store.dispatch(.put(1)).synced()
    let lines = try log.records(from: 1, limit: 9).map { String(decoding: $0.body, as: UTF8.self) }
    let header = #"{"millrace":"trace","version":1,"state":"Purse","action":"PurseAction"}"#
    let trace = try Trace(text: ([header] + lines).joined(separator: "\n"))
    #expect(trace.lines.map(\.number) == [1, 2])
    #expect(trace.keyframes.map(\.number) == [1])
    #expect(trace.keyframes.first?.state["total"]?.integer == 7, "the last one counts")
  }
  @Test func recordsTellWhichClientSentAnAction() async throws {
    let log = MemoryLog()
    let store = try await recovered(purseJournal(on: log))
    store.dispatch(.put(1), source: ActionSource(info: "first").of(client: "/purse #2"))
    try await store.dispatch(.put(2)).synced()
    let lines = try log.records(from: 1, limit: 9).map { String(decoding: $0.body, as: UTF8.self) }
    #expect(lines.map { $0.contains("client") } == [true, false])
    let header = #"{"millrace":"trace","version":1,"state":"Purse","action":"PurseAction"}"#
    let trace = try Trace(text: ([header] + lines).joined(separator: "\n"))
    #expect(trace.lines.map { $0.client } == ["/purse #2", nil])
    // Records with and without a client are recovered in the same way.
    log.kill()
    #expect(try await recovered(purseJournal(on: log)).state.total == 3)
  }
}
