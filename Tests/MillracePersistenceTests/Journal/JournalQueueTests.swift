// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTesting
import MillraceTrace
import Synchronization
import Testing

@testable import MillracePersistence

extension ItemPosition: ExpressibleByIntegerLiteral {
  /// The position of an action.
  public init(integerLiteral number: UInt64) { self.init(number) }
}

extension HeldLog: SizedLog {
  var mostRecordBytes: Int { longestRecord }
}

/// What waits while the disk is slow or full: actions, receipts and jobs.
@MainActor
struct JournalQueueTests {
  @Test func retryIsMadeInParts() async throws {
    let log = HeldLog()
    log.goOn()
    let store = try await recovered(purseJournal(on: log))
    log.memory.fault = .diskFull
    for _ in 0..<2_000 { store.dispatch(.put(1)) }
    for _ in 0..<2 {
      await #expect(throws: JournalError.self) { try await store.dispatch(.put(1)).written() }
    }
    _ = log.attempts()
    await #expect(throws: JournalError.self) { try await store.dispatch(.put(1)).written() }
    #expect(log.attempts().allSatisfy { $0 <= 512 })
    log.memory.fault = nil
    try await store.dispatch(.put(1)).synced()
    let sizes = log.attempts()
    #expect(sizes.reduce(0, +) == 2_004 && sizes.allSatisfy { $0 <= 512 }, "\(sizes)")
    log.memory.kill()
    #expect(try await recovered(purseJournal(on: log)).state.total == 2_004)
  }

  private struct Item: JournalItem {
    let number: UInt64
    var takesSnapshot = false
    var takesHash = false
    var isReplacement = false
  }

  @Test func oneSnapshotAndABoundedNumberOfHashesWait() {
    var queue = JournalQueue<Item>(hashCapacity: 3, releaseThreshold: 2)
    _ = queue.append(Item(number: 1, takesSnapshot: true, takesHash: true))
    guard case .write = queue.next(window: .zero) else {
      Issue.record("no write")
      return
    }
    // Item 1 is being written and does not count.
    for number in 2...9 as ClosedRange<UInt64> {
      _ = queue.append(
        Item(number: number, takesSnapshot: number % 3 == 0, takesHash: number != 4))
    }
    #expect(queue.waiting.filter(\.takesSnapshot).map(\.number) == [9])
    #expect(queue.waiting.filter(\.takesHash).map(\.number) == [2, 3, 5])
    #expect(queue.claimRelease() && !queue.claimRelease())
    #expect(queue.takeItemsToRelease().map(\.number) == [3, 6])
    #expect(queue.takeWaiting().map(\.number) == Array(2...9))
    _ = queue.append(Item(number: 10, takesSnapshot: true, takesHash: true))
    #expect(queue.waiting.map(\.takesSnapshot) == [true])
    #expect(queue.waiting.map(\.takesHash) == [true], "there is a place again")
  }

  @Test func noTaskIsStartedForAFewDroppedStates() {
    var queue = JournalQueue<Item>()
    for number in 1...8 as ClosedRange<UInt64> {
      _ = queue.append(Item(number: number, takesSnapshot: true))
      let startsRelease = queue.claimRelease()
      #expect(!startsRelease, "\(number - 1) are dropped")
    }
    _ = queue.append(Item(number: 9, takesSnapshot: true))
    let startsRelease = queue.claimRelease()
    #expect(startsRelease)
    #expect(queue.takeItemsToRelease().map(\.number) == Array(1...8))
    for number in 10...17 as ClosedRange<UInt64> {
      _ = queue.append(Item(number: number, takesSnapshot: true))
    }
    let startsAnother = queue.claimRelease()
    #expect(startsAnother)
  }

  /// A value that a job holds, and whose release may run any code.
  private final class Held: Sendable {}

