// SPDX-License-Identifier: Apache-2.0

extension Engine {
  /// A piece of an effect has ended, and everything that it sent has been processed.
  @usableFromInline
  func effectEnded(_ key: UInt64) {
    guard let node = effects.nodes[key] else { return }
    phase = .effects
    if node.isPromise { node.isPromise = false }
    node.listening = nil
    release(node)
  }

  /// The turn of an effect that waited has come.
  @usableFromInline
  func effectDue(_ key: UInt64) {
    guard let node = effects.nodes[key] else { return }
    phase = .effects
    startWaiting(node)
  }

  /// Starts an effect that another one, or an IO, has sent.
  @usableFromInline
  func start(_ effect: Effect<Action>, scope: UInt64, from sender: EffectToken?) {
    phase = .effects
    guard let sender else { return start(effect, scope: scope) }
    if let node = effects.nodes[sender.key] { start(effect, scope: scope, in: node) }
  }

  func startWaiting(_ node: Node) {
    guard let effect = node.waiting else { return }
    node.waiting = nil
    effects.run(node)
    within(node.context.take()) { begin(effect, in: node) }
  }

  /// One piece of work less: goes on with the rest, or ends.
  @usableFromInline
  func release(_ node: Node) {
    node.running -= 1
    guard node.running == 0 else { return }
    guard let next = node.rest.popFirst() else { return end(node) }
    // The next part begins when this one has ended and what it sent at once is committed.
    node.running += 1
    within(node.context.take()) {
      if !node.rest.isEmpty { node.context = keepContext() }
      start(next, scope: node.scope, in: node)
    }
    enqueueInTurn(.effectEnded(node.key))
  }

  /// Forgets an effect and lets go on who waits for it.
  private func end(_ node: Node) {
    let parent = node.parent
    effects.remove(node)
    if parent == nil {
      tracker.end(node.scope)
      if !probes.isEmpty { tellProbesOfEnd(of: node.key) }
    }
    if let id = node.id, let next = effects.next(id, after: node) {
      enqueueInTurn(.effectDue(next.key))
    }
    if let id = node.window { windowEnded(id) }
    if let parent { release(parent) }
  }

  /// Cancels what has an id; if a part of an effect wants it, not that effect itself.
  @usableFromInline
  func cancel(_ id: EffectID, for part: Node? = nil) {
    for node in effects.take(id, for: part) { cancel(node) }
  }

  /// Cancels an effect with all its parts.
  ///
  /// Tasks stay until they have ended; callbacks, which may never come, end here.
  func cancel(_ node: Node) {
    guard !node.token.isCancelled else { return }
    node.running += 1
    node.token.cancel()
    node.task?.cancel()
    node.listening?.cancel()
    node.rest = []
    node.waiting = nil
    node.context = nil
    node.window = nil
    for child in node.children { cancel(child) }
    // A listener that was told may have ended the store, and with it all effects.
    if isEnded { return }
    if node.isPromise {
      node.isPromise = false
      node.running -= 1
    }
    release(node)
  }

  /// Starts at most one effect with an id per window.
  @usableFromInline
  func throttle(
    _ effect: Effect<Action>, id: EffectID, for duration: Duration, latest: Bool, scope: UInt64,
    in parent: Node?
  ) {
    if let window = effects.windows[id], window.isOver() {
      window.timer.window = nil
      windowEnded(id)
    }
    switch ThrottleDecision(isWindowOpen: effects.windows[id] != nil, latest: latest) {
    case .start:
      openWindow(id, for: duration)
      start(effect, id: id, policy: .concurrent, scope: scope, in: parent)
    case .keepForTheEnd:
      let node = insert(scope: scope, id: id, parent: parent)
      node.waiting = effect
      node.context = keepContext()
      if let old = effects.keep(node, in: id) { cancel(old) }
    case .drop: break
    }
  }

  private func openWindow(_ id: EffectID, for duration: Duration) {
    // It is no effect that anybody waits for or hears of.
    let timer = effects.insert(scope: 0)
    timer.window = id
    effects.openWindow(
      id, timer: timer, duration: duration, isOver: startTimer(clock, duration, in: timer))
  }

  private func windowEnded(_ id: EffectID) {
    guard let window = effects.closeWindow(id), let kept = window.kept else { return }
    openWindow(id, for: window.duration)
    startWaiting(kept)
  }
}
