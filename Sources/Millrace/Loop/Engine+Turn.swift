// SPDX-License-Identifier: Apache-2.0

extension Engine {
  /// Dispatches an action for which the fast path is not possible.
  ///
  /// If no turn runs and no job is queued, the action is processed now. Otherwise it is queued, and
  /// the queue is run unless a turn runs already.
  @inlinable
  func dispatchInTurn(_ action: Action, source: ActionSource) -> DispatchReceipt {
    if isEnded { return DispatchReceipt(.rejected(DispatchReceipt.StoreEnded())) }
    lastDispatchID += 1
    let dispatchID = lastDispatchID
    if isIdle {
      beginTurn()
      var source = source
      source.tag = ActionTag(number: nextNumber)
      let outcome = process(action, source: source, dispatchID: dispatchID)
      finishTurn()
      return DispatchReceipt(
        outcome, dispatchID: dispatchID, number: source.tag.number,
        context: isQuiet ? nil : receiptContext)
    }
    var pending = PendingAction(
      DispatchedAction(action, source: source), dispatchID: dispatchID, isChained: phase != .idle)
    pending.dispatched.source.tag = phase == .idle ? .none : currentTag
    pending.isCounted = tracker.begin(dispatchID)
    enqueue(.action(pending), of: .max)
    let receipt = queuedReceipt(dispatchID)
    guard phase == .idle else { return receipt }
    runTurn()
    // The turn may have been cut before this action.
    guard let (outcome, number) = receipt.context?.late?.value else { return receipt }
    return DispatchReceipt(
      outcome, dispatchID: dispatchID, number: number, context: isQuiet ? nil : receiptContext)
  }

  /// Returns the receipt of an action that is queued and counted.
  @usableFromInline
  func queuedReceipt(_ dispatchID: UInt64) -> DispatchReceipt {
    DispatchReceipt(
      .queued, dispatchID: dispatchID,
      context: DispatchReceipt.Context(tracker, late: tracker.lateOutcome(of: dispatchID)))
  }

  /// Commits the actions that `body` dispatches one by one, and calls observers of values once,
  /// after the last.
  @inlinable
  func batch<Result>(_ body: () throws -> Result) rethrows -> Result {
    if phase == .idle && queue.isEmpty {
      batchDepth += 1
      defer {
        endBatch()
        runTurn()
      }
      return try body()
    }
    enqueue(.batch(begins: true), of: .max)
    defer {
      enqueue(.batch(begins: false), of: .max)
      if phase == .idle { runTurn() }
    }
    return try body()
  }

  /// Queues a job after all jobs that were sent before it, including those in the mailbox.
  ///
  /// A job that the effect of a `send.start` sends while that effect starts takes the position of
  /// the effect in the queue.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - watch: The number of ``watchMail()`` with which the job was sent, or 0; `.max` for a job
  ///     of the running code: of a dispatch, a batch or a synchronous effect.
  @inlinable
  func enqueue(_ job: consuming Job<Action>, of watch: UInt64) {
    absorbMail()
    if isInPlace(watch) { sendInPlace(job) } else { append(job) }
  }

  /// True if a job with a watch number was sent by the effect of a `send.start` that is starting.
  @inlinable
  func isInPlace(_ watch: UInt64) -> Bool { inPlace != nil && watch >= inPlaceWatch }

  /// Runs the queue in a new turn.
  @inlinable
  func runTurn() {
    beginTurn()
    finishTurn()
  }

  @inlinable
  func beginTurn() {
    chain = 0
    // Enough for all jobs that are queued now: a dispatch first runs the jobs before it.
    budget = queue.count + Self.mailPerTurn
  }

  /// Runs as many of the queued jobs as one turn may run; another turn runs the rest.
  @inlinable
  func runPart() {
    chain = 0
    budget = Self.mailPerTurn
    finishTurn()
  }

