// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The items, receipts and jobs of a ``JournalPump``; decides the next step of its task.
///
/// The queue calls no log and starts no task. The pump does that, and reports the result.
struct JournalQueue<Item: JournalItem> {
  typealias Continuation = CheckedContinuation<Void, any Error>
  /// Work on a log.
  ///
  /// `last` is the number of the last record. The work calls `sync` to sync the log, and not the
  /// log's own method.
  typealias Work = @Sendable (any ActionLog, _ last: UInt64, _ sync: Sync) async throws -> Void
  typealias Sync = @Sendable () async throws -> Void
  /// Reads from the store what the work needs, and returns the work.
  typealias PrepareWork = @MainActor @Sendable () -> Work

  /// A receipt that is awaited.
  struct Waiter {
    /// The position of the last item that it waits for.
    let position: ItemPosition
    let durability: DispatchReceipt.Durability
    let continuation: Continuation
    /// The number of attempts that had begun when the waiter was added.
    ///
    /// Only the failure of a later attempt fails the waiter.
    var attempt = 0
  }

  /// A receipt or a job whose failure is to be reported.
  struct Rejected {
    /// The position of the last item that it waits for.
    let position: ItemPosition
    let continuation: Continuation
    /// The job, or nil for a receipt.
    ///
    /// A job can reference a state. The state is released with this value, after the lock of the
    /// queue was released.
    var job: Job?
  }

  /// Work on the log.
  ///
  /// It is prepared when nothing is stuck or dropped. The items that wait then are written before
  /// the work is done.
  struct Job {
    let prepare: PrepareWork
    let continuation: Continuation
    /// The number of attempts that had begun when the job was added, as in ``Waiter/attempt``.
    let attempt: Int
    /// The prepared work, or nil if the job is not prepared yet.
    var work: Work?
  }

  /// An encoded record, and the position of its item.
  struct Encoded {
    let position: ItemPosition
    let record: LogRecord

    /// The approximate memory use in bytes.
    var size: Int { record.body.count + 64 }
  }

  /// The next step of the pump's task.
  enum Step {
    /// Encode these items and write their records.
    case write([Item])
    /// Write these records again, whose write has failed.
    case retry([Encoded])
    /// Add an item with the current state, which replaces the items that the full queue dropped.
    case recordState
    /// Sync the log.
    case sync
    /// Prepare the first job on the main actor, and write the items that were added before it.
    case prepare(PrepareWork)
    /// Do the work of a job, and resume its continuation.
    case perform(Work, Continuation)
    /// Sync what is written, and end the journal with this error.
    case end(JournalError)
    /// End the task. First start the timer of the next sync if `startsTimer` is true.
    case stop(startsTimer: Bool)
  }