  @Test func jobThatFailsIsNotReleasedByTheQueue() async throws {
    for fails in [true, false] {
      var queue = JournalQueue<Item>()
      var held: Held? = Held()
      weak let released = held
      let (job, end) = try await receipt(0, .written)
      _ = queue.append({ [held] in { _, _, _ in withExtendedLifetime(held) {} } }, job.continuation)
      held = nil
      queue.beginAttempt()
      var rejected =
        fails ? queue.fail(.ended(place: "memory")) : queue.takeUnwritten(from: 1)
      #expect(released != nil && rejected.count == 1)
      rejected = []
      #expect(released == nil)
      job.continuation.resume()
      try await end.value
    }
  }

  private func encoded(_ numbers: ClosedRange<UInt64>) -> [JournalQueue<Item>.Encoded] {
    numbers.map {
      JournalQueue<Item>.Encoded(
        position: ItemPosition($0),
        record: LogRecord(number: $0, person: nil, body: Data(count: 100)))
    }
  }

  /// A queue with three actions: 1 and 2 are being written, and 3 waits.
  private func writingQueue() -> JournalQueue<Item> {
    var queue = JournalQueue<Item>()
    for number in 1...2 as ClosedRange<UInt64> { _ = queue.append(Item(number: number)) }
    guard case .write = queue.next(window: .zero) else { preconditionFailure("no write") }
    queue.beginAttempt()
    _ = queue.append(Item(number: 3))
    return queue
  }

  @Test func recordsOfAWriteThatSucceedsAfterTheEndAreDurableAndLaterOnesAreNot() {
    var queue = writingQueue()
    _ = queue.fail(.ended(place: "memory"))
    _ = queue.didWrite(stuck: 0, ending: nil)
    #expect(queue.isDurable(2, .written) && !queue.isDurable(3, .written))
    #expect(queue.newestWritten.number == 2)
  }

  /// With room for 1,000 bytes both records are stuck; without room one is stuck and one is
  /// dropped.
  @Test(arguments: [1_000, 0])
  func recordsThatAreStuckOrDroppedAtTheEndAreNotDurable(size: Int) {
    var queue = writingQueue()
    queue.storeForRetry(encoded(1...2), ending: nil, size: size)
    #expect(queue.stuck.count == (size == 0 ? 1 : 2))
    if size == 0 {
      // The first record is written by a retry, and the second action is in no record.
      _ = queue.didWrite(stuck: 1, ending: nil)
      #expect(queue.firstDropped == 2)
    }
    _ = queue.fail(.ended(place: "memory"))
    #expect(queue.stuck.isEmpty && queue.waiting.isEmpty && queue.possiblyWrittenChecksums == [])
    // A retry of one record, which began before the end, completes after it.
    _ = queue.didWrite(stuck: 1, ending: nil)
    #expect(!queue.isDurable(2, .written))
  }

  @Test func endedQueueKeepsNoRecordsAndNoState() {
    var queue = writingQueue()
    _ = queue.fail(.ended(place: "memory"))
    // The write fails, and the state that replaces dropped actions comes, after the end.
    queue.storeForRetry(encoded(1...2), ending: nil, size: 100)
    queue.replaceDropped(with: Item(number: 3, isReplacement: true))
    #expect(queue.stuck.isEmpty && queue.waiting.isEmpty && queue.possiblyWrittenChecksums == [])
    #expect(!queue.isDurable(1, .written))
    #expect(queue.newestWritten.number == 0)
  }

  /// Another step is always due: a write or a job.
  @Test(arguments: [false, true])
  func timerBeginsWithTheFirstUnsyncedWriteWhateverElseIsToDo(isJob: Bool) async throws {
    let window = Duration.seconds(600)
    var queue = writingQueue()
    let (job, jobEnd) = try await receipt(0, .written)
    if isJob { _ = queue.append({ { _, _, _ in } }, job.continuation) }
    let isEarly = queue.claimTimer(window: window)
    #expect(!isEarly, "nothing is written")
    _ = queue.didWrite(stuck: 0, ending: nil)
    let claims = [Duration.zero, window, window].map { queue.claimTimer(window: $0) }
    #expect(claims == [false, true, false], "without a window the next step is the sync")
    // The window ends while this step is under way.
    switch queue.next(window: window) {
    case .write: #expect(!isJob)
    case .prepare: #expect(isJob)
    case let step: Issue.record("\(step)")
    }
    queue.isTimeUp = true
    _ = queue.append(Item(number: 4))
    if isJob { _ = queue.begin { _, _, _ in } }
    queue.beginAttempt()
    _ = queue.didWrite(stuck: 0, ending: nil)
    let isLate = queue.claimTimer(window: window)
    #expect(!isLate, "the next step is the sync")
    guard case .sync = queue.next(window: window) else {
      Issue.record("no sync")
      return
    }
    _ = queue.didSync()
    #expect(!queue.isTimeUp && queue.unsynced == nil)
    job.continuation.resume()
    try await jobEnd.value
  }

