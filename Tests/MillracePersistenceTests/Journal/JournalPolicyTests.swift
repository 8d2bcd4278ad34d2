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

  @Test func atLeastOneIsKept() {
    #expect(SnapshotPolicy.every(5, keep: 0).count == 1)
    var policy = SnapshotPolicy.every(5, keep: 3)
    for count in [0, -1, .min] {
      policy.count = count
      #expect(policy.count == 1)
    }
  }
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
  @Test func thereIsNeverLessThanNoPlace() {
    #expect(BacklogPolicy.bytes(-1) == .bytes(0))
    #expect(BacklogPolicy.bytes(0, actions: 0) == .bytes(0, actions: 1))
    var policy = BacklogPolicy.bytes(9)
    (policy.size, policy.count) = (-1, 0)
    #expect(policy == .bytes(0, actions: 1))
  }

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
    #expect(names == names.sorted(), "actions beyond the bound fail with `overflow`")
    let held = UInt64(names.count { $0 == "notWritten" })
    #expect(held < 10)
    #expect(told.all == ["notWritten", "overflow"], "one report for each failure")
    #expect(store.state.total == 820, "the store takes actions as before")

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
    #expect(number == 43, "numbers continue after actions without a record")
    withExtendedLifetime(subscription) {}
  }

  @Test func slowDiskHasABoundAndTheStateTakesThePlaceOfWhatIsBeyondIt() async throws {
    let log = HeldLog()
    let told = Starts()
    let store = try await recovered(
      purseJournal(on: log), backlog: .bytes(1 << 20, actions: 10)
    ) { told.add("\($0)") }
    store.dispatch(.put(1))
    await log.untilWriting()
    // The first write is held. Ten more actions wait, and five have no place.
    var receipts: [DispatchReceipt] = []
    for coin in 2...16 { receipts.append(store.dispatch(.put(coin))) }
    await told.first()
    #expect(told.all.first?.hasPrefix("behind: 10 actions wait to be written to memory") == true)
    #expect(told.all.first?.contains("from number 12 on are only in the store") == true)
    log.goOn()
    for receipt in receipts { try await receipt.synced() }
    #expect(try log.extent().last == 12, "the state is one record")
    #expect(told.all.count == 1, "one report for one failure")

    log.hold()
    store.dispatch(.put(100))
    await log.untilWriting()
    for coin in 1...12 { store.dispatch(.put(coin)) }
    log.goOn()
    try await store.dispatch(.put(1_000)).synced()
    #expect(told.all.count == 2, "a later failure is reported again")
    log.memory.losePower()
    #expect(try await recovered(purseJournal(on: log)).state.money == store.state.money)
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
    #expect("\(error!)".hasPrefix("overflow: actions from number 2 on are only in the store, and"))
    #expect("\(error!)".contains("to memory, and fill the backlog of 0 bytes: the disk is made to"))
    log.fault = nil
    // The receipt starts the retry, without another dispatch.
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
    #expect(error == .storeEnded(place: "memory", from: 2))
    #expect(try await recovered(purseJournal(on: log)).state.total == 1)
  }

  @Test func storeThatEndsBehindASlowDiskSaysSoAndWhatIsWrittenIsSynced() async throws {
    let log = HeldLog()
    let told = Starts()
    var store: PurseStore? = try await recovered(
      purseJournal(on: log), sync: .within(.seconds(600)), backlog: .bytes(1 << 20, actions: 2)
    ) { told.add("\($0)") }
    store?.dispatch(.put(1))
    await log.untilWriting()
    // Two more actions wait, and two have no place.
    var receipts: [DispatchReceipt] = []
    for coin in [2, 4, 8, 16] { if let store { receipts.append(store.dispatch(.put(coin))) } }
    await told.first()
    told.clear()
    store = nil
    log.goOn()
    let error = await #expect(throws: JournalError.self) { try await receipts[3].synced() }
    #expect(error == .storeEnded(place: "memory", from: 4))
    await told.first()
    #expect(told.all.count == 1)
    #expect(told.all[0].hasPrefix("storeEnded: actions from number 4 on are not written to memo"))
    #expect(told.all[0].contains("the store has ended before its state could be written"))
    try await receipts[1].written()
    log.memory.losePower()
    #expect(try await recovered(purseJournal(on: log.memory)).state.total == 7)
  }
}

/// The promises J5, J7 and J10 where the records no longer make the recorded states.
@MainActor
struct DivergencePolicyTests {
  private func journal(
    on log: some ActionLog, version: Int = 1, _ onDivergence: DivergencePolicy = .stop,
    replaysAll: Bool = false
  ) -> PurseJournal {
    Journal(
      on: log, of: Purse.self, actions: PurseAction.self, version: version, hashes: 1,
      person: \.person, onDivergence: onDivergence, replaysAll: replaysAll)
  }