  /// The items that were added since the task last took them.
  private(set) var waiting: [Item] = []
  /// An empty array with allocated storage.
  ///
  /// It replaces ``waiting`` when the task takes the items.
  var spare: [Item] = []
  /// The index in ``waiting`` of the item that holds a state for a snapshot, or nil.
  private var snapshotIndex: Int?
  /// The number of items in ``waiting`` that hold a state for a hash.
  private var hashCount = 0
  /// The maximum of ``hashCount``.
  private let hashCapacity: Int
  /// Items whose states are not needed any more.
  ///
  /// They are released after the lock of the queue was released: a deinitializer of the state can
  /// run any code.
  private var itemsToRelease: [Item] = []
  private var isReleaseClaimed = false
  /// The number of items in ``itemsToRelease`` for which a task is started.
  ///
  /// Fewer items are released after the next write.
  private let releaseThreshold: Int
  /// Encoded records whose write has failed, and those that wait behind them.
  private(set) var stuck: ArraySlice<Encoded> = []
  /// The memory use of ``stuck`` in bytes.
  private var stuckSize = 0
  /// True if ``stuck``, or the current state, is to be written without waiting for a new item.
  private var isRetryDue = false
  /// The number of attempts to write or to sync that have begun.
  private var attempts = 0
  /// The checksums of the records that were written together with ``stuck`` in the failed attempt,
  /// and then dropped because the backlog was full.
  ///
  /// The log can contain these records: a write can succeed although it throws.
  private(set) var possiblyWrittenChecksums: [UInt64] = []
  /// The maximum number of items in ``waiting``.
  private let capacity: Int
  /// The position of the first item that was dropped because the backlog was full, or nil.
  ///
  /// All later items are dropped too, until an item with the current state replaces them.
  private(set) var firstDropped: ItemPosition?
  /// An item that cannot be encoded, or nil.
  ///
  /// The journal ends with the error when all earlier records are written.
  private var ending: (position: ItemPosition, error: JournalError)?
  /// True if there was no room for the last sync.
  ///
  /// The next write, or a receipt that waits for a sync, allows a new attempt.
  var isSyncStuck = false
  /// True if a failed write was reported.
  ///
  /// It is false again when nothing is stuck or dropped.
  var isFailing = false
  /// True if a failed sync was reported, and no sync has succeeded since.
  var isSyncFailing = false
  /// True if ``firstDropped`` was reported.
  ///
  /// It is false again when nothing is stuck or dropped.
  var isOverflowing = false
  /// The position of the last action or replacement.
  private(set) var newest: ItemPosition
  /// The position of the oldest item that is not written, or nil.
  private(set) var unwritten: ItemPosition?
  /// The position of the oldest item that is written and not synced, or nil.
  private(set) var unsynced: ItemPosition?
  /// The position of the first item that is never written because the journal has ended, or nil.
  private var firstDiscarded: ItemPosition?
  private var waiters: [Waiter] = []
  private var jobs: [Job] = []
  /// The calls that wait until no task runs.
  private var idleWaiters: [CheckedContinuation<Void, Never>] = []
  private var isRunning = false
  /// True while the timer of the next sync runs, or must be started.
  private var isTimed = false
  private var timer: Task<Void, Never>?
  /// True if the timer has ended, and something is written and not synced.
  var isTimeUp = false
  /// The error with which the journal has ended, or nil.
  ///
  /// It does not change once it is set.
  private(set) var failure: JournalError?

  /// Creates a queue for a log that was recovered.
  ///
  /// - Parameters:
  ///   - newest: The number of the last action.
  ///   - isSynced: True if all recovered records are synced.
  ///   - capacity: The maximum number of items that wait.
  ///   - hashCapacity: The maximum number of waiting items that hold a state for a hash.
  ///   - releaseThreshold: The number of items to release for which ``claimRelease()`` returns
  ///     true.
  init(
    newest: UInt64 = 0, isSynced: Bool = true, capacity: Int = .max, hashCapacity: Int = .max,
    releaseThreshold: Int = 8
  ) {
    self.newest = ItemPosition(newest)
    self.capacity = capacity
    self.hashCapacity = hashCapacity
    self.releaseThreshold = releaseThreshold
    unsynced = isSynced ? nil : self.newest
  }

  // MARK: Adding

  /// Notes the number of an action that is not recorded.
  mutating func noteUnrecorded(_ number: UInt64) { newest = max(newest, ItemPosition(number)) }

  /// Adds an item, or drops it if the queue is full.
  ///
  /// - Returns: True if the caller must start a task.
  mutating func append(_ item: Item) -> Bool {
    newest = max(newest, item.position)
    if unwritten == nil { unwritten = item.position }
    if failure != nil {
      if firstDiscarded == nil { firstDiscarded = item.position }
      return false
    }
    if ending != nil {
      // The item is not added. The records before the end are tried again.
      isRetryDue = hasBacklog
      return hasBacklog && claimTask()
    }
    if firstDropped == nil, waiting.count < capacity {
      add(item)
    } else {
      if firstDropped == nil { firstDropped = item.position }
      isRetryDue = true
    }
    return claimTask()
  }

  /// Adds an item to ``waiting``, and removes states that are not needed.
  private mutating func add(_ item: Item) {
    let index = waiting.count
    waiting.append(item)
    if item.takesSnapshot {
      // The waiting items are written as one group, and only its last snapshot is written.
      if let previous = exchange(&snapshotIndex, with: index) {
        itemsToRelease.append(waiting[previous])
        waiting[previous].takesSnapshot = false
      }
    }
    guard item.takesHash else { return }
    // The caller references the state too, so this does not release it under the lock.
    if hashCount < hashCapacity { hashCount += 1 } else { waiting[index].takesHash = false }
  }

