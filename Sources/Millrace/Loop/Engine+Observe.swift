// SPDX-License-Identifier: Apache-2.0

extension Engine {
  /// Observes a selector; see ``StateProvider``.
  @inlinable
  func subscribe<Output>(
    _ selector: StateSelector<State, Output>, filter: ((State, Action) -> Bool)? = nil,
    initial: Bool = false, onChange: @escaping (Output) -> Void
  ) -> StoreObserver {
    requireReadable()
    let observer = selecting {
      let (graph, key) = (observers.graph, selector.nodeKey)
      // In a batch the live nodes can be older than the latest commit.
      graph.catchUp(with: commits, address)
      var selector = graph.replaced(selector)
      if filter != nil { selector = graph.ownedByFilter(selector) }
      var observer = selector.strategy.makeObserver(
        for: selector, in: graph, address, onChange: onChange)
      if let filter {
        observer = FilteredObserver(
          observer, of: key,
          filter: {
            filter(
              // Typed: observers get the addresses of a state and an action of their own engine.
              $0.assumingMemoryBound(to: State.self).pointee,
              $1.assumingMemoryBound(to: Action.self).pointee)
          }, in: graph)
      }
      add(observer)
      return observer
    }
    if initial { observer.deliver() }
    if isEnded { remove(observer) }
    return observer
  }

  /// Calls `onCommit` with the new state after every commit that the notification rule allows; for
  /// a batch once, at its end.
  @inlinable
  func subscribe(_ onCommit: @escaping (State) -> Void) -> StoreObserver {
    let address = address
    let observer = CommitObserver(in: observers.graph, after: commits) { onCommit(address.pointee) }
    add(observer)
    if isEnded { remove(observer) }
    return observer
  }

  @inlinable
  func add(_ observer: StoreObserver) {
    observers.add(observer)
    updatePlain()
  }

  /// Runs work of the graph, in the running turn or outside of one.
  ///
  /// Outside of a turn the phase is `.selecting` meanwhile. An action that the `deinit` of a
  /// released value dispatches is therefore queued, and runs in a later turn: its commit would run
  /// the graph in the middle of this work.
  @inlinable @inline(__always)
  func selecting<Result>(_ work: () -> Result) -> Result {
    guard phase == .idle else { return work() }
    phase = .selecting
    currentTag = .none
    let end = queue.end
    let result = work()
    phase = .idle
    // Earlier jobs are those of a turn that was cut, which are deferred already.
    if queue.end != end { deferRest() }
    return result
  }

  /// Adds an observer that is called with every action after its commit.
  func add(_ observer: ActionObserver<State, Action>) {
    guard !isEnded else { return observer.end() }
    actionObservers.add(observer)
    updatePlain()
  }
}

extension Engine {
  /// Returns the current value of a selector.
  ///
  /// The graph provides the value if the selector is memoized and has a node, unless the graph is
  /// being refreshed. Otherwise the value is computed. With `isCached`, a memoized selector gets a
  /// node in the cache of recent reads, also if it has no observers.
  @usableFromInline
  func currentValue<Output>(
    of selector: StateSelector<State, Output>, isCached: Bool = false
  ) -> Output {
    let graph = observers.graph
    let selector = isCached ? graph.replaced(selector) : selector
    guard selector.strategy.isWorthKeeping, !graph.isWorking,
      isCached || graph.nodes[selector.nodeKey] != nil
    else { return selector(state) }
    return selecting {
      graph.catchUp(with: commits, address)
      let node = graph.node(for: selector, state: address)
      if isCached { graph.cache(node) }
      return node.value
    }
  }
}

extension Engine {
  /// Adds a follower, which is called after each committed action and each replaced state.
  ///
  /// If the store is idle, queued jobs run first. Then the follower is called once for the current
  /// state.
  ///
  /// - Returns: A number for ``unfollow(_:)``; nil if the follower has finished with the current
  ///   state, or if the store has ended or the effect is cancelled.
  @usableFromInline
  func follow(_ follower: CommitFollower<Action>) -> UInt64? {
    if phase == .idle {
      absorbMail()
      if !queue.isEmpty { runTurn() }
    }
    // The turn may have ended the store or cancelled the effect that waits, and so may the call of
    // `look`.
    if !isEnded && !follower.isCancelled && follower.look(nil) { return nil }
    if isEnded || follower.isCancelled {
      follower.onEnd()
      return nil
    }
    lastFollower += 1
    follower.number = lastFollower
    followers.append(follower, lastFollower)
    updatePlain()
    return lastFollower
  }

  /// Calls the followers after a committed action, or with nil after the state was replaced.
  @usableFromInline
  func notifyFollowers(_ action: Action?) {
    if isEnded { return }
    enter(.effects)
    // A follower may remove others or end the store; removed followers have the number 0.
    for follower in followers where follower.number != 0 {
      if follower.isCancelled {
        end(follower)
      } else if follower.look(action) {
        unfollow(follower.number)
      }
    }
  }

  /// Ends the followers of cancelled effects at once, because there may be no further commit.
  @inline(never)
  func endCancelledFollowers() {
    for follower in followers where follower.isCancelled { end(follower) }
  }

  private func end(_ follower: CommitFollower<Action>) {
    unfollow(follower.number)
    follower.onEnd()
  }

  /// Removes a follower.
  @usableFromInline
  func unfollow(_ number: UInt64) {
    guard let follower = followers[number] else { return }
    follower.number = 0
    followers.remove(number)
    updatePlain()
  }

  /// Ends all followers when the store ends.
  func endFollowers() {
    let ended = followers
    followers = OrderedSlots()
    for follower in ended {
      follower.number = 0
      follower.onEnd()
    }
  }
}
