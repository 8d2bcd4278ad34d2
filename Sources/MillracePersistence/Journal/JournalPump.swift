// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTrace

/// An item as it is written.
struct EncodedItem {
  var body = Data()
  var person: String?
  /// The state after it as a snapshot holds it.
  var snapshot: (fingerprint: String, body: Data)?
  /// Whether the snapshot or the hash of that state could be made; nil if neither was asked for.
  var state: Result<Void, any Error>?
}

/// A snapshot is not what was written when it is read again.
struct OtherBytes: Error, CustomStringConvertible {
  var description: String { "it was read again, and is not as it was written" }
}

/// Takes items from the main actor, which only appends to a list, and writes them in groups.
///
/// One task at a time encodes and writes the items that have come meanwhile. It syncs when the
/// window is over, or at once if a receipt waits for that. It ends when nothing is left to do.
/// ``JournalQueue`` decides what is next.
final class JournalPump<Item: JournalItem>: DispatchReceipt.Keeper {
  private typealias Encoded = JournalQueue<Item>.Encoded
  private typealias Waiter = JournalQueue<Item>.Waiter

  /// Items as they are to be written.
  private struct Group {
    var records: [Encoded] = []
    var snapshot: LogSnapshot?
    /// The last state that was to be encoded, and whether it could be.
    var state: (number: UInt64, result: Result<Void, any Error>)?
    /// The number of an item that cannot be encoded, and the failure that this is.
    var ending: (UInt64, JournalError)?
  }

  let log: any ActionLog
  private let queue: Locked<JournalQueue<Item>>
  private let clock: any Clock<Duration>
  private let window: Duration
  private let backlog: BacklogPolicy
  private let snapshots: SnapshotPolicy
  private let encode: @Sendable (Item) throws -> EncodedItem
  /// Whether the records alone make the state, so that a snapshot is a mere cache; touched by the
  /// one task alone.
  private let isReplayable: Locked<Bool>
  /// Throws if a recovery could not begin with a snapshot.
  private let checkSnapshot: @Sendable (LogSnapshot) throws -> Void
  private let onFailure: @MainActor @Sendable (JournalError) -> Void
  /// Calls ``fill(_:)`` with the present state; returns false if the store has ended.
  @MainActor var keyframe: @MainActor @Sendable () -> Bool = { false }
  /// The number of the last record; touched by the one task alone.
  private let last: Locked<UInt64>
  private let isReleased = Locked(false)
  /// Whether it was reported that the state cannot be encoded; touched by the one task alone.
  private let isStateFailing = Locked(false)

  init(
    log: any ActionLog, last: UInt64, newest: UInt64, isSynced: Bool, isReplayable: Bool,
    mostHashes: Int, _ settings: JournalSettings,
    encode: @escaping @Sendable (Item) throws -> EncodedItem,
    checkSnapshot: @escaping @Sendable (LogSnapshot) throws -> Void
  ) {
    self.log = log
    self.last = Locked(last)
    self.isReplayable = Locked(isReplayable)
    queue = Locked(
      JournalQueue(
        newest: newest, isSynced: isSynced, most: settings.backlog.count, mostHashes: mostHashes))
    clock = settings.clock
    window = settings.sync.window
    backlog = settings.backlog
    snapshots = settings.snapshot
    onFailure = settings.onFailure
    self.encode = encode
    self.checkSnapshot = checkSnapshot
  }

  deinit {
    // Nothing is left to do: a task that had work would hold this object.
    let log = log
    if !isReleased.withLock({ $0 }) { Task { await log.release() } }
  }

  // MARK: What arrives

  /// Takes an item: all that happens on the main actor.
  ///
  /// Complexity: amortized O(1); a task is made if none is running.
  @MainActor
  func append(_ item: Item) {
    let (starts, behind, startsRelease) = queue.withLock {
      ($0.append(item), $0.takeBehind(), $0.startsRelease())
    }
    if starts { start() }
    // Not here: to release large states takes long. A few of them wait for the next write.
    if startsRelease { Task.detached { self.releaseDropped() } }
    guard let behind else { return }
    let failure = JournalError.behind(place: log.place, from: behind, most: backlog.count)
    Task { @MainActor [onFailure] in onFailure(failure) }
  }

  /// Releases what the queue has dropped, without its lock.
  private func releaseDropped() { _ = queue.withLock { $0.takeDropped() } }

  /// Notes the number of an action that leaves nothing to write.
  @MainActor
  func pass(_ number: UInt64) { queue.withLock { $0.pass(number) } }

  /// Takes one item in the place of those for which the backlog had no room.
  @MainActor
  func fill(_ item: Item) { queue.withLock { $0.fill(item) } }

