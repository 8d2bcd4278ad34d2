// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTrace

/// The encoded form of an item.
struct EncodedItem {
  /// The body of the record.
  var body = Data()
  /// The key of the person of the record, or nil.
  var person: String?
  /// The encoded state after the item, or nil if there is no snapshot of it.
  var snapshot: (fingerprint: String, body: Data)?
  /// The result of encoding the state for a snapshot or a hash, or nil if the item takes neither.
  var state: Result<Void, any Error>?
}

/// The error of a snapshot whose bytes, when it is read, are not those that were written.
struct OtherBytes: Error, CustomStringConvertible {
  var description: String { "the bytes of the snapshot are not those that were written" }
}

/// Writes the items of a store to a log, in groups.
///
/// The main actor only appends items to a queue. A task encodes and writes the items that were
/// added since its last write. It syncs the log at the end of the window, or at once if a receipt
/// waits for a sync. The task ends when nothing is left to do. At most one task runs at a time.
/// ``JournalQueue`` decides the next step.
final class JournalPump<Item: JournalItem>: DispatchReceipt.Keeper {
  private typealias Encoded = JournalQueue<Item>.Encoded
  private typealias Waiter = JournalQueue<Item>.Waiter

  /// The encoded form of several items.
  private struct Group {
    var records: [Encoded] = []
    var snapshot: LogSnapshot?
    /// The number of the record of the last state that was encoded, and the result of the encoding.
    var state: (number: UInt64, result: Result<Void, any Error>)?
    /// The position of an item that cannot be encoded, and the error with which the journal ends.
    var ending: (ItemPosition, JournalError)?
  }

  let log: any ActionLog
  private let queue: Locked<JournalQueue<Item>>
  private let clock: any Clock<Duration>
  private let window: Duration
  private let backlog: BacklogPolicy
  /// The maximum size of a record in bytes.
  private let mostRecordBytes: Int
  private let snapshots: SnapshotPolicy
  private let encode: @Sendable (Item) throws -> EncodedItem
  /// True if the records alone make the state, and a snapshot is only a cache.
  ///
  /// Only the task uses this property.
  private let isReplayable: Locked<Bool>
  /// Decodes a snapshot, and throws if a recovery cannot begin with it or loses a part of it.
  private let checkSnapshot: @Sendable (LogSnapshot) throws -> Void
  private let onFailure: @MainActor @Sendable (JournalError) -> Void
  /// Calls ``replaceDropped(with:)`` with the current state.
  ///
  /// Returns false if the store has ended.
  @MainActor var recordState: @MainActor @Sendable () -> Bool = { false }
  /// The number of the last record.
  ///
  /// Only the task uses this property.
  private let last: Locked<UInt64>
  /// The release of the log, once it has begun.
  private let releasing = Locked<Task<Void, Never>?>(nil)
  /// True if it was reported that the state cannot be encoded.
  ///
  /// Only the task uses this property.
  private let isStateFailing = Locked(false)

  init(
    log: any ActionLog, last: UInt64, newest: UInt64, isSynced: Bool, isReplayable: Bool,
    hashCapacity: Int, _ settings: JournalSettings,
    encode: @escaping @Sendable (Item) throws -> EncodedItem,
    checkSnapshot: @escaping @Sendable (LogSnapshot) throws -> Void
  ) {
    self.log = log
    mostRecordBytes = (log as? any SizedLog)?.mostRecordBytes ?? .max
    self.last = Locked(last)
    self.isReplayable = Locked(isReplayable)
    queue = Locked(
      JournalQueue(
        newest: newest, isSynced: isSynced, capacity: settings.backlog.count,
        hashCapacity: hashCapacity))
    clock = settings.clock
    window = settings.sync.window
    backlog = settings.backlog
    snapshots = settings.snapshot
    onFailure = settings.onFailure
    self.encode = encode
    self.checkSnapshot = checkSnapshot
  }

  deinit {
    // Only records whose last write has failed, and a sync, can be left to do: for other work there
    // would be a task, which references this object.
    let (stuck, isUnsynced) = queue.withLock { queue in
      queue.endTimer()
      return (queue.stuck.map(\.record), queue.failure == nil && queue.unsynced != nil)
    }
    guard releasing.withLock({ $0 }) == nil else { return }
    Task.detached { [log, onFailure] in
      let failure = await Self.finish(log, stuck, isUnsynced: isUnsynced)
      await log.release()
      if let failure { await onFailure(failure) }
    }
  }

