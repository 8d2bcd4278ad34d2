// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillracePersistence
import MillraceTesting
import MillraceTrace
import Testing

/// The promises J1 to J4, J8 and J9, some of them on every carrier.
@MainActor
struct JournalTests {
  @Test func aFeatureMayBeGivenByItsNameAlone() async throws {
    let journal = purseJournal(on: MemoryLog())
    let store = try await PurseStore(
      recovering: journal, initialState: Purse(), feature: .purse)
    try await store.dispatch(.put(3)).written()
    #expect(store.state.total == 3)
  }

  @Test(arguments: Carrier.allCases)
  func j1ReceiptThatIsWrittenSurvivesAKill(carrier: Carrier) async throws {
    let log = try carrier.make()
    let clock = TestClock()
    let store = try await recovered(
      purseJournal(on: log), sync: .within(.seconds(60)), clock: clock)
    try await store.dispatch(.put(5)).written()
    try await store.dispatch(.put(7)).written()

    let next = try await recovered(purseJournal(on: Carrier.afterKill(log)))
    #expect(next.state.total == 12)
    withExtendedLifetime(store) {}
  }

  @Test func j1ReceiptThatIsSyncedSurvivesALossOfPowerAndOneThatIsWrittenMayNot() async throws {
    let log = MemoryLog()
    let clock = TestClock()
    let store = try await recovered(
      purseJournal(on: log), sync: .within(.seconds(60)), clock: clock)
    try await store.dispatch(.put(5)).synced()
    try await store.dispatch(.put(7)).written()
    log.losePower()

    let journal = purseJournal(on: log)
    let next = try await recovered(journal)
    #expect(next.state.total == 5)
    #expect(journal.report?.dropped == 2...2)
    withExtendedLifetime(store) {}
  }

  @Test func j1WhatAnEarlierProcessHasWrittenIsSyncedWhenAllIs() async throws {
    let log = MemoryLog()
    let clock = TestClock()
    let store = try await recovered(
      purseJournal(on: log), sync: .within(.seconds(60)), clock: clock)
    try await store.dispatch(.put(5)).written()
    log.kill()
    // The start succeeds although the disk has no room for a sync.
    log.fault = .noRoomToSync
    let journal = purseJournal(on: log)
    let next = try await recovered(journal, sync: .within(.seconds(60)), clock: clock)
    #expect(try log.extent().synced == 0)
    log.fault = nil
    try await journal.synced()
    #expect(try log.extent().synced == 1)
    try await next.dispatch(.put(7)).written()
    log.kill()
    let last = try await recovered(purseJournal(on: log))
    #expect(try log.extent().synced == 2)
    withExtendedLifetime((store, last)) {}
  }

  @Test func j1WindowSyncsWithoutAReceipt() async throws {
    let log = HeldLog()
    log.goOn()
    let clock = TestClock()
    let store = try await recovered(
      purseJournal(on: log), sync: .within(.milliseconds(50)), clock: clock)
    try await store.dispatch(.put(5)).written()
    await clock.untilAsleep()
    #expect(log.memory.syncs == 0)
    clock.advance(by: .milliseconds(50))
    await log.untilSynced()
    #expect(log.memory.syncs == 1)
  }

  @Test func j1ReceiptOfARefusedActionThrowsWhatTheReducerThrew() async throws {
    let store = try await recovered(purseJournal(on: MemoryLog()))
    await #expect(throws: TooLittle.self) { try await store.dispatch(.take(5)).synced() }
  }

  @Test func j1ReceiptOfAQueuedActionWaitsUntilItHasRun() async throws {
    let log = MemoryLog()
    let store = try await recovered(purseJournal(on: log))
    var receipt: DispatchReceipt?
    let subscription = store.subscribe(to: \.total) { total in
      if total == 5 { receipt = store.dispatch(.put(7)) }
    }
    store.dispatch(.put(5))
    try await #require(receipt).synced()
    log.losePower()
    #expect(try await recovered(purseJournal(on: log)).state.total == 12)
    withExtendedLifetime(subscription) {}
  }