  @Test func timerOfAnEndedJournalIsCancelled() async {
    for hasEnded in [true, false] {
      var queue = JournalQueue<Item>()
      let end = Handshake()
      let timer = Task { await end.wait() }
      if hasEnded { _ = queue.fail(.ended(place: "memory")) }
      queue.begin(timer)
      #expect(timer.isCancelled == hasEnded)
      queue.endTimer()
      #expect(timer.isCancelled)
      end.signal()
    }
  }

  /// A state that counts how often states were encoded.
  private struct Counted: Codable, Sendable {
    static let encodings = Mutex(0)
    var total = 0
    func encode(to encoder: any Encoder) throws {
      Self.encodings.withLock { $0 += 1 }
      try ["total": total].encode(to: encoder)
    }
  }

  @Test func ofTheSnapshotsBehindASlowDiskTheNewestIsKept() async throws {
    let log = HeldLog()
    let journal = Journal(on: log, of: Counted.self, actions: Int.self, hashes: 0)
    let reducer = Reducer<Counted, Int> { state, coin in state.total += coin }
    let store = try await Store(
      recovering: journal, initialState: Counted(), feature: reducer,
      snapshot: .every(10, keep: 9))
    store.dispatch(1)
    await log.untilWriting()
    Counted.encodings.withLock { $0 = 0 }
    for _ in 0..<99 { store.dispatch(1) }
    log.goOn()
    try await journal.synced()
    try await journal.close()
    #expect(Counted.encodings.withLock { $0 } == 1)
    #expect(try log.snapshots().map(\.number) == [100])
    let next = try await Store(
      recovering: Journal(on: log, of: Counted.self, actions: Int.self, hashes: 0),
      initialState: Counted(), feature: reducer)
    #expect(next.state.total == 100)
    withExtendedLifetime(store) {}
  }

  /// A receipt that waits, and the task that it holds up.
  private func receipt(
    _ number: UInt64, _ durability: DispatchReceipt.Durability
  ) async throws -> (waiter: JournalQueue<Item>.Waiter, task: Task<Void, any Error>) {
    let (waiting, input) = AsyncStream<CheckedContinuation<Void, any Error>>.makeStream()
    let task = Task { try await withCheckedThrowingContinuation { input.yield($0) } }
    var arrivals = waiting.makeAsyncIterator()
    let continuation = try #require(await arrivals.next(isolation: #isolation))
    let position = ItemPosition(number)
    return (.init(position: position, durability: durability, continuation: continuation), task)
  }

  @Test func jobThatHasBegunGoesBeforeWhatCameSinceAlsoWithoutPlaceForMore() async throws {
    var queue = JournalQueue<Item>(capacity: 1)
    let (job, jobEnd) = try await receipt(0, .written)
    _ = queue.append({ { _, _, _ in } }, job.continuation)
    guard case .prepare = queue.next(window: .zero) else {
      Issue.record("no beginning")
      return
    }
    #expect(queue.begin { _, _, _ in }.isEmpty)
    for number in 1...2 as ClosedRange<UInt64> { _ = queue.append(Item(number: number)) }
    #expect(queue.takeUnreportedOverflow() == 2 && queue.takeUnreportedOverflow() == nil)
    guard case .perform(_, let continuation) = queue.next(window: .zero) else {
      Issue.record("no job")
      return
    }
    continuation.resume()
    try await jobEnd.value
    guard case .write(let items) = queue.next(window: .zero) else {
      Issue.record("no write")
      return
    }
    #expect(items.map(\.number) == [1])
    #expect(!queue.isDurable(2, .written))
  }