  /// Doubles each coin once the sum is `total` or more.
  private func generous(from total: Int) -> Reducer<Purse, PurseAction> {
    Reducer { (purse: inout Purse, action: PurseAction) throws in
      var action = action
      if case .put(let coin) = action, purse.total >= total { action = .put(coin * 2) }
      try Reducer<Purse, PurseAction>.purse(&purse, action)
    }
  }

  @Test func j7DefaultsFindAReducerThatHasChangedSinceTheSnapshot() async throws {
    let log = MemoryLog()
    func defaults() -> PurseJournal {
      Journal(on: log, of: Purse.self, actions: PurseAction.self)
    }
    let first = defaults()
    let store = try await PurseStore(
      recovering: first, initialState: Purse(), feature: .purse)
    for _ in 0..<1_700 { store.dispatch(.put(1)) }
    try await first.close()
    #expect(try log.snapshots().map(\.number) == [1_000])
    let hashed = try log.records(from: 1, limit: 1_700).filter {
      String(decoding: $0.body, as: UTF8.self).contains("\"hash\":")
    }
    #expect(hashed.map(\.number) == [500, 1_000, 1_500])

    let error = await #expect(throws: JournalError.self) {
      _ = try await PurseStore(
        recovering: defaults(), initialState: Purse(), feature: generous(from: 1_200))
    }
    guard case .divergence(_, 1_001...1_500, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await recovered(defaults()).state.total == 1_700)
  }

  @Test func j7RareHashesAreComparedWhereActionsAreDropped() async throws {
    let log = try await purseLog(55, .every(20, keep: 2, dropsActions: true), hashes: 1_000)
    let error = await #expect(throws: JournalError.self) {
      _ = try await recovered(purseJournal(on: log), reducer: generous(from: 45))
    }
    guard case .divergence(_, 41...50, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [false, true])
  func j7LaterSnapshotIsTaken(replaysAll: Bool) async throws {
    let log = try await purseLog(20, .every(10, keep: 2))
    let first = journal(on: log, .takeSnapshot, replaysAll: replaysAll)
    #expect(try await recovered(first, reducer: generous(from: 15)).state.total == 20)
    #expect(first.report?.divergence == 16...16)
    #expect(first.report?.snapshot == 20)
    try await first.close()
    let next = journal(on: log)
    #expect(try await recovered(next, reducer: generous(from: 15)).state.total == 20)
  }

  @Test(arguments: [false, true])
  func j7WithoutALaterSnapshotNoneIsTaken(replaysAll: Bool) async throws {
    let log = try await purseLog(25, .every(10, keep: 2))
    let error = await #expect(throws: JournalError.self) {
      _ = try await recovered(
        journal(on: log, .takeSnapshot, replaysAll: replaysAll), reducer: generous(from: 22))
    }
    guard case .divergence(_, 23...23, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(error!)".contains("or, if there is a snapshot after these actions, with `.take"))
    #expect(try log.snapshots().map(\.number) == [20, 10])
  }

  /// The actions of a program without `rename`.
  private enum Coin: Codable, Sendable { case put(Int) }

  @Test func j7WhatIsLeftOutComesFromALaterSnapshot() async throws {
    let log = MemoryLog()
    let first = journal(on: log)
    let store = try await recovered(first, snapshot: .every(2, keep: 2))
    for action in [.put(1), .put(2), .rename(name: "Bob"), .put(3), .put(4)] as [PurseAction] {
      try await store.dispatch(action).written()
    }
    try await first.close()
    #expect(try log.snapshots().map(\.number) == [4, 2])
    let second = Journal(
      on: log, of: Purse.self, actions: Coin.self, hashes: 1, onUnknown: .skip,
      onDivergence: .takeSnapshot)
    let next = try await Store(
      recovering: second, initialState: Purse(),
      feature: Reducer<Purse, Coin> { purse, action in
        switch action {
        case .put(let coin):
          purse.total += coin
          purse.coins.append(coin)
        }
      })
    #expect(second.report?.skipped == [3])
    #expect(next.state.owner == "Bob" && next.state.money == store.state.money)
  }

  @Test func j5DamageBehindARaisedVersionNamesTheSnapshotThatHoldsItAndTakesItByThePolicy()
    async throws
  {
    let log = try await purseLog(25)
    #expect(try log.snapshots().map(\.number) == [20, 10])
    log.flip(bit: 9, of: 3)
    let error = await #expect(throws: JournalError.self) {
      _ = try await recovered(journal(on: log, version: 2))
    }
    guard case .damaged(_, 3, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("as it was written; snapshot 10, which includes its effect, has an"))
    #expect(reason.contains("`onDivergence: .takeSnapshot` begins with it"))

    let second = journal(on: log, version: 2, .takeSnapshot)
    #expect(try await recovered(second).state.total == 25)
    #expect(second.report?.damaged == [3])
    #expect(second.report?.snapshot == 10)
    try await second.close()
    let third = journal(on: log, version: 2)
    #expect(try await recovered(third).state.total == 25)
    #expect(third.report?.snapshot == 25, "the next start needs no policy")
  }

  /// The interval counts from the newest snapshot, also if a recovery begins with the oldest.
  @Test(arguments: [false, true])
  func j7PolicyThatStaysInTheProgramAddsNoSnapshotAfterAStart(replaysAll: Bool) async throws {
    let log = try await purseLog(25)
    for start in 0..<3 {
      let journal = journal(on: log, .takeSnapshot, replaysAll: replaysAll)
      let store = try await recovered(journal, snapshot: .every(10, keep: 2))
      #expect(store.state.total == 25 + start)
      try await store.dispatch(.put(1)).synced()
      try await journal.close()
      #expect(try log.snapshots().map(\.number) == [20, 10])
    }
  }

  @Test func j5DamageThatACacheHoldsAddsOneSnapshotAtTheFirstStart() async throws {
    let log = try await purseLog(25)
    log.flip(bit: 9, of: 15)
    for start in 0..<3 {
      let journal = journal(on: log, .takeSnapshot)
      let store = try await recovered(journal, snapshot: .every(10, keep: 2))
      #expect(store.state.total == 25 + start)
      #expect(journal.report?.damaged == [15])
      #expect(try log.snapshots().map(\.number) == [25, 20, 10], "the first start adds one")
      try await store.dispatch(.put(1)).synced()
      try await journal.close()
    }
    #expect(try await recovered(journal(on: log)).state.total == 28, "no policy is needed")
  }

  /// How a recovery finds that the records do not make the state of a snapshot.
  enum Finding: CaseIterable {
    case damage, divergence, otherState

    /// The factor by which the changed reducer multiplies each coin.
    var factor: Int { self == .damage ? 1 : 3 }
  }

  private func even(
    on log: MemoryLog, _ snapshot: SnapshotPolicy, _ onDivergence: DivergencePolicy = .stop,
    hashes: UInt64 = 0, factor: Int = 1
  ) async throws -> (store: Store<EvenPurse, PurseAction>, journal: Journal<EvenPurse, PurseAction>)
  {
    let journal = Journal(
      on: log, of: EvenPurse.self, actions: PurseAction.self, hashes: hashes,
      onDivergence: onDivergence)
    let store = try await Store(
      recovering: journal, initialState: EvenPurse(),
      feature: Reducer<EvenPurse, PurseAction> { state, action in
        if case .put(let coin) = action { state.total += factor * coin }
      }, snapshot: snapshot, sync: .always, onFailure: { _ in })
    return (store, journal)
  }

  /// Later actions come from the process that found the difference, or from the next process.
  @Test(arguments: Finding.allCases, [true, false])
  func j5SnapshotOfAStateThatNoRecordMakesIsNoCache(
    finding: Finding, isSameProcess: Bool
  ) async throws {
    let log = MemoryLog()
    let (factor, hashes) = (finding.factor, finding == .divergence ? 1 : 0 as UInt64)
    let (first, firstJournal) = try await even(on: log, .every(2, keep: 2), hashes: hashes)
    for _ in 0..<4 { try await first.dispatch(.put(2)).synced() }
    try await firstJournal.close()
    if finding == .damage { log.flip(bit: 9, of: 3) }

    var (store, journal) = try await even(
      on: log, .every(1, keep: 1), .takeSnapshot, hashes: hashes, factor: factor)
    #expect(store.state.total == 8)
    #expect(journal.report?.damaged == (finding == .damage ? [3] : []))
    #expect((journal.report?.divergence != nil) == (finding == .divergence))
    if !isSameProcess {
      try await journal.close()
      (store, journal) = try await even(on: log, .every(1, keep: 1), hashes: hashes, factor: factor)
    }
    // All of these totals are odd, so their snapshots cannot be decoded.
    for coin in [1, 2, 2] { try await store.dispatch(.put(coin)).synced() }
    try await journal.close()
    let last = try await even(on: log, .never, .takeSnapshot, hashes: hashes, factor: factor)
    #expect(last.store.state.total == 8 + 5 * factor)
  }

  /// In the third start the damaged record is before the oldest snapshot, which is a cache.
  @Test func j5OneSnapshotOfAStateThatNoRecordMakesIsEnough() async throws {
    let log = MemoryLog()
    let (first, firstJournal) = try await even(on: log, .every(2, keep: 2))
    for _ in 0..<7 { try await first.dispatch(.put(2)).synced() }
    try await firstJournal.close()
    log.flip(bit: 9, of: 5)
    let (second, secondJournal) = try await even(on: log, .every(2, keep: 3), .takeSnapshot)
    #expect(secondJournal.report?.damaged == [5])
    for _ in 0..<2 { try await second.dispatch(.put(2)).synced() }
    try await secondJournal.close()
    #expect(try log.snapshots().map(\.number) == [9, 7, 6])
    let (third, thirdJournal) = try await even(on: log, .every(1, keep: 1), .takeSnapshot)
    #expect(thirdJournal.report?.damaged == [])
    try await third.dispatch(.put(1)).synced()
    try await thirdJournal.close()
    #expect(try await even(on: log, .never).store.state.total == 19)
  }

  /// A start that finds the damage succeeds, even if it cannot keep or sync a new snapshot.
  @Test(arguments: [("keep", false), ("keep", true), ("sync", false)])
  func j5DamageThatACacheHoldsIsServedWithoutRoomForASnapshot(
    call: String, losesTail: Bool
  ) async throws {
    let memory = try await purseLog(25)
    if losesTail {
      let store = try await recovered(purseJournal(on: memory), sync: .within(.seconds(600)))
      try await store.dispatch(.put(1)).written()
      memory.losePower()
    }
    memory.flip(bit: 9, of: 15)
    let log = NotingLog(memory)
    if call == "keep" { log.fail(call) }
    let gates = call == "sync" ? log.holdSyncs(2) : []
    let recovery = Task {
      let journal = journal(on: log, .takeSnapshot)
      let store = try await recovered(journal, snapshot: .every(10, keep: 2))
      return (store.state.total, journal.report?.damaged, journal.report?.dropped)
    }
    for (index, gate) in gates.enumerated() {
      await gate.arrival.wait()
      if index == 1 { log.fail(call, LogFault.notYet(reason: "a backup runs")) }
      gate.departure.signal()
    }
    let (total, damaged, dropped) = try await recovery.value
    #expect(total == 25 && damaged == [15])
    #expect(dropped == (losesTail ? 26...26 : nil))
  }

  @Test func j7DivergenceThatWasFoundBeforeAddsNoSnapshotAtAStart() async throws {
    for replaysAll in [false, true] {
      let log = try await purseLog(20, .every(10, keep: 2))
      var numbers: [[UInt64]] = []
      for start in 0..<3 {
        let journal = journal(on: log, .takeSnapshot, replaysAll: replaysAll)
        let store = try await recovered(
          journal, snapshot: .every(10, keep: 2), reducer: generous(from: 15))
        #expect(store.state.total == 20 + 2 * start)
        #expect((journal.report?.divergence != nil) == (replaysAll || start == 0))
        numbers.append(try log.snapshots().map(\.number))
        try await store.dispatch(.put(1)).synced()
        try await journal.close()
      }
      #expect(Set(numbers).count == 1, "\(numbers)")
      let last = try await recovered(journal(on: log), reducer: generous(from: 15))
      #expect(last.state.total == 26)
    }
  }

  /// A later recovery begins with the newest snapshot, and must not make another state.
  @Test func j7WhatIsDecidedOtherwiseBetweenTwoHashesComesFromTheNextSnapshot() async throws {
    let log = try await purseLog(20, .every(10, keep: 2), hashes: 0)
    let first = journal(on: log, .takeSnapshot)
    let store = try await recovered(first, reducer: generous(from: 15))
    #expect(store.state.total == 20)
    #expect(first.report?.snapshot == 20)
    try await store.dispatch(.put(1)).synced()
    try await first.close()
    let next = try await recovered(journal(on: log), reducer: generous(from: 15))
    #expect(next.state.money == store.state.money)
  }

  @Test func j7WhatIsReplayedToTheSameStatesAddsNoSnapshot() async throws {
    let log = try await purseLog(25, hashes: 0)
    let numbers = try log.snapshots()
    let all = journal(on: log, replaysAll: true)
    #expect(try await recovered(all).state.total == 25)
    try await all.close()
    #expect(try log.snapshots() == numbers)
    // With this reducer the replayed state differs from snapshot 20.
    let other = journal(on: log, replaysAll: true)
    #expect(try await recovered(other, reducer: generous(from: 15)).state.total == 35)
    #expect(try log.snapshots().map(\.number) == [25])
  }

  @Test func j5DamageThatIsPassedOverOnPurposeOrHasNoSnapshotBehindIt() async throws {
    func reason(_ log: MemoryLog, _ journal: PurseJournal) async -> String {
      let error = await #expect(throws: JournalError.self) { _ = try await recovered(journal) }
      if case .damaged(_, _, let reason)? = error { return reason }
      return "\(String(describing: error))"
    }
    let log = try await purseLog(25)
    log.flip(bit: 9, of: 3)
    #expect(try await recovered(journal(on: log)).state.total == 25, "a start reads the tail")
    log.kill()
    let all = await reason(log, journal(on: log, replaysAll: true))
    #expect(all.contains("snapshot 10, which includes its effect, is not used by this recovery"))
    log.flip(bit: 9, of: 23)
    for policy in [DivergencePolicy.stop, .takeSnapshot] {
      #expect(await reason(log, journal(on: log, policy)) == "is not as it was written")
    }
    let other = try await purseLog(15, .every(10, keep: 1))
    other.flip(bit: 9, of: 3)
    other.flipSnapshot(bit: 9)
    let unread = await reason(other, journal(on: other, .takeSnapshot))
    #expect(unread.contains("snapshot 10, which includes its effect, cannot be read: the bytes"))
  }

  @Test func j7AllThatThereIsIsReplayedWhereActionsWereDropped() async throws {
    let log = try await purseLog(35, .every(10, keep: 2, dropsActions: true))
    #expect(try log.extent().first == 21)
    let error = await #expect(throws: JournalError.self) {
      _ = try await recovered(journal(on: log, replaysAll: true), reducer: generous(from: 25))
    }
    guard case .divergence(_, 26...26, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let all = journal(on: log, replaysAll: true)
    #expect(try await recovered(all).state.total == 35)
    #expect(all.report?.snapshot == 20)
    #expect(all.report?.replayed == 15)
  }

  /// Adds 10 for each `rename`, and the value of each coin.
  private let door = Reducer<Purse, PurseAction> { purse, action in
    switch action {
    case .rename: purse.total += 10
    case .put(let coin): purse.total += coin
    default: break
    }
  }

  /// A log with the total 21: `rename` to Eve, which was forgotten, and to Bob, and a coin of 1.
  private func forgetfulLog() async throws -> MemoryLog {
    let log = MemoryLog()
    let journal = journal(on: log)
    let store = try await recovered(journal, reducer: door)
    for name in ["Eve", "Bob"] { try await store.dispatch(.rename(name: name)).written() }
    #expect(try await journal.forget("Eve") == 1)
    try await store.dispatch(.put(1)).synced()
    try await journal.close()
    return log
  }

  /// The effect of forgotten records is only in a snapshot, whatever is replayed.
  @Test(arguments: [DivergencePolicy.stop, .takeSnapshot, .accept], [1, 2])
  func j10ForgottenRecordsAreNotPassedOver(policy: DivergencePolicy, version: Int) async throws {
    for replaysAll in [false, true] {
      let log = try await forgetfulLog()
      let second = journal(on: log, version: version, policy, replaysAll: replaysAll)
      #expect(try await recovered(second, reducer: door).state.total == 21)
      #expect(second.report?.snapshot == 2)
      try await second.close()
      let third = journal(on: log, version: version)
      #expect(try await recovered(third, reducer: door).state.total == 21)
    }
  }

  @Test(arguments: [DivergencePolicy.stop, .takeSnapshot], [1, 2])
  func j10WithoutTheSnapshotOfForgottenRecordsThereIsNoStart(
    policy: DivergencePolicy, version: Int
  ) async throws {
    let log = try await forgetfulLog()
    log.flipSnapshot(bit: 77)
    for replaysAll in [false, true] {
      let error = await #expect(throws: JournalError.self) {
        _ = try await recovered(
          journal(on: log, version: version, policy, replaysAll: replaysAll), reducer: door)
      }
      #expect(error?.name == "noStart")
      #expect(error.map { "\($0)".contains("are of forgotten persons") } == true)
      #expect(try log.snapshots().map(\.number) == [2], "nothing is removed")
    }
    let last = journal(on: log, version: version, .accept, replaysAll: true)
    #expect(try await recovered(last, reducer: door).state.total == 11)
    #expect(last.report?.forgotten == 1)
  }
}
