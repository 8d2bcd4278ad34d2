// SPDX-License-Identifier: Apache-2.0

/// A first-in first-out queue in a ring: appending and taking are O(1), and a queue that has once
/// been large enough allocates nothing more.
///
/// The ring is raw memory, so that an element is moved in and moved out and never copied: the slots
/// from `head` on, `count` of them, are initialized and no others.
@usableFromInline
final class ActionQueue<Element: ~Copyable> {
  // Exclusive: four words of one engine's; to read or write one calls nothing.
  @usableFromInline @exclusivity(unchecked) var slots: UnsafeMutablePointer<Element>?
  /// How many slots there are: zero or a power of two, so that a mask replaces a division.
  @usableFromInline @exclusivity(unchecked) var capacity = 0
  @usableFromInline @exclusivity(unchecked) var head = 0
  @usableFromInline @exclusivity(unchecked) var count = 0

  @inlinable init() {}

  @inlinable
  deinit {
    forEach { slot in slot.deinitialize(count: 1) }
    slots?.deallocate()
  }

  @inlinable var isEmpty: Bool { count == 0 }

  @inlinable
  func append(_ element: consuming Element) {
    if count == capacity { grow() }
    (slots.unsafelyUnwrapped + ((head + count) & (capacity - 1))).initialize(to: element)
    count += 1
  }

  /// Puts an element before all others.
  @inlinable
  func prepend(_ element: consuming Element) {
    if count == capacity { grow() }
    head = (head - 1) & (capacity - 1)
    (slots.unsafelyUnwrapped + head).initialize(to: element)
    count += 1
  }

  /// The slot of the element that is to be taken next.
  @inlinable var next: UnsafeMutablePointer<Element>? {
    count == 0 ? nil : slots.unsafelyUnwrapped + head
  }

  @inlinable
  func popFirst() -> Element? { takeFirst()?.move() }

  /// The slot of the first element, which is out of the queue now: the caller moves it out before
  /// it appends another.
  @inlinable
  func takeFirst() -> UnsafeMutablePointer<Element>? {
    guard count > 0 else { return nil }
    let slot = slots.unsafelyUnwrapped + head
    head = (head + 1) & (capacity - 1)
    count -= 1
    return slot
  }

