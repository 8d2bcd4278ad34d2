// SPDX-License-Identifier: Apache-2.0

/// Runs the loop of a store: it takes actions from one queue and processes them one at a time.
///
/// The engine belongs to the main actor, like its ``Store``. Other threads reach it only through
/// the mailbox.
///
/// The properties have no dynamic exclusivity checks, which would cost more than the rest of a
/// dispatch. They are not needed: during an access to a property, only two kinds of code of the
/// library's users run. One is `==` and `hash` of ids, which must not use the store. The other is
/// the `deinit` of an object in a replaced closure; the property has its new value by then. The
/// debug build of `bin/test` has the checks.
///
/// The state is stored at an address of its own. Observers get that address and can read the store
/// in the same call. While the reducer changes the state, the phase is `.reducing`, and a read of
/// the store stops the program.
@MainActor
@usableFromInline
final class Engine<State, Action: Sendable>: ObserverHost {
  // Exclusive: all properties belong to the main actor. No access to one of them calls an observer,
  // an effect or a middleware: a function is read from its property before it is called.
  // Sound: used on the main actor only. It is marked unsafe because `deinit`, which can run on any
  // thread, passes it to the main actor.
  @usableFromInline nonisolated(unsafe) let address: UnsafeMutablePointer<State>
  @usableFromInline let mailbox: Mailbox<Action>
  @usableFromInline @exclusivity(unchecked) var phase = StorePhase.idle
  /// The number of commits.
  ///
  /// Only the fast path counts those of actions for which `leavesState` returns true.
  @usableFromInline @exclusivity(unchecked) var commits: UInt64 = 0
  /// The number of processed actions that are not counted in `commits`, minus the number of commits
  /// without an action.
  ///
  /// It includes the actions of an earlier store that this one continues.
  ///
  /// `commits` plus this number is the number of the last action. A plain dispatch therefore writes
  /// only one counter.
  @usableFromInline @exclusivity(unchecked) var uncommitted: UInt64 = 0
  /// The cause, and the effect if there is one, of the actions that are dispatched while the store
  /// is busy.
  @usableFromInline @exclusivity(unchecked) var currentTag = ActionTag.none
  /// The tag of the last action in a batch whose commit was not yet reported to observers; nil if
  /// all commits were reported.
  @usableFromInline @exclusivity(unchecked) var staleTag: ActionTag?
  @usableFromInline @exclusivity(unchecked) var queue = ActionQueue<Job<Action>>()
  /// Returns true for actions that leave the state unchanged; nil if the feature promises that for
  /// no action.
  @usableFromInline let leavesState: (@Sendable (Action) -> Bool)?
  /// The reducer, if the feature is only a reducer; otherwise a function that does nothing.
  @usableFromInline let reduceInPlace: @Sendable (inout State, Action) -> Void
  /// The feature, if it starts effects or can throw; otherwise nil.
  @usableFromInline let runFeature: Feature<State, Action>.Run?
  @usableFromInline let canThrow: Bool
  /// The declared effects, middleware and children of the feature.
  let attachments: FeatureAttachments<State, Action>?
  /// True if the only work for an action is a call of the reducer.
  ///
  /// That is the case if the feature is only a reducer, if the store has no middleware, observer,
  /// follower, writer, probe, keeper or notification rule, and if the engine has not ended.
  @usableFromInline @exclusivity(unchecked) var isPlain = true

