// SPDX-License-Identifier: Apache-2.0

/// The loop: one queue, one place where an action becomes a state.
///
/// It lives on the main actor, as its ``Store`` does; other threads reach it only through the
/// mailbox. Its properties go without dynamic exclusivity checks, which would cost more than the
/// rest of a dispatch: no access to one of them lasts while code from outside runs, except for `==`
/// and `hash` of ids, which must not use the store. `bin/test --exclusivity` runs the tests with
/// the checks. The state has an address of its own, so that observers may read the store while they
/// are handed that address; the phase keeps all other code from it while the reducer has it.
@MainActor
@usableFromInline
final class Engine<State, Action: Sendable>: ObserverHost {
  // Exclusive: all of it is the main actor's, and no access to one of these calls an observer, an
  // effect or a middleware: what is called is taken out first.
  // Sound: the main actor's; unsafe only for the end, which may come on any thread.
  @usableFromInline nonisolated(unsafe) let address: UnsafeMutablePointer<State>
  @usableFromInline let mailbox: Mailbox<Action>
  @usableFromInline @exclusivity(unchecked) var phase = StorePhase.idle
  /// How many actions were committed.
  @usableFromInline @exclusivity(unchecked) var commits: UInt64 = 0
  /// The actions that are not in `commits`, minus the commits without an action: the sum of both is
  /// the number of the last action, so that a plain dispatch writes one counter.
  @usableFromInline @exclusivity(unchecked) var uncommitted: UInt64 = 0
  /// The cause, and the effect if there is one, of what is dispatched while the store is busy.
  @usableFromInline @exclusivity(unchecked) var currentTag = ActionTag.none
  /// The tag of the last action in a batch whose commit observers have not heard of.
  @usableFromInline @exclusivity(unchecked) var staleTag = ActionTag.none
  @usableFromInline @exclusivity(unchecked) var queue = ActionQueue<Job<Action>>()
  /// Tells which actions leave the state as it is, if the feature knows of such.
  @usableFromInline let leavesState: (@Sendable (Action) -> Bool)?
  /// The feature if it only reduces.
  @usableFromInline let reduceInPlace: @Sendable (inout State, Action) -> Void
  /// The feature if it starts effects or can throw.
  @usableFromInline let runFeature: Feature<State, Action>.Run?
  @usableFromInline let canThrow: Bool
  /// Knows which of the feature's children are there.
  let attachments: FeatureAttachments<State, Action>?
  /// No middleware, no observers, no receiver of old states, and a feature that only reduces: an
  /// action is only a reducer call.
  @usableFromInline @exclusivity(unchecked) var isPlain = true

  /// Decides whether a commit is told to observers; nil if each one is.
  @usableFromInline @exclusivity(unchecked) var notificationRule: NotificationRule<State>?
  /// Tells effects the time.
  @inlinable var clock: any Clock<Duration> { mailbox.clock }
  @usableFromInline let tracker: EffectTracker
  /// The context shared by all receipts, except those of rejected or queued actions.
  @usableFromInline let receiptContext: DispatchReceipt.Context
  @usableFromInline let observers = ObserverList()
  let reads = TrackedReads<State, Action>()
  @usableFromInline @exclusivity(unchecked) var middleware:
    ComposedMiddleware<Action, Action, State>
  @usableFromInline @exclusivity(unchecked) var probes: [any StoreProbe]
  /// Where the tasks of effects run; nil where the system thinks best.
  @usableFromInline let taskExecutor: (any TaskExecutor)?
  /// What middleware does after each commit.
  @usableFromInline @exclusivity(unchecked) var afterCommit: (@MainActor () -> Void)?
  /// What starts after the commit of the action that runs.
  @usableFromInline let decided = ActionQueue<Effect<Action>>()
  /// The effects that probes have been told of.
  @exclusivity(unchecked) var probed: Set<UInt64> = []
  /// For probes that were attached: the last effect that had begun by then.
  @exclusivity(unchecked) var attachedAfter: [ObjectIdentifier: UInt64] = [:]
  @usableFromInline @exclusivity(unchecked) var effects = EffectTable()
  /// The children to which effects belong.
  @usableFromInline @exclusivity(unchecked) var owners = EffectOwners()
  @usableFromInline let actionObservers = ActionObserverList<State, Action>()
  /// What writes actions down.
  @exclusivity(unchecked) var writers: [ActionWriter<State, Action>] = []
  @usableFromInline @exclusivity(unchecked) var firstDesk:
    UnsafeMutablePointer<ActionWriter<State, Action>.Desk>?
  /// Those that were taken out in the course of a turn.
  @exclusivity(unchecked) var oldWriters: [ActionWriter<State, Action>] = []
  /// Effects that wait for a commit.
  @usableFromInline @exclusivity(unchecked) var followers = OrderedSlots<CommitFollower<Action>>()
  @exclusivity(unchecked) var lastFollower: UInt64 = 0
  /// The observers that follow the declarations of ``StateEffects``.
  var declarations: [StoreObserver] = []
  /// The declarations of children.
  @usableFromInline @exclusivity(unchecked) var childDeclarations: [ChildDeclaration<State>] = []
  /// The store is gone, or has ended with its parent.
  @usableFromInline @exclusivity(unchecked) var isEnded = false
  @usableFromInline @exclusivity(unchecked) var counters = StoreCounters()
  /// Something keeps the actions, so that each receipt has something to wait for.
  @usableFromInline @exclusivity(unchecked) var hasKeeper = false

