// SPDX-License-Identifier: Apache-2.0

extension Engine {
  /// Watches a selector; see ``StateProvider``.
  @inlinable
  func subscribe<Output>(
    _ selector: StateSelector<State, Output>, filter: ((State, Action) -> Bool)? = nil,
    initial: Bool = false, onChange: @escaping (Output) -> Void
  ) -> UInt64 {
    guard filter == nil && selector.dependencies.isEmpty else {
      let observer = SelectionObserver(selector, filter: filter, state: state, onChange: onChange)
      counters.selectorsComputed += selector.dependencies.count + 1
      let id = add(observer)
      if initial { onChange(observer.current) }
      return id
    }
    // In a batch the graph has not seen the last commits yet.
    if isStale { observers.refreshGraph(state) }
    let observer = NodeObserver<State, Action, Output>(
      observers.graph.node(for: selector, state: state), didChange: selector.didChange,
      onChange: onChange)
    let id = observers.add(observer, watching: observer.node)
    updatePlain()
    if initial { onChange(observer.delivered) }
    return id
  }

  /// Hears of every commit.
  @inlinable
  func subscribe(_ onCommit: @escaping (State) -> Void) -> UInt64 {
    add(CommitObserver<State, Action>(onCommit))
  }

  @inlinable
  func unsubscribe(_ id: UInt64) {
    observers.remove(id)
    updatePlain()
  }

  @inlinable
  func add(_ observer: any StoreObserver<State, Action>) -> UInt64 {
    let id = observers.add(observer)
    updatePlain()
    return id
  }

  /// Hears of every commit together with the state before it, which is kept for that.
  @inlinable
  func subscribeToTransitions(_ sink: @escaping (Transition<State, Action>) -> Void) -> UInt64 {
    lastSink += 1
    sinks[lastSink] = sink
    updatePlain()
    return lastSink
  }

  @inlinable
  func unsubscribeFromTransitions(_ id: UInt64) {
    sinks[id] = nil
    updatePlain()
  }
}