  /// Returns true for the commits after which observers are called; nil for all commits.
  @usableFromInline @exclusivity(unchecked) var notificationRule: ((State) -> Bool)?
  /// The clock of the effects.
  @inlinable var clock: any Clock<Duration> { mailbox.clock }
  @usableFromInline let tracker: EffectTracker
  /// The context shared by all receipts, except those of rejected or queued actions.
  @usableFromInline let receiptContext: DispatchReceipt.Context
  @usableFromInline let observers = ObserverList()
  let reads = TrackedReads<State, Action>()
  @usableFromInline @exclusivity(unchecked) var middleware:
    ComposedMiddleware<Action, Action, State>
  @usableFromInline @exclusivity(unchecked) var probes: [AttachedProbe]
  /// The executor for the tasks of effects; nil for the default executor.
  @usableFromInline let taskExecutor: (any TaskExecutor)?
  /// Work of middleware after each commit.
  @usableFromInline @exclusivity(unchecked) var afterCommit: (@MainActor () -> Void)?
  /// The effects that start after the commit of the current action.
  @usableFromInline let decided = ActionQueue<Effect<Action>>()
  /// The number of running effects that were reported to probes.
  @exclusivity(unchecked) var probedCount = 0
  /// The effect whose start is being reported, and the probes that were not told of it yet; nil at
  /// other times.
  @exclusivity(unchecked) var starting: (effect: UInt64, untold: ArraySlice<AttachedProbe>)?
  @usableFromInline @exclusivity(unchecked) var effects = EffectTable()
  /// The children that own effects.
  @usableFromInline @exclusivity(unchecked) var owners = EffectOwners()
  @usableFromInline let actionObservers = ActionObserverList<State, Action>()
  /// The writers, in the order in which they were added.
  @exclusivity(unchecked) var writers: [ActionWriter<State, Action>] = []
  /// The storage of the first writer, which leads to the others; nil without writers.
  @usableFromInline @exclusivity(unchecked) var firstWriter:
    UnsafeMutablePointer<ActionWriter<State, Action>.Storage>?
  /// The writers that were removed during the current turn, which may still be in use.
  @exclusivity(unchecked) var removedWriters: [ActionWriter<State, Action>] = []
  /// The functions that are called after each commit, for effects that wait for a state or an
  /// action.
  @usableFromInline @exclusivity(unchecked) var followers = OrderedSlots<CommitFollower<Action>>()
  @exclusivity(unchecked) var lastFollower: UInt64 = 0
  /// The observers that follow the declarations of ``StateEffects``.
  var declarations: [StoreObserver] = []
  /// The declarations for which a duplicate id was reported.
  @exclusivity(unchecked) var reportedDeclarations: Set<UInt64> = []
  /// The declared effects of children.
  @usableFromInline @exclusivity(unchecked) var childDeclarations: [ChildDeclaration] = []
  /// True if the store was released, or has ended with its parent.
  @usableFromInline @exclusivity(unchecked) var isEnded = false
  @usableFromInline @exclusivity(unchecked) var counters = StoreCounters()
  /// True if a keeper stores the actions durably; each receipt can then wait for the keeper.
  @usableFromInline let hasKeeper: Bool

  @usableFromInline @exclusivity(unchecked) var chainLimit = 100_000
  @usableFromInline @exclusivity(unchecked) var onRejection:
    ((DispatchedAction<Action>.Rejection) -> Void)?
  @usableFromInline @exclusivity(unchecked) var onRunaway:
    ((DispatchedAction<Action>.Runaway) -> Void)?

  /// The task-local values of the current job; nil for those of the task that runs the turn.
  @usableFromInline @exclusivity(unchecked) var context: CallContext?
  /// The number of the last dispatch.
  @usableFromInline @exclusivity(unchecked) var lastDispatchID: UInt64 = 0
  /// The number of chained actions and effects that this turn has run; see `Job.isChained`.
  @usableFromInline @exclusivity(unchecked) var chain = 0
  /// The number of actions and effects that are not chained and that this turn can still run.
  @usableFromInline @exclusivity(unchecked) var budget = 0
  /// The last chained actions of this turn; filled when `chain` is close to the limit.
  @usableFromInline @exclusivity(unchecked) var recent: [DispatchedAction<Action>] = []
  /// The dispatches of the counted actions that have run in this turn, of the effects that have
  /// ended in it or were deferred to it, and of `addEffect`; their counts end with the turn.
  @usableFromInline @exclusivity(unchecked) var counted: [UInt64] = []
  @usableFromInline @exclusivity(unchecked) var batchDepth = 0
  /// The jobs that the effect of a `send.start` sends while it starts; nil at other times.
  ///
  /// They are moved to the front of the queue.
  @usableFromInline @exclusivity(unchecked) var inPlace: ActionQueue<Job<Action>>?
  /// Mail with this watch number, or a greater one, comes from the effect of a `send.start` that is
  /// starting.
  @usableFromInline @exclusivity(unchecked) var inPlaceWatch: UInt64 = 0
  /// The last watch number: that of a closure that can post while it runs, or of an effect that a
  /// `send.start` starts.
  @usableFromInline @exclusivity(unchecked) var lastWatch: UInt64 = 0
  /// The watch number of the innermost closure that runs now, or 0.
  @usableFromInline @exclusivity(unchecked) var openWatch: UInt64 = 0

