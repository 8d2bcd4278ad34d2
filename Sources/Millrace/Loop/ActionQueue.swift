// SPDX-License-Identifier: Apache-2.0

/// A first-in first-out queue in a ring buffer.
///
/// Appending is amortized O(1), and removing is O(1). Once the buffer is large enough, the queue
/// allocates nothing more.
///
/// The buffer is raw memory: elements are moved in and moved out and never copied. Exactly the
/// `count` slots that begin at `head` are initialized.
@usableFromInline
final class ActionQueue<Element: ~Copyable> {
  // Exclusive: these five words belong to one engine, and to read or write a word calls no code.
  @usableFromInline @exclusivity(unchecked) var slots: UnsafeMutablePointer<Element>?
  /// The number of slots: zero or a power of two, so that a mask replaces a division.
  @usableFromInline @exclusivity(unchecked) var capacity = 0
  @usableFromInline @exclusivity(unchecked) var head = 0
  @usableFromInline @exclusivity(unchecked) var count = 0
  /// The number of elements that were removed from the front, minus those that were inserted there.
  ///
  /// It is the position of the first element. An element keeps its position while it is in the
  /// queue.
  @usableFromInline @exclusivity(unchecked) var position = 0
  /// The positions of the elements that ``forEachNew(_:)`` has visited.
  @usableFromInline @exclusivity(unchecked) var visited = Int.min..<Int.min

  @inlinable init() {}

  @inlinable
  deinit {
    forEach(in: position..<end) { slot in slot.deinitialize(count: 1) }
    slots?.deallocate()
  }

  @inlinable var isEmpty: Bool { count == 0 }

  /// The position of the next element that is appended.
  @inlinable var end: Int { position + count }

  @inlinable
  func append(_ element: consuming Element) {
    if count == capacity { grow() }
    (slots.unsafelyUnwrapped + ((head + count) & (capacity - 1))).initialize(to: element)
    count += 1
  }

  /// Inserts an element before all others.
  func prepend(_ element: consuming Element) {
    if count == capacity { grow() }
    // The new element may get the position of a removed element, which must not count as visited.
    let first = max(visited.lowerBound, position)
    visited = first..<max(visited.upperBound, first)
    head = (head - 1) & (capacity - 1)
    (slots.unsafelyUnwrapped + head).initialize(to: element)
    count += 1
    position -= 1
  }

  /// The slot of the first element, or nil.
  @inlinable var next: UnsafeMutablePointer<Element>? {
    count == 0 ? nil : slots.unsafelyUnwrapped + head
  }

  @inlinable
  func popFirst() -> Element? { takeFirst()?.move() }

  /// Removes the first element from the queue and returns its slot, or nil.
  ///
  /// The caller must move the element out of the slot before it appends another element.
  @inlinable
  func takeFirst() -> UnsafeMutablePointer<Element>? {
    guard count > 0 else { return nil }
    let slot = slots.unsafelyUnwrapped + head
    head = (head + 1) & (capacity - 1)
    count -= 1
    position += 1
    return slot
  }

  @inlinable
  func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return (slots.unsafelyUnwrapped + ((head + count) & (capacity - 1))).move()
  }

  /// The slot of the last element; the queue must not be empty.
  @inlinable var last: UnsafeMutablePointer<Element> {
    slots.unsafelyUnwrapped + ((head + count - 1) & (capacity - 1))
  }

  /// Removes the last element without a release of its contents; it must contain no references.
  @inlinable
  func forgetLast() { count -= 1 }

  /// Removes all elements one by one, including elements that are appended while one is released.
  @inlinable
  func removeAll() {
    while popFirst() != nil {}
  }

  /// Calls a function with the slot of each element that was added since the last call, in order.
  ///
  /// No element may have been removed from the end.
  ///
  /// Complexity: O(number of these elements).
  @inlinable
  func forEachNew(_ body: (UnsafeMutablePointer<Element>) -> Void) {
    forEach(in: position..<max(visited.lowerBound, position), body)
    forEach(in: max(visited.upperBound, position)..<end, body)
    visited = position..<end
  }

  /// Calls a function with the slot of each element between two positions, in order.
  @inlinable
  func forEach(in positions: Range<Int>, _ body: (UnsafeMutablePointer<Element>) -> Void) {
    for position in positions {
      body(slots.unsafelyUnwrapped + ((head + position - self.position) & (capacity - 1)))
    }
  }

  /// Doubles the capacity.
  @usableFromInline
  func grow() {
    let size = max(8, capacity * 2)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: size)
    var position = 0
    forEach(in: self.position..<end) { slot in
      (larger + position).moveInitialize(from: slot, count: 1)
      position += 1
    }
    slots?.deallocate()
    slots = larger
    capacity = size
    head = 0
  }
}