  /// Writes and syncs what is left to do when store and journal were released.
  ///
  /// Records that cannot be written now are lost, as at the end of the process. Their failure was
  /// reported before.
  ///
  /// - Returns: The error of a sync, or nil.
  private static func finish(
    _ log: any ActionLog, _ stuck: [LogRecord], isUnsynced: Bool
  ) async -> JournalError? {
    var (rest, needsSync) = (stuck[...], isUnsynced)
    do {
      while let first = rest.first {
        try await log.append(Array(rest.prefix(512)), after: first.number - 1)
        rest = rest.dropFirst(512)
        needsSync = true
      }
    } catch LogFault.notSynced(let reason) {
      return .notSynced(place: log.place, reason: reason)
    } catch {}
    guard needsSync else { return nil }
    do {
      try await log.syncOrEnd()
      return nil
    } catch LogFault.notYet(let reason) {
      return .notSynced(place: log.place, reason: reason)
    } catch { return JournalError(error, at: log.place) }
  }

  // MARK: Adding

  /// Adds an item.
  ///
  /// A dispatch calls it on the main actor, and does not encode or write the item.
  ///
  /// Complexity: amortized O(1). Starts a task if none runs.
  @MainActor
  func append(_ item: Item) {
    let (starts, firstDropped, startsRelease) = queue.withLock {
      ($0.append(item), $0.takeUnreportedOverflow(), $0.claimRelease())
    }
    if starts { start() }
    // Not on the main actor: the release of large states takes long.
    if startsRelease { Task.detached { self.releaseItems() } }
    guard let firstDropped else { return }
    let failure = JournalError.behind(
      place: log.place, from: firstDropped.number, most: backlog.count)
    Task { @MainActor [onFailure] in onFailure(failure) }
  }

  /// Releases the items that the queue does not need, after the lock was released.
  private func releaseItems() { _ = queue.withLock { $0.takeItemsToRelease() } }

  /// Notes the number of an action that is not recorded.
  @MainActor
  func noteUnrecorded(_ number: UInt64) { queue.withLock { $0.noteUnrecorded(number) } }

  /// Adds an item with the current state, which replaces all dropped items.
  @MainActor
  func replaceDropped(with item: Item) { queue.withLock { $0.replaceDropped(with: item) } }

  func keep(_ number: UInt64, _ durability: DispatchReceipt.Durability) async throws {
    try await keep(ItemPosition(number), durability)
  }