  @inlinable
  func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return (slots.unsafelyUnwrapped + ((head + count) & (capacity - 1))).move()
  }

  /// The slot of the last element; there must be one.
  @inlinable var last: UnsafeMutablePointer<Element> {
    slots.unsafelyUnwrapped + ((head + count - 1) & (capacity - 1))
  }

  /// Drops the last element, which holds nothing that is to be released.
  @inlinable
  func forgetLast() { count -= 1 }

  /// Removes all elements, one by one, those included that the release of one appends.
  @inlinable
  func removeAll() {
    while popFirst() != nil {}
  }

  /// Visits the slots of the elements in order.
  @inlinable
  func forEach(_ body: (UnsafeMutablePointer<Element>) -> Void) {
    guard let slots else { return }
    for offset in 0..<count { body(slots + ((head + offset) & (capacity - 1))) }
  }

  /// Doubles the ring.
  @usableFromInline
  func grow() {
    let size = max(8, capacity * 2)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: size)
    var position = 0
    forEach { slot in
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
/// It is moved from where it is sent into the queue and from there to where it runs, and is never
/// copied: a copy of what it holds would cost more than its reducer.
@usableFromInline
enum Job<Action: Sendable>: ~Copyable, Sendable {
  /// An action waits its turn.
  case action(PendingAction<Action>)
  /// A batch that was opened while the store was busy begins or ends here.
  case batch(begins: Bool)
  /// A part of an effect has ended: its task, callback or timer, or one step of a `concatenate`.
  case effectEnded(UInt64)
  /// A part of an effect has thrown an error that nothing catches; that it has ended comes next.
  case effectFailed(UInt64, UncaughtError)
  /// An effect starts another one.
  case effect(PendingEffect<Action>)
  /// The turn of an effect that waited has come.
  case effectDue(UInt64)

  /// Whether it is an action or an effect that was sent in the course of a turn.
  @inlinable var isChained: Bool {
    switch self {
    case .action(let pending): pending.isChained
    case .effect(let pending): pending.isChained
    default: false
    }
  }

  /// Counts a job that is left to another turn among what the receipt of its dispatch waits for.
  ///
  /// - Parameters:
  ///   - tracker: What counts.
  ///   - effects: Collects the dispatches of jobs that start an effect: their count ends after the
  ///     turn that starts them.
  @usableFromInline
  mutating func count(with tracker: EffectTracker, effects: inout [UInt64]) {
    switch consume self {
    case .action(var pending):
      if !pending.isCounted { pending.isCounted = tracker.begin(pending.dispatchID) }
      self = .action(pending)
    case .effect(let effect):
      if tracker.begin(effect.dispatchID) { effects.append(effect.dispatchID) }
      self = .effect(effect)
    case let other: self = other
    }
  }

  /// Gives it a context if it needs one and has none; the code of an effect has that of its effect.
  @inlinable
  mutating func run(in context: @autoclosure () -> CallContext) {
    switch consume self {
    case .action(var pending):
      if pending.context == nil { pending.context = context() }
      self = .action(pending)
    case .effect(var pending):
      if pending.context == nil { pending.context = context() }
      self = .effect(pending)
    case let other: self = other
    }
  }
}

/// An action on its way to the reducer.
@usableFromInline
struct PendingAction<Action: Sendable>: ~Copyable, Sendable {
  @usableFromInline var dispatched: DispatchedAction<Action>
  /// The dispatch to which it belongs; effects that it starts are counted there.
  @usableFromInline var dispatchID: UInt64
  /// Whether it was sent in the course of a turn, as opposed to coming from outside.
  @usableFromInline var isChained: Bool
  /// The effect that sent it: once cancelled, the action is dropped.
  @usableFromInline var sender: EffectToken?
  /// The task-local values that it runs with; nil for those of the task that runs the turn.
  @usableFromInline var context: CallContext?
  /// A task that waits for its dispatch to finish waits for this action too.
  @usableFromInline var isCounted = false
  /// Whether the effect that sent it at once ends only after this action has been processed.
  @usableFromInline var holdsSender = false

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

/// An effect that another one has sent, or a `perform`.
@usableFromInline
struct PendingEffect<Action: Sendable>: ~Copyable, Sendable {
  let effect: Effect<Action>
  let dispatchID: UInt64
  /// The effect that sent it.
  let sender: EffectToken?
  /// The action that led to it.
  let cause: UInt64
  /// Whether it was sent in the course of the turn that starts it.
  @usableFromInline var isChained = false
  /// The task-local values that it starts with; nil for those of the task that runs the turn.
  @usableFromInline var context: CallContext?

  init(_ effect: Effect<Action>, from sender: Sender) {
    self.effect = effect
    dispatchID = sender.dispatchID
    self.sender = sender.token
    cause = sender.tag.cause
  }
}

/// The task-local values of a place in a program, kept for one later call.
///
/// What waits in a mailbox or in a queue runs later, in a turn that another caller has begun, and
/// would see the task-local values of that caller. Swift copies task-local values in one place:
/// where a task is created. So the place where something is sent creates a task, for an executor
/// that keeps it instead of running it. When the turn comes to what was sent, the task is run right
/// there, on the main actor and on top of the running turn, as executors do that run their tasks
/// inline: what it calls sees the values of that place and no others.
///
/// A dispatch that finds its store idle needs none of this, as it runs in its caller's own context.
/// What a turn leads to itself goes on in the context of the action that led to it.
@usableFromInline
final class CallContext: Sendable {
  private let keeper = Keeper()
  /// How many jobs wait with it.
  @MainActor private var waiting = 1

  /// Keeps the task-local values that are there now, for one job.
  ///
  /// Complexity: one task, and the copies of the values.
  @usableFromInline
  init() {
    keeper.refill()
  }

  /// Runs the task, which does nothing then: a task that is never run would leak.
  deinit { keeper.spend() }

  /// The same context for one more job.
  @MainActor
  @usableFromInline
  func shared() -> CallContext {
    waiting += 1
    return self
  }

  /// Calls a function where the kept values are seen, once for each job.
  @MainActor
  func call(_ body: @MainActor () -> Void) {
    waiting -= 1
    withoutActuallyEscaping(body) { body in
      keeper.run {
        body()
        // A task runs once; the next one is made where the values are those of this one.
        if self.waiting > 0 { self.keeper.refill() }
      }
    }
  }

  /// Keeps one task.
  ///
  /// Sound: its creator fills it, and from then on it belongs to the holder of the context, which a
  /// job hands from one thread to the main actor.
  private final class Keeper: TaskExecutor, @unchecked Sendable {
    private var job: UnownedJob?
    private var body: (@MainActor () -> Void)?

    func enqueue(_ job: consuming ExecutorJob) { self.job = UnownedJob(job) }

    func refill() {
      // A call within a call of the same context has filled it already.
      guard job == nil else { return }
      // A synchronous function: it begins where the task is run, without a switch of executors.
      let work: @Sendable () -> Void = { self.work() }
      Task(executorPreference: self, operation: work)
    }

    @MainActor
    func run(_ body: @escaping @MainActor () -> Void) {
      self.body = body
      job.take()?.runSynchronously(
        isolatedTo: MainActor.sharedUnownedExecutor, taskExecutor: asUnownedTaskExecutor())
      // Should a compiler let the task begin with a switch of executors, its job is enqueued again.
      if self.body != nil { spend() }
      self.body.take()?()
    }

    func spend() {
      job.take()?.runSynchronously(on: asUnownedTaskExecutor())
    }

    private func work() {
      guard let body = body.take() else { return }
      // Sound: only `run` sets a body, and what takes it runs there, on the main actor. `spend` in
      // `deinit`, on any thread, finds none.
      MainActor.assumeIsolated { body() }
    }
  }
}