  /// Creates an engine whose first action has the number after `number`.
  ///
  /// With a keeper, no declared effect starts before ``startDeclared()`` is called.
  @inlinable
  convenience init(
    state: State, feature: Feature<State, Action>,
    middleware: ComposedMiddleware<Action, Action, State>,
    clock: any Clock<Duration> = ContinuousClock(), after number: UInt64 = 0,
    keeper: (any DispatchReceipt.Keeper)? = nil
  ) {
    self.init(state, feature, middleware, clock, after: number, keeper)
    readMail()
    if !hasKeeper { startDeclared() }
  }

  @usableFromInline
  init(
    _ state: State, _ feature: Feature<State, Action>,
    _ ofStore: ComposedMiddleware<Action, Action, State>, _ clock: any Clock<Duration>,
    after number: UInt64, _ keeper: (any DispatchReceipt.Keeper)?
  ) {
    address = .allocate(capacity: 1)
    address.initialize(to: state)
    mailbox = Mailbox(clock: clock)
    leavesState = feature.leavesState
    reduceInPlace = if case .reduce(let reduce) = feature.step { reduce } else { { _, _ in } }
    runFeature = if case .run(let run, _) = feature.step { run } else { nil }
    canThrow = feature.canThrow
    attachments = feature.attachments
    let ofFeature = (feature.attachments?.middleware ?? []).map { $0() }
    let middleware =
      ofFeature.isEmpty ? ofStore : ComposedMiddleware(ofStore.parts + ofFeature)
    self.middleware = middleware
    // The same middleware, and so the same probe, can occur several times.
    var probes: [AttachedProbe] = []
    for probe in middleware.probes { probes.attach(probe, after: 0) }
    self.probes = probes
    taskExecutor = probes.lazy.compactMap { $0.probe.taskExecutor }.first
    afterCommit = middleware.traits.afterCommit
    uncommitted = number
    hasKeeper = keeper != nil
    tracker = EffectTracker(keeper: keeper)
    receiptContext = DispatchReceipt.Context(tracker)
    observers.graph.host = self
    actionObservers.host = self
    tracker.host = self
    updatePlain()
  }

  /// Starts the effects that the feature declares for the state.
  @usableFromInline
  func startDeclared() {
    guard let declarations = attachments?.stateEffects, !declarations.isEmpty else { return }
    inTurn { for declaration in declarations { declaration.attach(to: self) } }
  }

  deinit {
    // Sound: no other code has the address any more.
    nonisolated(unsafe) let address = address
    endOnMainActor { [isEnded, observers, actionObservers, writers, mailbox, tracker] in
      if !isEnded {
        // Subscriptions can hold observers longer than the graph lives.
        observers.removeAll()
        actionObservers.removeAll()
        for writer in writers { writer.engine = nil }
        mailbox.reader = nil
        tracker.host = nil
      }
      address.deinitialize(count: 1)
      address.deallocate()
    }
  }

  /// The state; its address is constant for the life of the engine.
  @inlinable var state: State { address.pointee }

  /// Dispatches an action; see ``ActionHandler/dispatch(_:source:)``.
  ///
  /// The fast path is inlined into the caller's module, where the reducer's types are known.
  @inlinable
  func dispatch(_ action: Action, source: ActionSource) -> DispatchReceipt {
    if isPlain && isIdle {
      phase = .reducing
      reduceInPlace(&address.pointee, action)
      commits &+= 1
      phase = .idle
      // The queue is not empty if the reducer has dispatched, which a reducer must not do, or the
      // `deinit` of an object that the reducer has released.
      if !queue.isEmpty { runTurn() }
      return .committed
    }
    return dispatchInTurn(action, source: source)
  }