  @usableFromInline @exclusivity(unchecked) var chainLimit = 100_000
  @usableFromInline @exclusivity(unchecked) var onRejection:
    ((DispatchedAction<Action>.Rejection) -> Void)?
  @usableFromInline @exclusivity(unchecked) var onRunaway:
    ((DispatchedAction<Action>.Runaway) -> Void)?

  /// The context of the job that runs; nil for that of the task that runs the turn.
  @usableFromInline @exclusivity(unchecked) var context: CallContext?
  /// The number of the last dispatch.
  @usableFromInline @exclusivity(unchecked) var lastDispatchID: UInt64 = 0
  /// The dispatch that the outermost caller waits for, its outcome, and its action's number.
  @usableFromInline @exclusivity(unchecked) var awaited:
    (dispatchID: UInt64, outcome: DispatchReceipt.Outcome, number: UInt64) = (0, .committed, 0)
  /// How many chained actions have run in this turn.
  @usableFromInline @exclusivity(unchecked) var chain = 0
  /// How many more actions this turn takes that are not chained.
  @usableFromInline @exclusivity(unchecked) var budget = 0
  /// The last chained actions of this turn, kept once there are nearly too many.
  @usableFromInline @exclusivity(unchecked) var recent: [DispatchedAction<Action>] = []
  /// The dispatches of counted actions that have run in this turn, and of effects that have ended.
  @usableFromInline @exclusivity(unchecked) var counted: [UInt64] = []
  @usableFromInline @exclusivity(unchecked) var batchDepth = 0
  /// What is sent while the effect of a `send.start` starts; it goes to the front of the queue.
  ///
  /// Nil while no such effect starts.
  @usableFromInline @exclusivity(unchecked) var inPlace: ActionQueue<Job<Action>>?
  /// Mail of code that has this number or a later one is of the effect that starts.
  @usableFromInline @exclusivity(unchecked) var inPlaceWatch: UInt64 = 0
  /// Numbers the turns that look into the mailbox, and the effects that start within them.
  @usableFromInline @exclusivity(unchecked) var lastWatch: UInt64 = 0
  /// A batch has committed what observers have not heard of.
  @usableFromInline @exclusivity(unchecked) var isStale = false
  @usableFromInline @exclusivity(unchecked) var isWatchingMail = false

  /// Creates an engine whose first action has the number after `number`.
  ///
  /// With a keeper, nothing is started before ``startDeclared()``.
  @inlinable
  convenience init(
    state: State, feature: Feature<State, Action>,
    middleware: ComposedMiddleware<Action, Action, State>,
    clock: any Clock<Duration> = ContinuousClock(), after number: UInt64 = 0,
    keeper: (any DispatchReceipt.Keeper)? = nil
  ) {
    self.init(state, feature, middleware, clock)
    readMail()
    uncommitted = number
    tracker.keeper = keeper
    hasKeeper = keeper != nil
    if keeper == nil { startDeclared() }
  }

  @usableFromInline
  init(
    _ state: State, _ feature: Feature<State, Action>,
    _ ofStore: ComposedMiddleware<Action, Action, State>, _ clock: any Clock<Duration>
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
    // One middleware may stand in several places, and its probe is the same in all of them.
    var known: Set<ObjectIdentifier> = []
    probes = middleware.probes.filter { known.insert(ObjectIdentifier($0)).inserted }
    taskExecutor = probes.lazy.compactMap(\.taskExecutor).first
    afterCommit = middleware.traits.afterCommit
    tracker = EffectTracker()
    receiptContext = DispatchReceipt.Context(tracker)
    super.init()
    observers.graph.host = self
    actionObservers.host = self
    tracker.host = self
    updatePlain()
  }

  /// Starts the effects that exist while the state says so.
  @usableFromInline
  func startDeclared() {
    guard let declarations = attachments?.stateEffects, !declarations.isEmpty else { return }
    inTurn { for declaration in declarations { declaration.attach(to: self) } }
  }