  /// Claims the task that calls ``takeItemsToRelease()``.
  ///
  /// - Returns: True if the caller must start that task.
  mutating func claimRelease() -> Bool {
    itemsToRelease.count >= releaseThreshold && !exchange(&isReleaseClaimed, with: true)
  }

  /// Removes and returns the items that are to be released.
  mutating func takeItemsToRelease() -> [Item] {
    isReleaseClaimed = false
    return exchange(&itemsToRelease, with: [])
  }

  private mutating func discardWaiting() { itemsToRelease += takeWaiting() }

  /// Returns the position of the first dropped item, once.
  ///
  /// It returns nil after a failed write: the report of that failure includes its number.
  mutating func takeUnreportedOverflow() -> ItemPosition? {
    guard firstDropped != nil, !isOverflowing, stuck.isEmpty, failure == nil else { return nil }
    isOverflowing = true
    return firstDropped
  }

  /// Adds an item with the current state, which includes the effect of all dropped actions.
  ///
  /// Does nothing if the journal has ended.
  mutating func replaceDropped(with item: Item) {
    if failure != nil { return }
    firstDropped = nil
    waiting.append(item)
  }

  /// Adds a receipt.
  ///
  /// - Returns: True if the caller must start a task.
  mutating func append(_ waiter: Waiter) -> Bool {
    var waiter = waiter
    waiter.attempt = attempts
    waiters.append(waiter)
    isRetryDue = hasBacklog
    if waiter.durability == .synced { isSyncStuck = false }
    return claimTask()
  }

  /// Adds a job.
  ///
  /// - Returns: True if the caller must start a task.
  mutating func append(_ prepare: @escaping PrepareWork, _ continuation: Continuation) -> Bool {
    jobs.append(Job(prepare: prepare, continuation: continuation, attempt: attempts))
    isRetryDue = hasBacklog
    return claimTask()
  }

  /// True if records are stuck or items were dropped.
  private var hasBacklog: Bool { !stuck.isEmpty || firstDropped != nil }

  /// Claims the task.
  ///
  /// - Returns: True if the caller must start it: no task runs, and the journal has not ended.
  mutating func claimTask() -> Bool {
    guard !isRunning, failure == nil else { return false }
    isRunning = true
    return true
  }

  // MARK: The next step

  /// Returns the next step of the task.
  mutating func next(window: Duration) -> Step {
    if failure == nil, let step = nextWork(window: window) { return step }
    isRunning = false
    return .stop(startsTimer: claimTimer(window: window))
  }

  /// Claims the timer of the next sync.
  ///
  /// The timer begins as soon as something is written and not synced, and not when nothing is left
  /// to do: under a continuous load there is always a next step.
  ///
  /// - Returns: True if the caller must start it.
  mutating func claimTimer(window: Duration) -> Bool {
    // If the time is up, the window is zero or a sync is awaited, the next step is a sync.
    let isSyncLater = canSync && !isTimeUp && window != .zero && !isSyncAwaited
    guard isSyncLater, failure == nil else { return false }
    return !exchange(&isTimed, with: true)
  }

  private mutating func nextWork(window: Duration) -> Step? {
    if canSync, isTimeUp || window == .zero || isSyncAwaited { return .sync }
    if let step = nextOfFirstJob() { return step }
    if !stuck.isEmpty {
      guard isRetryDue || !waiting.isEmpty else { return nil }
      isRetryDue = false
      return .retry(nextRetryBatch)
    }
    if let ending { return .end(ending.error) }
    if !waiting.isEmpty { return .write(takeWaiting()) }
    guard firstDropped != nil, isRetryDue else { return nil }
    isRetryDue = false
    return .recordState
  }

  /// Returns the next step of the first job, or nil if the job must wait.
  private mutating func nextOfFirstJob() -> Step? {
    guard let job = jobs.first, ending == nil else { return nil }
    // A prepared job is done before all items that were added since, also if some were dropped.
    let isPreparedAndWritten = job.work != nil && stuck.isEmpty
    guard !hasBacklog || isPreparedAndWritten else { return nil }
    guard let work = job.work else { return .prepare(job.prepare) }
    jobs.removeFirst()
    return .perform(work, job.continuation)
  }