/// One entry of a store's queue.
///
/// An entry is moved into the queue and out of it, and never copied: a copy of its contents can
/// cost more than the reducer.
@usableFromInline
enum Job<Action: Sendable>: ~Copyable, Sendable {
  /// Process an action.
  case action(PendingAction<Action>)
  /// A batch that was opened during a turn, or while jobs were queued, begins or ends here.
  ///
  /// The context has the task-local values for the observers that are called at the end; nil for
  /// those of the task that runs the turn.
  case batch(begins: Bool, context: CallContext? = nil)
  /// A part of an effect has ended: its task, callback or timer, or one step of a `concatenate`.
  case effectEnded(UInt64)
  /// A part of an effect has thrown an error that nothing catches; its `effectEnded` follows.
  case effectFailed(UInt64, UncaughtError)
  /// Start an effect that another effect, or the code of a `perform`, has sent.
  case effect(PendingEffect<Action>)
  /// Start an effect that has waited for others.
  case effectDue(UInt64)

  /// True for an action or an effect that was sent by code of a turn while that turn was running.
  @inlinable var isChained: Bool {
    switch self {
    case .action(let pending): pending.isChained
    case .effect(let pending): pending.isChained
    default: false
    }
  }

  /// Counts an action or an effect that is deferred to another turn, so that the receipt of its
  /// dispatch waits for it; does nothing for other jobs.
  @usableFromInline
  mutating func count(with tracker: EffectTracker) {
    switch consume self {
    case .action(var pending):
      if !pending.isCounted { pending.isCounted = tracker.begin(pending.dispatchID) }
      self = .action(pending)
    case .effect(var pending):
      if !pending.isCounted { pending.isCounted = tracker.begin(pending.dispatchID) }
      self = .effect(pending)
    case let other: self = other
    }
  }

  /// Sets the context of an action, an effect or the end of a batch that has none.
  ///
  /// The other jobs need no context: an effect that they start has its own.
  @inlinable
  mutating func setContext(_ context: @autoclosure () -> CallContext) {
    switch consume self {
    case .action(var pending):
      if pending.context == nil { pending.context = context() }
      self = .action(pending)
    case .effect(var pending):
      if pending.context == nil { pending.context = context() }
      self = .effect(pending)
    case .batch(let begins, let own):
      self = .batch(begins: begins, context: begins || own != nil ? own : context())
    case let other: self = other
    }
  }
}

/// A queued action.
@usableFromInline
struct PendingAction<Action: Sendable>: ~Copyable, Sendable {
  @usableFromInline var dispatched: DispatchedAction<Action>
  /// The dispatch that the action belongs to, which also counts the effects of the action.
  @usableFromInline var dispatchID: UInt64
  /// True if code of a running turn sent the action; false if it came from outside, or from
  /// `dispatch` of a stored `Send`.
  @usableFromInline var isChained: Bool
  /// The effect or child that sent the action, or nil; if it is cancelled, the action is dropped.
  @usableFromInline var sender: EffectToken?
  /// The task-local values for the action; nil for those of the task that runs the turn.
  @usableFromInline var context: CallContext?
  /// True if the dispatch counts the action: a task that waits for the dispatch waits for the
  /// action too.
  @usableFromInline var isCounted = false

  @inlinable
  init(
    _ dispatched: consuming DispatchedAction<Action>, dispatchID: UInt64, isChained: Bool,
    sender: consuming EffectToken? = nil
  ) {
    self.dispatched = dispatched
    self.dispatchID = dispatchID
    self.isChained = isChained
    self.sender = sender
  }
}