  @Test func receiptIsFailedByNoAttemptThatHadBegunBefore() async throws {
    var queue = JournalQueue<Item>()
    let (first, firstEnd) = try await receipt(1, .written)
    let (second, secondEnd) = try await receipt(2, .synced)
    let records = [1, 2].map { number in
      JournalQueue<Item>.Encoded(
        position: ItemPosition(number),
        record: LogRecord(number: number, person: nil, body: Data()))
    }
    _ = queue.append(Item(number: 1))
    _ = queue.append(first)
    guard case .write = queue.next(window: .zero) else {
      Issue.record("no write")
      return
    }
    queue.beginAttempt()
    // Action 2 comes while the write of action 1 is under way. That write then finds no room.
    _ = queue.append(Item(number: 2))
    _ = queue.append(second)
    let (job, jobEnd) = try await receipt(0, .written)
    _ = queue.append({ { _, _, _ in } }, job.continuation)
    queue.storeForRetry([records[0]], ending: nil, size: 1_000)
    #expect(queue.takeUnwritten(from: 1).map(\.position) == [1])
    _ = queue.takeWaiting()
    queue.storeForRetry([records[1]], ending: nil, size: 1_000)
    guard case .retry(let all) = queue.next(window: .zero) else {
      Issue.record("no retry")
      return
    }
    #expect(all.map(\.position) == [1, 2])
    queue.beginAttempt()
    #expect(queue.didWrite(stuck: 2, ending: nil).isEmpty)
    // This sync is for the second receipt, and its failure fails only that one.
    guard case .sync = queue.next(window: .seconds(600)) else {
      Issue.record("no sync")
      return
    }
    queue.beginAttempt()
    let (third, thirdEnd) = try await receipt(2, .synced)
    _ = queue.append(third)
    #expect(queue.takeUnsynced().count == 1)
    guard case .sync = queue.next(window: .seconds(600)) else {
      Issue.record("no sync")
      return
    }
    #expect(queue.didSync().count == 1)
    guard case .prepare = queue.next(window: .seconds(600)) else {
      Issue.record("no job")
      return
    }
    for waiter in [first, second, third, job] { waiter.continuation.resume() }
    for end in [firstEnd, secondEnd, thirdEnd, jobEnd] { try await end.value }
  }