  /// True if something is written and not synced, and there was room for the last sync.
  var canSync: Bool { unsynced != nil && !isSyncStuck }

  /// Removes and returns the waiting items.
  mutating func takeWaiting() -> [Item] {
    var items = spare
    spare = []
    swap(&items, &waiting)
    (snapshotIndex, hashCount) = (nil, 0)
    return items
  }

  /// Sets the work of the first job.
  ///
  /// - Returns: The items that are written before the work is done. Items that are added later are
  ///   written after it.
  mutating func begin(_ work: @escaping Work) -> [Item] {
    // There is no job if the journal has ended in the meantime.
    guard !jobs.isEmpty else { return [] }
    jobs[0].work = work
    return takeWaiting()
  }

  /// The first records of ``stuck``: at most 512, and about one megabyte.
  private var nextRetryBatch: [Encoded] {
    var batch: [Encoded] = []
    var size = 0
    for record in stuck.prefix(512) where size < 1 << 20 {
      size += record.size
      batch.append(record)
    }
    return batch
  }

  // MARK: Results

  /// Notes that an attempt to write or to sync begins.
  mutating func beginAttempt() { attempts += 1 }

  /// Notes that a group, or the first records of ``stuck``, is written.
  ///
  /// - Parameters:
  ///   - count: The number of written records that were in ``stuck``.
  ///   - ending: The item behind the records that cannot be encoded, or nil.
  /// - Returns: The receipts whose actions are durable now.
  mutating func didWrite(stuck count: Int, ending: (ItemPosition, JournalError)?) -> [Waiter] {
    for record in stuck.prefix(count) { stuckSize -= record.size }
    stuck = stuck.dropFirst(count)
    if stuck.isEmpty { (stuck, possiblyWrittenChecksums) = ([], []) }
    if let ending { end(with: ending) }
    // After a successful write the rest of the backlog is tried at once.
    isRetryDue = hasBacklog
    isSyncStuck = false
    if !hasBacklog { (isFailing, isOverflowing) = (false, false) }
    if unsynced == nil { unsynced = unwritten }
    unwritten = [
      stuck.first?.position, self.ending?.position, waiting.first?.position, firstDropped,
      firstDiscarded,
    ].compactMap { $0 }.min()
    return takeDurable()
  }

  /// Adds records to ``stuck`` until `size` is reached, and drops the rest.
  ///
  /// Does nothing if the journal has ended: then nothing is written again.
  ///
  /// - Parameters:
  ///   - records: Records that are not written.
  ///   - wereAttempted: True if the failed attempt wrote these records; false if they are the
  ///     records of items that were added during an attempt to write ``stuck``.
  ///   - ending: The item behind the records that cannot be encoded, or nil.
  ///   - size: The maximum of ``stuckSize``. The first record is always added.
  mutating func storeForRetry(
    _ records: [Encoded], wereAttempted: Bool = true, ending: (ItemPosition, JournalError)?,
    size: Int
  ) {
    if failure != nil { return }
    let stored = records.prefix { record in
      guard stuckSize == 0 || stuckSize + record.size <= size else { return false }
      stuckSize += record.size
      return true
    }
    stuck += stored
    if stored.count < records.count {
      let rest = records[stored.count...]
      firstDropped = records[stored.count].position
      discardWaiting()
      if wereAttempted { possiblyWrittenChecksums = rest.map(\.record.checksum) }
    } else if let ending {
      end(with: ending)
    }
  }

  private mutating func end(with ending: (ItemPosition, JournalError)) {
    self.ending = ending
    discardWaiting()
  }

  /// Notes that all written records are synced.
  ///
  /// - Returns: The receipts whose actions are durable now.
  mutating func didSync() -> [Waiter] {
    unsynced = nil
    isSyncFailing = false
    endTimer()
    return takeDurable()
  }

