// SPDX-License-Identifier: Apache-2.0

extension Engine {
  @usableFromInline typealias Node = EffectNode

  /// Calls the closure of `perform`; what it sends before the turn ends belongs to the turn.
  ///
  /// The effect has ended when the closure returns. A `Send` that the closure has stored can
  /// be used until the child that the effect belongs to is gone.
  @inlinable
  func perform(_ work: (Send<Action>) -> Void, dispatchID: UInt64, of owner: EffectOwner?) {
    let sender = Sender(
      dispatchID: dispatchID, token: owner?.token, tag: currentTag, watch: watchMail())
    work(Send(mailbox: mailbox, sender: sender))
    absorbReplies()
  }

  /// Interprets an effect: actions are queued, `perform` and `cancel` run now, the rest get nodes.
  @inlinable
  func start(_ effect: Effect<Action>, dispatchID: UInt64, in parent: Node? = nil) {
    start(effect, dispatchID: dispatchID, in: parent, of: parent?.owner)
  }

  /// Interprets an effect that belongs to `owner`: a child, or nil for the store itself.
  @inlinable
  func start(
    _ effect: Effect<Action>, dispatchID: UInt64, in parent: Node?, of owner: EffectOwner?
  ) {
    if isEnded { return }
    if let parent, parent.isCancelled { return }
    switch effect.operation {
    case .none: break
    case .just(let action): send(action, dispatchID: dispatchID, from: parent, of: owner)
    case .sequence(let actions, let source):
      for action in actions {
        send(
          DispatchedAction(action, source: source), dispatchID: dispatchID, from: parent, of: owner)
      }
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
    case .within(let place, let key, let effect):
      start(
        effect, of: ChildStep(place: place, key: key), dispatchID: dispatchID, in: parent, of: owner
      )
    }
  }

  /// Queues an action that an effect sends at once; the effect has not ended before it has run.
  @inlinable
  func send(
    _ dispatched: consuming DispatchedAction<Action>, dispatchID: UInt64, from node: Node?,
    of owner: EffectOwner?
  ) {
    var pending = PendingAction(
      dispatched, dispatchID: dispatchID, isChained: true, sender: node ?? owner?.token)
    if let node {
      node.openParts += 1
      pending.holdsSender = true
      pending.dispatched.source.tag = node.tag
    } else {
      pending.dispatched.source.tag = currentTag
    }
    enqueueSent(.action(pending))
  }

  /// Collects a job that is sent while the effect of a `send.start` starts; it takes the place that
  /// the effect had in the queue.
  @usableFromInline
  func sendInPlace(_ job: consuming Job<Action>) {
    if context != nil { job.run(in: keepContext()) }
    inPlace?.append(job)
  }

  /// Starts an effect that has an id, as its policy decides in view of those with the same id.
  ///
  /// The effects that this one is a part of do not count.
  @usableFromInline
  func start(
    _ effect: Effect<Action>, id: EffectID, policy: EffectPolicy, dispatchID: UInt64,
    in parent: Node?,
    of owner: EffectOwner? = nil
  ) {
    if isEnded { return }
    switch effects.isBusy(id, for: parent) ? policy : .concurrent {
    case .dropIfRunning: return
    case .serial:
      if let node = insertWaiting(
        effect, dispatchID: dispatchID, id: id, parent: parent, owner: owner)
      {
        effects.wait(node)
      }
      return
    case .latest:
      if isRefused(effect, dispatchID: dispatchID, in: parent) { return }
      cancel(id, for: parent)
      // The `onCancel` of a listener may have ended the store.
      if isEnded { return }
    case .concurrent: break
    }
    if effect.isSynchronous { return start(effect, dispatchID: dispatchID, in: parent, of: owner) }
    if let parent, parent.isCancelled { return }
    guard let node = insert(dispatchID: dispatchID, id: id, parent: parent, owner: owner) else {
      return
    }
    effects.run(node)
    begin(effect, in: node)
  }

  /// Enters an effect into the table and into the tree.
  ///
  /// - Returns: Its node; nil if its dispatch was cancelled, so that it must not begin.
  @usableFromInline
  func insert(
    dispatchID: UInt64, id: EffectID? = nil, parent: Node?, owner: EffectOwner? = nil
  ) -> Node? {
    if parent == nil && !tracker.begin(dispatchID) { return nil }
    let node = effects.insert(
      dispatchID: dispatchID, id: id, parent: parent, owner: owner, cause: currentTag.cause)
    if parent == nil && !probes.isEmpty { tellProbesOfStart(of: node) }
    return node
  }