  @Test func j1ReceiptOfAnActionDuringWhichTheStoreEndsSaysSo() async throws {
    let log = MemoryLog()
    let store = try await recovered(purseJournal(on: log))
    var parent: Store<Int, Int>? = Store(initialState: 0, reducer: .identity)
    parent?.addChild(store)
    try await store.dispatch(.put(1)).synced()
    let subscription = store.subscribe(to: \.total) { _ in parent = nil }
    let receipt = store.dispatch(.put(2))
    #expect(store.state.total == 3)
    let ended = JournalError.ended(place: "memory")
    await #expect(throws: ended) { try await receipt.written() }
    await #expect(throws: ended) { try await receipt.synced() }
    #expect(try log.extent().last == 1)
    withExtendedLifetime(subscription) {}
  }

  @Test func j1ReceiptOfAStoreWithoutJournalSaysSo() async throws {
    let store = Store(initialState: Purse(), reducer: .purse)
    await #expect(throws: DispatchReceipt.NotKept.self) {
      try await store.dispatch(.put(1)).synced()
    }
    #expect(DispatchReceipt.NotKept().description.contains("Store(recovering:"))
  }

  @Test(arguments: Carrier.allCases)
  func j2StateIsThatAfterAPrefixThatHoldsAllThatWasAcknowledged(carrier: Carrier) async throws {
    var random = SeededGenerator(seed: 17)
    let log = try carrier.make()
    let store = try await recovered(
      purseJournal(on: log, hashes: 3), sync: .within(.seconds(60)), clock: TestClock())
    var states = [store.state]
    var acknowledged = 0
    for index in 1...60 {
      let action: PurseAction =
        Bool.random(using: &random) ? .put(index) : .take(Int.random(in: 0..<99, using: &random))
      let receipt = store.dispatch(action)
      states.append(store.state)
      if Int.random(in: 0..<7, using: &random) == 0 {
        try? await receipt.written()
        if case .committed = receipt.outcome { acknowledged = index }
      }
    }
    let journal = purseJournal(on: try Carrier.afterKill(log), hashes: 3)
    let next = try await recovered(journal)
    let last = Int(try #require(journal.report).last)
    #expect(last >= acknowledged)
    #expect(next.state == states[last])
    withExtendedLifetime(store) {}
  }

  @Test(arguments: Carrier.allCases)
  func j2NumbersGoOnWhereTheyEnded(carrier: Carrier) async throws {
    let log = try carrier.make()
    let journal = purseJournal(on: log)
    var store: PurseStore? = try await recovered(journal)
    store?.dispatch(.put(1))
    store?.dispatch(.take(9))
    store?.dispatch(.put(2))
    try await journal.close()
    store = nil

    let next = try await recovered(purseJournal(on: log))
    var number: UInt64?
    let subscription = next.subscribeToActions { number = $0.source.number }
    try await next.dispatch(.put(3)).synced()
    #expect(number == 4)
    #expect(next.state.total == 6)
    withExtendedLifetime(subscription) {}
  }

  @Test func j2NumbersGoOnBehindThoseOfForgottenRecords() async throws {
    let log = MemoryLog()
    try await recovered(purseJournal(on: log)).dispatch(.put(1)).synced()
    let line = try String(decoding: log.records(from: 1, limit: 1)[0].body, as: UTF8.self)
    // As after an overflow: the numbers of records are smaller than those of actions.
    let other = MemoryLog()
    let bodies = [line.replacing(/"number":1(?=[,}])/, with: "\"number\":40"), ""]
    #expect(bodies[0] != line)
    let records = zip(1..., bodies).map { LogRecord(number: $0, body: Data($1.utf8)) }
    try other.append(records, after: 0)

    let next = try await recovered(
      Journal(on: other, of: Purse.self, actions: PurseAction.self, onDivergence: .accept))
    var number: UInt64?
    let subscription = next.subscribeToActions { number = $0.source.number }
    try await next.dispatch(.put(3)).synced()
    #expect(number == 42)
    withExtendedLifetime(subscription) {}
  }

  @Test func j2RefusedActionIsReplayedAsRefused() async throws {
    let log = MemoryLog()
    let store = try await recovered(purseJournal(on: log))
    store.dispatch(.take(9))
    try await store.dispatch(.put(2)).synced()
    log.kill()
    // This reducer no longer refuses the action.
    let journal = purseJournal(on: log)
    let next = try await recovered(
      journal,
      reducer: Reducer { purse, action in
        switch action {
        case .put(let coin):
          purse.total += coin
          purse.coins.append(coin)
        case .take(let coin): purse.total -= coin
        default: break
        }
      })
    #expect(next.state.total == 2)
    #expect(journal.report?.replayed == 2)
  }

  @Test func j2StateThatWasPutInPlaceIsRecovered() async throws {
    let log = MemoryLog()
    let store = try await recovered(purseJournal(on: log))
    store.dispatch(.put(2))
    store.replaceState(with: Purse(total: 70))
    try await store.dispatch(.put(2)).synced()
    log.kill()
    #expect(try await recovered(purseJournal(on: log)).state.total == 72)
  }

  @Test func j3NothingRunsDuringRecoveryAndWhatTheStateAsksForStartsOnce() async throws {
    let log = MemoryLog()
    let starts = Starts()
    let feature = Feature<Purse, PurseAction>.combine {
      Feature { purse, action in
        if case .put(let coin) = action {
          purse.total += coin
          return .fireAndForget { starts.add("effect of \(coin)") }
        }
        return .none
      }
      StateEffects(on: \.total) { total in
        total > 0
          ? [.effect(id: total, .run { _ in starts.add("effect while \(total)") })] : []
      }
    }
    let first = try await Store(
      recovering: purseJournal(on: log), initialState: Purse(), feature: feature, sync: .always)
    let receipt = first.dispatch(.put(2))
    await receipt.finish()
    try await receipt.synced()
    try await first.dispatch(.put(3)).synced()
    log.kill()
    starts.clear()

    let next = try await Store(
      recovering: purseJournal(on: log), initialState: Purse(), feature: feature, sync: .always)
    await starts.first()
    #expect(next.state.total == 5)
    #expect(starts.all == ["effect while 5"])
    withExtendedLifetime(first) {}
  }

  @Test func j3ActionsThatTheStateSendsAtOnceAreKept() async throws {
    let log = MemoryLog()
    let feature = Feature<Purse, PurseAction>.combine {
      Feature.purse
      StateEffects(on: \.owner) { owner in
        owner == "Ann" ? [.effect(id: owner, .just(.rename(name: "Bob")))] : []
      }
    }
    let first = try await Store(
      recovering: purseJournal(on: log), initialState: Purse(), feature: feature, sync: .always)
    #expect(first.state.owner == "Bob")
    try await first.dispatch(.put(1)).synced()
    log.kill()
    let journal = purseJournal(on: log)
    let next = try await Store(
      recovering: journal, initialState: Purse(), feature: feature, sync: .always)
    #expect(next.state.owner == "Bob")
    #expect(journal.report?.replayed == 2)
    withExtendedLifetime(first) {}
  }

  @Test func j3ActionsThatComeDuringRecoveryWaitInTheirOrder() async throws {
    let log = MemoryLog()
    let first = try await recovered(purseJournal(on: log))
    try await first.dispatch(.put(2)).synced()
    log.kill()

    let journal = purseJournal(on: log)
    journal.enqueue(.put(4))
    journal.enqueue(.take(5))
    let next = try await recovered(journal)
    // A dispatch first runs what was enqueued before it.
    next.dispatch(.put(8))
    #expect(next.state.total == 9)
    #expect(next.state.coins == [2, 4, 8])
    journal.enqueue(.put(1))
    try await next.dispatch(.put(1)).synced()
    #expect(next.state.total == 11)
    withExtendedLifetime(first) {}
  }

  @Test func j3ActionsThatComeWhileTheLogIsReadWaitInTheirOrder() async throws {
    let log = HeldLog()
    log.goOn()
    let first = try await recovered(purseJournal(on: log))
    try await first.dispatch(.put(2)).synced()
    log.memory.kill()

    let journal = purseJournal(on: log)
    log.holdReads()
    let recovery = Task { try await recovered(journal) }
    await log.untilReading()
    journal.enqueue(.put(4))
    journal.enqueue(.take(5))
    #expect(try log.extent().last == 1, "they wait")
    log.read()
    let next = try await recovery.value
    next.dispatch(.put(8))
    #expect(next.state.total == 9)
    #expect(next.state.coins == [2, 4, 8])
    withExtendedLifetime(first) {}
  }

  @Test func j8DispatchDoesNotWaitAndWhatComesMeanwhileIsOneWriteAndOneSync() async throws {
    let log = HeldLog()
    let store = try await recovered(purseJournal(on: log))
    let first = store.dispatch(.put(1))
    await log.untilWriting()
    var last = first
    for _ in 0..<9_999 { last = store.dispatch(.put(1)) }
    #expect(store.state.total == 10_000)
    #expect(log.memory.appends == 0)
    log.goOn()
    try await first.synced()
    try await last.synced()
    #expect(log.memory.appends == 2)
    #expect(log.memory.syncs == 2)
    #expect(try log.extent().last == 10_000)
  }

  @Test(arguments: Carrier.allCases)
  func j9SecondWriterIsRefusedByName(carrier: Carrier) async throws {
    let log = try carrier.make()
    let journal = purseJournal(on: log)
    let store = try await recovered(journal)
    #if Persistence
      let second = log is MemoryLog ? log : SQLiteLog(at: URL(fileURLWithPath: log.place))
    #else
      let second = log
    #endif
    let error = await #expect(throws: JournalError.self) {
      _ = try await recovered(purseJournal(on: second))
    }
    guard case .held(log.place, let writer?) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(writer.process == ProcessInfo.processInfo.processIdentifier)
    #expect("\(error!)".contains("process \(writer.process) (\(writer.program)), since 20"))
    try await store.dispatch(.put(1)).synced()
    try await journal.close()
    #expect(try await recovered(purseJournal(on: second)).state.total == 1)
  }

  @Test(arguments: Carrier.allCases)
  func j4WholeLogIsVerified(carrier: Carrier) async throws {
    let journal = purseJournal(on: try carrier.make())
    let store = try await recovered(journal, snapshot: .every(1_000, keep: 2))
    for _ in 0..<2_500 { store.dispatch(.put(1)) }
    #expect(try await journal.verify() == 2_500)
    try await store.dispatch(.put(1)).synced()
    try await journal.close()
    await #expect(throws: JournalError.ended(place: journal.log.place)) {
      try await journal.verify()
    }
  }

  @Test func j4DamageBeforeTheSnapshotOfARecoveryIsFound() async throws {
    let log = try await purseLog(25)
    log.flip(bit: 9, of: 3)
    let journal = purseJournal(on: log)
    let store = try await recovered(journal)
    #expect(journal.report?.snapshot == 20)
    let error = await #expect(throws: JournalError.self) { try await journal.verify() }
    guard case .damaged("memory", 3, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("snapshot 10, which includes its effect, can be read"))
    // The journal still works.
    try await store.dispatch(.put(1)).synced()
  }

  @Test func j4SnapshotThatIsNoCacheIsVerified() async throws {
    let log = try await purseLog(35, .every(10, keep: 1, dropsActions: true))
    let journal = purseJournal(on: log)
    let store = try await recovered(journal)
    #expect(try await journal.verify() == 5)
    log.flipSnapshot(bit: 9)
    let error = await #expect(throws: JournalError.self) { try await journal.verify() }
    #expect(error?.name == "noStart")
    withExtendedLifetime(store) {}
  }

  /// If a whole state was recorded after forgotten records, a recovery needs no snapshot of them.
  @Test func j4LogWithAStatePutInPlaceBehindForgottenRecordsIsVerified() async throws {
    let log = MemoryLog()
    func journal() -> PurseJournal {
      Journal(on: log, of: Purse.self, actions: PurseAction.self, person: \.person)
    }
    let first = journal()
    let store = try await recovered(first)
    for name in ["Eve", "Bob"] { store.dispatch(.rename(name: name)) }
    #expect(try await first.forget("Eve") == 1)
    #expect(try await first.verify() == 2)
    log.flipSnapshot(bit: 9)
    let error = await #expect(throws: JournalError.self) { try await first.verify() }
    #expect(error?.name == "noStart", "what Eve's record made is nowhere")
    store.replaceState(with: Purse(total: 70))
    #expect(try await first.verify() == 3)
    try await first.close()
    #expect(try await recovered(journal()).state.total == 70)
  }

  @Test func j8WhatComesWhileTheLogIsVerifiedIsWrittenInBetween() async throws {
    let log = HeldLog()
    log.goOn()
    let journal = purseJournal(on: log, hashes: 0)
    let store = try await recovered(journal)
    for _ in 0..<2_000 { store.dispatch(.put(1)) }
    try await journal.synced()
    log.holdReads()
    let check = Task { try await journal.verify() }
    await log.untilReading()
    let receipt = store.dispatch(.put(1))
    log.read()
    try await receipt.written()
    #expect(try await check.value == 2_000, "a new record is not read: there is always another")
  }

  @Test func j9JournalServesOneStore() async throws {
    let journal = purseJournal(on: MemoryLog())
    let store = try await recovered(journal)
    await #expect(throws: JournalError.ended(place: "memory")) {
      _ = try await recovered(journal)
    }
    withExtendedLifetime(store) {}
  }

  @Test func j9WriterThatFindsAnotherOnesRecordsStops() async throws {
    let log = MemoryLog()
    let told = Starts()
    let store = try await recovered(purseJournal(on: log)) { told.add("\($0)") }
    try await store.dispatch(.put(1)).synced()
    try log.append([LogRecord(number: 2, body: Data("{}".utf8))], after: 1)
    await #expect(throws: JournalError.conflict(place: "memory", expected: 1, found: 2)) {
      try await store.dispatch(.put(1)).synced()
    }
    await told.first()
    #expect(told.all.count == 1 && told.all[0].hasPrefix("conflict: "))
  }

  @Test func closedJournalSaysSoAndTheStoreGoesOn() async throws {
    let journal = purseJournal(on: MemoryLog())
    let store = try await recovered(journal)
    store.dispatch(.put(1))
    try await journal.close()
    let receipt = store.dispatch(.put(1))
    #expect(store.state.total == 2)
    await #expect(throws: JournalError.ended(place: "memory")) { try await receipt.written() }
  }
}

/// A list of names that tasks add, such as of started effects and of failures.
final class Starts: @unchecked Sendable {
  private let lock = NSLock()
  private var names: [String] = []
  private var waiter: CheckedContinuation<Void, Never>?

  var all: [String] { lock.withLock { names } }
  func clear() { lock.withLock { names = [] } }

  func add(_ name: String) {
    lock.withLock { () -> CheckedContinuation<Void, Never>? in
      names.append(name)
      defer { waiter = nil }
      return waiter
    }?.resume()
  }

  /// Returns when the list has a name.
  func first() async {
    await withCheckedContinuation { continuation in
      let isThere = lock.withLock {
        if names.isEmpty { waiter = continuation }
        return !names.isEmpty
      }
      if isThere { continuation.resume() }
    }
  }
}