  /// The maximum number of actions and effects that a turn runs, not counting the chained ones and,
  /// unless the turn is a ``runPart()``, the jobs that are queued when the turn begins.
  @inlinable static var mailPerTurn: Int { 100 }

  /// Runs jobs until none is left, or the limit of chained jobs or of the other jobs is reached.
  @inlinable
  func finishTurn() {
    while true {
      if chain >= chainLimit && isChainNext { return cutTurn() }
      if budget == 0 && !queue.isEmpty { return deferRest() }
      guard let job = queue.popFirst() else { return endTurn() }
      switch consume job {
      case .action(var pending):
        pending.dispatched.source.tag.number = nextNumber
        if pending.context == nil { run(pending) } else { runWithin(pending) }
      case .batch(let begins, let context):
        if begins { batchDepth += 1 } else { within(context) { endBatch() } }
      case .effectEnded(let key): effectEnded(key)
      case .effectFailed(let key, let error): tellProbesOfFailure(of: key, error)
      case .effect(let pending): start(pending)
      case .effectDue(let key): effectDue(key)
      }
    }
  }

  /// Starts an effect that another effect has sent, in the context of the job.
  @usableFromInline
  func start(_ pending: borrowing PendingEffect<Action>) {
    if pending.isCounted { counted.append(pending.dispatchID) }
    if pending.isChained { chain += 1 } else { budget -= 1 }
    let (effect, dispatchID, sender) = (pending.effect, pending.dispatchID, pending.sender)
    currentTag = ActionTag(cause: pending.cause)
    within(pending.context) { start(effect, dispatchID: dispatchID, from: sender) }
    queueInPlaceJobs()
  }

  /// Moves the jobs that a started effect has sent at once to the front of the queue, which is the
  /// position of the effect.
  func queueInPlaceJobs() {
    guard let sent = inPlace else { return }
    inPlace = nil
    while let job = sent.popLast() { queue.prepend(job) }
  }

  /// Runs an action in the context of the job.
  @inlinable @inline(never)
  func runWithin(_ pending: borrowing PendingAction<Action>) {
    within(pending.context) { run(pending) }
  }

  /// Runs code with the task-local values of a context; its jobs get the same context.
  @usableFromInline
  func within(_ context: CallContext?, _ body: () -> Void) {
    guard let context else { return body() }
    absorbOpenMail()
    let outer = self.context
    self.context = context
    context.call { body() }
    self.context = outer
  }

  /// Returns the context of the running code, for a job that runs later.
  @usableFromInline
  func keepContext() -> CallContext { context?.shared() ?? CallContext() }

  /// Appends a job of this turn; a job without a context gets the context of the running code.
  @inlinable
  func append(_ job: consuming Job<Action>) {
    if context == nil { queue.append(job) } else { appendWithin(job) }
  }

  @inlinable @inline(never)
  func appendWithin(_ job: consuming Job<Action>) {
    job.setContext(keepContext())
    queue.append(job)
  }

  /// True if the next job is a chained action or a chained effect.
  @inlinable var isChainNext: Bool {
    queue.next?.pointee.isChained ?? false
  }

  @inlinable
  func run(_ pending: borrowing PendingAction<Action>) {
    if pending.isCounted { counted.append(pending.dispatchID) }
    if pending.sender?.isCancelled == true { return }
    #if DEBUG
      if let sender = pending.sender, effects.node(of: sender) == nil,
        owners[sender.key] == nil
      {
        LateSend.report(pending.dispatched)
      }
    #endif
    runUncancelled(pending)
  }

  @inlinable
  func runUncancelled(_ pending: borrowing PendingAction<Action>) {
    if pending.isChained {
      chain += 1
      // The last eight actions are stored for the report.
      if chain > chainLimit - 8 { recent.append(pending.dispatched) }
    } else {
      budget -= 1
    }
    let outcome = process(
      pending.dispatched.action, source: pending.dispatched.source, dispatchID: pending.dispatchID)
    let number = pending.dispatched.source.tag.number
    if pending.isCounted { tracker.settle(pending.dispatchID, outcome, number: number) }
  }

