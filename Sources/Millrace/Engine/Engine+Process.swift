// SPDX-License-Identifier: Apache-2.0

extension Engine {
  /// One action through all phases.
  @inlinable
  func process(
    _ action: Action, source: ActionSource, scope: UInt64
  ) -> DispatchReceipt.Outcome {
    enter(.handling)
    if !middleware.parts.isEmpty { ask(action, from: source) }
    let hasFilters = observers.hasFilters
    if hasFilters { withUnsafePointer(to: action) { observers.willReduce(address, $0) } }

    enter(.reducing)
    let old = actionObservers.wantsOldState ? Optional(state) : nil
    let lastObserver = actionObservers.lastID
    let isStateLeft = leavesState?(action) ?? false
    do {
      try reduce(action, isOldKept: old != nil)
    } catch {
      decided.removeAll(keepingCapacity: true)
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
    if !decided.isEmpty { startDecided(scope: scope) }
    afterCommit?(reader)
    if !owners.isEmpty { endAbsentOwners() }
    if !followers.isEmpty { tellFollowers(action) }
    return .committed
  }

  /// What middleware reads the state with.
  @inlinable var reader: StateReader<State> { StateReader(reading: { self.state }) }

  /// Lets the middleware that an action concerns handle it.
  @inlinable @inline(never)
  func ask(_ action: Action, from source: ActionSource) {
    for part in middleware.concerned(by: action) {
      decide(on: part.handle(action, from: source, state: reader))
    }
  }

  /// Notes an effect that starts after the commit.
  ///
  /// An action that leads to no effect comes by no value of this type, which is large.
  @inlinable
  func decide(on effect: Effect<Action>) {
    if !effect.isNone { decided.append(effect) }
  }

  /// Starts what middleware and the feature have decided on, in that order.
  @inlinable @inline(never)
  func startDecided(scope: UInt64) {
    enter(.effects)
    var index = 0
    // One of them may end the store.
    while index < decided.count {
      start(decided[index], scope: scope)
      index += 1
    }
    decided.removeAll(keepingCapacity: true)
  }

  /// The one place where an action becomes a state.
  @inlinable
  func reduce(_ action: Action, isOldKept: Bool) throws {
    if isOldKept { counters.statesCopied += 1 }
    guard let runFeature else { return reduceInPlace(&address.pointee, action) }
    try run(runFeature, action, isOldKept: isOldKept)
  }

  /// Runs a feature that starts effects or can throw.
  @inlinable @inline(never)
  func run(
    _ feature: @Sendable (inout State, Action) throws -> Effect<Action>, _ action: Action,
    isOldKept: Bool
  ) throws {
    guard canThrow else { return decide(on: try feature(&address.pointee, action)) }
    if !isOldKept { counters.statesCopied += 1 }
    var next = state
    let effect = try feature(&next, action)
    state = next
    decide(on: effect)
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
