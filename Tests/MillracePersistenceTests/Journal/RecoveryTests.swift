// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillracePersistence
import MillraceTesting
import MillraceTrace
import Testing

/// The promises J5, J7 and J10, and parts of J1 and J4.
@MainActor
struct RecoveryTests {
  @Test(arguments: Carrier.allCases)
  func j5RecoveryBeginsWithTheNewestSnapshot(carrier: Carrier) async throws {
    let log = try carrier.make()
    let journal = purseJournal(on: log)
    let store = try await recovered(journal, snapshot: .every(10, keep: 2))
    for _ in 0..<35 { try await store.dispatch(.put(1)).written() }
    try await journal.close()

    #expect(try await snapshotNumbers(log) == [30, 20])
    let next = purseJournal(on: log)
    #expect(try await recovered(next).state.total == 35)
    #expect(next.report?.snapshot == 30)
    #expect(next.report?.replayed == 5)
  }

  private func snapshotNumbers(_ log: any ActionLog) async throws -> [UInt64] {
    try await log.claim(as: .current)
    let numbers = try await log.snapshots().map(\.number)
    await log.release()
    return numbers
  }

  @Test func j5UnreadableSnapshotMeansReplay() async throws {
    let log = try await purseLog(35)
    log.flipSnapshot(bit: 77)
    let journal = purseJournal(on: log)
    #expect(try await recovered(journal).state.total == 35)
    #expect(journal.report?.snapshot == 20)
    #expect(journal.report?.unusedSnapshots == 1)
  }

  @Test func j5SnapshotOfAnotherFormMeansReplay() async throws {
    let log = try await purseLog(35)
    let journal = Journal(on: log, of: Purse.self, actions: PurseAction.self, version: 2)
    #expect(try await recovered(journal).state.total == 35)
    #expect(journal.report?.snapshot == nil)
    #expect(journal.report?.replayed == 35)
  }