  /// Ends the journal.
  ///
  /// - Returns: All receipts and jobs, to be failed.
  mutating func fail(_ failure: JournalError) -> [Rejected] {
    if self.failure == nil { self.failure = failure }
    // A write that has begun can still succeed. The records of a first attempt are not among the
    // discarded ones. Those of a retry are: their receipts throw, also if the retry succeeds.
    if firstDiscarded == nil {
      firstDiscarded = stuck.first?.position ?? waiting.first?.position ?? firstDropped
    }
    endTimer()
    discardWaiting()
    (stuck, possiblyWrittenChecksums) = ([], [])
    return rejected(exchange(&waiters, with: []), exchange(&jobs, with: []))
  }

  /// Sets the timer, or cancels it if the journal has ended.
  mutating func begin(_ timer: Task<Void, Never>) {
    if failure == nil { self.timer = timer } else { timer.cancel() }
  }

  mutating func endTimer() {
    timer?.cancel()
    timer = nil
    (isTimed, isTimeUp) = (false, false)
  }

  // MARK: Receipts and jobs

  /// The last position before the oldest item that is not written.
  var newestWritten: ItemPosition { unwritten?.previous ?? newest }

  /// True if the item at a position, and all before it, have reached a durability.
  func isDurable(_ position: ItemPosition, _ durability: DispatchReceipt.Durability) -> Bool {
    if position > newest { return false }
    if let unwritten, position >= unwritten { return false }
    if durability == .synced, let unsynced, position >= unsynced { return false }
    return true
  }

  /// Removes and returns the receipts whose actions are durable.
  private mutating func takeDurable() -> [Waiter] {
    let (durable, rest) = waiters.partitioned { isDurable($0.position, $0.durability) }
    waiters = rest
    return durable
  }

  private func rejected(_ waiters: [Waiter], _ jobs: [Job]) -> [Rejected] {
    waiters.map { Rejected(position: $0.position, continuation: $0.continuation) }
      + jobs.map { Rejected(position: newest, continuation: $0.continuation, job: $0) }
  }

  /// Removes and returns what a failed write rejects: the receipts from `position` on, and
  /// the jobs.
  ///
  /// A receipt or job that was added during the attempt stays, and causes the next attempt.
  mutating func takeUnwritten(from position: ItemPosition) -> [Rejected] {
    let (failed, rest) = waiters.partitioned {
      $0.position >= position && $0.attempt < attempts
    }
    let (failedJobs, otherJobs) = jobs.partitioned { $0.attempt < attempts }
    (waiters, jobs) = (rest, otherJobs)
    if !jobs.isEmpty || waiters.contains(where: { $0.position >= position }) { isRetryDue = true }
    return rejected(failed, failedJobs)
  }

  /// Adds a continuation that is resumed when the task ends, if a task runs.
  ///
  /// - Returns: True if a task runs. If no task runs, the caller resumes the continuation.
  mutating func resumeWhenIdle(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    if isRunning { idleWaiters.append(continuation) }
    return isRunning
  }

  /// Removes and returns the calls that wait until no task runs.
  ///
  /// The array is empty if a task runs.
  mutating func takeIdleWaiters() -> [CheckedContinuation<Void, Never>] {
    isRunning ? [] : exchange(&idleWaiters, with: [])
  }

  /// True if a receipt waits for a sync, and its action is written.
  private var isSyncAwaited: Bool { waiters.contains(where: waitsForSyncOnly) }

  private func waitsForSyncOnly(_ waiter: Waiter) -> Bool {
    let isWritten = unwritten.map { waiter.position < $0 } ?? true
    return waiter.durability == .synced && isWritten
  }

  /// Removes and returns the receipts that a failed sync rejects.
  ///
  /// A receipt that was added during the attempt stays, and causes the next attempt.
  mutating func takeUnsynced() -> [Waiter] {
    let (failed, rest) = waiters.partitioned { waitsForSyncOnly($0) && $0.attempt < attempts }
    waiters = rest
    isSyncStuck = !isSyncAwaited
    return failed
  }
}

extension Array {
  /// Splits the array, in its order, into the elements that fulfil a condition and the others.
  fileprivate func partitioned(
    by isMatching: (Element) -> Bool
  ) -> (matching: [Element], others: [Element]) {
    var (matching, others): ([Element], [Element]) = ([], [])
    for element in self {
      if isMatching(element) { matching.append(element) } else { others.append(element) }
    }
    return (matching, others)
  }
}