  private func keep(
    _ position: ItemPosition, _ durability: DispatchReceipt.Durability
  ) async throws {
    try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<_, any Error>) in
      let waiter = Waiter(position: position, durability: durability, continuation: waiting)
      let (answer, starts) = queue.withLock { queue -> (Result<Void, any Error>?, Bool) in
        if queue.isDurable(position, durability) { return (.success(()), false) }
        if let failure = queue.failure { return (.failure(failure), false) }
        // The action was never added: the store ended while the action ran.
        guard position <= queue.newest else {
          return (.failure(JournalError.ended(place: log.place)), false)
        }
        return (nil, queue.append(waiter))
      }
      if let answer { waiting.resume(with: answer) }
      if starts { start() }
    }
  }

  /// Returns when all actions and replacements that were added are synced.
  func keepAll() async throws { try await keep(queue.withLock { $0.newest }, .synced) }

  /// Does work on the log between two writes.
  ///
  /// - Parameter prepare: Reads from the store what the work needs, and returns the work. Actions
  ///   that were added before `prepare` is called are written before the work is done. Later
  ///   actions are written after it.
  /// - Throws: ``JournalError``, also for an error of the work, or if an earlier action cannot be
  ///   written.
  func perform(_ prepare: @escaping JournalQueue<Item>.PrepareWork) async throws {
    try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<_, any Error>) in
      let (failure, starts) = queue.withLock { queue -> (JournalError?, Bool) in
        if let failure = queue.failure { return (failure, false) }
        return (nil, queue.append(prepare, waiting))
      }
      if let failure { waiting.resume(throwing: failure) }
      if starts { start() }
    }
  }

  /// Writes and syncs all actions, and releases the log.
  func close() async throws {
    var failure: (any Error)?
    do { try await keepAll() } catch {
      failure = error
      // After a failed write, the records before it are synced. A failed sync is not repeated.
      let (isWritten, newest) = queue.withLock { ($0.unwritten == nil, $0.newestWritten) }
      if !isWritten { try? await keep(newest, .synced) }
    }
    fail(.ended(place: log.place))
    // The task can still be in a call of the log.
    await withCheckedContinuation { (waiting: CheckedContinuation<Void, Never>) in
      let isResumedLater = queue.withLock { $0.resumeWhenIdle(waiting) }
      if !isResumedLater { waiting.resume() }
    }
    // Of several calls none returns before the log is released.
    let release = releasing.withLock { [log] task in
      let release = task ?? Task.detached { await log.release() }
      task = release
      return release
    }
    await release.value
    if let failure { throw failure }
  }

  // MARK: The task

  private func start() { Task.detached { await self.run() } }

  private func run() async {
    while true {
      switch queue.withLock({ $0.next(window: window) }) {
      case .write(let items): await write(items)
      case .retry(let records): await retry(records)
      case .recordState: await replaceDropped()
      case .sync: await sync()
      case .prepare(let prepareWork): await prepare(prepareWork)
      case .perform(let work, let continuation): await perform(work, continuation)
      case .end(let failure):
        // The written records are made safe before the journal ends.
        await sync()
        fail(failure)
      case .stop(let startsTimer):
        if startsTimer { startTimer() }
        for waiting in queue.withLock({ $0.takeIdleWaiters() }) { waiting.resume() }
        return
      }
    }
  }

  private func startTimer() {
    // The timer does not retain the pump, and with it the log, after the end of store and journal.
    let timer = Task.detached { [weak self, clock, window] in
      guard (try? await clock.sleep(for: window)) != nil else { return }
      self?.timeIsUp()
    }
    queue.withLock { $0.begin(timer) }
  }

  private func timeIsUp() {
    let starts = queue.withLock { queue in
      queue.isTimeUp = queue.unsynced != nil
      return queue.isTimeUp && queue.claimTask()
    }
    if starts { start() }
  }

  /// Notes that a recovery needs the snapshots from now on.
  ///
  /// Only work on the log calls this method.
  func noteSnapshotsAreNeeded() { isReplayable.withLock { $0 = false } }

  /// Encodes items as the records that follow the record `number`.
  private func encoded(_ items: [Item], after number: UInt64) -> Group {
    var group = Group()
    var next = number
    for item in items {
      do {
        let encoded = try encode(item)
        try RecordTooLarge.check(encoded.body, encoded.person, most: mostRecordBytes)
        next += 1
        let record = LogRecord(number: next, person: encoded.person, body: encoded.body)
        group.records.append(Encoded(position: item.position, record: record))
        if let (fingerprint, body) = encoded.snapshot {
          let mark = isReplayable.withLock { $0 } ? cacheMark : ""
          group.snapshot = LogSnapshot(number: next, fingerprint: fingerprint + mark, body: body)
        }
        if let state = encoded.state { group.state = (next, state) }
      } catch {
        // The description of the error can contain the whole action.
        let reason = String(TraceError.reason(error).prefix(500))
        group.ending = (
          item.position,
          .unencodable(place: log.place, number: item.number, reason: reason)
        )
        break
      }
    }
    recycle(items.count)
    return group
  }

  /// Allocates an empty array for `count` items, at most 4,096, here and not on the main actor.
  private func recycle(_ count: Int) {
    var empty: [Item] = []
    empty.reserveCapacity(min(count, 4_096))
    queue.withLock { [empty] in $0.spare = empty }
  }

  /// Encodes and writes items.
  private func write(_ items: [Item]) async {
    let group = encoded(items, after: last.withLock { $0 })
    guard await append(group.records, stuck: 0, ending: group.ending) else { return }
    if let snapshot = group.snapshot { await keep(snapshot) }
    if let (number, result) = group.state { await report(result, number) }
  }

  /// Calls `onFailure` if a state cannot be encoded, unless the previous one could not be either.
  private func report(_ result: Result<Void, any Error>, _ number: UInt64) async {
    switch result {
    case .success: isStateFailing.withLock { $0 = false }
    case .failure(let error):
      if isStateFailing.withLock({ exchange(&$0, with: true) }) { return }
      await onFailure(
        .noSnapshot(place: log.place, number: number, reason: TraceError.reason(error)))
    }
  }

  /// Writes a batch of stuck records again.
  private func retry(_ records: [Encoded]) async {
    _ = await append(records, stuck: records.count, ending: nil)
  }

  /// Writes records, and reports the result to the queue.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - stuck: The number of these records that are stuck in the queue: all or none of them.
  ///   - ending: The item behind the records that cannot be encoded, or nil.
  /// - Returns: True if the records are written.
  private func append(
    _ records: [Encoded], stuck: Int, ending: (ItemPosition, JournalError)?
  ) async -> Bool {
    let before = last.withLock { $0 }
    queue.withLock { $0.beginAttempt() }
    if !records.isEmpty {
      do {
        let end = try await add(records.map(\.record), after: before)
        last.withLock { $0 = end }
      } catch {
        await didNotWrite(stuck == 0 ? records : [], ending, error)
        return false
      }
    }
    let (durable, startsTimer) = queue.withLock {
      ($0.didWrite(stuck: stuck, ending: ending), $0.claimTimer(window: window))
    }
    if startsTimer { startTimer() }
    releaseItems()
    for waiter in durable { waiter.continuation.resume() }
    return true
  }

  /// Adds records to the log, unless an earlier attempt has added them and its result was lost.
  ///
  /// - Returns: The number of the last record of the log.
  private func add(_ records: [LogRecord], after last: UInt64) async throws -> UInt64 {
    let end = last + UInt64(records.count)
    do { try await log.append(records, after: last) } catch LogFault.conflict(
      let expected, let found)
    {
      let count = found > last ? min(records.count, Int(clamping: found - last)) : 0
      guard count > 0,
        try await log.allRecords(from: last + 1, count: count) == Array(records.prefix(count))
      else { throw LogFault.conflict(expected: expected, found: found) }
      if count < records.count {
        try await log.append(Array(records[count...]), after: last + UInt64(count))
      } else if try await hasPossiblyWritten(behind: records) {
        return found
      }
    }
    return end
  }

  /// True if the records of the log after `records` are those that were dropped after a failed
  /// attempt: the attempt has written them, and its result was lost.
  private func hasPossiblyWritten(behind records: [LogRecord]) async throws -> Bool {
    // The checksums contain the numbers: other stuck records behind these do not have them.
    let checksums = queue.withLock { $0.possiblyWrittenChecksums }
    guard let end = records.last?.number, !checksums.isEmpty else { return false }
    // An additional record would be the record of another writer.
    let found = try await log.allRecords(from: end + 1, count: checksums.count + 1)
    return found.map(\.checksum) == checksums && found.allSatisfy(\.isWhole)
  }

  private func didNotWrite(
    _ records: [Encoded], _ ending: (ItemPosition, JournalError)?, _ error: any Error
  ) async {
    switch error {
    case LogFault.conflict(let expected, let found):
      return fail(.conflict(place: log.place, expected: expected, found: found))
    case LogFault.notSynced: return fail(JournalError(error, at: log.place))
    default: break
    }
    if records.isEmpty {
      // Items that were added during the attempt are written after the stuck records.
      let (items, last) = queue.withLock { ($0.takeWaiting(), $0.stuck.last?.record.number) }
      let group = encoded(items, after: last ?? 0)
      storeForRetry(group.records, wereAttempted: false, group.ending)
    } else {
      storeForRetry(records, wereAttempted: true, ending)
    }
    await reportFailedWrite(TraceError.reason(error))
  }

  private func storeForRetry(
    _ records: [Encoded], wereAttempted: Bool, _ ending: (ItemPosition, JournalError)?
  ) {
    queue.withLock {
      $0.storeForRetry(
        records, wereAttempted: wereAttempted, ending: ending, size: backlog.size)
    }
    releaseItems()
  }

  /// Calls `onFailure` for the first of several failures of one kind in succession, and fails the
  /// receipts and jobs that the failed write rejects.
  private func reportFailedWrite(_ reason: String) async {
    let place = log.place
    let (unwritten, firstDropped, rejected, isNews, isOverflowNews) = queue.withLock { queue in
      let unwritten = queue.unwritten ?? ItemPosition(0)
      let firstDropped = queue.firstDropped
      let isNews = !exchange(&queue.isFailing, with: true)
      let isOverflowNews = firstDropped != nil && !exchange(&queue.isOverflowing, with: true)
      return (
        unwritten, firstDropped, queue.takeUnwritten(from: unwritten), isNews, isOverflowNews
      )
    }
    let notWritten = JournalError.notWritten(place: place, from: unwritten.number, reason: reason)
    let overflow = firstDropped.map {
      JournalError.overflow(
        place: place, from: $0.number, most: backlog.size, reason: reason)
    }
    if isNews { await onFailure(notWritten) }
    if isOverflowNews, let overflow { await onFailure(overflow) }
    for waiter in rejected {
      let isDropped = firstDropped.map { waiter.position >= $0 } ?? false
      waiter.continuation.resume(throwing: isDropped ? overflow ?? notWritten : notWritten)
    }
  }

  /// Adds an item with the current state, which replaces the dropped items.
  private func replaceDropped() async {
    if await recordState() { return }
    // The written records are made safe before the journal ends.
    await sync()
    fail(.storeEnded(place: log.place, from: queue.withLock { $0.firstDropped?.number } ?? 0))
  }

  private func prepare(_ prepareWork: JournalQueue<Item>.PrepareWork) async {
    let items = await items(before: prepareWork)
    if !items.isEmpty { await write(items) }
  }

  /// Prepares a job on the main actor, where no action can be added at the same time.
  ///
  /// - Returns: The items that were added before, and are not written.
  @MainActor
  private func items(before prepareWork: JournalQueue<Item>.PrepareWork) -> [Item] {
    let work = prepareWork()
    return queue.withLock { $0.begin(work) }
  }

  private func perform(
    _ work: JournalQueue<Item>.Work, _ continuation: JournalQueue<Item>.Continuation
  ) async {
    do {
      try await work(log, last.withLock { $0 }) { try await self.log.syncOrEnd() }
      continuation.resume()
    } catch {
      let failure = JournalError(error, at: log.place)
      continuation.resume(throwing: failure)
      if case LogFault.notSynced = error { fail(failure) }
    }
  }

  /// Syncs the log, and reports the result to the queue.
  ///
  /// - Returns: False if nothing may be written any more.
  @discardableResult
  private func sync() async -> Bool {
    queue.withLock { $0.beginAttempt() }
    do {
      try await log.syncOrEnd()
      for waiter in queue.withLock({ $0.didSync() }) { waiter.continuation.resume() }
    } catch LogFault.notYet(let reason) {
      await didNotSync(reason)
    } catch {
      fail(JournalError(error, at: log.place))
      return false
    }
    return true
  }

  private func didNotSync(_ reason: String) async {
    let (number, waiters, isNews) = queue.withLock { queue in
      let isNews = !exchange(&queue.isSyncFailing, with: true)
      queue.endTimer()
      return (queue.unsynced?.number ?? 0, queue.takeUnsynced(), isNews)
    }
    let failure = JournalError.notWritten(place: log.place, from: number, reason: reason)
    if isNews { await onFailure(failure) }
    for waiter in waiters { waiter.continuation.resume(throwing: failure) }
  }

  /// Writes a snapshot, and removes older ones and, if the policy allows it, records.
  private func keep(_ snapshot: LogSnapshot) async {
    do {
      guard snapshots.dropsActions || !isReplayable.withLock({ $0 }) else {
        // A recovery can replay the records instead. Therefore the snapshot is not decoded.
        return try await log.keep(snapshot, most: snapshots.count)
      }
      // Receipts do not wait for the decoding. A journal that was closed in the meantime completes
      // the snapshot: `close` waits for the task.
      if queue.withLock({ $0.canSync }), await !sync() { return }
      try checkSnapshot(snapshot)
      // The older snapshots can hold state that no record makes. They are removed only after the
      // new one was synced and read again.
      try await log.keep(snapshot, most: .max)
      try await log.syncOrEnd()
      try await removeReplaced(by: snapshot)
    } catch LogFault.notSynced(let reason) {
      fail(.notSynced(place: log.place, reason: reason))
    } catch {
      await onFailure(
        .noSnapshot(
          place: log.place, number: snapshot.number, reason: TraceError.reason(error)))
    }
  }

  /// Removes the snapshots, and if the policy allows it the records, that a synced snapshot
  /// replaces.
  ///
  /// - Throws: ``OtherBytes`` if the bytes of the snapshot are not those that were written.
  private func removeReplaced(by snapshot: LogSnapshot) async throws {
    let all = try await log.snapshots().filter { $0.number <= snapshot.number }
    guard all.contains(snapshot) else { throw OtherBytes() }
    // A damaged snapshot is not counted.
    let whole = all.indices.filter { all[$0].isWhole }
    guard whole.count >= snapshots.count else { return }
    let oldest = whole[snapshots.count - 1]
    if oldest < all.count - 1 { try await log.keep(snapshot, most: oldest + 1) }
    // An older snapshot can be of another program, whose states this program cannot decode.
    guard snapshots.dropsActions,
      all[oldest] == snapshot || (try? checkSnapshot(all[oldest])) != nil
    else { return }
    isReplayable.withLock { $0 = false }
    try await log.drop(through: all[oldest].number)
  }

  /// Ends the journal.
  ///
  /// From now on a receipt throws if its action has not reached the awaited durability.
  private func fail(_ failure: JournalError) {
    let (rejected, isNews) = queue.withLock { queue in
      let isNews = queue.failure == nil
      return (queue.fail(failure), isNews)
    }
    releaseItems()
    for waiter in rejected { waiter.continuation.resume(throwing: failure) }
    if case .ended = failure { return }
    if isNews { Task { @MainActor [onFailure] in onFailure(failure) } }
  }
}