  @Test func j5SnapshotOfAStateWithAnotherFieldMeansReplay() async throws {
    struct Wide: Codable, Sendable {
      var total = 0
      var coins: [Int] = []
      var owner = "Ann"
      var pin = "0000"
      var currency = "EUR"
    }
    let log = try await purseLog(35)
    let journal = Journal(on: log, of: Wide.self, actions: PurseAction.self)
    let reducer = Reducer<Wide, PurseAction> { state, action in
      if case .put(let coin) = action {
        state.total += coin
        state.coins = Array((state.coins + [coin]).suffix(5))
      }
    }
    await #expect(throws: JournalError.self) {
      _ = try await Store(recovering: journal, initialState: Wide(), feature: reducer)
    }
    let raised = Journal(on: log, of: Wide.self, actions: PurseAction.self, version: 2)
    let store = try await Store(recovering: raised, initialState: Wide(), feature: reducer)
    #expect(store.state.total == 35 && store.state.currency == "EUR")
  }

  @Test func j5OldActionsGoOnlyBehindASnapshotThatWasReadAgain() async throws {
    let log = try await purseLog(35, .every(10, keep: 2, dropsActions: true))
    #expect(try log.extent().first == 21)
    let journal = purseJournal(on: log)
    let store = try await recovered(journal)
    #expect(store.state.total == 35)
    try await journal.close()

    log.flipSnapshot(bit: 77)
    let second = purseJournal(on: log)
    #expect(try await recovered(second).state.total == 35)
    #expect(second.report?.snapshot == 20)
    try await second.close()

    let other = Journal(on: log, of: Purse.self, actions: PurseAction.self, version: 2) {
      Upcast(stateFrom: 1) { _ in .null }
    }
    let error = await #expect(throws: JournalError.self) { _ = try await recovered(other) }
    let message = try #require(error?.description)
    #expect(message.hasPrefix("noStart: the records of memory begin with 21, and older ones were"))
    #expect(message.contains("its snapshots cannot be read, or are of another form (snapshot 30: "))
  }

  @Test func j5OldActionsStayBehindASnapshotThatCannotBeReadAgain() async throws {
    let log = HeldLog()
    log.goOn()
    let told = Starts()
    let journal = purseJournal(on: log)
    let store = try await recovered(journal, snapshot: .every(1, keep: 1, dropsActions: true)) {
      told.add("\($0)")
    }
    log.memory.fault = .unreadable
    try await store.dispatch(.put(1)).synced()
    try await journal.settle()
    log.memory.fault = nil
    log.returnsOtherSnapshots = true
    try await store.dispatch(.put(2)).synced()
    try await journal.settle()
    #expect(try log.extent().first == 1)
    #expect(told.all.count == 2)
    #expect(told.all[0].hasPrefix("noSnapshot: memory has no readable snapshot, or no hash"))
    #expect(told.all[1].contains("the bytes of the snapshot are not those that were written"))
    log.returnsOtherSnapshots = false
    try await store.dispatch(.put(4)).synced()
    try await journal.settle()
    #expect(try log.extent().first == 4)
    log.memory.losePower()
    #expect(try await recovered(purseJournal(on: log)).state.total == 7)
  }

  /// A state that can be encoded but not decoded.
  private struct OneWay: Codable, Sendable {
    var total = 0
    init() {}
    init(from decoder: any Decoder) throws { throw TooLittle() }
  }

  @Test func j5OldActionsStayBehindAStateThatDoesNotReadWhatItWrites() async throws {
    let log = MemoryLog()
    let told = Starts()
    func store() async throws -> (Store<OneWay, PurseAction>, Journal<OneWay, PurseAction>) {
      let journal = Journal(
        on: log, of: OneWay.self, actions: PurseAction.self, person: \.person)
      let store = try await Store(
        recovering: journal, initialState: OneWay(),
        feature: Reducer<OneWay, PurseAction> { state, action in
          if case .put(let coin) = action { state.total += coin }
        }, snapshot: .every(1, keep: 1, dropsActions: true), sync: .always,
        onFailure: { told.add("\($0)") })
      return (store, journal)
    }
    let (first, journal) = try await store()
    try await first.dispatch(.put(1)).synced()
    try await journal.settle()
    #expect(try log.extent().first == 1)
    #expect(told.all.count == 1 && told.all[0].contains("1: there is too little. No action is"))
    first.replaceState(with: OneWay())
    // `forget` would remove records too.
    await #expect(throws: JournalError.self) { try await journal.forget("Ann") }
    #expect(try log.extent().first == 1)
    log.kill()
    await #expect(throws: JournalError.self) { _ = try await store() }
    withExtendedLifetime(first) {}
  }

  @Test func j4TailIsCutWithoutTheMarkOfWhatWasWritten() async throws {
    let log = HeldLog()
    log.goOn()
    let first = try await recovered(purseJournal(on: log), sync: .within(.seconds(600)))
    try await first.dispatch(.put(1)).synced()
    try await first.dispatch(.put(2)).written()
    log.memory.flip(bit: 3, of: 2)
    log.memory.kill()
    log.forgetsWhatIsWritten = true
    let journal = purseJournal(on: log)
    let next = try await recovered(journal)
    #expect(journal.report?.dropped == 2...2)
    try await next.dispatch(.put(4)).synced()
    #expect(next.state.total == 5)
    withExtendedLifetime(first) {}
  }

  @Test func j4TailIsCutByARecoveryThatSucceedsAndThatReportsIt() async throws {
    let log = HeldLog()
    log.goOn()
    let first = try await recovered(
      purseJournal(on: log), snapshot: .every(2, keep: 2), sync: .within(.seconds(600)))
    for _ in 1...4 { try await first.dispatch(.put(1)).written() }
    log.memory.flip(bit: 3, of: 4)
    log.memory.flipSnapshot(bit: 3)
    log.memory.kill()
    let journal = Journal(
      on: log, of: Purse.self, actions: PurseAction.self, hashes: 1, onDivergence: .accept,
      replaysAll: true)
    let double = Reducer<Purse, PurseAction> { purse, action in
      if case .put(let coin) = action { purse.total += 2 * coin }
    }
    log.refusesSnapshots = true
    let error = await #expect(throws: JournalError.self) {
      _ = try await recovered(journal, reducer: double)
    }
    #expect(error?.name == "notPrepared")
    #expect(try log.extent().last == 4, "nothing is cut before the snapshot is kept")
    #expect(journal.report == nil)

    log.refusesSnapshots = false
    let next = try await recovered(journal, reducer: double)
    #expect(journal.report?.divergence == 1...1)
    #expect(journal.report?.dropped == 4...4)
    #expect(next.state.total == 6)
    #expect(try log.snapshots().map(\.number) == [3])
    #expect(try log.extent().last == 3)
    withExtendedLifetime(first) {}
  }

  @Test func j4NoRoomToCutATailIsToldAsThat() async throws {
    let log = MemoryLog()
    let first = try await recovered(purseJournal(on: log), sync: .within(.seconds(600)))
    try await first.dispatch(.put(1)).synced()
    try await first.dispatch(.put(2)).written()
    log.losePower()
    log.fault = .noRoomToSync
    let journal = purseJournal(on: log)
    let error = await #expect(throws: JournalError.self) { _ = try await recovered(journal) }
    #expect(
      error.map { "\($0)".hasPrefix("notPrepared: the start could not write to memory: the") }
        == true)
    log.fault = nil
    #expect(try await recovered(journal).state.total == 1)
    #expect(journal.report?.dropped == 2...2)
    withExtendedLifetime(first) {}
  }

  @Test func j5OldStateWithoutItsActionsIsUpcast() async throws {
    let log = try await purseLog(35, .every(10, keep: 2, dropsActions: true))
    let journal = Journal(on: log, of: Purse.self, actions: PurseAction.self, version: 2) {
      Upcast(stateFrom: 1) { $0.with("owner", .string("Eve")) }
    }
    let store = try await recovered(journal)
    #expect(store.state.total == 35)
    #expect(store.state.owner == "Eve")
  }

  /// Doubles each coin once the total is 15 or more.
  private var generous: Reducer<Purse, PurseAction> {
    Reducer { (purse: inout Purse, action: PurseAction) throws in
      var action = action
      if case .put(let coin) = action, purse.total >= 15 { action = .put(coin * 2) }
      try Reducer<Purse, PurseAction>.purse(&purse, action)
    }
  }

  @Test func j7ChangedReducerIsFoundAtTheFirstAction() async throws {
    let log = try await purseLog(20, .never)
    let error = await #expect(throws: JournalError.self) {
      _ = try await recovered(purseJournal(on: log), reducer: generous)
    }
    guard case .divergence("memory", 16...16, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(error!)".contains("the action of record 16 of memory was decided"))
    #expect(try await recovered(purseJournal(on: log)).state.total == 20)
  }

  @Test func j7WithAHashEveryTenActionsItIsOneOfTen() async throws {
    let log = try await purseLog(20, .never, hashes: 10)
    let error = await #expect(throws: JournalError.self) {
      _ = try await recovered(purseJournal(on: log), reducer: generous)
    }
    guard case .divergence(_, 11...20, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func j7ActionThatIsRefusedNowIsFound() async throws {
    let log = try await purseLog(20, .never, hashes: 0)
    let error = await #expect(throws: JournalError.self) {
      _ = try await recovered(
        purseJournal(on: log),
        reducer: Reducer { (purse: inout Purse, action: PurseAction) throws in
          if purse.total == 7 { throw TooLittle() }
          try Reducer<Purse, PurseAction>.purse(&purse, action)
        })
    }
    #expect(
      error
        == .divergence(
          place: "memory", between: 8...8, recorded: "committed",
          now: "refused: there is too little"))
  }

  @Test func j7EachDivergenceNeedsALaterSnapshot() async throws {
    let log = try await purseLog(25)
    let journal = Journal(
      on: log, of: Purse.self, actions: PurseAction.self, hashes: 1, onDivergence: .takeSnapshot,
      replaysAll: true)
    // Snapshot 20 resolves the divergence before it. No snapshot follows that of action 21.
    let error = await #expect(throws: JournalError.self) {
      _ = try await recovered(journal, reducer: generous)
    }
    guard case .divergence(_, 21...21, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func j7SnapshotBehindADamagedTailIsNotTaken() async throws {
    let log = MemoryLog()
    let first = try await recovered(
      purseJournal(on: log), snapshot: .every(8, keep: 2), sync: .within(.seconds(600)))
    for _ in 1...10 { try await first.dispatch(.put(1)).written() }
    #expect(try log.snapshots().map(\.number) == [8])
    log.flip(bit: 3, of: 6)
    log.kill()
    let journal = Journal(
      on: log, of: Purse.self, actions: PurseAction.self, hashes: 1, onDivergence: .takeSnapshot,
      replaysAll: true)
    let error = await #expect(throws: JournalError.self) {
      _ = try await recovered(
        journal,
        reducer: Reducer { (purse: inout Purse, action: PurseAction) throws in
          if purse.total == 2 { throw TooLittle() }
          try Reducer<Purse, PurseAction>.purse(&purse, action)
        })
    }
    guard case .divergence(_, 3...3, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    withExtendedLifetime(first) {}
  }

  @Test func j7PolicyAcceptsAndStaysSo() async throws {
    let log = try await purseLog(20)
    let journal = Journal(
      on: log, of: Purse.self, actions: PurseAction.self, hashes: 1, onDivergence: .accept,
      replaysAll: true)
    #expect(try await recovered(journal, reducer: generous).state.total == 25)
    #expect(journal.report?.divergence == 16...16)
    try await journal.close()
    // The next recovery begins with the accepted state.
    let next = purseJournal(on: log)
    #expect(try await recovered(next, reducer: generous).state.total == 25)
    #expect(next.report?.snapshot == 20)
  }

  private enum Visit: Codable, Sendable {
    case come(String)
    case go(String)
    case meet(String, String)

    var name: String? {
      switch self {
      case .come(let name), .go(let name), .meet(let name, _): name
      }
    }
  }

  private var guests: Reducer<[String], Visit> {
    Reducer { names, visit in
      switch visit {
      case .come(let name): names.append(name)
      case .go(let name): names.removeAll { $0 == name }
      case .meet(_, let other): names.append("\(other) was met")
      }
    }
  }

  private func visits(on log: any ActionLog, version: Int = 1) -> Journal<[String], Visit> {
    Journal(
      on: log, of: [String].self, actions: Visit.self, version: version, hashes: 1,
      person: \.name)
  }

  @Test(arguments: Carrier.allCases)
  func j10PersonIsForgottenByKey(carrier: Carrier) async throws {
    let log = try carrier.make()
    let first = visits(on: log)
    let store = try await Store(
      recovering: first, initialState: [], feature: guests, snapshot: .every(2, keep: 5))
    for name in ["Annabella", "Bob", "Cyd"] { try await store.dispatch(.come(name)).written() }
    store.dispatch(.go("Annabella"))
    #expect(try await first.forget("Annabella") == 2)
    try await store.dispatch(.come("Dan")).synced()

    #expect(try await bytes(of: log, hold: "Cyd"))
    #expect(try await !bytes(of: log, hold: "Annabella"))

    let second = visits(on: try Carrier.afterKill(log))
    let next = try await Store(recovering: second, initialState: [], feature: guests)
    #expect(next.state == ["Bob", "Cyd", "Dan"])
  }

  @Test(arguments: Carrier.allCases)
  func j10StatesThatWerePutInPlaceAreForgottenToo(carrier: Carrier) async throws {
    let log = try carrier.make()
    func journal(on log: any ActionLog) -> PurseJournal {
      Journal(on: log, of: Purse.self, actions: PurseAction.self, person: \.person)
    }
    let first = journal(on: log)
    let store = try await recovered(first)
    store.dispatch(.put(1))
    store.replaceState(with: Purse(total: 70, owner: "Annabella"))
    store.dispatch(.rename(name: "Bob"))
    try await store.dispatch(.put(2)).synced()
    #expect(try await bytes(of: log, hold: "Annabella"))
    #expect(try await first.forget("Annabella") == 0)
    #expect(try await !bytes(of: log, hold: "Annabella"))
    try await store.dispatch(.put(4)).synced()
    let next = try await recovered(journal(on: Carrier.afterKill(log)))
    #expect(next.state.total == 76 && next.state.owner == "Bob")
  }

  /// Keys are compared as Swift compares strings: canonically equivalent spellings are one key.
  @Test(arguments: Carrier.allCases)
  func j10KeyIsFoundInEachSpelling(carrier: Carrier) async throws {
    let log = try carrier.make()
    let journal = visits(on: log)
    let store = try await Store(recovering: journal, initialState: [], feature: guests)
    try await store.dispatch(.come("Jose\u{301}")).written()
    try await store.dispatch(.come("Jos\u{E9}\0")).written()
    try await store.dispatch(.come("Jos\u{E9}")).written()
    #expect(try await journal.forget("Jos\u{E9}") == 2)
    #expect(try await journal.forget("Jose\u{301}\0") == 1)
  }

  /// Records that were written before the journal had `person:` hold persons without their keys.
  @Test(arguments: Carrier.allCases)
  func j10RecordsOfAVersionWithoutKeysAreForgottenToo(carrier: Carrier) async throws {
    let log = try carrier.make()
    let old = Journal(on: log, of: [String].self, actions: Visit.self)
    let first = try await Store(recovering: old, initialState: [], feature: guests)
    for name in ["Annabella", "Bob"] { try await first.dispatch(.come(name)).written() }
    try await old.close()

    let next = try Carrier.afterKill(log)
    let journal = visits(on: next)
    let store = try await Store(recovering: journal, initialState: [], feature: guests)
    #expect(try await journal.forget("Cyd") == 0)
    #expect(try await bytes(of: next, hold: "Annabella"))
    try await store.dispatch(.go("Annabella")).written()
    #expect(try await journal.forget("Annabella") == 1)
    #expect(try await !bytes(of: next, hold: "Annabella"))
    let last = try await Store(
      recovering: visits(on: Carrier.afterKill(next)), initialState: [], feature: guests)
    #expect(last.state == ["Bob"])
  }

  /// A start does not read the records before its snapshot.
  @Test func j10RecordWhoseKeyIsDamagedIsForgottenToo() async throws {
    let (log, damaged) = (MemoryLog(), MemoryLog())
    let first = visits(on: log)
    let store = try await Store(
      recovering: first, initialState: [], feature: guests, snapshot: .every(3, keep: 1))
    for visit in [.come("Annabella"), .come("Bob"), .go("Annabella")] as [Visit] {
      try await store.dispatch(visit).synced()
    }
    try await first.close()
    var records = try log.records(from: 1, limit: 9)
    records[0].person = "Annabellb"
    try damaged.append(records, after: 0)
    for snapshot in try log.snapshots() { try damaged.keep(snapshot, most: 1) }
    let journal = visits(on: damaged)
    let next = try await Store(recovering: journal, initialState: [], feature: guests)
    #expect(try await journal.forget("Annabella") == 1)
    #expect(try await !bytes(of: damaged, hold: "Annabella"))
    try await next.dispatch(.come("Cyd")).synced()
    damaged.kill()
    let last = try await Store(
      recovering: visits(on: damaged), initialState: [], feature: guests)
    #expect(last.state == ["Bob", "Cyd"])
    withExtendedLifetime(next) {}
  }

  /// If a state was put in place, `forget` removes all records too.
  @Test(arguments: Carrier.allCases, [false, true])
  func j10PersonIsForgottenInWholeOrNotAtAllWhereverTheProcessIsKilled(
    carrier: Carrier, putsInPlace: Bool
  ) async throws {
    var isDone = false
    for count in 0..<9 where !isDone {
      let log = EndingLog(try carrier.make())
      let first = visits(on: log)
      let store = try await Store(
        recovering: first, initialState: [], feature: guests, snapshot: .every(2, keep: 5),
        sync: .always, onFailure: { _ in })
      for name in ["Annabella", "Bob"] { try await store.dispatch(.come(name)).synced() }
      if putsInPlace { store.replaceState(with: store.state) }
      try await store.dispatch(.go("Annabella")).synced()
      let records = try await log.records(from: 1, limit: 9)
      let snapshots = try await log.snapshots()
      let old = snapshots.filter { $0.number < records.count }.map(\.body)
      log.end(after: count)
      isDone = (try? await first.forget("Annabella")) != nil

      let killed = try Carrier.afterKill(log.inner)
      let second = visits(on: killed)
      let next = try await Store(recovering: second, initialState: [], feature: guests)
      #expect(next.state == ["Bob"])
      let left = (try await killed.records(from: 1, limit: 9), try await killed.snapshots())
      // A snapshot of the state without the person can be there already.
      let isAsBefore =
        left.0 == records
        && (left.1 == snapshots || left.1.map(\.body) == [Data(#"["Bob"]"#.utf8)] + old)
      let isGone = try await !bytes(of: killed, hold: "Annabella")
      #expect(isGone || (isAsBefore && !isDone), "\(count) changes were made")
      withExtendedLifetime((store, next)) {}
    }
    #expect(isDone)
  }

  /// The effect of forgotten records is only in a snapshot, whatever its version.
  @Test(arguments: Carrier.allCases)
  func j10StateWithoutForgottenRecordsComesFromTheSnapshotOfAnOlderVersion(
    carrier: Carrier
  ) async throws {
    let log = try carrier.make()
    let first = visits(on: log)
    let store = try await Store(recovering: first, initialState: [], feature: guests)
    for name in ["Annabella", "Bob"] { try await store.dispatch(.come(name)).written() }
    try await store.dispatch(.meet("Annabella", "Bob")).written()
    #expect(store.state == ["Annabella", "Bob", "Bob was met"])
    try await store.dispatch(.go("Annabella")).written()
    try await first.forget("Annabella")
    let whole = store.state
    try await store.dispatch(.come("Cyd")).synced()

    let killed = try Carrier.afterKill(log)
    let second = visits(on: killed, version: 2)
    let next = try await Store(recovering: second, initialState: [], feature: guests)
    #expect(next.state == whole + ["Cyd"])
    try await second.close()

    let third = Journal(
      on: killed, of: [String].self, actions: Visit.self, version: 3, person: \.name
    ) {
      Upcast(stateFrom: 1) { _ in .null }
    }
    let error = await #expect(throws: JournalError.self) {
      _ = try await Store(recovering: third, initialState: [], feature: guests)
    }
    #expect(error.map { "\($0)".contains("are of forgotten persons") } == true)
  }

  /// What a start with `replaysAll` decided anew also holds for later starts.
  @Test func j7WhatIsDecidedAnewStays() async throws {
    let log = MemoryLog()
    let first = Journal(on: log, of: Purse.self, actions: PurseAction.self, hashes: 0)
    let store = try await recovered(first, snapshot: .every(2))
    for coin in 1...4 { try await store.dispatch(.put(coin)).synced() }
    try await first.close()
    let reducer = Reducer<Purse, PurseAction> { purse, action in
      if case .put(let coin) = action { purse.total += 10 * coin }
    }
    let second = Journal(
      on: log, of: Purse.self, actions: PurseAction.self, hashes: 0, replaysAll: true)
    #expect(try await recovered(second, reducer: reducer).state.total == 100)
    try await second.close()
    let third = Journal(on: log, of: Purse.self, actions: PurseAction.self, hashes: 0)
    #expect(try await recovered(third, reducer: reducer).state.total == 100)
  }

  /// A process that was killed during a sync may have noted a sync that has not happened.
  @Test func j1RecoverySyncsWhateverTheProcessBeforeHasNoted() async throws {
    let log = MemoryLog()
    let first = purseJournal(on: log)
    let store = try await recovered(first)
    try await store.dispatch(.put(1)).synced()
    log.kill()
    let syncs = log.syncs
    let second = purseJournal(on: log)
    let next = try await recovered(second)
    try await second.synced()
    #expect(log.syncs == syncs + 1)
    withExtendedLifetime((store, next)) {}
  }

  @Test func j10JournalWithoutKeysForgetsNone() async throws {
    let journal = purseJournal(on: MemoryLog())
    let store = try await recovered(journal)
    await #expect(throws: JournalError.noKeys(place: "memory")) { try await journal.forget("Ann") }
    withExtendedLifetime(store) {}
  }
}
