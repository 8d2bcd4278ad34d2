// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTrace

/// What a store has done, on its way to a log.
protocol JournalItem: Sendable {
  /// The number of the action.
  var number: UInt64 { get }
}

/// What becomes of an item.
struct EncodedItem {
  var body: Data
  var person: String?
  /// The state after it as a snapshot holds it.
  var snapshot: (fingerprint: String, body: Data)?
}

/// Takes items from the main actor, which only appends to a list, and writes them in groups.
///
/// One task at a time encodes and writes all that has come meanwhile. It syncs when the window is
/// over, or at once if a receipt waits for that. It ends when nothing is left to do.
final class JournalPump<Item: JournalItem>: ActionKeeper {
  private struct Waiter {
    let number: UInt64
    let durability: Durability
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// Something to do with the log when all that came before is written.
  private struct Job {
    /// The number of the action that came last before it.
    let number: UInt64
    let work: @Sendable (any ActionLog) async throws -> Void
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Contents {
    /// What came since the task last looked, and an empty list that has room already.
    var waiting: [Item] = []
    var spare: [Item] = []
    /// Encoded records that could not be written, and whether that is to be tried again.
    var stuck: [LogRecord] = []
    var isRetryDue = false
    /// Whether there was no room for a sync; it is tried again after the next write.
    var isSyncStuck = false
    /// Whether it was reported that nothing can be written, and that nothing can be synced.
    var isFailing = false
    var isSyncFailing = false
    /// The number of the action that came last.
    var newest: UInt64 = 0
    /// The number of the oldest action that is not written.
    var unwritten: UInt64?
    /// The number of the oldest action that is written and not synced.
    var unsynced: UInt64?
    /// How many items came.
    var count: UInt64 = 0
    var waiters: [Waiter] = []
    var jobs: [Job] = []
    var isRunning = false
    var isTimed = false
    var timer: Task<Void, Never>?
    var isTimeUp = false
    /// Set for good.
    var failure: JournalError?

    func isKept(_ number: UInt64, _ durability: Durability) -> Bool {
      if let unwritten, number >= unwritten { return false }
      if durability == .synced, let unsynced, number >= unsynced { return false }
      return true
    }

    /// Whether a task must be made.
    mutating func starts() -> Bool {
      guard !isRunning, failure == nil else { return false }
      isRunning = true
      return true
    }

    mutating func endTimer() {
      timer?.cancel()
      timer = nil
      (isTimed, isTimeUp) = (false, false)
    }

    /// Takes out the waiters that have nothing to wait for any more.
    mutating func takeKept() -> [Waiter] {
      guard !waiters.isEmpty else { return [] }
      let all = waiters
      waiters = all.filter { !isKept($0.number, $0.durability) }
      return waiters.count == all.count ? [] : all.filter { isKept($0.number, $0.durability) }
    }

    /// Takes out all that waits for an action from a number on, to be told of a failure.
    mutating func takeAll(from number: UInt64 = 0) -> [CheckedContinuation<Void, any Error>] {
      let taken =
        waiters.filter { $0.number >= number }.map(\.continuation)
        + jobs.filter { $0.number >= number }.map(\.continuation)
      waiters.removeAll { $0.number >= number }
      jobs.removeAll { $0.number >= number }
      return taken
    }

    /// Whether a receipt waits for a sync that would serve it.
    var isSyncAwaited: Bool { waiters.contains(where: isServedBySync) }

    private func isServedBySync(_ waiter: Waiter) -> Bool {
      waiter.durability == .synced && unwritten.map { waiter.number < $0 } != false
    }

    /// Takes out the waiters that a sync would have served.
    mutating func takeUnsynced() -> [Waiter] {
      let taken = waiters.filter(isServedBySync)
      waiters.removeAll(where: isServedBySync)
      return taken
    }
  }

  private enum Step {
    case write([Item], stuck: [LogRecord])
    case sync
    case job(Job)
    case rest(startsTimer: Bool)
  }

  let log: any ActionLog
  private let contents = Locked(Contents())
  private let clock: any Clock<Duration>
  private let window: Duration
  private let snapshots: SnapshotPolicy
  private let encode: @Sendable (Item) throws -> EncodedItem
  private let onFailure: @MainActor @Sendable (JournalError) -> Void
  /// The number of the last record; touched by the one task alone.
  private let last: Locked<UInt64>
  /// The number of the last record before this journal.
  private let first: UInt64
  private let isReleased = Locked(false)