  /// True if there is nothing for which a receipt could wait.
  @inlinable var isQuiet: Bool { effects.isEmpty && queue.isEmpty && !hasKeeper }

  /// Ends the turn.
  @inlinable
  func endTurn() {
    enter(.idle)
    if !recent.isEmpty { recent = [] }
    if !counted.isEmpty { endCounted() }
    if queue.capacity > 4096 && queue.isEmpty { queue = ActionQueue() }
  }

  /// Reports that the limit of chained jobs was reached, and defers the rest of the queue to later
  /// turns.
  @inlinable
  func cutTurn() {
    counters.turnsCut &+= 1
    enter(.effects)
    let report = DispatchedAction.Runaway(count: chain, last: recent)
    recent = []
    if let onRunaway { onRunaway(report) } else { Diagnostics.report(report) }
    deferRest()
  }

  /// Ends the turn and defers the rest of the queue to another turn, so that the main actor can do
  /// other work first.
  ///
  /// The deferred jobs keep their contexts, and their receipts wait for them.
  ///
  /// Complexity: O(number of jobs that were queued since the last call).
  @inlinable @inline(never)
  func deferRest() {
    recent = []
    let context = keepContext()
    queue.forEachNew { job in
      job.pointee.setContext(context.shared())
      job.pointee.count(with: tracker)
    }
    enter(.idle)
    endCounted()
    mailbox.interrupt()
  }

  /// Ends the counts of this turn's dispatches; their effects and their deferred jobs are counted
  /// separately.
  @usableFromInline
  func endCounted() {
    // `end` can release the error of a rejected action. Its `deinit` can dispatch, and the turn of
    // that action counts too.
    var ending: [UInt64] = []
    swap(&ending, &counted)
    // By index: an iterator would retain the array, and `clear` would copy it.
    for index in ending.indices { tracker.end(ending[index]) }
    ending.clear()
    if counted.isEmpty { swap(&ending, &counted) }
  }

  /// Ends a batch; at the end of the outermost one, calls observers if a commit was not yet
  /// reported.
  @inlinable
  func endBatch() {
    batchDepth -= 1
    guard batchDepth == 0, let staleTag else { return }
    currentTag = staleTag
    notifyObservers()
  }

  /// Moves the jobs of the mailbox to the queue.
  @inlinable
  func absorbMail() {
    if !mailbox.isEmpty { takeMail() }
  }

  @inlinable @inline(never)
  func takeMail() {
    mailbox.take { job, watch in if isInPlace(watch) { sendInPlace(job) } else { append(job) } }
  }
}

extension Engine {
  /// Sets the phase and reports it to the probes.
  @_alwaysEmitIntoClient
  func enter(_ next: StorePhase) {
    phase = next
    if !probes.isEmpty { tellProbes(next) }
  }

  /// The number of the next action.
  @inlinable var nextNumber: UInt64 { commits &+ uncommitted &+ 1 }

  /// Runs one action through all phases; its source must have its number already.
  ///
  /// A source without a client gets that of ``ActionSource/currentClient``.
  @inlinable @inline(__always)
  func process(
    _ action: Action, source: ActionSource, dispatchID: UInt64
  ) -> DispatchReceipt.Outcome {
    ActionSource.currentClient == nil
      ? runPhases(of: action, source: source, dispatchID: dispatchID)
      : processOfClient(action, source: source, dispatchID: dispatchID)
  }

  /// Runs one action in a program that sets ``ActionSource/currentClient``.
  @inlinable @inline(never)
  func processOfClient(
    _ action: Action, source: ActionSource, dispatchID: UInt64
  ) -> DispatchReceipt.Outcome {
    let client = source.client ?? ActionSource.currentClient?()
    return runPhases(of: action, source: source.of(client: client), dispatchID: dispatchID)
  }

