// SPDX-License-Identifier: Apache-2.0

extension Engine {
  /// Watches a selector; see ``StateProvider``.
  @inlinable
  func subscribe<Output>(
    _ selector: StateSelector<State, Output>, filter: ((State, Action) -> Bool)? = nil,
    initial: Bool = false, onChange: @escaping (Output) -> Void
  ) -> StoreObserver {
    let observer = makeObserver(selector, filter: filter, onChange: onChange)
    add(observer)
    if initial { observer.deliver() }
    if isEnded { remove(observer) }
    return observer
  }

  /// An observer that is not yet added.
  @inlinable
  func makeObserver<Output>(
    _ selector: StateSelector<State, Output>, filter: ((State, Action) -> Bool)?,
    onChange: @escaping (Output) -> Void
  ) -> StoreObserver {
    guard filter == nil && selector.dependencies.isEmpty else {
      counters.selectorsComputed += selector.dependencies.count + 1
      return SelectionObserver(
        selector,
        filter: filter.map { filter in
          {
            filter(
              // Typed: observers are handed the addresses of their engine's state and action.
              $0.assumingMemoryBound(to: State.self).pointee,
              $1.assumingMemoryBound(to: Action.self).pointee)
          }
        }, state: state, onChange: onChange)
    }
    bringGraphUpToDate()
    return selector.recipe.makeObserver(
      for: selector, in: observers.graph, address, onChange: onChange)
  }

  /// Hears of every commit.
  @inlinable
  func subscribe(_ onCommit: @escaping (State) -> Void) -> StoreObserver {
    let observer = CommitObserver {
      onCommit($0.assumingMemoryBound(to: State.self).pointee)
    }
    add(observer)
    if isEnded { remove(observer) }
    return observer
  }

  @inlinable
  func add(_ observer: StoreObserver) {
    observers.add(observer)
    updatePlain()
  }

  /// In a batch, and before observers are called, live nodes have not seen the last commits yet.
  @inlinable
  func bringGraphUpToDate() {
    let graph = observers.graph
    graph.pass.commit = commits
    if graph.refreshedAt != commits { graph.refreshEarly(address) }
  }

  /// Hears of every action after its commit.
  func add(_ observer: ActionObserver<State, Action>) {
    guard !isEnded else { return observer.end() }
    actionObservers.add(observer)
    updatePlain()
  }
}
