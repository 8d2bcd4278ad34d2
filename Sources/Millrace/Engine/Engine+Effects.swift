// SPDX-License-Identifier: Apache-2.0

extension Engine {
  @usableFromInline typealias Node = EffectNode<Action>

  /// Calls a closure; what it sends while the turn runs belongs to the turn.
  ///
  /// The closure may send for as long as it likes: it is no part of the effect that is over with
  /// its call, and ends with its child only.
  @inlinable
  func perform(_ work: (Send<Action>) -> Void, scope: UInt64, of owner: EffectOwner?) {
    watchMail()
    work(Send(port: mailbox, mailbox: mailbox, scope: scope, token: owner?.token))
  }

  /// Interprets an effect: what is synchronous is queued, what is not becomes a node.
  @inlinable
  func start(_ effect: Effect<Action>, scope: UInt64, in parent: Node? = nil) {
    start(effect, scope: scope, in: parent, of: parent?.owner)
  }

  /// Interprets an effect of a child, or of nothing that can go.
  @inlinable
  func start(_ effect: Effect<Action>, scope: UInt64, in parent: Node?, of owner: EffectOwner?) {
    if isEnded { return }
    if let parent, parent.token.isCancelled { return }
    switch effect.operation {
    case .none: break
    case .just(let action): send(action, scope: scope, from: parent, of: owner)
    case .sequence(let actions, let source):
      for action in actions {
        send(DispatchedAction(action, source: source), scope: scope, from: parent, of: owner)
      }
    case .perform(let work): perform(work, scope: scope, of: owner)
    case .deferred(let make): start(make(), scope: scope, in: parent, of: owner)
    case .merge(let effects):
      for effect in effects { start(effect, scope: scope, in: parent, of: owner) }
    case .run, .promise, .listen, .sleep, .concatenate:
      if let node = insert(scope: scope, parent: parent, owner: owner) { begin(effect, in: node) }
    case .cancel(let id): cancel(owner?.id(for: id) ?? id)
    case .cancellable(let effect, let id, let policy):
      start(
        effect, id: owner?.id(for: id) ?? id, policy: policy, scope: scope, in: parent, of: owner)
    case .throttle(let effect, let id, let duration, let latest):
      throttle(
        effect, id: owner?.id(for: id) ?? id, for: duration, latest: latest, scope: scope,
        in: parent, of: owner)
    case .within(let place, let key, let effect):
      start(effect, of: ChildStep(place: place, key: key), scope: scope, in: parent, of: owner)
    }
  }

  /// Queues an action that an effect sends at once; the effect has not ended before it has run.
  @inlinable
  func send(
    _ dispatched: DispatchedAction<Action>, scope: UInt64, from node: Node?, of owner: EffectOwner?
  ) {
    var pending = PendingAction(
      dispatched, scope: scope, isChained: true, sender: node?.token ?? owner?.token)
    if let node {
      node.running += 1
      pending.holdsSender = true
    }
    if inPlace == nil { enqueueInTurn(.action(pending)) } else { sendInPlace(pending) }
  }

  @usableFromInline
  func sendInPlace(_ pending: PendingAction<Action>) {
    var job = Job.action(pending)
    if context != nil { job.run(in: keepContext()) }
    inPlace?.append(job)
  }

  /// Starts an effect with an id as its policy says of the others with that id, of which the
  /// effect is no part.
  @usableFromInline
  func start(
    _ effect: Effect<Action>, id: EffectID, policy: EffectPolicy, scope: UInt64, in parent: Node?,
    of owner: EffectOwner? = nil
  ) {
    if isEnded { return }
    switch policy.decide(isBusy: effects.isBusy(id, for: parent)) {
    case .drop: return
    case .wait:
      guard let node = insert(scope: scope, id: id, parent: parent, owner: owner) else { return }
      node.waiting = effect
      node.context = keepContext()
      effects.wait(node)
      return
    case .cancelOthersAndStart: cancel(id, for: parent)
    case .start: break
    }
    if effect.isSynchronous { return start(effect, scope: scope, in: parent, of: owner) }
    if let parent, parent.token.isCancelled { return }
    guard let node = insert(scope: scope, id: id, parent: parent, owner: owner) else { return }
    effects.run(node)
    begin(effect, in: node)
  }