  deinit {
    // Sound: nothing else has the address any more.
    nonisolated(unsafe) let address = address
    endOnMainActor { [isEnded, observers, actionObservers, writers, mailbox, tracker] in
      if !isEnded {
        // Observers may live on in subscriptions; the graph does not.
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

  /// The state, at the address that it has for the whole life of the engine.
  @inlinable var state: State { address.pointee }

  /// Takes an action; see ``ActionHandler/dispatch(_:source:)``.
  ///
  /// The short way through is inlined into the caller's module, where the reducer's types are
  /// known.
  @inlinable
  func dispatch(_ action: Action, source: ActionSource) -> DispatchReceipt {
    if isPlain, phase == .idle, queue.isEmpty, mailbox.isEmpty {
      phase = .reducing
      reduceInPlace(&address.pointee, action)
      commits &+= 1
      phase = .idle
      // Only a reducer that breaks the rules and dispatches can have queued something.
      if !queue.isEmpty { runTurn() }
      return .committed
    }
    return dispatchInTurn(action, source: source)
  }

  @inlinable
  override func updatePlain() {
    isPlain = middleware.parts.isEmpty && observers.isEmpty && actionObservers.isEmpty
    if runFeature != nil || !followers.isEmpty { isPlain = false }
    if notificationRule != nil || isEnded || !probes.isEmpty || firstDesk != nil { isPlain = false }
  }

  /// Connects the mailbox to the functions of this engine.
  ///
  /// Sound: the mailbox calls these functions on the main actor and loses them before the engine
  /// goes.
  @inlinable
  func readMail() {
    mailbox.reader = MailReader(
      drain: { [unowned self] in drain() },
      receive: { [unowned self] in receive($0, dispatchID: $1, sender: $2, watch: $3) },
      end: { [unowned self] in end(of: $0) },
      follow: { [unowned self] in follow($0) },
      unfollow: { [unowned self] in unfollow($0) })
  }

  @inlinable
  func drain() {
    mailbox.arrived()
    absorbMail()
    if phase == .idle { runTurn() }
  }

  @inlinable
  func receive(
    _ dispatched: consuming DispatchedAction<Action>, dispatchID: UInt64, sender: EffectToken?,
    watch: UInt64
  ) {
    guard sender?.isCancelled != true, !isEnded else { return }
    enqueue(
      .action(
        PendingAction(dispatched, dispatchID: dispatchID, isChained: phase != .idle, sender: sender)
      ), of: watch)
    if phase == .idle { runTurn() }
  }

  @inlinable
  func end(of effect: UInt64) {
    guard !isEnded else { return }
    enqueueInTurn(.effectEnded(effect))
    if phase == .idle { runTurn() }
  }

  /// Ends the watch of an observer.
  @usableFromInline
  override func remove(_ observer: StoreObserver) {
    observers.remove(observer)
    updatePlain()
  }

  /// Ends what belongs to a dispatch, in the order in which it began.
  override func cancelEffects(of dispatchID: UInt64) {
    let nodes = effects.nodes.filter { $0.dispatchID == dispatchID && $0.parent == nil }
    inTurn { for node in nodes { cancel(node) } }
  }

  /// Ends the store: cancels effects, removes observers, drops what waits.
  func shutDown() {
    guard !isEnded else { return }
    isEnded = true
    mailbox.reader = nil
    mailbox.close()
    tracker.host = nil
    queue = ActionQueue()
    inPlace = nil
    endProbes()
    for life in effects.cancelAll() { life.cancel() }
    // A turn that runs ends those that it has counted; between two turns of a queue nothing would.
    if phase == .idle { counted.clear() }
    tracker.finishAll(but: counted)
    owners = EffectOwners()
    decided.removeAll()
    observers.removeAll()
    actionObservers.removeAll()
    removeWriters()
    endFollowers()
    middleware = ComposedMiddleware()
    declarations = []
    childDeclarations = []
    afterCommit = nil
    notificationRule = nil
    onRejection = nil
    onRunaway = nil
    updatePlain()
  }
}

extension Engine {
  /// Puts a state in the place of the present one, tells observers, and does what middleware does
  /// after each commit; no action is involved.
  ///
  /// - Returns: False if an action is on its way or the store has ended; the state is not replaced
  ///   then.
  func replace(_ newState: State) -> Bool {
    guard runWhatWaits() else { return false }
    currentTag = .none
    let old = address.move()
    address.initialize(to: newState)
    tellOfReplacement()
    // The old state is released only now: that may run code which reads the store or dispatches.
    withExtendedLifetime(old) {}
    return true
  }

  /// Puts a value in the place of a selector's output and tells observers.
  func replace<Output>(_ selector: StateSelector<State, Output>, with output: Output) -> Bool {
    guard runWhatWaits(), observers.graph.replace(selector, with: output) else { return false }
    currentTag = .none
    tellOfReplacement()
    return true
  }

  /// Processes waiting actions before something is replaced.
  ///
  /// - Returns: False if an action is on its way, the turn was cut, or the store has ended: nothing
  ///   may be replaced then.
  private func runWhatWaits() -> Bool {
    guard phase == .idle, !isEnded else { return false }
    absorbMail()
    if !queue.isEmpty { runTurn() }
    // The turn may have been cut, or have ended the store.
    return queue.isEmpty && !isEnded
  }

  private func tellOfReplacement() {
    commits &+= 1
    uncommitted &-= 1
    // What is dispatched from here on waits until all have been told.
    phase = .notifying
    afterCommit?()
    observers.willReplace()
    if !writers.isEmpty { writeReplacement() }
    if !actionObservers.isEmpty { actionObservers.notifyOfReplacement() }
    if !observers.isEmpty || notificationRule != nil {
      if batchDepth == 0 { notifyObservers() } else { noteStale() }
    }
    if !owners.isEmpty { endAbsentOwners() }
    if !followers.isEmpty { tellFollowers(nil) }
    runTurn()
  }
}
