// SPDX-License-Identifier: Apache-2.0

extension Engine {
  /// One action through all phases.
  @inlinable
  func process(
    _ action: Action, source: ActionSource, scope: UInt64
  ) -> DispatchReceipt.Outcome {
    enter(.handling)
    let asked =
      middleware.parts.isEmpty
      ? Effect.none : middleware.handle(action, from: source, state: reader)
    let hasFilters = observers.hasFilters
    if hasFilters { withUnsafePointer(to: action) { observers.willReduce(address, $0) } }

    enter(.reducing)
    let old = actionObservers.wantsOldState ? Optional(state) : nil
    let lastObserver = actionObservers.lastID
    let isStateLeft = leavesState?(action) ?? false
    var started = Effect<Action>.none
    do {
      started = try reduce(action, isOldKept: old != nil)
    } catch {
      if hasFilters { observers.didReduce(committed: false) }
      reject(DispatchedAction(action, source: source), error)
      return .rejected(error)
    }
    if !isStateLeft { commits &+= 1 }
    if hasFilters { observers.didReduce(committed: !isStateLeft) }

    if !isStateLeft && (!observers.isEmpty || gate != nil) {
      if batchDepth == 0 { notifyObservers() } else { isStale = true }
    }
    if !actionObservers.isEmpty {
      if phase != .notifying { enter(.notifying) }
      actionObservers.notify(action, source, upTo: lastObserver, oldState: old, newState: state)
    }
    // An observer may have ended the store.
    if isEnded { return .committed }
    if !asked.isNone {
      enter(.effects)
      start(asked, scope: scope)
    }
    if !started.isNone {
      enter(.effects)
      start(started, scope: scope)
    }
    afterCommit?(reader)
    if !owners.isEmpty { endAbsentOwners() }
    if !followers.isEmpty { tellFollowers(action) }
    return .committed
  }

  /// What middleware reads the state with.
  @inlinable var reader: StateReader<State> { StateReader(reading: { self.state }) }

  /// The one place where an action becomes a state.
  @inlinable
  func reduce(_ action: Action, isOldKept: Bool) throws -> Effect<Action> {
    if isOldKept { counters.statesCopied += 1 }
    guard let runFeature else {
      reduceInPlace(&address.pointee, action)
      return .none
    }
    guard canThrow else { return try runFeature(&address.pointee, action) }
    if !isOldKept { counters.statesCopied += 1 }
    var next = state
    let effect = try runFeature(&next, action)
    state = next
    return effect
  }

  @inlinable
  func notifyObservers() {
    isStale = false
    if let gate, !gate.opens(for: state) { return }
    observers.graph.pass.commit = commits
    // Selectors and observers run meanwhile and may count or read counts themselves.
    var counted = StoreCounters()
    enter(.selecting)
    observers.refresh(address, &counted)
    enter(.notifying)
    observers.notify(address, &counted)
    counters.add(counted)
  }

  @inlinable
  func reject(_ dispatched: DispatchedAction<Action>, _ error: any Error) {
    enter(.effects)
    middleware.didReject(dispatched.action, from: dispatched.source, error: error)
    let rejection = Rejection(dispatched, error: error)
    if let onRejection { onRejection(rejection) } else { Diagnostics.report(rejection) }
  }
}
