// SPDX-License-Identifier: Apache-2.0

extension Engine {
  /// An effect that is being cancelled, and the remaining work of the cancellation.
  private struct Cancellation {
    let node: Node
    /// The parts that are not cancelled yet.
    var parts: ArraySlice<Node>
    /// The plan and the context of the effect.
    ///
    /// They are released when the cancellation is complete, because a `deinit` in them can use the
    /// store.
    let released: (plan: AnyObject?, context: CallContext?)
  }

  /// Cancels all effects with an id, and closes the window of its throttle.
  @usableFromInline
  func cancel(_ id: EffectID) {
    cancel(effects.take(id))
  }

  /// Cancels effects with all their parts, and ends their followers.
  func cancel(_ nodes: [Node]) {
    for node in nodes { cancelWithParts(node) }
    if !nodes.isEmpty && !followers.isEmpty { endCancelledFollowers() }
  }

  /// Cancels an effect with all its parts; the caller ends their followers.
  ///
  /// The nodes of tasks stay until the tasks have ended. The nodes of callbacks and of waiting
  /// effects end later in this turn, because a callback may never be called. They do not end here:
  /// what follows them in a `concatenate` would start in the middle of the operation that cancels,
  /// for example before the effect that replaces them under their id.
  func cancelWithParts(_ node: Node) {
    guard let outermost = beginCancellation(of: node) else { return }
    if outermost.parts.isEmpty { return finish(outermost) }
    // An array and no recursion: effects can be nested to any depth.
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
    // While several effects are cancelled, this one can have ended or been replaced by its last
    // part.
    guard !node.isCancelled, effects.nodes[node.key] === node else { return nil }
    node.openParts += 1
    node.cancelSends()
    // Before the following calls: a probe or a handler of the cancellation can start an effect with
    // the same id.
    effects.leave(node)
    if node.parent == nil && !probes.isEmpty { tellProbesOfCancellation(of: node) }
    node.task?.cancel()
    node.listening?.cancel()
    let released = (node.plan.take(), node.context.take())
    node.isWaiting = false
    return Cancellation(node: node, parts: node.parts[...], released: released)
  }

  /// Completes a cancellation after all parts are cancelled.
  private func finish(_ cancellation: Cancellation) {
    let node = cancellation.node
    defer { withExtendedLifetime(cancellation.released) {} }
    // The `onCancel` closure of a listener can have ended the store and all its effects.
    if isEnded { return }
    enqueueNextWaiting(after: node)
    if node.listening.take() != nil { node.openParts -= 1 }
    if node.openParts > 1 { node.openParts -= 1 } else { enqueue(.effectEnded(node.key), of: 0) }
  }
}