  @Test func replacementOfTheStateDoesNotDelayTheReceiptOfTheActionBefore() async throws {
    let log = HeldLog()
    log.goOn()
    let journal = purseJournal(on: log)
    let store = try await recovered(journal)
    let receipt = store.dispatch(.put(1))
    try await receipt.synced()
    log.memory.fault = .diskFull
    store.replaceState(with: Purse(total: 70))
    try await receipt.written()
    try await receipt.synced()
    // The replacement itself is not safe, and the receipt of a later action waits for it.
    for _ in 0..<2 {
      let error = await #expect(throws: JournalError.self) { try await journal.synced() }
      guard case .notWritten(_, 1, _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      try await receipt.synced()
    }
    let later = store.dispatch(.put(2))
    await #expect(throws: JournalError.self) { try await later.written() }
    log.memory.fault = .noRoomToSync
    try await later.written()
    try await receipt.synced()
    await #expect(throws: JournalError.self) { try await later.synced() }
    log.memory.fault = nil
    try await journal.close()
    try await receipt.synced()
    #expect(try await recovered(purseJournal(on: log)).state.total == 72)
  }

  /// `close` syncs what is written before a replacement that cannot be written, and the receipts of
  /// a replaced backlog wait for the state that replaces it.
  @Test func positionsOfReplacementsFollowThoseOfTheirActions() {
    var queue = writingQueue()
    _ = queue.append(Item(number: 3, isReplacement: true))
    _ = queue.didWrite(stuck: 0, ending: nil)
    #expect(queue.newestWritten == ItemPosition(2, isReplacement: true))
    _ = queue.takeWaiting()
    _ = queue.didSync()
    queue.storeForRetry(
      [3, 3].enumerated().map { index, number in
        .init(
          position: ItemPosition(number, isReplacement: index == 1),
          record: LogRecord(number: number + UInt64(index), person: nil, body: Data()))
      }, ending: nil, size: 1_000)
    _ = queue.didWrite(stuck: 1, ending: nil)
    #expect(queue.newestWritten == 3)
    #expect(queue.isDurable(3, .written) && !queue.isDurable(3, .synced))
    #expect(!queue.isDurable(ItemPosition(3, isReplacement: true), .written))
    _ = queue.didSync()
    _ = queue.didWrite(stuck: 1, ending: nil)
    #expect(queue.newestWritten == ItemPosition(3, isReplacement: true))
    #expect(queue.isDurable(3, .synced))
    #expect(!queue.isDurable(ItemPosition(3, isReplacement: true), .synced))
    #expect(ItemPosition(0).previous == 0)
  }

  /// Without a limit in the journal, a record over SQLite's limit of 1 GB is tried again for ever.
  @Test func recordThatIsTooLargeForItsLogEndsTheJournalBehindThoseBeforeIt() async throws {
    let log = HeldLog(longestRecord: 1_000)
    let journal = purseJournal(on: log)
    let store = try await recovered(journal)
    let names = ["Eve", String(repeating: "a", count: 1_000), "Bob"]
    let receipts = names.map { store.dispatch(.rename(name: $0)) }
    log.goOn()
    try await receipts[0].synced()
    for receipt in receipts[1...] {
      let error = await #expect(throws: JournalError.self) { try await receipt.written() }
      guard case .unencodable("memory", 2, let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("bytes, and the log holds at most 1000"))
    }
    #expect(log.attempts() == [1])
    try? await journal.close()
    #expect(try await recovered(purseJournal(on: log)).state.owner == "Eve")
  }

  @Test func actionThatCannotBeEncodedWhileTheDiskIsFullEndsTheJournalBehindThoseBeforeIt()
    async throws
  {
    let log = MemoryLog()
    let journal = Journal(on: log, of: Int.self, actions: Fickle.self)
    let store = try await Store(
      recovering: journal, initialState: 0, feature: Reducer<Int, Fickle> { sum, _ in sum += 1 },
      onFailure: { _ in })
    log.fault = .diskFull
    let receipts = [Fickle.good, .bad, .good].map { store.dispatch($0) }
    for receipt in receipts {
      await #expect(throws: JournalError.self) { try await receipt.written() }
    }
    log.fault = nil
    try await receipts[0].synced()
    for receipt in receipts[1...] + [store.dispatch(.good)] {
      let error = await #expect(throws: JournalError.self) { try await receipt.written() }
      #expect(error?.name == "unencodable")
    }
    #expect(try log.extent().last == 1)
  }

  /// `JSONEncoder` writes `Decimal.nan` as a bare word, and such a line could not be read.
  @Test func decimalThatIsNoNumberIsNotWritten() async throws {
    let log = MemoryLog()
    let journal = Journal(on: log, of: Decimal.self, actions: Decimal.self)
    let store = try await Store(
      recovering: journal, initialState: 0,
      feature: Reducer<Decimal, Decimal> { last, price in last = price }, onFailure: { _ in })
    try await store.dispatch(1.5).written()
    let error = await #expect(throws: JournalError.self) {
      try await store.dispatch(.nan).written()
    }
    #expect(error?.name == "unencodable")
    #expect(error?.description.contains("JSON has no form") == true)
    log.kill()
    let next = try await Store(
      recovering: Journal(on: log, of: Decimal.self, actions: Decimal.self), initialState: 0,
      feature: Reducer<Decimal, Decimal> { last, price in last = price }, onFailure: { _ in })
    #expect(next.state == 1.5)
  }

  /// A number within as many nested lists as it has levels.
  private struct Nested: Codable, Sendable {
    let levels: Int

    init(levels: Int) { self.levels = levels }

    init(from decoder: any Decoder) throws {
      guard var list = try? decoder.unkeyedContainer() else {
        levels = 0
        return
      }
      levels = try list.decode(Nested.self).levels + 1
    }

