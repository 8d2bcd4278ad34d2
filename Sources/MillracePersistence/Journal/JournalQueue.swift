// SPDX-License-Identifier: Apache-2.0

import Millrace

/// What a store has done, on its way to a log.
protocol JournalItem: Sendable {
  /// The number of the action.
  var number: UInt64 { get }
  /// Whether it holds the state after it, to be kept as a snapshot.
  var takesSnapshot: Bool { get set }
  /// Whether it holds the state after it, to be hashed.
  var takesHash: Bool { get set }
}

/// What a ``JournalPump`` has to do, and what waits for that: its decisions, without a task.
struct JournalQueue<Item: JournalItem> {
  typealias Continuation = CheckedContinuation<Void, any Error>
  /// Does something with a log, whose last record has that number, and which it has synced by the
  /// last argument alone.
  typealias Work = @Sendable (any ActionLog, _ last: UInt64, _ sync: Sync) async throws -> Void
  typealias Sync = @Sendable () async throws -> Void
  /// Takes what work needs of the store.
  typealias Beginning = @MainActor @Sendable () -> Work

  struct Waiter {
    let number: UInt64
    let durability: DispatchReceipt.Durability
    let continuation: Continuation
    /// The attempt that had begun last when it came: only a later one may fail it.
    var attempt = 0
  }

  /// A receipt or a job whose failure is to be reported.
  struct Rejected {
    /// The number of the action that it waits for.
    let number: UInt64
    let continuation: Continuation
    /// The job, which may hold a state: it is released with this value, where no lock is held.
    var job: Job?
  }

  /// Something to do with the log when all that came before it begins is written.
  struct Job {
    let beginning: Beginning
    let continuation: Continuation
    /// As that of a waiter.
    let attempt: Int
    /// What is to be done; nil: it has not begun.
    var work: Work?
  }

  /// A record that is to be written, and the number of its action.
  struct Encoded {
    let action: UInt64
    let record: LogRecord

    /// About what it takes of the memory.
    var size: Int { record.body.count + 64 }
  }

  enum Step {
    case write([Item])
    case retry([Encoded])
    case keyframe
    case sync
    case begin(Beginning)
    case job(Work, Continuation)
    case end(JournalError)
    case rest(startsTimer: Bool)
  }

  /// What came since the task last looked, and an empty list that has room already.
  private(set) var waiting: [Item] = []
  var spare: [Item] = []
  /// Where the one of those is whose state is to be kept as a snapshot.
  private var snapshotPlace: Int?
  /// How many of those hold a state to be hashed, and how many may.
  private var hashes = 0
  private let mostHashes: Int
  /// What is not written, or not with its state: it is released where no lock is held, as that may
  /// run code of the library's users.
  private var dropped: [Item] = []
  private var isReleaseDue = false
  /// How many dropped items a task is started for; fewer are released after the next write.
  private let releaseCount: Int
  /// Encoded records that could not be written, and how much memory they take.
  private(set) var stuck: ArraySlice<Encoded> = []
  private var stuckSize = 0
  /// Whether what is stuck is to be tried again.
  private var isRetryDue = false
  /// How many attempts to write or to sync have begun.
  private var attempts = 0
  /// The checksums of those that were tried with what is stuck and had no place there: they may be
  /// in the log, as an answer can be lost.
  private(set) var lost: [UInt64] = []
  /// How many items may wait.
  private let most: Int
  /// The number of the first action that there was no place for: no item is taken from it on, until
  /// the state is recorded in their place.
  private(set) var overflow: UInt64?
  /// The number of an action that cannot be encoded, with which the journal ends when all before it
  /// is written.
  private var ending: (number: UInt64, error: JournalError)?
  /// Whether there was no room for a sync; it is tried again after the next write.
  var isSyncStuck = false
  /// Whether it was reported that nothing can be written, and that nothing can be synced.
  var isFailing = false
  var isSyncFailing = false
  /// Whether it was reported that there is no place for more.
  var isOverflowing = false
  /// The number of the action that came last.
  private(set) var newest: UInt64
  /// The number of the oldest action that is not written.
  private(set) var unwritten: UInt64?
  /// The number of the oldest action that is written and not synced.
  private(set) var unsynced: UInt64?
  /// The number of the first action that is never written, as the journal has ended.
  private var discarded: UInt64?
  private var waiters: [Waiter] = []
  private var jobs: [Job] = []
  /// What waits until no task runs.
  private var resting: [CheckedContinuation<Void, Never>] = []
  private var isRunning = false
  var isTimed = false
  var timer: Task<Void, Never>?
  var isTimeUp = false
  /// Set for good.
  private(set) var failure: JournalError?

