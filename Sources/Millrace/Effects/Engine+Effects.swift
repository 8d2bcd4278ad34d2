// SPDX-License-Identifier: Apache-2.0

extension Engine {
  @usableFromInline typealias Node = EffectNode

  /// Calls the closure of a `perform`; the actions that it sends before it returns belong to the
  /// turn.
  ///
  /// The effect has ended when the closure returns. A `Send` that the closure has stored can
  /// be used until the child that the effect belongs to disappears.
  @inlinable
  func perform(_ work: (Send<Action>) -> Void, dispatchID: UInt64, of owner: EffectOwner?) {
    let outer = openWatch
    let sender = Sender(
      dispatchID: dispatchID, token: owner, tag: currentTag, watch: watchMail())
    work(Send(mailbox: mailbox, sender: sender))
    unwatchMail(to: outer)
  }

  /// Starts an effect: its actions are queued, `perform`, `deferred` and `cancel` run now, and for
  /// the parts that take longer nodes are inserted.
  @inlinable
  func start(_ effect: Effect<Action>, dispatchID: UInt64, in parent: Node? = nil) {
    start(effect, dispatchID: dispatchID, in: parent, of: parent?.owner)
  }

  /// Starts an effect that belongs to `owner`: a child, or nil for the store itself.
  @inlinable
  func start(
    _ effect: Effect<Action>, dispatchID: UInt64, in parent: Node?, of owner: EffectOwner?
  ) {
    if isEnded { return }
    if let parent, parent.isCancelled { return }
    switch effect.operation {
    case .none: break
    case .just(let action): send(action, dispatchID: dispatchID, from: parent, of: owner)
    case .perform(let work): perform(work, dispatchID: dispatchID, of: owner)
    case .deferred(let make): start(make(), dispatchID: dispatchID, in: parent, of: owner)
    case .merge(let effects):
      for effect in effects { start(effect, dispatchID: dispatchID, in: parent, of: owner) }
    case .run, .listen, .sleep, .concatenate:
      if let node = insert(dispatchID: dispatchID, parent: parent, owner: owner) {
        begin(effect, in: node)
      }
    case .cancel(let id): cancel(owner?.id(for: id) ?? id)
    case .cancellable(let effect, let id, let policy):
      start(
        effect, id: owner?.id(for: id) ?? id, policy: policy, dispatchID: dispatchID, in: parent,
        of: owner)
    case .throttle(let effect, let id, let duration, let latest):
      throttle(
        effect, id: owner?.id(for: id) ?? id, for: duration, latest: latest, dispatchID: dispatchID,
        in: parent, of: owner)
    case .within(let liftID, let key, let effect):
      start(
        effect, of: ChildStep(liftID: liftID, key: key), dispatchID: dispatchID, in: parent,
        of: owner
      )
    }
  }

  /// Queues an action that an effect sends while it starts.
  ///
  /// No cancellation drops the action, unless the child that its effect belongs to disappears: it
  /// is as if the action had been committed at once. Therefore the effect does not wait for it.
  @inlinable
  func send(
    _ dispatched: consuming DispatchedAction<Action>, dispatchID: UInt64, from node: Node?,
    of owner: EffectOwner?
  ) {
    var pending = PendingAction(
      dispatched, dispatchID: dispatchID, isChained: true, sender: owner)
    pending.dispatched.source.tag = node?.tag ?? currentTag
    enqueue(.action(pending), of: .max)
  }

  /// Collects a job that is sent while the effect of a `send.start` starts.
  ///
  /// The jobs are later put at the position that the effect had in the queue.
  @usableFromInline
  func sendInPlace(_ job: consuming Job<Action>) {
    if context != nil { job.setContext(keepContext()) }
    inPlace?.append(job)
  }