  /// Runs one action whose source has its number and its client.
  @inlinable
  func runPhases(
    of action: Action, source: ActionSource, dispatchID: UInt64
  ) -> DispatchReceipt.Outcome {
    currentTag = ActionTag(cause: source.tag.number)
    if !probes.isEmpty { tellProbes(of: source) }
    enter(.handling)
    if !middleware.parts.isEmpty { runMiddleware(on: action, from: source) }
    let hasFilters = observers.hasFilters
    if hasFilters { withUnsafePointer(to: action) { observers.willReduce(address, $0) } }
    // Middleware or a filter may have ended the store.
    if isEnded {
      decided.removeAll()
      return .rejected(DispatchReceipt.StoreEnded())
    }

    enter(.reducing)
    let old = actionObservers.wantsOldState ? Optional(state) : nil
    let lastObserver = actionObservers.lastID
    let isStateLeft = leavesState?(action) ?? false
    do {
      try reduce(action, isOldKept: old != nil)
    } catch {
      // The reducer has returned: a `deinit` of a released effect may read the store.
      phase = .notifying
      decided.removeAll()
      uncommitted &+= 1
      reject(DispatchedAction(action, source: source), error, upTo: lastObserver)
      return .rejected(error)
    }
    if isStateLeft { uncommitted &+= 1 } else { commits &+= 1 }
    if let firstWriter { write(action, source, at: firstWriter) }
    if hasFilters && !isStateLeft { observers.didCommit() }
    if let afterCommit { followState(afterCommit) }

    if !isStateLeft && (!observers.isEmpty || notificationRule != nil) {
      if batchDepth == 0 { notifyObservers() } else { noteStale() }
    }
    if !actionObservers.isEmpty {
      if phase != .notifying { enter(.notifying) }
      actionObservers.notify(action, source, upTo: lastObserver, oldState: old, newState: state)
    }
    // The following code may read the store. Without observers the phase is still `.reducing`.
    if phase == .reducing { phase = .notifying }
    // An observer may have ended the store.
    if isEnded { return .committed }
    if !decided.isEmpty { startDecided(dispatchID: dispatchID) }
    if !owners.isEmpty { endAbsentOwners() }
    if !followers.isEmpty { notifyFollowers(action) }
    return .committed
  }

  /// Opens and closes the gates of gated middleware, before observers are called and effects start.
  @inlinable @inline(never)
  func followState(_ afterCommit: @MainActor () -> Void) {
    let outer = phase
    phase = .notifying
    afterCommit()
    phase = outer
  }

  /// The function with which middleware reads the state.
  ///
  /// Middleware can store the function, and the `deinit` of an object that the reducer releases can
  /// call it. It therefore checks the phase.
  @inlinable var reader: StateReader<State> {
    StateReader(reading: {
      self.requireReadable()
      return self.state
    })
  }

  /// Stops the program if the reducer is changing the state.
  @inlinable
  func requireReadable() {
    precondition(
      phase != .reducing,
      """
      Millrace: Store<\(State.self), \(Action.self)> was read by its own reducer. The reducer gets \
      the state as its inout parameter, and is changing the store's state in place. Read that \
      parameter, or read the store in a middleware.
      """)
  }

  /// Calls the middleware that an action concerns, in order.
  @inlinable @inline(never)
  func runMiddleware(on action: Action, from source: ActionSource) {
    let parts = middleware.concerned(by: action)
    // By index: a loop over the elements would copy each one and retain its properties.
    for index in parts.indices {
      decide(on: parts[index].handle(action, source, reader))
      if isEnded { return }
    }
  }

  /// Stores an effect that starts after the commit.
  ///
  /// The effect is appended first and checked in the queue, because a copy of an effect is
  /// expensive.
  @inlinable
  func decide(on effect: @autoclosure () throws -> Effect<Action>) rethrows {
    decided.append(try effect())
    if decided.last.pointee.kind == .none { decided.forgetLast() }
  }