  /// Begins behind what was recovered.
  ///
  /// - Parameters:
  ///   - newest: The number of the last action.
  ///   - isSynced: Whether all that was recovered is synced.
  ///   - most: How many items may wait.
  ///   - mostHashes: How many states to be hashed may wait.
  ///   - releaseCount: The number of dropped items for which ``startsRelease()`` returns true.
  init(
    newest: UInt64 = 0, isSynced: Bool = true, most: Int = .max, mostHashes: Int = .max,
    releaseCount: Int = 8
  ) {
    self.newest = newest
    self.most = most
    self.mostHashes = mostHashes
    self.releaseCount = releaseCount
    unsynced = isSynced ? nil : newest
  }

  // MARK: What comes

  /// Hears of an action that leaves nothing to keep.
  mutating func pass(_ number: UInt64) { newest = max(newest, number) }

  /// Takes an item, if there is a place for it.
  ///
  /// - Returns: Whether a task must be made.
  mutating func append(_ item: Item) -> Bool {
    pass(item.number)
    if unwritten == nil { unwritten = item.number }
    if failure != nil && discarded == nil { discarded = item.number }
    if failure != nil { return false }
    if ending != nil {
      // It is not taken, but what waits before the end is tried again.
      isRetryDue = isStuck
      return isStuck && starts()
    }
    if overflow == nil, waiting.count < most {
      add(item)
    } else {
      if overflow == nil { overflow = item.number }
      isRetryDue = true
    }
    return starts()
  }

  /// Puts an item behind those that wait, which hold few states.
  private mutating func add(_ item: Item) {
    let place = waiting.count
    waiting.append(item)
    if item.takesSnapshot {
      // All of them become one group, whose last snapshot alone is kept.
      if let before = exchange(&snapshotPlace, with: place) {
        dropped.append(waiting[before])
        waiting[before].takesSnapshot = false
      }
    }
    guard item.takesHash else { return }
    // The caller has the state too, so that it is not released here.
    if hashes < mostHashes { hashes += 1 } else { waiting[place].takesHash = false }
  }

  /// Whether ``takeDropped()`` must be called, and no task does so already.
  mutating func startsRelease() -> Bool {
    dropped.count >= releaseCount && !exchange(&isReleaseDue, with: true)
  }

  /// Takes out what is to be released.
  mutating func takeDropped() -> [Item] {
    isReleaseDue = false
    return exchange(&dropped, with: [])
  }

  private mutating func dropWaiting() { dropped += takeWaiting() }

  /// The number of the first action that there is no place for, if that is to be reported: no write
  /// has failed, which would say so.
  mutating func takeBehind() -> UInt64? {
    guard overflow != nil, !isOverflowing, stuck.isEmpty, failure == nil else { return nil }
    isOverflowing = true
    return overflow
  }

  /// Takes an item that holds what those have done that there was no place for.
  mutating func fill(_ item: Item) {
    overflow = nil
    waiting.append(item)
  }

  mutating func append(_ waiter: Waiter) -> Bool {
    var waiter = waiter
    waiter.attempt = attempts
    waiters.append(waiter)
    isRetryDue = isStuck
    if waiter.durability == .synced { isSyncStuck = false }
    return starts()
  }

  mutating func append(_ beginning: @escaping Beginning, _ continuation: Continuation) -> Bool {
    jobs.append(Job(beginning: beginning, continuation: continuation, attempt: attempts))
    isRetryDue = isStuck
    return starts()
  }

  private var isStuck: Bool { !stuck.isEmpty || overflow != nil }

