// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A lock-free list to which any thread posts jobs for a store.
///
/// The list is one atomic word. It contains the address of the last posted job, which links to the
/// jobs before it, and four flags in the low bits, which are zero in an address with an alignment
/// of 16 bytes. A post inserts a job at the front of the list. A take removes all jobs at once. A
/// posting thread therefore never waits for another thread, even for one that was interrupted
/// during a post, and two threads never take the same job. Each exchange has acquire and release
/// ordering: it publishes the earlier writes of its thread, and sees the writes before earlier
/// exchanges.
///
/// A job schedules a drain on the main actor, unless one is scheduled already. A drain takes all
/// jobs that were posted before it. The jobs of one thread keep their order.
///
/// While the engine runs a closure that can post, such as that of a `perform` effect, the mailbox
/// is *watched*: the jobs of the closure need no drain, because the engine takes them when the
/// closure returns. Each call of such a closure has a *watch number*, with which its jobs are
/// posted.
@usableFromInline
final class Mailbox<Action: Sendable>: Sendable {
  /// A posted job.
  @usableFromInline
  struct Node: ~Copyable {
    @usableFromInline var job: Job<Action>
    /// The word of the mailbox before this post.
    ///
    /// A take replaces it by the address of the next job.
    @usableFromInline var next: UInt
    /// The watch number of the closure that posted the job, if it was the innermost running
    /// closure; otherwise 0.
    @usableFromInline var watch: UInt64

    @inlinable
    init(_ job: consuming Job<Action>) {
      self.job = job
      next = 0
      watch = 0
    }
  }

  /// The flags in the low bits of the word.
  @usableFromInline
  enum Flag {
    /// A drain is scheduled.
    @inlinable static var drainScheduled: UInt { 1 }
    /// A closure is running whose engine checks the mailbox when the closure returns.
    @inlinable static var watched: UInt { 2 }
    /// The mailbox contains jobs that were posted while their closure ran.
    @inlinable static var chained: UInt { 4 }
    /// The mailbox accepts no further jobs.
    @inlinable static var closed: UInt { 8 }
    @inlinable static var all: UInt { 15 }
  }

  @usableFromInline let word = Atomic<UInt>(0)
  /// The watch number of the innermost running closure, or of the last one.
  @usableFromInline let currentWatch = Atomic<UInt64>(0)
  /// The functions of the engine; nil after the engine has ended.
  // Exclusive: used on the main actor only, and each access ends before a function is called.
  @MainActor @usableFromInline @exclusivity(unchecked) var reader: MailReader<Action>?

  /// The clock of the effects.
  @usableFromInline let clock: any Clock<Duration>

  @inlinable
  init(clock: any Clock<Duration> = ContinuousClock()) {
    self.clock = clock
  }

  deinit {
    drop(word.load(ordering: .acquiring))
  }

  /// True if there are no jobs; costs one load.
  @inlinable var isEmpty: Bool { word.load(ordering: .acquiring) & ~Flag.all == 0 }

  /// Posts a job.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - watch: The watch number of the closure whose `Send` posts the job, or 0. If that closure
  ///     is the innermost running one, the job belongs to its turn, and runs in its context.
  @inlinable
  func post(_ job: consuming Job<Action>, of watch: UInt64 = 0) {
    var old = word.load(ordering: .acquiring)
    if old & Flag.closed != 0 { return }
    let node = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<Node>.size, alignment: max(16, MemoryLayout<Node>.alignment)
    ).initializeMemory(as: Node.self, to: Node(job))
    while old & Flag.closed == 0 {
      node.pointee.next = old
      // Before the exchange below, another closure may begin, and the word may be the same again.
      // Then the job is posted, and `take` finds that its number is that of an earlier closure.
      let isChained =
        watch != 0 && old & Flag.watched != 0 && watch == currentWatch.load(ordering: .relaxed)
      node.pointee.watch = isChained ? watch : 0
      if !isChained { node.pointee.job.setContext(CallContext()) }
      let flags = (old & Flag.all) | (isChained ? Flag.chained : Flag.drainScheduled)
      let isDrainNeeded = flags & ~old & Flag.drainScheduled != 0
      let (isPosted, found) = word.weakCompareExchange(
        expected: old, desired: UInt(bitPattern: node) | flags,
        successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
      if isPosted {
        if isDrainNeeded { scheduleDrain() }
        return
      }
      old = found
    }
    _ = Self.moveJob(from: node)
  }

  /// Takes all jobs, in order.
  ///
  /// - Parameter body: Called with each job and its watch number, which is 0 if the job was not
  ///   posted while its closure ran.
  @inlinable
  func take(_ body: (consuming Job<Action>, UInt64) -> Void) {
    let kept = Flag.drainScheduled | Flag.watched | Flag.closed
    var last = Self.node(in: word.bitwiseAnd(kept, ordering: .acquiringAndReleasing).oldValue)
    let currentWatch = currentWatch.load(ordering: .relaxed)
    // The list is in reverse order, from the last job to the first.
    var first: UnsafeMutablePointer<Node>?
    while let node = last {
      last = Self.node(in: node.pointee.next)
      if node.pointee.watch != 0 && node.pointee.watch != currentWatch { dropWatch(of: node) }
      node.pointee.next = UInt(bitPattern: first)
      first = node
    }
    while let node = first {
      first = Self.node(in: node.pointee.next)
      let watch = node.pointee.watch
      body(Self.moveJob(from: node), watch)
    }
  }

  /// Changes the job of an earlier closure to one that was not posted by a running closure.
  ///
  /// The job was posted without a context. It gets an empty one: the context of its sender is not
  /// known, and that of another sender would be wrong.
  @usableFromInline @inline(never)
  func dropWatch(of node: UnsafeMutablePointer<Node>) {
    node.pointee.watch = 0
    node.pointee.job.setContext(CallContext(isEmpty: true))
  }