/// A queued effect, sent by another effect or by the code of a `perform`.
@usableFromInline
struct PendingEffect<Action: Sendable>: ~Copyable, Sendable {
  let effect: Effect<Action>
  let dispatchID: UInt64
  /// The effect that sent this one, or the child if a `perform` of the child sent it; or nil.
  let sender: EffectToken?
  /// The number of the action that led to this effect.
  let cause: UInt64
  /// True if the effect was sent by code of a turn while that turn was running.
  @usableFromInline var isChained = false
  /// The task-local values for the start; nil for those of the task that runs the turn.
  @usableFromInline var context: CallContext?
  /// True if the dispatch counts the effect before its start.
  var isCounted = false

  init(_ effect: Effect<Action>, from sender: Sender) {
    self.effect = effect
    dispatchID = sender.dispatchID
    self.sender = sender.token
    cause = sender.tag.cause
  }
}

/// A copy of the task-local values of a sender, for jobs that run later.
///
/// A job in a mailbox or a queue runs later, in a turn that another caller has begun. Without a
/// copy it would see the task-local values of that caller. Swift copies task-local values only when
/// a task is created. The sender therefore creates a task, with an executor that stores the task
/// instead of running it. When the turn reaches the job, the executor runs the task synchronously,
/// on the main actor and inside the running turn, like an executor that runs its tasks inline. The
/// code that the task calls sees exactly the values of the sender.
///
/// A dispatch to an idle store needs no copy, because it runs in its caller's own context. Jobs
/// that a turn itself sends run in the context of the action that led to them.
@usableFromInline
final class CallContext: Sendable {
  private let executor = StoringExecutor()
  /// At least the number of jobs that still need this context.
  @MainActor private var jobCount = 1

  /// Copies the current task-local values, or none if `isEmpty` is true, for one job.
  ///
  /// Complexity: creates one task, and copies the values.
  @usableFromInline
  init(isEmpty: Bool = false) {
    executor.refill(isEmpty: isEmpty)
  }

  /// Runs the stored task, which does nothing here: a task that never runs would leak.
  deinit { executor.spend() }

  /// Counts one more job and returns this context, for that job.
  @MainActor
  @usableFromInline
  func shared() -> CallContext {
    jobCount += 1
    return self
  }

  /// Calls a function that sees the copied values; to be called once for each job.
  @MainActor
  func call(_ body: @MainActor () -> Void) {
    jobCount -= 1
    withoutActuallyEscaping(body) { body in
      // A task runs only once. The task for the next job is created inside this one, and so gets
      // the same values: before the body, which can call this context within another one, and after
      // it, for the jobs of the body.
      executor.run {
        if self.jobCount > 0 { self.executor.refill() }
        body()
        if self.jobCount > 0 { self.executor.refill() }
      }
    }
  }

  /// An executor that stores one task and runs it when requested.
  ///
  /// Sound: only one thread uses it at a time. The sender fills it. Then a job passes the context
  /// from the sender's thread to the main actor, and only the code that has the context uses it.
  private final class StoringExecutor: TaskExecutor, @unchecked Sendable {
    private var job: UnownedJob?
    private var body: (@MainActor () -> Void)?

    func enqueue(_ job: consuming ExecutorJob) { self.job = UnownedJob(job) }

    func refill(isEmpty: Bool = false) {
      // A call stores a task before its body, and a nested one of the same context another.
      guard job == nil else { return }
      // A synchronous function begins on the thread that runs the task, without a switch of
      // executors.
      let work: @Sendable () -> Void = { self.work() }
      if isEmpty {
        Task.detached(executorPreference: self, operation: work)
      } else {
        Task(executorPreference: self, operation: work)
      }
    }

    @MainActor
    func run(_ body: @escaping @MainActor () -> Void) {
      self.body = body
      job.take()?.runSynchronously(
        isolatedTo: MainActor.sharedUnownedExecutor, taskExecutor: asUnownedTaskExecutor())
      // If the task began with a switch of executors, its job would be enqueued here again, and the
      // body would not have run. That depends on the compiler.
      if self.body != nil { spend() }
      self.body.take()?()
    }

    func spend() {
      job.take()?.runSynchronously(on: asUnownedTaskExecutor())
    }

    private func work() {
      guard let body = body.take() else { return }
      // Sound: only `run` sets a body, on the main actor, and takes it before it returns. A call of
      // `spend` from `deinit`, on any thread, finds no body.
      MainActor.assumeIsolated { body() }
    }
  }
}