  /// Whether a task must be made.
  mutating func starts() -> Bool {
    guard !isRunning, failure == nil else { return false }
    isRunning = true
    return true
  }

  // MARK: What is next

  /// What the task does next.
  mutating func next(window: Duration) -> Step {
    if failure == nil, let step = work(window: window) { return step }
    isRunning = false
    let startsTimer = canSync && !isTimed && failure == nil
    if startsTimer { isTimed = true }
    return .rest(startsTimer: startsTimer)
  }

  private mutating func work(window: Duration) -> Step? {
    if canSync, isTimeUp || window == .zero || isSyncAwaited { return .sync }
    // One that has begun goes before all that came since, however much that is.
    if let job = jobs.first, !isStuck || (stuck.isEmpty && job.work != nil), ending == nil {
      guard let work = job.work else { return .begin(job.beginning) }
      jobs.removeFirst()
      return .job(work, job.continuation)
    }
    if !stuck.isEmpty {
      guard isRetryDue || !waiting.isEmpty else { return nil }
      isRetryDue = false
      return .retry(part)
    }
    if let ending { return .end(ending.error) }
    if !waiting.isEmpty { return .write(takeWaiting()) }
    guard overflow != nil, isRetryDue else { return nil }
    isRetryDue = false
    return .keyframe
  }

  /// Whether something is written and not synced, and there was room for the last sync.
  var canSync: Bool { unsynced != nil && !isSyncStuck }

  /// Takes out all that has come.
  mutating func takeWaiting() -> [Item] {
    var items = spare
    spare = []
    swap(&items, &waiting)
    (snapshotPlace, hashes) = (nil, 0)
    return items
  }

  /// Begins the first job.
  ///
  /// - Returns: What is to be written before it; all that comes later waits until it is done.
  mutating func begin(_ work: @escaping Work) -> [Item] {
    // There is none if the journal has ended meanwhile.
    guard !jobs.isEmpty else { return [] }
    jobs[0].work = work
    return takeWaiting()
  }

  /// So much of what is stuck as one attempt is made with.
  private var part: [Encoded] {
    var size = 0
    return Array(
      stuck.prefix(512).prefix { record in
        defer { size += record.size }
        return size < 1 << 20
      })
  }

  // MARK: What has happened

  /// An attempt to write or to sync begins.
  mutating func beginAttempt() { attempts += 1 }

  /// A group, or the first part of what was stuck, is written.
  ///
  /// - Returns: The waiters that have nothing to wait for any more.
  mutating func didWrite(stuck count: Int, ending: (UInt64, JournalError)?) -> [Waiter] {
    for record in stuck.prefix(count) { stuckSize -= record.size }
    stuck = stuck.dropFirst(count)
    if stuck.isEmpty { (stuck, lost) = ([], []) }
    if let ending { end(with: ending) }
    // What comes behind a part is tried at once.
    isRetryDue = isStuck
    isSyncStuck = false
    if !isStuck { (isFailing, isOverflowing) = (false, false) }
    if unsynced == nil { unsynced = unwritten }
    unwritten = [
      stuck.first?.action, self.ending?.number, waiting.first?.number, overflow, discarded,
    ].compactMap { $0 }.min()
    return takeKept()
  }

  /// Keeps what could not be written in the memory, behind what is there already.
  ///
  /// - Parameters:
  ///   - records: What could not be written.
  ///   - wereTried: Whether this is what was to be written, and nothing was stuck.
  ///   - ending: The number of an action behind them that cannot be encoded.
  ///   - size: How much memory there is; the first record always has a place.
  mutating func hold(
    _ records: [Encoded], wereTried: Bool = true, ending: (UInt64, JournalError)?, size: Int
  ) {
    let held = records.prefix { record in
      guard stuckSize == 0 || stuckSize + record.size <= size else { return false }
      stuckSize += record.size
      return true
    }
    stuck += held
    if held.count < records.count {
      overflow = records[held.count].action
      dropWaiting()
      if wereTried { lost = records[held.count...].map(\.record.checksum) }
    } else if let ending {
      end(with: ending)
    }
  }