  /// Enters an effect whose turn has not come.
  private func insertWaiting(
    _ effect: Effect<Action>, dispatchID: UInt64, id: EffectID, parent: Node?, owner: EffectOwner?
  ) -> Node? {
    guard let node = insert(dispatchID: dispatchID, id: id, parent: parent, owner: owner) else {
      return nil
    }
    (node.plan, node.isWaiting, node.context) = (EffectPlan([effect]), true, keepContext())
    return node
  }

  /// Whether an effect must not begin, nor take the place of others, as its dispatch was cancelled.
  private func isRefused(
    _ effect: Effect<Action>, dispatchID: UInt64, in parent: Node?
  ) -> Bool {
    parent == nil && !effect.isSynchronous && tracker.isCancelled(dispatchID)
  }

  /// Starts an effect as the work of a node, which ends when the effect has ended.
  @inlinable
  func begin(_ effect: Effect<Action>, in node: Node) {
    node.openParts += 1
    switch effect.operation {
    case .run(let work, let priority):
      startPart(node) { startTask(work, priority: priority, in: node) }
    case .listen(let work): startPart(node) { startListener(work, in: node) }
    case .sleep(let duration): startPart(node) { _ = startTimer(clock, duration, in: node) }
    case .concatenate(let effects): node.plan = EffectPlan(effects)
    default: start(effect, dispatchID: node.dispatchID, in: node)
    }
    release(node)
  }

  /// Starts the task, callback or timer of a node, wrapped by the probes.
  @inlinable
  func startPart(_ node: Node, _ start: () -> Void) {
    if probes.isEmpty { start() } else { startProbed(node, start) }
  }

  @inlinable
  func startTask(_ work: Effect<Action>.Work, priority: UInt8?, in node: Node) {
    node.openParts += 1
    // The task itself reports its end: a second task for that would cost more than the effect.
    switch work {
    case .function(let work):
      if work.isolation is MainActor {
        // Its sender is made there: the node and the mailbox are all that it has to hold.
        startOnMain(node, priority) { [mailbox] in
          await work(Send(mailbox: mailbox, sender: node.sender))
          mailbox.hasEnded(node.key)
        }
      } else {
        let send = Send(mailbox: mailbox, sender: node.sender)
        node.task = Task(
          executorPreference: taskExecutor, priority: priority.map(TaskPriority.init(rawValue:))
        ) {
          [mailbox, key = node.key] in
          await work(send)
          await mailbox.end(of: key)
        }
      }
    case .made(let make):
      let code = make(Send(mailbox: mailbox, sender: node.sender))
      if code.isolation is MainActor {
        startOnMain(node, priority) { [mailbox, key = node.key] in
          await code()
          mailbox.hasEnded(key)
        }
      } else {
        node.task = Task(
          executorPreference: taskExecutor, priority: priority.map(TaskPriority.init(rawValue:))
        ) {
          [mailbox, key = node.key] in
          await code()
          await mailbox.end(of: key)
        }
      }
    }
  }

  @inlinable
  func startOnMain(
    _ node: Node, _ priority: UInt8?, _ part: @escaping @MainActor @Sendable () async -> Void
  ) {
    let priority = priority.map(TaskPriority.init(rawValue:))
    // A task with an executor preference, even nil, does not begin on the main actor.
    node.task =
      taskExecutor == nil
      ? Task(priority: priority, operation: part)
      : Task(executorPreference: taskExecutor, priority: priority, operation: part)
  }

  @usableFromInline
  func startListener(_ work: @MainActor (Effect<Action>.Listener) -> Void, in node: Node) {
    node.openParts += 1
    node.isCallback = true
    let sender = Sender(
      dispatchID: node.dispatchID, token: node, tag: node.tag, watch: watchMail())
    let listener = Effect.Listener(Send(mailbox: mailbox, sender: sender)) {
      [mailbox, key = node.key] in
      mailbox.post(.effectEnded(key))
    }
    node.listening = listener.life
    work(listener)
    absorbReplies()
  }

  /// Sleeps until a time that is fixed now, whenever the task gets to run.
  ///
  /// - Returns: A closure that returns whether that time has come.
  @usableFromInline
  func startTimer<Time: Clock<Duration>>(
    _ clock: Time, _ duration: Duration, in node: Node
  ) -> () -> Bool {
    let deadline = clock.now.advanced(by: duration)
    node.openParts += 1
    node.isDelay = true
    let wait: @MainActor @Sendable () async -> Void = { [mailbox, key = node.key] in
      try? await clock.sleep(until: deadline, tolerance: nil)
      await mailbox.end(of: key)
    }
    // A window is no part of the effect whose action has opened it, and has none of its task-local
    // values.
    node.task =
      node.isWindowTimer
      ? Task.detached(
        executorPreference: taskExecutor, priority: Task.currentPriority, operation: wait)
      : Task(executorPreference: taskExecutor, operation: wait)
    return { clock.now >= deadline }
  }