  /// Enters an effect into the table and into the tree.
  ///
  /// - Returns: Its node; nil if its dispatch was cancelled, so that it must not begin.
  @usableFromInline
  func insert(
    scope: UInt64, id: EffectID? = nil, parent: Node?, owner: EffectOwner? = nil
  ) -> Node? {
    if parent == nil && !tracker.begin(scope) { return nil }
    let node = effects.insert(scope: scope, id: id, parent: parent, owner: owner)
    if parent == nil && !probes.isEmpty { tellProbesOfStart(of: node.key) }
    return node
  }

  /// Lets a node do an effect that is its own.
  @inlinable
  func begin(_ effect: Effect<Action>, in node: Node) {
    node.running += 1
    switch effect.operation {
    case .run(let work, let priority):
      startPart(node) { startTask(work, priority: priority, in: node) }
    case .promise(let work): startPart(node) { startPromise(work, in: node) }
    case .listen(let work): startPart(node) { startListener(work, in: node) }
    case .sleep(let duration): startPart(node) { _ = startTimer(clock, duration, in: node) }
    case .concatenate(let effects): node.rest = effects[...]
    default: start(effect, scope: node.scope, in: node)
    }
    release(node)
  }

  @inlinable
  func startPart(_ node: Node, _ start: () -> Void) {
    if probes.isEmpty { start() } else { startProbed(node, start) }
  }

  @inlinable
  func startTask(
    _ work: @escaping @Sendable (Send<Action>) async -> Void, priority: UInt8?, in node: Node
  ) {
    let send = Send(port: mailbox, mailbox: mailbox, scope: node.scope, token: node.token)
    node.running += 1
    node.task = Task(
      executorPreference: taskExecutor, priority: priority.map(TaskPriority.init(rawValue:))
    ) {
      [mailbox, key = node.key] in
      await work(send)
      mailbox.postEnd(of: key)
    }
  }

  @usableFromInline
  func startPromise(_ work: @MainActor (Promise<Action>) -> Void, in node: Node) {
    node.running += 1
    node.isPromise = true
    watchMail()
    work(
      Promise { [mailbox, key = node.key, scope = node.scope, token = node.token] action in
        if let action {
          mailbox.post(
            PendingAction(action, scope: scope, isChained: false, sender: token), isReply: true)
        }
        mailbox.postEnd(of: key)
      })
  }

  @usableFromInline
  func startListener(_ work: @MainActor (EffectListener<Action>) -> Void, in node: Node) {
    node.running += 1
    node.isPromise = true
    let send = Send(port: mailbox, mailbox: mailbox, scope: node.scope, token: node.token)
    let listener = EffectListener(send) { [mailbox, key = node.key] in mailbox.postEnd(of: key) }
    node.listening = listener.life
    work(listener)
  }

  /// Sleeps until a time that is fixed now, whenever the task gets to run.
  ///
  /// - Returns: Tells whether that time has come.
  @usableFromInline
  func startTimer<Time: Clock<Duration>>(
    _ clock: Time, _ duration: Duration, in node: Node
  ) -> () -> Bool {
    let deadline = clock.now.advanced(by: duration)
    node.running += 1
    node.isDelay = true
    node.task = Task(executorPreference: taskExecutor) { [mailbox, key = node.key] in
      try? await clock.sleep(until: deadline, tolerance: nil)
      mailbox.postEnd(of: key)
    }
    return { clock.now >= deadline }
  }

  @inlinable
  func watchMail() {
    guard !isWatchingMail else { return }
    isWatchingMail = true
    mailbox.watch()
  }
}