  private mutating func end(with ending: (UInt64, JournalError)) {
    self.ending = ending
    dropWaiting()
  }

  mutating func didSync() -> [Waiter] {
    unsynced = nil
    isSyncFailing = false
    endTimer()
    return takeKept()
  }

  /// Ends all; what waits is taken out, to be told.
  mutating func fail(_ failure: JournalError) -> [Rejected] {
    if self.failure == nil { self.failure = failure }
    // A write that is under way may still succeed, and says nothing of these.
    if discarded == nil {
      discarded = stuck.first?.action ?? waiting.first?.number ?? overflow
    }
    endTimer()
    dropWaiting()
    (stuck, lost) = ([], [])
    return takeAll()
  }

  mutating func endTimer() {
    timer?.cancel()
    timer = nil
    (isTimed, isTimeUp) = (false, false)
  }

  // MARK: What waits

  /// The number of the last action before the oldest one that is not written.
  var newestWritten: UInt64 { unwritten.map { max($0, 1) - 1 } ?? newest }

  func isKept(_ number: UInt64, _ durability: DispatchReceipt.Durability) -> Bool {
    if number > newest { return false }
    if let unwritten, number >= unwritten { return false }
    if durability == .synced, let unsynced, number >= unsynced { return false }
    return true
  }

  private mutating func takeKept() -> [Waiter] {
    guard !waiters.isEmpty else { return [] }
    let all = waiters
    waiters = all.filter { !isKept($0.number, $0.durability) }
    return waiters.count == all.count ? [] : all.filter { isKept($0.number, $0.durability) }
  }

  /// Takes out all that waits, to be told of a failure.
  private mutating func takeAll() -> [Rejected] {
    defer { (waiters, jobs) = ([], []) }
    return rejected(waiters, jobs)
  }

  private func rejected(_ waiters: [Waiter], _ jobs: [Job]) -> [Rejected] {
    waiters.map { Rejected(number: $0.number, continuation: $0.continuation) }
      + jobs.map { Rejected(number: newest, continuation: $0.continuation, job: $0) }
  }

  /// Takes out what an attempt to write has failed: what waits for an action from a number on, and
  /// jobs.
  ///
  /// What has come since it began waits for the next attempt, which is due then.
  mutating func takeUnwritten(from number: UInt64) -> [Rejected] {
    let failed = waiters.filter { $0.number >= number && hasFailed($0.attempt) }
    waiters = waiters.filter { $0.number < number || !hasFailed($0.attempt) }
    let failedJobs = jobs.filter { hasFailed($0.attempt) }
    jobs = jobs.filter { !hasFailed($0.attempt) }
    if !jobs.isEmpty || waiters.contains(where: { $0.number >= number }) { isRetryDue = true }
    return rejected(failed, failedJobs)
  }

  /// Whether what came after an attempt had begun came before the last one, which has failed.
  private func hasFailed(_ attempt: Int) -> Bool { attempt < attempts }

  /// Whether no task runs; if one does, ``takeResting()`` has what waits when it ends.
  mutating func rests(_ waiting: CheckedContinuation<Void, Never>) -> Bool {
    if isRunning { resting.append(waiting) }
    return !isRunning
  }

  /// Takes out what waits until no task runs, if that is so.
  mutating func takeResting() -> [CheckedContinuation<Void, Never>] {
    isRunning ? [] : exchange(&resting, with: [])
  }

  /// Whether a receipt waits for a sync that would serve it.
  private var isSyncAwaited: Bool { waiters.contains(where: isServedBySync) }

  private func isServedBySync(_ waiter: Waiter) -> Bool {
    waiter.durability == .synced && unwritten.map { waiter.number < $0 } != false
  }

  /// Takes out the waiters that a sync would have served, which has found no room.
  ///
  /// What has come since it began waits for the next one, which is due then.
  mutating func takeUnsynced() -> [Waiter] {
    let failed = waiters.filter { isServedBySync($0) && hasFailed($0.attempt) }
    waiters = waiters.filter { !isServedBySync($0) || !hasFailed($0.attempt) }
    isSyncStuck = !isSyncAwaited
    return failed
  }
}