  /// Starts an effect that has an id.
  ///
  /// If other effects with the same id run or wait, the policy decides. An effect that contains the
  /// new effect is not another effect.
  @usableFromInline
  func start(
    _ effect: Effect<Action>, id: EffectID, policy: EffectPolicy, dispatchID: UInt64,
    in parent: Node?, of owner: EffectOwner? = nil
  ) {
    if isEnded { return }
    switch effects.isBusy(id, for: parent) ? policy : .concurrent {
    case .dropIfRunning: return
    case .serial:
      guard
        let node = insertWaiting(
          effect, dispatchID: dispatchID, id: id, parent: parent, owner: owner)
      else { return }
      // A probe can have cancelled the effects for which it would wait.
      return effects.isBusy(id, for: parent) ? effects.wait(node) : startWaiting(node)
    case .latest:
      if !effect.isSynchronous && isOfCancelled(dispatchID, in: parent) { return }
      cancel(effects.takeOthers(id, for: parent))
      // The `onCancel` closure of a listener can have ended the store.
      if isEnded { return }
    case .concurrent: break
    }
    if effect.timing <= .whole {
      return start(effect, dispatchID: dispatchID, in: parent, of: owner)
    }
    if let parent, parent.isCancelled { return }
    guard let node = insert(dispatchID: dispatchID, id: id, parent: parent, owner: owner) else {
      if effect.isSynchronous && isOfCancelled(dispatchID, in: parent) {
        start(effect, dispatchID: dispatchID, in: parent, of: owner)
      }
      return
    }
    effects.run(node)
    begin(effect, in: node)
  }

  /// Adds an effect to the table and to its parent.
  ///
  /// - Returns: The node, or nil if a probe has cancelled the effect or if the dispatch was
  ///   cancelled. Then the effect must not begin, except a synchronous effect of a cancelled
  ///   dispatch; see `isOfCancelled(_:in:)`.
  @usableFromInline
  func insert(
    dispatchID: UInt64, id: EffectID? = nil, parent: Node?, owner: EffectOwner? = nil
  ) -> Node? {
    if parent == nil && !tracker.begin(dispatchID, effect: effects.lastKey + 1) { return nil }
    let node = effects.insert(
      dispatchID: dispatchID, id: id, parent: parent, owner: owner, cause: currentTag.cause)
    if parent == nil && !probes.isEmpty {
      tellProbesOfStart(of: node)
      if node.isCancelled { return nil }
    }
    return node
  }

  /// Adds an effect that has to wait before it starts.
  private func insertWaiting(
    _ effect: Effect<Action>, dispatchID: UInt64, id: EffectID, parent: Node?, owner: EffectOwner?
  ) -> Node? {
    guard let node = insert(dispatchID: dispatchID, id: id, parent: parent, owner: owner) else {
      return nil
    }
    (node.plan, node.isWaiting, node.context) = (EffectPlan([effect]), true, keepContext())
    return node
  }

  /// True if an effect without a parent belongs to a cancelled dispatch.
  ///
  /// A synchronous effect still runs. Any other effect must neither begin nor cancel others with
  /// its id. For a part, `start` checks its parent instead.
  private func isOfCancelled(_ dispatchID: UInt64, in parent: Node?) -> Bool {
    parent == nil && tracker.isCancelled(dispatchID)
  }

  /// Starts an effect as the work of a node; the node ends when the effect has ended.
  @inlinable
  func begin(_ effect: Effect<Action>, in node: Node) {
    if case .run(let work, let priority) = effect.operation {
      return begin(work, priority: priority, in: node)
    }
    node.openParts += 1
    switch effect.operation {
    case .listen(let work): startPart(node) { startListener(work, in: node) }
    case .sleep(let duration): startPart(node) { _ = startTimer(clock, duration, in: node) }
    case .concatenate(let effects): node.plan = EffectPlan(effects)
    default:
      start(effect, dispatchID: node.dispatchID, in: node)
    }
    release(node)
  }

  /// Starts the task of a node; the node ends with the task.
  @inlinable
  func begin(_ work: Effect<Action>.Work, priority: UInt8?, in node: Node) {
    // A probe can cancel the effect in `startPart`. The node must not end before that returns.
    node.openParts += 1
    startPart(node) { startTask(work, priority: priority, in: node) }
    release(node)
  }

  /// Starts the task, callback or timer of a node, wrapped by the probes.
  @inlinable
  func startPart(_ node: Node, _ start: () -> Void) {
    if probes.isEmpty { start() } else { startProbed(node, start) }
  }

