// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Where other threads leave jobs for a store.
///
/// It is one atomic word: the address of the job that was posted last, which leads to those
/// before it, and four flags in the bits that an address of 16 bytes' alignment leaves free. To
/// post is to put a job in front of the others, to take is to exchange them all for none. So
/// a poster waits for no other thread, even one that was interrupted here, and a job that is
/// looked at is never taken by another. An exchange publishes what its thread did before, and sees
/// what those before it did.
///
/// The first job of a burst schedules one drain on the main actor, which takes the rest too. Jobs
/// keep the order in which each thread posted them.
@usableFromInline
final class Mailbox<Action: Sendable>: Sendable {
  /// A job on its way, and the word that it found.
  @usableFromInline
  struct Node: ~Copyable {
    @usableFromInline var job: Job<Action>
    @usableFromInline var next: UInt
    /// The number of the code that has posted it, if it belongs to the running turn, or 0.
    @usableFromInline var watch: UInt64

    @inlinable
    init(_ job: consuming Job<Action>) {
      self.job = job
      next = 0
      watch = 0
    }
  }

  /// What the free bits of the word say.
  @usableFromInline
  enum Flag {
    /// A drain is scheduled.
    @inlinable static var drainScheduled: UInt { 1 }
    /// A turn is running that looks into the mailbox before it ends.
    @inlinable static var watched: UInt { 2 }
    /// Jobs of the running turn are here.
    @inlinable static var chained: UInt { 4 }
    @inlinable static var closed: UInt { 8 }
    @inlinable static var all: UInt { 15 }
  }

  @usableFromInline let word = Atomic<UInt>(0)
  /// The number of the first code of the turn that looks into the mailbox, or was the last one that
  /// did.
  @usableFromInline let firstWatch = Atomic<UInt64>(0)
  /// What the engine does with its mail; nil once it has ended.
  // Exclusive: the main actor's; what is called is taken out first.
  @MainActor @usableFromInline @exclusivity(unchecked) var reader: MailReader<Action>?

  /// Tells effects the time.
  @usableFromInline let clock: any Clock<Duration>

  @inlinable
  init(clock: any Clock<Duration> = ContinuousClock()) {
    self.clock = clock
  }

  deinit {
    drop(word.load(ordering: .acquiring))
  }

  /// Whether there is nothing to take: one plain load.
  @inlinable var isEmpty: Bool { word.load(ordering: .acquiring) & ~Flag.all == 0 }

  /// Whether jobs of the running turn are here.
  @inlinable var hasReplies: Bool { word.load(ordering: .acquiring) & Flag.chained != 0 }

  /// Leaves an action.
  ///
  /// - Parameters:
  ///   - pending: The action.
  ///   - watch: The number of the code of a turn that sends it, or 0: if that turn still runs, the
  ///     action belongs to it.
  @inlinable
  func post(_ pending: consuming PendingAction<Action>, of watch: UInt64 = 0) {
    post(.action(pending), of: watch)
  }