  @inlinable
  func updatePlain() {
    isPlain = middleware.parts.isEmpty && observers.isEmpty && actionObservers.isEmpty
    if runFeature != nil || !followers.isEmpty { isPlain = false }
    if notificationRule != nil || isEnded || hasKeeper { isPlain = false }
    if !probes.isEmpty || firstWriter != nil { isPlain = false }
  }

  /// Connects the mailbox to the functions of this engine.
  ///
  /// Sound: the mailbox calls these functions on the main actor only, and releases them before the
  /// engine is deallocated.
  @inlinable
  func readMail() {
    mailbox.reader = (
      drain: { [unowned self] in drain() },
      receive: { [unowned self] action, dispatchID, sender, watch in
        receive(consume action, dispatchID: dispatchID, sender: sender, watch: watch)
      },
      end: { [unowned self] in end(of: $0) },
      follow: { [unowned self] in follow($0) },
      unfollow: { [unowned self] in unfollow($0) }
    )
  }

  /// True if no turn runs and no job waits: a job that comes now can run without the queue.
  @inlinable var isIdle: Bool { phase == .idle && queue.isEmpty && mailbox.isEmpty }

  /// Processes the jobs of the queue and of the mailbox, as many as one turn may run.
  @inlinable
  func drain() {
    mailbox.drainBegan()
    absorbMail()
    if phase == .idle { runPart() }
  }

  /// Runs an action of an effect if the store is idle; otherwise queues the action, and runs the
  /// queue unless a turn runs already.
  @inlinable
  func receive(
    _ dispatched: consuming DispatchedAction<Action>, dispatchID: UInt64, sender: EffectToken?,
    watch: UInt64
  ) {
    guard sender?.isCancelled != true, !isEnded else { return }
    let pending = PendingAction(
      consume dispatched, dispatchID: dispatchID, isChained: phase != .idle, sender: sender)
    if isIdle {
      beginTurn()
      runAtOnce(consume pending)
      return finishTurn()
    }
    enqueue(.action(consume pending), of: watch)
    if phase == .idle { runTurn() }
  }

  /// Runs the first action of a turn, which was never queued, and releases it.
  @inlinable
  func runAtOnce(_ pending: consuming PendingAction<Action>) {
    // For this action, which `run` subtracts from the budget.
    budget += 1
    pending.dispatched.source.tag.number = nextNumber
    run(pending)
  }

  /// Ends a part of an effect if the store is idle; otherwise queues that end, and runs a part of
  /// the queue unless a turn runs already.
  @inlinable
  func end(of effect: UInt64) {
    guard !isEnded else { return }
    if isIdle {
      beginTurn()
      effectEnded(effect)
      return finishTurn()
    }
    enqueue(.effectEnded(effect), of: 0)
    if phase == .idle { runPart() }
  }

  /// Removes an observer.
  @usableFromInline
  func remove(_ observer: StoreObserver) {
    observers.remove(observer)
    updatePlain()
  }

  /// Starts an effect without an action.
  func add(_ effect: Effect<Action>) -> DispatchReceipt {
    if isEnded { return DispatchReceipt(.rejected(DispatchReceipt.StoreEnded())) }
    lastDispatchID += 1
    let dispatchID = lastDispatchID
    // In a turn, actions of the effect can still be queued when the receipt is returned. They are
    // counted until the turn ends.
    if phase != .idle && tracker.begin(dispatchID) { counted.append(dispatchID) }
    inTurn { start(effect, dispatchID: dispatchID) }
    return DispatchReceipt(.committed, dispatchID: dispatchID, context: receiptContext)
  }

  /// Runs a function as a part of the running turn, or in a turn of its own.
  func inTurn(_ body: () -> Void) {
    guard phase == .idle else {
      body()
      // A plain dispatch and a read have the phases `.reducing` and `.selecting`, but no turn that
      // would end the counts. A task ends them, not the mailbox, which is closed when the store
      // ends. If the task runs inside a later turn whose code runs a run loop, that turn ends them.
      if phase <= .selecting && !counted.isEmpty { Task { if phase == .idle { endCounted() } } }
      return
    }
    phase = .effects
    currentTag = .none
    body()
    runTurn()
  }