  /// Called when the drain begins: the next job schedules another drain.
  @inlinable
  func drainBegan() {
    _ = word.bitwiseAnd(~Flag.drainScheduled, ordering: .acquiringAndReleasing)
  }

  /// Called before a closure runs that can post with this watch number.
  @inlinable
  func watch(_ number: UInt64) {
    currentWatch.store(number, ordering: .relaxed)
    _ = word.bitwiseOr(Flag.watched, ordering: .acquiringAndReleasing)
  }

  /// Called when a watched closure has returned.
  ///
  /// - Returns: True if there are jobs that it has posted.
  @inlinable
  func unwatch() -> Bool {
    word.bitwiseAnd(~Flag.watched, ordering: .acquiringAndReleasing).oldValue & Flag.chained != 0
  }

  /// Schedules a drain, unless one is scheduled already.
  ///
  /// It is called if a turn leaves jobs in the queue. The drain runs these jobs, and then those of
  /// the mailbox.
  @usableFromInline
  func interrupt() {
    let old = word.bitwiseOr(Flag.drainScheduled, ordering: .acquiringAndReleasing).oldValue
    if old & (Flag.drainScheduled | Flag.closed) == 0 { scheduleDrain() }
  }

  /// Drops all jobs, now and in the future.
  func close() {
    drop(word.exchange(Flag.closed, ordering: .acquiringAndReleasing))
  }

  @usableFromInline
  func scheduleDrain() {
    // Detached: the drain takes the jobs of many callers, and must not belong to the task of one.
    Task.detached(priority: Task.currentPriority) { @MainActor in self.reader?.drain() }
  }

  /// Releases the jobs of a word that no other code uses any more.
  private func drop(_ word: UInt) {
    var last = Self.node(in: word)
    while let node = last {
      last = Self.node(in: node.pointee.next)
      _ = Self.moveJob(from: node)
    }
  }

  @inlinable
  static func node(in word: UInt) -> UnsafeMutablePointer<Node>? {
    UnsafeMutablePointer(bitPattern: word & ~Flag.all)
  }

  /// Moves a job out of its node and deallocates the node.
  @inlinable
  static func moveJob(from node: UnsafeMutablePointer<Node>) -> Job<Action> {
    let opened = node.move()
    UnsafeMutableRawPointer(node).deallocate()
    let isChained = opened.watch != 0
    switch opened.job {
    case .action(var pending):
      pending.isChained = isChained
      return .action(pending)
    case .effect(var pending):
      pending.isChained = isChained
      return .effect(pending)
    case let other: return other
    }
  }
}

extension Mailbox: SendPort {
  @inlinable
  func post(_ action: DispatchedAction<Action>, from sender: Sender) {
    let pending = PendingAction(
      action, dispatchID: sender.dispatchID, isChained: false, sender: sender.token)
    post(.action(pending), of: sender.watch)
  }

  @usableFromInline
  func receive(_ action: consuming DispatchedAction<Action>, from sender: Sender) {
    reader?.receive(consume action, sender.dispatchID, sender.token, sender.watch)
  }

  /// Ends the part of an effect that ran in a task of the main actor.
  @MainActor
  @inlinable
  func hasEnded(_ effect: UInt64) {
    reader?.end(effect)
  }

  /// Ends the part of an effect that ran in a task.
  ///
  /// It is asynchronous and not inlined, so that a task that ends its work on the main actor stays
  /// there. A synchronous function of the main actor, or an inlined one, is called by way of the
  /// global executor.
  @MainActor
  @inlinable @inline(never)
  func end(of effect: UInt64) async {
    reader?.end(effect)
  }

  @usableFromInline
  func start(_ effect: Effect<Action>, from sender: Sender) {
    post(.effect(PendingEffect(effect, from: sender)), of: sender.watch)
  }

  @usableFromInline
  func fail(_ error: UncaughtError, from sender: Sender) {
    if let token = sender.token { post(.effectFailed(token.key, error), of: sender.watch) }
  }

  @usableFromInline
  func follow(_ follower: CommitFollower<Action>) -> UInt64? {
    guard let reader else {
      follower.onEnd()
      return nil
    }
    return reader.follow(follower)
  }

  @usableFromInline
  func unfollow(_ follower: UInt64) {
    reader?.unfollow(follower)
  }
}

/// The functions of an engine that the mailbox calls.
///
/// They are closures instead of methods of a protocol or superclass. Such a method of a generic
/// class is never specialized, which makes the processing of an effect's action several times as
/// slow. The closures are created in the module that creates the store, where the types of state
/// and action are known.
///
/// - `drain` processes the jobs of the queue and of the mailbox, when a scheduled drain runs.
/// - `receive` processes an action of an effect: in the running turn, or in a new one. The numbers
///   are the id of the dispatch that started the effect, and the watch number.
/// - `end` is called when the task of an effect has ended; the actions that it sent are in the
///   mailbox or in the queue, or were processed.
/// - `follow` adds a follower and returns its number, or nil if the follower has finished already.
/// - `unfollow` removes a follower.
@usableFromInline typealias MailReader<Action: Sendable> = (
  drain: @MainActor () -> Void,
  receive:
    @MainActor (
      consuming DispatchedAction<Action>, UInt64, EffectToken?, UInt64
    ) -> Void,
  end: @MainActor (UInt64) -> Void,
  follow: @MainActor (CommitFollower<Action>) -> UInt64?,
  unfollow: @MainActor (UInt64) -> Void
)
