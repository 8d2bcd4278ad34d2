// SPDX-License-Identifier: Apache-2.0

extension Engine {
  /// The value of a selector now; what has inputs is remembered.
  @inlinable
  func select<Output>(_ selector: StateSelector<State, Output>) -> Output {
    guard let node = observers.graph.recent(selector.nodeKey) else { return remember(selector) }
    if node.checkedAt != commits {
      bringGraphUpToDate()
      observers.graph.pull(node, address)
      counters.take(&observers.graph.pass)
    }
    return unsafeDowncast(node, to: SelectionNode<Output>.self).value
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