  /// Starts the effects of middleware and of the feature, in that order.
  @inlinable @inline(never)
  func startDecided(dispatchID: UInt64) {
    enter(.effects)
    while let slot = decided.takeFirst() {
      switch slot.pointee.kind {
      case .just:
        // The action is moved from the effect into the queue.
        guard case .just(let action) = slot.move().operation else { continue }
        var pending = PendingAction(consume action, dispatchID: dispatchID, isChained: true)
        pending.dispatched.source.tag = currentTag
        // Not by `enqueue`, which would move the job once more.
        absorbMail()
        append(.action(pending))
      case .run:
        guard case .run(let work, let priority) = slot.move().operation, !isEnded,
          let node = insert(dispatchID: dispatchID, parent: nil)
        else { continue }
        begin(work, priority: priority, in: node)
      default: start(slot.move(), dispatchID: dispatchID)
      }
    }
  }

  /// Applies the reducer or the feature to the state.
  @inlinable
  func reduce(_ action: Action, isOldKept: Bool) throws {
    if isOldKept { counters.statesCopied &+= 1 }
    guard let runFeature else { return reduceInPlace(&address.pointee, action) }
    try run(runFeature, action, isOldKept: isOldKept)
  }

  /// Runs a feature that starts effects or can throw.
  @inlinable @inline(never)
  func run(
    _ feature: Feature<State, Action>.Run, _ action: Action, isOldKept: Bool
  ) throws {
    guard canThrow else {
      return try decide(on: feature(&address.pointee, action) { reader })
    }
    if !isOldKept { counters.statesCopied &+= 1 }
    // Not a local variable: without specialization the compiler can release it while the phase is
    // `.reducing`.
    try withTemporaryMemory(for: State.self) { next in
      next.initialize(to: state)
      defer { release(next) }
      let effect = try feature(&next.pointee, action) { reader }
      swap(&next.pointee, &address.pointee)
      decide(on: effect)
    }
  }

  /// Releases a state; a `deinit` in it may read the store, as the reducer has returned.
  @inlinable
  func release(_ state: UnsafeMutablePointer<State>) {
    phase = .notifying
    state.deinitialize(count: 1)
    phase = .reducing
  }

  /// Records that observers must be called at the end of the batch.
  @inlinable
  func noteStale() {
    staleTag = currentTag
    if !childDeclarations.isEmpty { noteAbsentChildren() }
  }

  /// Updates all selections and calls the observers whose value has changed, if the notification
  /// rule allows it.
  @inlinable
  func notifyObservers() {
    staleTag = nil
    if let notificationRule, !isAllowed(by: notificationRule) {
      if !childDeclarations.isEmpty { noteAbsentChildren() }
      return
    }
    observers.graph.commit = commits
    // Counted separately: selectors and observers run here and may read or change the counters.
    var counted = StoreCounters()
    enter(.selecting)
    observers.refresh(address, &counted)
    enter(.notifying)
    observers.notify(&counted)
    counters.take(&counted)
    if !childDeclarations.isEmpty { updateChildDeclarations() }
  }

  /// Returns the result of a rule, which may read the store, because the reducer has returned.
  @inlinable @inline(never)
  func isAllowed(by rule: (State) -> Bool) -> Bool {
    let outer = phase
    phase = .notifying
    defer { phase = outer }
    return rule(state)
  }

  /// Reports a rejected action to middleware, writers, observers and `onRejection`.
  @inlinable
  func reject(
    _ dispatched: DispatchedAction<Action>, _ error: any Error, upTo lastObserver: UInt64
  ) {
    enter(.effects)
    middleware.didReject(dispatched.action, from: dispatched.source, error: error)
    if firstWriter != nil { writeRejection(dispatched, error) }
    let rejection = DispatchedAction.Rejection(dispatched, error: error)
    if !actionObservers.isEmpty { actionObservers.notify(of: rejection, upTo: lastObserver) }
    if let onRejection { onRejection(rejection) } else { Diagnostics.log(rejection) }
  }
}