  init(
    log: any ActionLog, last: UInt64, clock: any Clock<Duration>, sync: SyncPolicy,
    snapshots: SnapshotPolicy, onFailure: @escaping @MainActor @Sendable (JournalError) -> Void,
    encode: @escaping @Sendable (Item) throws -> EncodedItem
  ) {
    self.log = log
    self.last = Locked(last)
    first = last
    self.clock = clock
    window = sync.window
    self.snapshots = snapshots
    self.onFailure = onFailure
    self.encode = encode
  }

  deinit {
    // Nothing is left to do, as a task would hold it.
    let log = log
    if !isReleased.withLock({ $0 }) { Task { await log.release() } }
  }

  /// Takes an item: all that happens on the main actor.
  ///
  /// Complexity: amortized O(1); a task is made if none is running.
  @MainActor
  func append(_ item: Item) {
    let starts = contents.withLock { contents in
      contents.newest = item.number
      if contents.unwritten == nil { contents.unwritten = item.number }
      if contents.failure != nil { return false }
      contents.waiting.append(item)
      contents.count += 1
      return contents.starts()
    }
    if starts { start() }
  }

  func keep(_ number: UInt64, _ durability: Durability) async throws {
    try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<_, any Error>) in
      let waiter = Waiter(number: number, durability: durability, continuation: waiting)
      let (answer, starts) = contents.withLock { contents -> (Result<Void, any Error>?, Bool) in
        if contents.isKept(number, durability) { return (.success(()), false) }
        if let failure = contents.failure { return (.failure(failure), false) }
        contents.waiters.append(waiter)
        contents.isRetryDue = !contents.stuck.isEmpty
        if durability == .synced { contents.isSyncStuck = false }
        return (nil, contents.starts())
      }
      if let answer { waiting.resume(with: answer) }
      if starts { start() }
    }
  }

  /// Returns when all that came so far is synced.
  func keepAll() async throws { try await keep(contents.withLock { $0.newest }, .synced) }

  /// The number that the last record has when all that came so far is written.
  var lastNumber: UInt64 { first + contents.withLock { $0.count } }

