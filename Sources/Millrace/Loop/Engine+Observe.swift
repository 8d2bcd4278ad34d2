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
    return selector.strategy.makeObserver(
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
    observers.graph.catchUp(with: commits, address)
  }

  /// Hears of every action after its commit.
  func add(_ observer: ActionObserver<State, Action>) {
    guard !isEnded else { return observer.end() }
    actionObservers.add(observer)
    updatePlain()
  }
}

extension Engine {
  /// The value of a selector now: from the graph if it has inputs and is watched, else computed.
  ///
  /// If it is to be kept, the graph remembers it from now on, watched or not.
  @usableFromInline
  func present<Output>(
    _ selector: StateSelector<State, Output>, isKept: Bool = false
  ) -> Output {
    let graph = observers.graph
    let selector = isKept ? graph.replaced(selector) : selector
    guard selector.strategy.isWorthKeeping, isKept || graph.nodes[selector.nodeKey] != nil else {
      return selector(state)
    }
    bringGraphUpToDate()
    let node = graph.node(for: selector, state: address)
    if isKept { graph.keep(node) }
    return node.value
  }
}

extension Engine {
  /// Lets a follower look at the state as it is, after what was sent before, and then after each
  /// commit.
  ///
  /// - Returns: Its number; nil if it has seen enough.
  @usableFromInline
  func follow(_ follower: CommitFollower<Action>) -> UInt64? {
    if phase == .idle {
      absorbMail()
      if !queue.isEmpty { runTurn() }
    }
    if isEnded {
      follower.onEnd()
      return nil
    }
    if follower.look(nil) { return nil }
    lastFollower += 1
    follower.number = lastFollower
    followers.append(follower, lastFollower)
    updatePlain()
    return lastFollower
  }

  /// Shows a commit to the followers that wait for one.
  @usableFromInline
  func tellFollowers(_ action: Action?) {
    if isEnded { return }
    enter(.effects)
    // What one is told may lead to the end of another, or of all.
    for follower in followers where follower.number != 0 {
      if follower.look(action) { unfollow(follower.number) }
    }
  }

  @usableFromInline
  func unfollow(_ number: UInt64) {
    guard let follower = followers[number] else { return }
    follower.number = 0
    followers.remove(number)
    updatePlain()
  }

  /// Tells the followers that wait for a commit that there is none any more.
  func endFollowers() {
    let ended = followers
    followers = OrderedSlots()
    for follower in ended {
      follower.number = 0
      follower.onEnd()
    }
  }
}