  @inlinable
  func post(_ job: consuming Job<Action>, of watch: UInt64 = 0) {
    var old = word.load(ordering: .acquiring)
    if old & Flag.closed != 0 { return }
    let node = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<Node>.size, alignment: max(16, MemoryLayout<Node>.alignment)
    ).initializeMemory(as: Node.self, to: Node(job))
    while old & Flag.closed == 0 {
      node.pointee.next = old
      // If another turn that looks in begins here and leaves the word as it was, `take` sees that
      // the number is of an earlier one.
      let isChained =
        watch != 0 && old & Flag.watched != 0
        && watch >= firstWatch.load(ordering: .relaxed)
      node.pointee.watch = isChained ? watch : 0
      if !isChained { node.pointee.job.run(in: CallContext()) }
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

  /// Takes all jobs, in order; each with the number of the code of this turn that has posted it, or
  /// 0.
  @inlinable
  func take(_ body: (consuming Job<Action>, UInt64) -> Void) {
    let kept = Flag.drainScheduled | Flag.watched | Flag.closed
    var last = Self.node(in: word.bitwiseAnd(kept, ordering: .acquiringAndReleasing).oldValue)
    let firstWatch = firstWatch.load(ordering: .relaxed)
    // The list leads from the last job to the first: reverse it.
    var first: UnsafeMutablePointer<Node>?
    while let node = last {
      last = Self.node(in: node.pointee.next)
      if node.pointee.watch < firstWatch { node.pointee.watch = 0 }
      node.pointee.next = UInt(bitPattern: first)
      first = node
    }
    while let node = first {
      first = Self.node(in: node.pointee.next)
      let watch = node.pointee.watch
      body(Self.moveJob(from: node), watch)
    }
  }

  /// The drain has begun: the next job schedules another one.
  @inlinable
  func drainBegan() {
    _ = word.bitwiseAnd(~Flag.drainScheduled, ordering: .acquiringAndReleasing)
  }

  /// A turn is going to run code that may post, with this number or a later one.
  @inlinable
  func watch(from number: UInt64) {
    firstWatch.store(number, ordering: .relaxed)
    _ = word.bitwiseOr(Flag.watched, ordering: .acquiringAndReleasing)
  }

  /// The turn wants to end; false if jobs of this turn are still there.
  @inlinable
  func unwatch() -> Bool {
    change { $0 & Flag.chained != 0 ? nil : $0 & ~Flag.watched } != nil
  }

  /// The turn was cut: whatever is here or comes now must schedule its own drain.
  @usableFromInline
  func interrupt() {
    let old = change { ($0 & ~Flag.watched) | Flag.drainScheduled }
    if let old, old & Flag.drainScheduled == 0 { scheduleDrain() }
  }

  /// Refuses all further jobs and drops those that are here.
  func close() {
    drop(word.exchange(Flag.closed, ordering: .acquiringAndReleasing))
  }

  /// Changes the word, or leaves it where there is no new one.
  ///
  /// - Returns: The word before, or nil if it was left.
  @inlinable
  func change(_ next: (UInt) -> UInt?) -> UInt? {
    var old = word.load(ordering: .relaxed)
    while let new = next(old) {
      let (isDone, found) = word.weakCompareExchange(
        expected: old, desired: new, successOrdering: .acquiringAndReleasing,
        failureOrdering: .relaxed)
      if isDone { return old }
      old = found
    }
    return nil
  }

  @usableFromInline
  func scheduleDrain() {
    // Detached: the caller that schedules it is one of many whose jobs it takes.
    Task.detached(priority: Task.currentPriority) { @MainActor in self.reader?.drain() }
  }

  /// Lets go of jobs that nothing leads to any more.
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

  /// Takes a job out of its memory.
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
    post(
      PendingAction(
        action, dispatchID: sender.dispatchID, isChained: false, sender: sender.token),
      of: sender.watch)
  }

  @usableFromInline
  func receive(_ action: consuming DispatchedAction<Action>, from sender: Sender) {
    reader?.receive(action, sender.dispatchID, sender.token, sender.watch)
  }

  /// Ends the part of an effect that ran in a task of the main actor.
  @MainActor
  @inlinable
  func hasEnded(_ effect: UInt64) {
    reader?.end(effect)
  }

  /// Ends the part of an effect that ran in a task.
  ///
  /// It is asynchronous so that its task, if it is on the main actor when its work is done, stays
  /// there: a synchronous function of the main actor is called by way of the global executor, and
  /// so is one that is inlined.
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
    if let token = sender.token { post(.effectFailed(token.key, error)) }
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

/// What an engine does with its mail.
///
/// A method of a generic class that is called by way of its superclass is never specialized, which
/// makes all that follows from an action of an effect several times as slow. These functions are
/// made where the types of state and action are known: in the module that creates the store.
@usableFromInline
struct MailReader<Action: Sendable> {
  /// Takes the jobs, in the drain that the first of them has scheduled.
  @usableFromInline let drain: @MainActor () -> Void
  /// Takes an action of an effect, in the running turn or in one of its own.
  @usableFromInline
  let receive: @MainActor (consuming DispatchedAction<Action>, UInt64, EffectToken?, UInt64) -> Void
  /// Hears that the task of an effect has ended; all that it sent is in the mailbox or processed.
  @usableFromInline let end: @MainActor (UInt64) -> Void
  /// Lets an effect look at the state now and after each commit; its number, nil if it has seen
  /// enough.
  @usableFromInline let follow: @MainActor (CommitFollower<Action>) -> UInt64?
  @usableFromInline let unfollow: @MainActor (UInt64) -> Void

  @inlinable
  init(
    drain: @escaping @MainActor () -> Void,
    receive:
      @escaping @MainActor (
        consuming DispatchedAction<Action>, UInt64, EffectToken?, UInt64
      ) -> Void,
    end: @escaping @MainActor (UInt64) -> Void,
    follow: @escaping @MainActor (CommitFollower<Action>) -> UInt64?,
    unfollow: @escaping @MainActor (UInt64) -> Void
  ) {
    self.drain = drain
    self.receive = receive
    self.end = end
    self.follow = follow
    self.unfollow = unfollow
  }
}
