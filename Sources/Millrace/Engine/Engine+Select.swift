// SPDX-License-Identifier: Apache-2.0

extension Engine {
  /// The value of a selector now; what has inputs is remembered.
  @inlinable
  func select<Output>(_ selector: StateSelector<State, Output>) -> Output {
    if let node = observers.graph.latest(selector, at: commits) { return node.value }
    return selectAgain(selector)
  }

  @usableFromInline
  func selectAgain<Output>(_ selector: StateSelector<State, Output>) -> Output {
    guard selector.recipe.isWorthKeeping else { return selector(state) }
    let graph = observers.graph
    return withUnsafePointer(to: &state) { state in
      bringGraphUpToDate(state)
      let node = graph.node(for: selector, state: state)
      node.checkedAt = commits
      graph.keep(node)
      counters.take(graph.pass)
      return node.value
    }
  }
}