  /// Takes what code of this turn has sent, in the context of the action that it ran for.
  @inlinable
  func absorbReplies() {
    if mailbox.hasReplies { absorbMail() }
  }

  /// Tells the mailbox that code which may post is about to run in this turn: the turn then looks
  /// for mail before it ends, and a post schedules no task of its own.
  ///
  /// - Returns: A number for what that code posts: it tells of which turn it is, and whether of the
  ///   effect that a `send.start` starts.
  @inlinable
  func watchMail() -> UInt64 {
    if !isWatchingMail {
      isWatchingMail = true
      lastWatch += 1
      mailbox.watch(from: lastWatch)
    }
    return lastWatch
  }
}

extension Engine {
  /// A piece of an effect has ended, and everything that it sent has been processed.
  @usableFromInline
  func effectEnded(_ key: UInt64) {
    guard let node = effects.nodes[key] else { return }
    enter(.effects)
    currentTag = node.tag
    node.isCallback = false
    node.task = nil
    node.listening = nil
    release(node)
  }

  /// The turn of an effect that waited has come.
  @usableFromInline
  func effectDue(_ key: UInt64) {
    guard let node = effects.nodes[key] else { return }
    enter(.effects)
    startWaiting(node)
  }

  /// Starts an effect that another one, or a `perform`, has sent.
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
      // Under the id of the effect that it sends for, which has been replaced.
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

  func startWaiting(_ node: Node) {
    guard node.isWaiting, let effect = takeNext(of: node) else { return }
    node.isWaiting = false
    effects.run(node)
    let outer = currentTag
    currentTag = node.tag
    within(node.context.take()) { begin(effect, in: node) }
    currentTag = outer
  }

  /// What an effect does next; nil if there is nothing left.
  private func takeNext(of node: Node) -> Effect<Action>? {
    guard let plan = node.plan else { return nil }
    // Sound: the engine alone makes plans, of effects of its own kind.
    let planned = unsafeDowncast(plan, to: EffectPlan<Action>.self)
    defer { if planned.effects.isEmpty { node.plan = nil } }
    return planned.effects.popFirst()
  }

  /// Marks one part of an effect as ended: starts the next one, or ends the effect.
  @usableFromInline
  func release(_ node: Node) {
    // In a loop: effects that start each other under ids of their own can be parts in parts without
    // end.
    var ended = node
    while true {
      ended.openParts -= 1
      if ended.openParts > 0 { return joinParent(ended) }
      // Without the type of its effects, which generic code would look up for each effect that ends.
      if ended.plan != nil && startNext(after: ended) { return }
      guard let parent = end(ended) else { return }
      ended = parent
    }
  }