    func encode(to encoder: any Encoder) throws {
      if levels == 0 {
        var number = encoder.singleValueContainer()
        return try number.encode(1)
      }
      var list = encoder.unkeyedContainer()
      try list.encode(Nested(levels: levels - 1))
    }
  }

  /// A later version reads each record as a `TraceValue`.
  @Test func actionOfTheMostLevelsIsReadAgainAndATooDeepOneIsNotWritten() async throws {
    let log = MemoryLog()
    func store(version: Int) async throws -> Store<Int, Nested> {
      try await Store(
        recovering: Journal(on: log, of: Int.self, actions: Nested.self, version: version),
        initialState: 0, feature: Reducer<Int, Nested> { most, action in most = action.levels },
        onFailure: { _ in })
    }
    let first = try await store(version: 1)
    try await first.dispatch(Nested(levels: TraceValue.deepest)).written()
    let error = await #expect(throws: JournalError.self) {
      try await first.dispatch(Nested(levels: TraceValue.deepest + 8)).written()
    }
    #expect(error?.name == "unencodable")
    #expect(error?.description.contains("tooDeep") == true)
    log.kill()
    #expect(try await store(version: 2).state == TraceValue.deepest)
  }

  @Test func whatWaitsBeforeAnActionThatCannotBeEncodedIsTriedAgainWithTheNext() async throws {
    let log = MemoryLog()
    let journal = Journal(on: log, of: Int.self, actions: Fickle.self)
    let (failures, failed) = AsyncStream<String>.makeStream()
    let store = try await Store(
      recovering: journal, initialState: 0, feature: Reducer<Int, Fickle> { sum, _ in sum += 1 },
      onFailure: { failed.yield($0.name) })
    log.fault = .diskFull
    let receipts = [Fickle.good, .bad].map { store.dispatch($0) }
    for receipt in receipts {
      await #expect(throws: JournalError.self) { try await receipt.written() }
    }
    log.fault = nil
    store.dispatch(.good)
    for await failure in failures where failure == "unencodable" { break }
    #expect(try log.extent().last == 1)
  }

  @Test(.timeLimit(.minutes(10)), arguments: [false, true])
  func failedWriteOfAReleasedStoreAndJournalIsTriedOnceMore(hasRoom: Bool) async throws {
    let log = HeldLog()
    let told = try await failuresOfReleasedPurse(on: log) { store in
      log.memory.fault = .diskFull
      for coin in [2, 4] {
        await #expect(throws: JournalError.self) { try await store.dispatch(.put(coin)).written() }
      }
      if hasRoom { log.memory.fault = nil }
    }
    #expect(told.all == ["notWritten"], "one report for one failure")
    log.memory.losePower()
    log.memory.fault = nil
    #expect(try await recovered(purseJournal(on: log.memory)).state.total == (hasRoom ? 7 : 1))
  }

  /// With any faults of the disk and any backlog, the recovered state is one that the store had,
  /// and not older than the last acknowledged action.
  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func stateIsOneThatWasWithAnyFaults(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let log = MemoryLog()
    let backlog = BacklogPolicy.bytes(Int.random(in: 0...3_000, using: &random))
    let store = try await recovered(
      purseJournal(on: log, hashes: 5), snapshot: .every(7, keep: 2), backlog: backlog)
    var states = [store.state.money]
    var acknowledged = 0
    for index in 1...120 {
      if Int.random(in: 0..<12, using: &random) == 0 {
        log.fault = [nil, nil, .diskFull, .noRoomToSync].randomElement(using: &random)!
      }
      let receipt = store.dispatch(
        Bool.random(using: &random) ? .put(index) : .take(Int.random(in: 0..<99, using: &random)))
      states.append(store.state.money)
      guard case .committed = receipt.outcome, Bool.random(using: &random) else { continue }
      if (try? await receipt.synced()) != nil { acknowledged = index }
    }
    log.losePower()
    log.fault = nil
    let next = try await recovered(purseJournal(on: log, hashes: 5))
    let isThere = states[acknowledged...].contains(next.state.money)
    #expect(isThere, "seed \(seed): \(acknowledged) were acknowledged, \(next.state.money)")
    withExtendedLifetime(store) {}
  }
}
