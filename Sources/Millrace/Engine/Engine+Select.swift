// SPDX-License-Identifier: Apache-2.0

extension Engine {
  /// The value of a selector now; what has inputs is remembered.
  @usableFromInline
  func select<Output>(_ selector: StateSelector<State, Output>) -> Output {
    guard selector.count != nil, let node = current(selector.nodeKey) else {
      return remember(selector)
    }
    return node.value()
  }

  /// The node of a selector that was asked for lately, up to date.
  ///
  /// It is not retained: it is there until the next call of the graph.
  @inlinable
  func current(_ identity: SelectorIdentity) -> Unmanaged<AnySelectionNode>? {
    if let node = observers.graph.current(identity, at: commits) { return node }
    return refreshed(identity)
  }

  @usableFromInline
  func refreshed(_ identity: SelectorIdentity) -> Unmanaged<AnySelectionNode>? {
    guard let node = observers.graph.recent(identity) else { return nil }
    if node.checkedAt != commits {
      bringUpToDate(node)
      // What was computed for it may have asked for others, so that it is not kept any more.
      guard observers.graph.recent(identity) === node else { return nil }
    }
    return .passUnretained(node)
  }

  @usableFromInline
  func bringUpToDate(_ node: AnySelectionNode) {
    bringGraphUpToDate()
    observers.graph.pull(node, address)
    // Of a live node too: it is up to date with this commit.
    node.checkedAt = commits
    observers.graph.dropUnasked()
    counters.take(&observers.graph.pass)
  }

  /// The value of a selector now: from the graph if it has inputs and is watched, else computed.
  func present<Output>(_ selector: StateSelector<State, Output>) -> Output {
    let graph = observers.graph
    guard selector.recipe.isWorthKeeping, graph.nodes[selector.nodeKey] != nil else {
      return selector(state)
    }
    bringGraphUpToDate()
    let node = graph.node(for: selector, state: address)
    counters.take(&graph.pass)
    return node.value
  }

  @usableFromInline
  func remember<Output>(_ selector: StateSelector<State, Output>) -> Output {
    let selector = observers.graph.replaced(selector)
    guard selector.recipe.isWorthKeeping else { return selector(state) }
    let graph = observers.graph
    bringGraphUpToDate()
    let node = graph.node(for: selector, state: address)
    graph.keep(node)
    counters.take(&graph.pass)
    return node.value
  }
}