  /// Starts the next part: the one before has ended, and what it sent at once is committed.
  ///
  /// - Returns: False if there is no next part.
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
    enqueueInTurn(.effectEnded(node.key))
    return true
  }

  /// Replaces an effect of which only one part is left by that part, so that an effect that starts
  /// itself again for ever does not grow.
  ///
  /// An effect with an id stays, unless the part has the same one: it is found under that. So does
  /// the outermost effect, which is the one that receipts and probes know.
  private func joinParent(_ node: Node) {
    guard node.openParts == 1, node.parts.count == 1, node.plan == nil, node.window == nil,
      let parent = node.parent, let part = node.parts.first,
      node.id == nil || node.id == part.id && part.hasBegun, !node.isCancelled
    else { return }
    node.parts = []
    effects.remove(node)
    part.parent = parent
    parent.parts.append(part)
    parent.parts.sort { $0.key < $1.key }
    node.handOver(to: part, in: parent)
  }

  /// Forgets an effect and lets what waits for it go on.
  ///
  /// - Returns: The effect of which it was a part, which has one part less.
  private func end(_ node: Node) -> Node? {
    let parent = node.parent
    let wasKept = effects.remove(node)
    if parent == nil {
      // What its last action has led to may still be in the queue.
      counted.append(node.dispatchID)
      if !probed.isEmpty { tellProbesOfEnd(of: node.key) }
    }
    if node.id != nil && !node.isCancelled { offerTurn(after: node, wasKept: wasKept) }
    if let id = node.window { windowEnded(id) }
    return parent
  }

  /// Starts the next effect that waits under the id of a node that has ended or was cancelled.
  ///
  /// A node that a throttle kept blocked all that waited. A node that ran blocked only those that
  /// are not parts of an effect that still runs.
  @inline(never)
  private func offerTurn(after node: Node, wasKept: Bool) {
    guard let id = node.id, let next = effects.next(id, after: wasKept ? nil : node) else { return }
    enqueueInTurn(.effectDue(next.key))
  }

  /// An effect that is being cancelled, and what is left to do.
  private struct Cancellation {
    let node: Node
    /// The parts that are not cancelled yet.
    var parts: ArraySlice<Node>
    let wasKept: Bool
    /// Released when the cancellation is complete: a deinitializer may look at the store.
    let held: (plan: AnyObject?, context: CallContext?)
  }

  /// Cancels all effects with an id, but not those that `part` is a part of.
  @usableFromInline
  func cancel(_ id: EffectID, for part: Node? = nil) {
    for node in effects.take(id, for: part) { cancel(node) }
  }

  /// Cancels an effect with all its parts.
  ///
  /// Tasks stay until they have ended; callbacks, which may never come, end here.
  func cancel(_ node: Node) {
    guard let outermost = beginCancellation(of: node) else { return }
    if outermost.parts.isEmpty { return finish(outermost) }
    // A list and no recursion, as in `release`.
    var open = [outermost]
    while var cancellation = open.popLast() {
      guard let part = cancellation.parts.popFirst() else {
        finish(cancellation)
        continue
      }
      open.append(cancellation)
      if let next = beginCancellation(of: part) { open.append(next) }
    }
  }

  private func beginCancellation(of node: Node) -> Cancellation? {
    // One of several that are cancelled may have ended, or been replaced by its part, by now.
    guard !node.isCancelled, effects.nodes[node.key] === node else { return nil }
    node.openParts += 1
    node.cancelSends()
    if node.parent == nil && !probes.isEmpty { tellProbesOfCancellation(of: node.key) }
    node.task?.cancel()
    node.listening?.cancel()
    let held = (node.plan.take(), node.context.take())
    node.isWaiting = false
    node.window = nil
    let wasKept = effects.leave(node)
    return Cancellation(node: node, parts: node.parts[...], wasKept: wasKept, held: held)
  }

  /// Ends a cancellation: its parts are cancelled.
  private func finish(_ cancellation: Cancellation) {
    let node = cancellation.node
    defer { withExtendedLifetime(cancellation.held) {} }
    if !followers.isEmpty && node.parent?.isCancelled != true { endCancelledFollowers() }
    // The `onCancel` of a listener may have ended the store, and with it all effects.
    if isEnded { return }
    offerTurn(after: node, wasKept: cancellation.wasKept)
    if node.isCallback {
      node.isCallback = false
      node.openParts -= 1
    }
    release(node)
  }

  /// Starts at most one effect with an id per window.
  @usableFromInline
  func throttle(
    _ effect: Effect<Action>, id: EffectID, for duration: Duration, latest: Bool,
    dispatchID: UInt64,
    in parent: Node?, of owner: EffectOwner?
  ) {
    if let window = effects.windows[id], window.isOver() {
      window.timer.window = nil
      windowEnded(id)
      // What the window has kept may have ended the store.
      if isEnded { return }
    }
    if effects.windows[id] == nil {
      if isRefused(effect, dispatchID: dispatchID, in: parent) { return }
      openWindow(id, for: duration)
      start(effect, id: id, policy: .concurrent, dispatchID: dispatchID, in: parent, of: owner)
    } else if latest,
      let node = insertWaiting(
        effect, dispatchID: dispatchID, id: id, parent: parent, owner: owner),
      let old = effects.keep(node, for: duration, in: id)
    {
      cancel(old)
    }
  }

  private func openWindow(_ id: EffectID, for duration: Duration) {
    // Without a dispatch: no receipt waits for a timer, and no probe hears of it.
    let timer = effects.insert(dispatchID: 0, cause: currentTag.cause)
    timer.window = id
    timer.isWindowTimer = true
    effects.openWindow(
      id, timer: timer, duration: duration, isOver: startTimer(clock, duration, in: timer))
  }

  @inline(never)
  private func windowEnded(_ id: EffectID) {
    guard let window = effects.closeWindow(id), let kept = window.kept else { return }
    openWindow(id, for: window.duration)
    startWaiting(kept)
  }
}