  /// Starts the task of an effect, which reports its own end: a second task for that would cost
  /// more than the effect.
  ///
  /// In the common cases the closure is written in the call of `Task`: passing it through another
  /// function costs two allocations.
  @inlinable
  func startTask(_ work: Effect<Action>.Work, priority: UInt8?, in node: Node) {
    node.openParts += 1
    let priority = priority.map(TaskPriority.init(rawValue:))
    if case .function(let work) = work {
      // The `Send` is created in the capture list, because a captured variable is copied.
      if !(work.isolation is MainActor) {
        node.task = Task(executorPreference: taskExecutor, priority: priority) {
          [mailbox, key = node.key, send = Send(mailbox: mailbox, sender: node.sender)] in
          await work(send)
          await mailbox.end(of: key)
        }
        return
      }
      // A task with an executor preference, even nil, does not begin on the main actor.
      if taskExecutor == nil {
        // The mailbox of the sender: to capture it again would cost a retain.
        node.task = Task(priority: priority) {
          @MainActor
          [key = node.key, send = Send(mailbox: mailbox, sender: node.sender)] in
          await work(send)
          send.mailbox?.hasEnded(key)
        }
        return
      }
    }
    let code = work.code(Send(mailbox: mailbox, sender: node.sender))
    if !(code.isolation is MainActor) {
      node.task = Task(executorPreference: taskExecutor, priority: priority) {
        [mailbox, key = node.key] in
        await code()
        await mailbox.end(of: key)
      }
    } else if taskExecutor == nil {
      node.task = Task(priority: priority) { @MainActor [mailbox, key = node.key] in
        await code()
        mailbox.hasEnded(key)
      }
    } else {
      let part: @MainActor @Sendable () async -> Void = { [mailbox, key = node.key] in
        await code()
        mailbox.hasEnded(key)
      }
      node.task = Task(executorPreference: taskExecutor, priority: priority, operation: part)
    }
  }

  /// Calls the work of a `listen` with a new listener.
  @usableFromInline
  func startListener(_ work: @MainActor (Effect<Action>.Listener) -> Void, in node: Node) {
    node.openParts += 1
    let outer = openWatch
    let sender = Sender(
      dispatchID: node.dispatchID, token: node, tag: node.tag, watch: watchMail())
    let listener = Effect.Listener(Send(mailbox: mailbox, sender: sender)) {
      [mailbox, key = node.key, watch = sender.watch] in
      mailbox.post(.effectEnded(key), of: watch)
    }
    node.listening = listener.life
    work(listener)
    unwatchMail(to: outer)
  }

  /// Starts a task that sleeps until a deadline.
  ///
  /// The deadline is computed now and does not depend on the time at which the task begins to run.
  ///
  /// - Returns: A closure that returns true if the deadline has passed.
  @usableFromInline
  func startTimer<Time: Clock<Duration>>(
    _ clock: Time, _ duration: Duration, in node: Node
  ) -> () -> Bool {
    let deadline = clock.now.advanced(by: duration)
    node.openParts += 1
    node.isDelay = true
    // Isolated to no actor: an isolated task would visit the main actor before and after the sleep.
    let wait: @Sendable () async -> Void = { [mailbox, key = node.key] in
      try? await clock.sleep(until: deadline, tolerance: nil)
      await mailbox.end(of: key)
    }
    // A window is not a part of the effect that has opened it, so its task does not inherit the
    // task-local values of that effect.
    node.task =
      node.window != nil
      ? Task.detached(
        executorPreference: taskExecutor, priority: Task.currentPriority, operation: wait)
      : Task(executorPreference: taskExecutor, operation: wait)
    return { clock.now >= deadline }
  }

  /// Notifies the mailbox that a closure which can post is about to run in this turn.
  ///
  /// The engine takes the mail when the closure has returned, so a post of the closure schedules no
  /// task.
  ///
  /// - Returns: A number for the jobs that the closure posts. If a `send.start` starts the effect
  ///   of the closure, it is greater than `inPlaceWatch`.
  @inlinable
  func watchMail() -> UInt64 {
    absorbOpenMail()
    lastWatch += 1
    openWatch = lastWatch
    mailbox.watch(lastWatch)
    return lastWatch
  }

