// SPDX-License-Identifier: Apache-2.0

extension Engine {
  /// Watches a selector; see ``StateProvider``.
  @inlinable
  func subscribe<Output>(
    _ selector: StateSelector<State, Output>, filter: ((State, Action) -> Bool)? = nil,
    initial: Bool = false, onChange: @escaping (Output) -> Void
  ) -> StoreObserver {
    let observer = withUnsafePointer(to: &state) { state -> StoreObserver in
      guard filter == nil && selector.dependencies.isEmpty else {
        counters.selectorsComputed += selector.dependencies.count + 1
        return SelectionObserver(
          selector,
          filter: filter.map { filter in
            {
              filter(
                $0.assumingMemoryBound(to: State.self).pointee,
                $1.assumingMemoryBound(to: Action.self).pointee)
            }
          }, state: state.pointee, onChange: onChange)
      }
      bringGraphUpToDate(state)
      return selector.recipe.makeObserver(
        for: selector, in: observers.graph, state, onChange: onChange)
    }
    add(observer)
    if initial { observer.deliver() }
    if isEnded { remove(observer) }
    return observer
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
  func bringGraphUpToDate(_ state: UnsafePointer<State>) {
    let graph = observers.graph
    graph.pass.commit = commits
    if graph.refreshedAt != commits { graph.refreshEarly(state) }
  }

  /// Hears of every action after its commit.
  func add(_ observer: ActionObserver<State, Action>) {
    guard !isEnded else { return observer.end() }
    observer.onCancel = { [weak self] observer in
      self?.actionObservers.remove(observer)
      self?.updatePlain()
    }
    actionObservers.add(observer)
    updatePlain()
  }
}