  /// Does something with the log when all that came so far is written, and before anything else is.
  func perform(_ work: @escaping @Sendable (any ActionLog) async throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (waiting: CheckedContinuation<_, any Error>) in
      let (failure, starts) = contents.withLock { contents -> (JournalError?, Bool) in
        if let failure = contents.failure { return (failure, false) }
        contents.jobs.append(Job(number: contents.newest, work: work, continuation: waiting))
        contents.isRetryDue = !contents.stuck.isEmpty
        return (nil, contents.starts())
      }
      if let failure { waiting.resume(throwing: failure) }
      if starts { start() }
    }
  }

  private func run(_ job: Job) async {
    do {
      try await job.work(log)
      job.continuation.resume()
    } catch {
      job.continuation.resume(throwing: JournalError(error, at: log.place))
    }
  }

  /// Syncs what there is and frees the log.
  func close() async throws {
    var failure: (any Error)?
    do { try await keepAll() } catch { failure = error }
    fail(.ended(place: log.place))
    if !isReleased.withLock({ exchange(&$0, with: true) }) { await log.release() }
    if let failure { throw failure }
  }

  private func start() { Task.detached { await self.run() } }

  private func run() async {
    while true {
      switch contents.withLock({ nextStep(&$0) }) {
      case .write(let items, let stuck): await write(items, after: stuck)
      case .sync: await sync()
      case .job(let job): await run(job)
      case .rest(let startsTimer):
        if startsTimer { startTimer() }
        return
      }
    }
  }

  private func nextStep(_ contents: inout Contents) -> Step {
    if contents.failure == nil {
      if contents.unsynced != nil, !contents.isSyncStuck,
        contents.isTimeUp || window == .zero || contents.isSyncAwaited
      {
        return .sync
      }
      if let job = contents.jobs.first, contents.isKept(job.number, .written) {
        contents.jobs.removeFirst()
        return .job(job)
      }
      if !contents.waiting.isEmpty || contents.isRetryDue {
        var items = contents.spare
        contents.spare = []
        swap(&items, &contents.waiting)
        contents.isRetryDue = false
        let stuck = contents.stuck
        contents.stuck = []
        return .write(items, stuck: stuck)
      }
    }
    contents.isRunning = false
    guard contents.unsynced != nil, !contents.isTimed, !contents.isSyncStuck,
      contents.failure == nil
    else { return .rest(startsTimer: false) }
    contents.isTimed = true
    return .rest(startsTimer: true)
  }

  private func startTimer() {
    let timer = Task.detached { [clock, window] in
      guard (try? await clock.sleep(for: window)) != nil else { return }
      let starts = self.contents.withLock { contents in
        contents.isTimed = false
        contents.isTimeUp = contents.unsynced != nil
        return contents.isTimeUp && contents.starts()
      }
      if starts { self.start() }
    }
    contents.withLock { $0.timer = timer }
  }

  /// Writes what was stuck and a group of items behind it.
  private func write(_ items: [Item], after stuck: [LogRecord]) async {
    var records = stuck
    let before = last.withLock { $0 }
    var next = before + UInt64(stuck.count)
    var snapshot: LogSnapshot?
    var unencodable: (number: UInt64, error: any Error)?
    for item in items {
      do {
        let encoded = try encode(item)
        next += 1
        records.append(LogRecord(number: next, person: encoded.person, body: encoded.body))
        if let (fingerprint, body) = encoded.snapshot {
          snapshot = LogSnapshot(number: next, fingerprint: fingerprint, body: body)
        }
      } catch {
        unencodable = (item.number, error)
        break
      }
    }
    recycle(items.count)
    do { try await log.append(records, after: before) } catch {
      return await didNotWrite(records, error)
    }
    last.withLock { $0 = next }
    let kept = contents.withLock { contents -> [Waiter] in
      contents.isFailing = false
      contents.isSyncStuck = false
      if contents.unsynced == nil { contents.unsynced = contents.unwritten }
      contents.unwritten = unencodable?.number ?? contents.waiting.first?.number
      return contents.takeKept()
    }
    for waiter in kept { waiter.continuation.resume() }
    if let (number, error) = unencodable {
      // What is written is to be safe, before the journal ends.
      await sync()
      return fail(
        .unencodable(place: log.place, number: number, reason: TraceError.reason(error)))
    }
    if let snapshot { await keep(snapshot) }
  }

  /// Makes room for a group of the same size, so that the main actor need not.
  private func recycle(_ count: Int) {
    var empty: [Item] = []
    empty.reserveCapacity(min(count, 4_096))
    contents.withLock { [empty] in $0.spare = empty }
  }

  private func didNotWrite(_ records: [LogRecord], _ error: any Error) async {
    if case LogFault.conflict(let expected, let found) = error {
      return fail(.conflict(place: log.place, expected: expected, found: found))
    }
    let (number, waiters, isNews) = contents.withLock { contents in
      let isNews = !exchange(&contents.isFailing, with: true)
      contents.stuck = records
      let number = contents.unwritten ?? 0
      return (number, contents.takeAll(from: number), isNews)
    }
    let failure = JournalError.notWritten(
      place: log.place, from: number, reason: TraceError.reason(error))
    if isNews { await onFailure(failure) }
    for waiter in waiters { waiter.resume(throwing: failure) }
  }

  private func sync() async {
    do { try await log.sync() } catch LogFault.noRoom(let reason) {
      return await didNotSync(reason)
    } catch {
      return fail(.notSynced(place: log.place, reason: TraceError.reason(error)))
    }
    let kept = contents.withLock { contents in
      contents.unsynced = nil
      contents.isSyncFailing = false
      contents.endTimer()
      return contents.takeKept()
    }
    for waiter in kept { waiter.continuation.resume() }
  }

  private func didNotSync(_ reason: String) async {
    let (number, waiters, isNews) = contents.withLock { contents in
      let isNews = !exchange(&contents.isSyncFailing, with: true)
      contents.isSyncStuck = true
      contents.endTimer()
      return (contents.unsynced ?? 0, contents.takeUnsynced(), isNews)
    }
    let failure = JournalError.notWritten(place: log.place, from: number, reason: reason)
    if isNews { await onFailure(failure) }
    for waiter in waiters { waiter.continuation.resume(throwing: failure) }
  }

  private func keep(_ snapshot: LogSnapshot) async {
    do {
      try await log.keep(snapshot, most: snapshots.count)
      guard snapshots.dropsActions else { return }
      // What goes is gone only when what holds it is safe and was read again.
      try await log.sync()
      let kept = try await log.snapshots()
      guard kept.count >= snapshots.count, kept.allSatisfy(\.isWhole), kept.contains(snapshot),
        let oldest = kept.last
      else { return }
      try await log.drop(through: oldest.number)
    } catch {
      await onFailure(
        .noSnapshot(
          place: log.place, number: snapshot.number, reason: TraceError.reason(error)))
    }
  }

  /// Ends the journal: what waits, and what comes, is told why.
  private func fail(_ failure: JournalError) {
    let (waiters, isNews) = contents.withLock { contents in
      let isNews = contents.failure == nil
      if isNews { contents.failure = failure }
      contents.endTimer()
      contents.waiting = []
      return (contents.takeAll(), isNews)
    }
    for waiter in waiters { waiter.resume(throwing: failure) }
    if case .ended = failure { return }
    if isNews { Task { @MainActor [onFailure] in onFailure(failure) } }
  }
}