  /// Queues the jobs that the closure has posted, in the current context.
  ///
  /// - Parameter outer: `openWatch` before the closure, which can run within another one.
  @inlinable
  func unwatchMail(to outer: UInt64) {
    if mailbox.unwatch() { absorbMail() }
    openWatch = outer
    if outer != 0 { mailbox.watch(outer) }
  }

  /// Queues the jobs that the closure which runs now has posted so far, in its context.
  @inlinable
  func absorbOpenMail() {
    if openWatch != 0 { absorbMail() }
  }
}

extension Engine {
  /// Called when a task, a timer, a listener or a step of a `concatenate` has ended, or an effect
  /// without such work was cancelled, and everything that it sent has been processed.
  @usableFromInline
  func effectEnded(_ key: UInt64) {
    guard let node = effects.nodes[key] else { return }
    enter(.effects)
    currentTag = node.tag
    node.task = nil
    node.listening = nil
    release(node)
  }

  /// Starts a waiting effect that is no longer blocked; does nothing if it has ended meanwhile.
  @usableFromInline
  func effectDue(_ key: UInt64) {
    guard let node = effects.nodes[key] else { return }
    enter(.effects)
    startWaiting(node)
  }

  /// Starts an effect that another effect or a `perform` has passed to `send.start`.
  func start(_ effect: Effect<Action>, dispatchID: UInt64, from sender: EffectToken?) {
    enter(.effects)
    inPlace = ActionQueue()
    lastWatch += 1
    inPlaceWatch = lastWatch
    guard let sender else { return start(effect, dispatchID: dispatchID) }
    if sender.isCancelled { return }
    if let node = effects.node(of: sender) {
      guard node !== sender, let sender = sender as? Node else {
        return start(effect, dispatchID: dispatchID, in: node)
      }
      // The effect that sends was replaced by its last part. The new effect gets its id.
      guard let id = sender.id else {
        return start(effect, dispatchID: dispatchID, in: node, of: sender.owner)
      }
      return start(
        effect, id: id, policy: .concurrent, dispatchID: dispatchID, in: node, of: sender.owner)
    }
    if let owner = owners[sender.key] {
      return start(
        effect, id: owner.id, policy: .concurrent, dispatchID: dispatchID, in: nil, of: owner)
    }
    LateSend.reportStart()
  }

  /// Starts the planned effect of a waiting node, in the context that the node has stored.
  func startWaiting(_ node: Node) {
    guard node.isWaiting, let effect = takeNext(of: node) else { return }
    node.isWaiting = false
    effects.run(node)
    let outer = currentTag
    currentTag = node.tag
    // A concatenation starts its next effect only when the actions that this one sends while it
    // starts are committed.
    let concatenation = node.concatenation
    concatenation?.openParts += 1
    within(node.context.take()) { begin(effect, in: node) }
    if let concatenation { enqueue(.effectEnded(concatenation.key), of: 0) }
    currentTag = outer
  }

  /// Removes the first effect from the plan of a node and returns it, or nil if the plan is empty.
  private func takeNext(of node: Node) -> Effect<Action>? {
    guard let plan = node.plan else { return nil }
    // Sound: only the engine of the node's store creates its plans, with this action type.
    let planned = unsafeDowncast(plan, to: EffectPlan<Action>.self)
    defer { if planned.isEmpty { node.plan = nil } }
    return planned.popFirst()
  }

  /// Counts one piece of work of an effect as ended.
  ///
  /// After the last one, starts the next effect of its plan, or ends the effect.
  @usableFromInline
  func release(_ node: Node) {
    // A loop and no recursion: effects with different ids that start each other can be nested to
    // any depth.
    var ended = node
    while true {
      ended.openParts -= 1
      if ended.openParts > 0 { return replaceWithLastPart(ended) }
      // `startNext` looks up the type of the effects. Without a plan this cost is avoided.
      if ended.plan != nil && startNext(after: ended) { return }
      guard let parent = end(ended) else { return }
      ended = parent
    }
  }