  /// Cancels the effects of a dispatch, in the order in which they began.
  @usableFromInline
  func cancelEffects(of dispatchID: UInt64, from first: UInt64, atMost count: Int) {
    let nodes = effects.nodes.prefix(count, from: first) {
      $0.dispatchID == dispatchID && $0.parent == nil
    }
    inTurn { cancel(nodes) }
  }

  /// Ends the store: cancels effects, removes observers, and drops queued jobs.
  func shutDown() {
    guard !isEnded else { return }
    isEnded = true
    // First, because code that runs below, such as `onCancel` of a listener, can dispatch.
    updatePlain()
    mailbox.reader = nil
    mailbox.close()
    tracker.host = nil
    queue = ActionQueue()
    inPlace = nil
    endProbes()
    Node.cancelAll(effects.removeAll())
    // A running turn ends its counts itself. If none runs, the counts that are left end here.
    if phase == .idle { counted.clear() }
    tracker.finishAll(but: counted)
    owners = EffectOwners()
    decided.removeAll()
    observers.removeAll()
    actionObservers.removeAll()
    for writer in writers { remove(writer) }
    endFollowers()
    middleware = ComposedMiddleware()
    declarations = []
    childDeclarations = []
    afterCommit = nil
    notificationRule = nil
    onRejection = nil
    onRunaway = nil
  }
}

extension Engine {
  /// Replaces the state without an action, runs `afterCommit`, and calls observers.
  ///
  /// - Returns: False if the state was not replaced, because a turn is running, the turn of queued
  ///   jobs was cut, or the store has ended.
  func replace(_ newState: State) -> Bool {
    guard runPendingJobs() else { return false }
    currentTag = .none
    let old = address.move()
    address.initialize(to: newState)
    finishReplacement()
    // The old state is released only now: a `deinit` in it may read the store or dispatch.
    withExtendedLifetime(old) {}
    return true
  }

  /// Replaces the output of a selector and calls observers.
  func replace<Output>(_ selector: StateSelector<State, Output>, with output: Output) -> Bool {
    guard runPendingJobs() else { return false }
    let filtered = observers.filtering.map(\.key)
    guard observers.graph.replace(selector, with: output, filtered: filtered) else { return false }
    currentTag = .none
    finishReplacement()
    return true
  }

  /// Runs all jobs of the queue and of the mailbox, for example before the state is replaced.
  ///
  /// - Returns: False if nothing may be replaced, because another turn is running, this turn was
  ///   cut, or the store has ended.
  @discardableResult
  func runPendingJobs() -> Bool {
    guard phase == .idle, !isEnded else { return false }
    absorbMail()
    if !queue.isEmpty { runTurn() }
    // The turn may have been cut, or have ended the store.
    return queue.isEmpty && !isEnded
  }

  /// Counts a replacement as a commit, and calls all observers of a replacement.
  private func finishReplacement() {
    commits &+= 1
    uncommitted &-= 1
    // An action that is dispatched from here on is queued until all observers have been called.
    phase = .notifying
    let lastObserver = actionObservers.lastID
    afterCommit?()
    observers.willReplace()
    if !writers.isEmpty { writeReplacement() }
    if !actionObservers.isEmpty { actionObservers.notifyOfReplacement(upTo: lastObserver) }
    if !observers.isEmpty || notificationRule != nil {
      if batchDepth == 0 { notifyObservers() } else { noteStale() }
    }
    if !owners.isEmpty { endAbsentOwners() }
    if !followers.isEmpty { notifyFollowers(nil) }
    runTurn()
  }
}

/// The phase of a store while it processes an action, in the order of the loop.
public enum StorePhase: UInt8, CaseIterable, Comparable, Codable, Sendable {
  /// No turn runs; the next dispatch runs at once.
  case idle
  /// Middleware handles the action, with the state before it.
  case handling
  /// The reducer changes the state.
  case reducing
  /// Selections are updated.
  case selecting
  /// Observers are called.
  case notifying
  /// Effects start, or the rejection of the action is reported.
  case effects

  /// Compares two phases by their order in the loop.
  @inlinable
  public static func < (lhs: StorePhase, rhs: StorePhase) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}