  func keep(_ number: UInt64, _ durability: DispatchReceipt.Durability) async throws {
    try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<_, any Error>) in
      let waiter = Waiter(number: number, durability: durability, continuation: waiting)
      let (answer, starts) = queue.withLock { queue -> (Result<Void, any Error>?, Bool) in
        if queue.isKept(number, durability) { return (.success(()), false) }
        if let failure = queue.failure { return (.failure(failure), false) }
        // The action never came: the store ended while it ran.
        if number > queue.newest { return (.failure(JournalError.ended(place: log.place)), false) }
        return (nil, queue.append(waiter))
      }
      if let answer { waiting.resume(with: answer) }
      if starts { start() }
    }
  }

  /// Returns when all that came so far is synced.
  func keepAll() async throws { try await keep(queue.withLock { $0.newest }, .synced) }

  /// Does some work on the log after all that has come is written, and before anything else is.
  ///
  /// - Parameter beginning: Takes what the work needs of the store. All that came before this call
  ///   of it is written before the work is done, and all that comes later is written after it.
  /// - Throws: What the work throws; ``JournalError`` if something before it cannot be written.
  func perform(_ beginning: @escaping JournalQueue<Item>.Beginning) async throws {
    try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<_, any Error>) in
      let (failure, starts) = queue.withLock { queue -> (JournalError?, Bool) in
        if let failure = queue.failure { return (failure, false) }
        return (nil, queue.append(beginning, waiting))
      }
      if let failure { waiting.resume(throwing: failure) }
      if starts { start() }
    }
  }

  /// Syncs what there is and frees the log.
  func close() async throws {
    var failure: (any Error)?
    do { try await keepAll() } catch {
      failure = error
      // A write has failed: what is written before is made safe. A sync that has failed is not
      // tried a second time.
      let (isWritten, newest) = queue.withLock { ($0.unwritten == nil, $0.newestWritten) }
      if !isWritten { try? await keep(newest, .synced) }
    }
    fail(.ended(place: log.place))
    // A call of the log may be under way.
    await withCheckedContinuation { (waiting: CheckedContinuation<Void, Never>) in
      if queue.withLock({ $0.rests(waiting) }) { waiting.resume() }
    }
    if !isReleased.withLock({ exchange(&$0, with: true) }) { await log.release() }
    if let failure { throw failure }
  }

  // MARK: The task

  private func start() { Task.detached { await self.run() } }

  private func run() async {
    while true {
      switch queue.withLock({ $0.next(window: window) }) {
      case .write(let items): await write(items)
      case .retry(let records): await retry(records)
      case .keyframe: await fillIn()
      case .sync: await sync()
      case .begin(let beginning): await begin(beginning)
      case .job(let work, let continuation): await run(work, continuation)
      case .end(let failure):
        // What is written is to be safe, before the journal ends.
        await sync()
        fail(failure)
      case .rest(let startsTimer):
        if startsTimer { startTimer() }
        for waiting in queue.withLock({ $0.takeResting() }) { waiting.resume() }
        return
      }
    }
  }

  private func startTimer() {
    let timer = Task.detached { [clock, window] in
      guard (try? await clock.sleep(for: window)) != nil else { return }
      let starts = self.queue.withLock { queue in
        queue.isTimed = false
        queue.isTimeUp = queue.unsynced != nil
        return queue.isTimeUp && queue.starts()
      }
      if starts { self.start() }
    }
    queue.withLock { $0.timer = timer }
  }

  /// Notes that a recovery needs the snapshots from now on; called by work on the log.
  func noteSnapshotsAreNeeded() { isReplayable.withLock { $0 = false } }

  /// Encodes items as the records after the one with a number.
  private func encoded(_ items: [Item], after number: UInt64) -> Group {
    var group = Group()
    var next = number
    for item in items {
      do {
        let encoded = try encode(item)
        next += 1
        let record = LogRecord(number: next, person: encoded.person, body: encoded.body)
        group.records.append(Encoded(action: item.number, record: record))
        if let (fingerprint, body) = encoded.snapshot {
          let mark = isReplayable.withLock { $0 } ? cacheMark : ""
          group.snapshot = LogSnapshot(number: next, fingerprint: fingerprint + mark, body: body)
        }
        if let state = encoded.state { group.state = (next, state) }
      } catch {
        // The error may quote the whole action.
        let reason = String(TraceError.reason(error).prefix(500))
        group.ending = (
          item.number,
          .unencodable(place: log.place, number: item.number, reason: reason)
        )
        break
      }
    }
    recycle(items.count)
    return group
  }

  /// Allocates an empty list of the same size, so that the main actor does not have to.
  private func recycle(_ count: Int) {
    var empty: [Item] = []
    empty.reserveCapacity(min(count, 4_096))
    queue.withLock { [empty] in $0.spare = empty }
  }

  /// Writes all that has come.
  private func write(_ items: [Item]) async {
    let group = encoded(items, after: last.withLock { $0 })
    guard await append(group.records, stuck: 0, ending: group.ending) else { return }
    if let snapshot = group.snapshot { await keep(snapshot) }
    if let (number, result) = group.state { await tell(result, number) }
  }

  /// Calls `onFailure` when a state cannot be encoded and the state before it could.
  private func tell(_ result: Result<Void, any Error>, _ number: UInt64) async {
    switch result {
    case .success: isStateFailing.withLock { $0 = false }
    case .failure(let error):
      if isStateFailing.withLock({ exchange(&$0, with: true) }) { return }
      await onFailure(
        .noSnapshot(place: log.place, number: number, reason: TraceError.reason(error)))
    }
  }

  /// Writes a part of what was stuck.
  private func retry(_ records: [Encoded]) async {
    _ = await append(records, stuck: records.count, ending: nil)
  }

  /// Adds records to the log.
  ///
  /// - Parameters:
  ///   - records: What is written.
  ///   - stuck: How many of them are in the queue as stuck ones: all, or none.
  ///   - ending: What ends the journal behind them.
  /// - Returns: Whether they are written.
  private func append(
    _ records: [Encoded], stuck: Int, ending: (UInt64, JournalError)?
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
    let kept = queue.withLock { $0.didWrite(stuck: stuck, ending: ending) }
    releaseDropped()
    for waiter in kept { waiter.continuation.resume() }
    return true
  }

  /// Adds records to the log, also where an attempt before has done so and its answer was lost.
  ///
  /// - Returns: The number of the last record of the log.
  private func add(_ records: [LogRecord], after last: UInt64) async throws -> UInt64 {
    let end = last + UInt64(records.count)
    do { try await log.append(records, after: last) } catch LogFault.conflict(
      let expected, let found)
    {
      let count = found > last ? min(records.count, Int(clamping: found - last)) : 0
      guard count > 0,
        try await log.records(from: last + 1, limit: count) == Array(records.prefix(count))
      else { throw LogFault.conflict(expected: expected, found: found) }
      if count < records.count {
        try await log.append(Array(records[count...]), after: last + UInt64(count))
      } else if try await hasLost(behind: records) {
        return found
      }
    }
    return end
  }

  /// Whether the log goes on with what was tried together with the last of what was stuck, and had
  /// no place in the backlog when the answer was lost.
  private func hasLost(behind records: [LogRecord]) async throws -> Bool {
    let lost = queue.withLock { $0.stuck.count == records.count ? $0.lost : [] }
    guard let end = records.last?.number, !lost.isEmpty else { return false }
    // One more, which would be of another writer.
    let found = try await log.records(from: end + 1, limit: lost.count + 1)
    return found.map(\.checksum) == lost && found.allSatisfy(\.isWhole)
  }

  private func didNotWrite(
    _ records: [Encoded], _ ending: (UInt64, JournalError)?, _ error: any Error
  ) async {
    switch error {
    case LogFault.conflict(let expected, let found):
      return fail(.conflict(place: log.place, expected: expected, found: found))
    case LogFault.notSynced: return fail(JournalError(error, at: log.place))
    default: break
    }
    if records.isEmpty {
      // What has come since is written after what is stuck.
      let (items, last) = queue.withLock { ($0.takeWaiting(), $0.stuck.last?.record.number) }
      let group = encoded(items, after: last ?? 0)
      hold(group.records, wereTried: false, group.ending)
    } else {
      hold(records, wereTried: true, ending)
    }
    await tell(TraceError.reason(error))
  }

  private func hold(_ records: [Encoded], wereTried: Bool, _ ending: (UInt64, JournalError)?) {
    queue.withLock {
      $0.hold(records, wereTried: wereTried, ending: ending, size: backlog.size)
    }
    releaseDropped()
  }

  /// Resumes the receipts of what cannot be written with the reason, and calls `onFailure` for the
  /// first failure of each kind.
  private func tell(_ reason: String) async {
    let place = log.place
    let (unwritten, overflow, waiters, news) = queue.withLock { queue in
      let unwritten = queue.unwritten ?? 0
      let isNews = !exchange(&queue.isFailing, with: true)
      let isOverflowNews = queue.overflow != nil && !exchange(&queue.isOverflowing, with: true)
      return (
        unwritten, queue.overflow, queue.takeUnwritten(from: unwritten), (isNews, isOverflowNews)
      )
    }
    let failure = JournalError.notWritten(place: place, from: unwritten, reason: reason)
    let other = overflow.map {
      JournalError.overflow(place: place, from: $0, most: backlog.size, reason: reason)
    }
    if news.0 { await onFailure(failure) }
    if news.1, let other { await onFailure(other) }
    for waiter in waiters {
      let hasNoPlace = overflow.map { waiter.number >= $0 } ?? false
      waiter.continuation.resume(throwing: hasNoPlace ? other ?? failure : failure)
    }
  }

  /// Records the state in the place of the actions for which the backlog had no room.
  private func fillIn() async {
    if await keyframe() { return }
    // What is written is to be safe, before the journal ends.
    await sync()
    fail(.storeEnded(place: log.place, from: queue.withLock { $0.overflow } ?? 0))
  }

  private func begin(_ beginning: JournalQueue<Item>.Beginning) async {
    let items = await items(before: beginning)
    if !items.isEmpty { await write(items) }
  }

  /// Begins a job on the main actor, where no action can come meanwhile.
  ///
  /// - Returns: What the store has done until then and is not written.
  @MainActor
  private func items(before beginning: JournalQueue<Item>.Beginning) -> [Item] {
    let work = beginning()
    return queue.withLock { $0.begin(work) }
  }

  private func run(
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

  private func sync() async {
    queue.withLock { $0.beginAttempt() }
    do {
      try await log.syncOrEnd()
      for waiter in queue.withLock({ $0.didSync() }) { waiter.continuation.resume() }
    } catch LogFault.notYet(let reason) {
      await didNotSync(reason)
    } catch {
      fail(JournalError(error, at: log.place))
    }
  }

  private func didNotSync(_ reason: String) async {
    let (number, waiters, isNews) = queue.withLock { queue in
      let isNews = !exchange(&queue.isSyncFailing, with: true)
      queue.endTimer()
      return (queue.unsynced ?? 0, queue.takeUnsynced(), isNews)
    }
    let failure = JournalError.notWritten(place: log.place, from: number, reason: reason)
    if isNews { await onFailure(failure) }
    for waiter in waiters { waiter.continuation.resume(throwing: failure) }
  }

  /// Writes a snapshot, and removes older ones and, if the policy allows it, records.
  private func keep(_ snapshot: LogSnapshot) async {
    do {
      guard snapshots.dropsActions || !isReplayable.withLock({ $0 }) else {
        // A recovery can replay the records instead, so that the snapshot is not checked.
        return try await log.keep(snapshot, most: snapshots.count)
      }
      // Receipts do not wait for the check.
      if queue.withLock({ $0.canSync }) { await sync() }
      guard queue.withLock({ $0.failure == nil }) else { return }
      try checkSnapshot(snapshot)
      // The older ones may hold what is in no record any more: they are removed only when this one
      // is synced and was read again.
      try await log.keep(snapshot, most: .max)
      try await log.syncOrEnd()
      try await removeWhatIsHeld(by: snapshot)
    } catch LogFault.notSynced(let reason) {
      fail(.notSynced(place: log.place, reason: reason))
    } catch {
      await onFailure(
        .noSnapshot(
          place: log.place, number: snapshot.number, reason: TraceError.reason(error)))
    }
  }

  /// Removes the snapshots, and if the policy allows it the records, that are not needed beside a
  /// snapshot that was synced.
  ///
  /// - Throws: ``OtherBytes`` if the snapshot is not read as it was written.
  private func removeWhatIsHeld(by snapshot: LogSnapshot) async throws {
    let all = try await log.snapshots().filter { $0.number <= snapshot.number }
    guard all.contains(snapshot) else { throw OtherBytes() }
    // One that is not as it was written does not count.
    let whole = all.indices.filter { all[$0].isWhole }
    guard whole.count >= snapshots.count else { return }
    let oldest = whole[snapshots.count - 1]
    if oldest < all.count - 1 { try await log.keep(snapshot, most: oldest + 1) }
    // An older one may be of a program whose states this one does not read.
    guard snapshots.dropsActions,
      all[oldest] == snapshot || (try? checkSnapshot(all[oldest])) != nil
    else { return }
    isReplayable.withLock { $0 = false }
    try await log.drop(through: all[oldest].number)
  }

  /// Ends the journal: receipts that wait now, and those that come, throw the failure.
  private func fail(_ failure: JournalError) {
    let (rejected, isNews) = queue.withLock { queue in
      let isNews = queue.failure == nil
      return (queue.fail(failure), isNews)
    }
    releaseDropped()
    for waiter in rejected { waiter.continuation.resume(throwing: failure) }
    if case .ended = failure { return }
    if isNews { Task { @MainActor [onFailure] in onFailure(failure) } }
  }
}