  /// Starts the next effect of a plan.
  ///
  /// The effect before it has ended, and the actions that it sent are committed.
  ///
  /// - Returns: False if the plan is empty.
  @inline(never)
  private func startNext(after node: Node) -> Bool {
    guard let next = takeNext(of: node) else { return false }
    let outer = currentTag
    currentTag = node.tag
    node.openParts += 1
    within(node.context.take()) {
      if node.plan != nil { node.context = keepContext() }
      start(next, dispatchID: node.dispatchID, in: node)
    }
    currentTag = outer
    // Behind the actions that the effect has sent while it started.
    enqueue(.effectEnded(node.key), of: 0)
    return true
  }

  /// Replaces an effect by its last part if nothing else of the effect is left.
  ///
  /// Otherwise an effect that starts itself again without end would become a deeper and deeper
  /// tree.
  ///
  /// An effect with an id is replaced only if the part runs under the same id, because the effect
  /// is found by its id. The outermost effect is never replaced, because receipts and probes refer
  /// to it.
  private func replaceWithLastPart(_ node: Node) {
    guard node.openParts == 1, node.parts.count == 1, node.plan == nil,
      let parent = node.parent, let part = node.parts.first,
      node.id == nil || node.id == part.id && part.hasBegun, !node.isCancelled
    else { return }
    // An effect that waits for the end of the node would not wait for the part, which is younger.
    if let id = node.id, effects.groups[id]?.waiting.isEmpty == false { return }
    node.parts = []
    effects.remove(node)
    part.parent = parent
    parent.parts.insert(part)
    node.markReplaced(by: part, in: parent)
  }

  /// Removes an effect that has ended, and queues the next effect that waits for it.
  ///
  /// - Returns: The effect of which it was a part, or nil. The caller has to count the part as
  ///   ended.
  private func end(_ node: Node) -> Node? {
    let parent = node.parent
    effects.remove(node)
    if parent == nil {
      // Jobs that result from its last action can still be in the queue, so the dispatch is counted
      // until the turn ends.
      counted.append(node.dispatchID)
      if node.isProbed { tellProbesOfEnd(of: node) }
    }
    if node.id != nil && !node.isCancelled { enqueueNextWaiting(after: node) }
    // The window can have been closed early, and another one can be open.
    if let id = node.window, effects.windows[id]?.timer === node { windowEnded(id) }
    return parent
  }

  /// Queues the start of the next effect that waits with the id of a node that has ended or was
  /// cancelled.
  @inline(never)
  func enqueueNextWaiting(after node: Node) {
    guard let id = node.id, let next = effects.next(id) else { return }
    enqueue(.effectDue(next.key), of: 0)
  }

  /// Starts at most one effect with an id per window.
  @usableFromInline
  func throttle(
    _ effect: Effect<Action>, id: EffectID, for duration: Duration, latest: Bool,
    dispatchID: UInt64, in parent: Node?, of owner: EffectOwner?
  ) {
    if let window = effects.windows[id], window.isOver() {
      windowEnded(id)
      // The start of the pending effect can have ended the store, or cancelled the effect of which
      // this one is a part.
      if isEnded || parent?.isCancelled == true { return }
    }
    if effects.windows[id] == nil {
      if !effect.isSynchronous && isOfCancelled(dispatchID, in: parent) { return }
      openWindow(id, for: duration, of: owner)
      start(effect, id: id, policy: .concurrent, dispatchID: dispatchID, in: parent, of: owner)
    } else if latest,
      let node = insertWaiting(
        effect, dispatchID: dispatchID, id: id, parent: parent, owner: owner),
      let old = effects.setPending(node, for: duration, in: id)
    {
      cancel([old])
    }
  }

  private func openWindow(_ id: EffectID, for duration: Duration, of owner: EffectOwner?) {
    // The timer belongs to no dispatch: no receipt waits for it, and no probe is called for it.
    let timer = effects.insert(dispatchID: 0, id: owner?.id, owner: owner, cause: currentTag.cause)
    timer.window = id
    effects.run(timer)
    let isOver = startTimer(clock, duration, in: timer)
    effects.windows[id] = .init(timer: timer, duration: duration, isOver: isOver)
  }

  /// Closes a window; if an effect is pending, opens the next window and starts the effect.
  @inline(never)
  private func windowEnded(_ id: EffectID) {
    guard let window = effects.windows.removeValue(forKey: id), let pending = window.pending
    else { return }
    openWindow(id, for: window.duration, of: pending.owner)
    startWaiting(pending)
  }
}
