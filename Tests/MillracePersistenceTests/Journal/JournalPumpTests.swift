// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillracePersistence
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

  private enum Fickle: Codable, Sendable {
    case good
    case bad

    func encode(to encoder: any Encoder) throws {
      if case .bad = self { throw TooLittle() }
      var container = encoder.container(keyedBy: Name.self)
      try container.encode([String: String](), forKey: .good)
    }

    init(from decoder: any Decoder) throws { self = .good }

    private enum Name: CodingKey { case good }
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
      #expect("\(error!)".hasPrefix("notWritten: actions from 2 on are not kept in memory"))
    }
    #expect(told.all.count == 1, "one report for one failure")
    log.fault = nil
    try await store.dispatch(.put(8)).synced()
    log.losePower()
    #expect(try await recovered(purseJournal(on: log)).state.total == 15)
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
      #expect("\(error!)".hasPrefix("notWritten: actions from 2 on are not kept in memory"))
    }
    #expect(told.all.count == 1, "one report for one failure")
    log.fault = nil
    try await store.dispatch(.put(8)).synced()
    log.fault = .noRoomToSync
    await #expect(throws: JournalError.self) { try await store.dispatch(.put(16)).synced() }
    #expect(told.all.count == 2, "another failure is reported again")
    log.losePower()
    #expect(try await recovered(purseJournal(on: log)).state.total == 15)
  }
}
