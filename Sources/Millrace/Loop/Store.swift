// SPDX-License-Identifier: Apache-2.0

/// Owns a state, runs actions through the loop one at a time, and calls observers of the state.
///
/// ```swift
/// let store = Store(initialState: CounterState(), reducer: counterReducer)
/// let subscription = store.subscribe(to: \.count) { print("count is", $0) }
/// store.dispatch(.increment)     // prints before it returns
/// ```
///
/// A store belongs to the main actor. On other threads, use
/// ``enqueue(_:fileID:function:line:info:)``. A store owns its effects: they end with it. Its
/// observers do not keep it alive.
///
/// A dispatch costs the reducer, the middleware and the effects, one comparison of each observed
/// slice, one computation of each observed closure and of each observed selector with a changed
/// input, and the observers of changed values. Without middleware, effects and observers, the store
/// allocates and copies nothing, unless the reducer can throw.
@MainActor
@dynamicMemberLookup
public final class Store<State: Sendable, Action: Sendable> {
  /// The engine; nil if the store is unavailable.
  @usableFromInline nonisolated let existingEngine: Engine<State, Action>?
  /// The subscriptions of bindings to other stores, by their numbers.
  var bindings: [Int: StoreSubscription] = [:]
  /// The number of the last binding.
  var lastBinding = 0
  /// The stores that end with this one.
  var children: [ChildReference] = []
  /// The message of an unavailable store, which cannot be used; otherwise nil.
  public nonisolated let unavailableMessage: String?

  /// Creates a store with a reducer.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - reducer: Changes the state for an action.
  ///   - middleware: Handles actions before the reducer and starts effects; none by default.
  ///   - clock: The clock of the effects; a test passes one that it advances.
  @inlinable
  public convenience init(
    initialState: State, reducer: Reducer<State, Action>,
    middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      initialState: initialState, feature: reducer.feature, middleware: middleware, clock: clock)
  }

  /// Creates a store with a feature.
  ///
  /// ```swift
  /// let store = Store(initialState: Search(), feature: search(.live))
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - feature: Changes the state for an action, and starts effects.
  ///   - middleware: Handles actions before the feature; its effects start before the feature's
  ///     effects. None by default.
  ///   - clock: The clock of the effects; a test passes one that it advances.
  @inlinable
  public convenience init(
    initialState: State, feature: Feature<State, Action>,
    middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      Engine(
        state: initialState, feature: feature,
        middleware: ComposedMiddleware([AnyMiddleware(middleware)]), clock: clock))
  }

  /// Creates a store that continues an earlier one, for modules that store actions durably.
  ///
  /// - Parameters:
  ///   - initialState: The last state of the earlier store.
  ///   - feature: Changes the state and starts effects.
  ///   - middleware: Handles actions before the feature.
  ///   - clock: The clock of the effects.
  ///   - number: The number of the earlier store's last action; numbering continues after it.
  ///   - keeper: Stores the actions of this store durably; the store holds it strongly.
  ///   - prepare: Called with the store before the first effect starts, to subscribe to it.
  @inlinable
  public convenience init(
    initialState: State, feature: Feature<State, Action>,
    middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
    clock: any Clock<Duration> = ContinuousClock(), after number: UInt64,
    keeper: any DispatchReceipt.Keeper, prepare: (Store) -> Void
  ) {
    self.init(
      Engine(
        state: initialState, feature: feature,
        middleware: ComposedMiddleware([AnyMiddleware(middleware)]), clock: clock, after: number,
        keeper: keeper))
    prepare(self)
    engine.startDeclared()
  }

  @usableFromInline
  init(_ engine: Engine<State, Action>) {
    existingEngine = engine
    unavailableMessage = nil
  }

  /// Creates an unavailable store, which stops the program with a message when it is read or
  /// observed, or gets an action.
  ///
  /// It is the default value of an environment key, for the case that no store was provided.
  public nonisolated init(unavailable message: String) {
    existingEngine = nil
    unavailableMessage = message
  }

  /// The engine; stops the program if the store is unavailable.
  @inlinable
  var engine: Engine<State, Action> {
    guard let existingEngine else { stopUnavailable() }
    return existingEngine
  }

  @usableFromInline
  nonisolated func stopUnavailable() -> Never {
    fatalError(unavailableMessage ?? "")
  }

  deinit {
    endOnMainActor { [existingEngine, bindings, children] in
      Self.end(existingEngine, bindings, children)
    }
  }

  /// The current phase of the loop; `.idle` unless it is read during a turn.
  public var phase: StorePhase { engine.phase }

  /// Counts of the work of the store so far.
  ///
  /// What a notification compares, computes and calls is added after all its observers were called.
  public var counters: StoreCounters {
    engine.counters.take(&engine.observers.graph.counters)
    return engine.counters
  }

  /// The maximum number of chained actions, and of chained effects of `send.start`, in one turn;
  /// 100,000 by default.
  ///
  /// They are sent by code that runs in the turn: by a middleware, an observer or an effect. At the
  /// limit the turn is cut: ``onRunaway`` is called, and the rest of the queue runs in later turns.
  /// The minimum is 1.
  ///
  /// A turn is also cut, without a report, after 100 actions and effects that other code has sent:
  /// by `enqueue`, from tasks and callbacks of effects, or by stored `Send` values. The main actor
  /// can then do other work. A dispatch on the main actor, and an effect that waits for the commit
  /// of an action that it sends, first run all actions that were sent before.
  public var chainLimit: Int {
    get { engine.chainLimit }
    set { engine.chainLimit = max(1, newValue) }
  }

  /// Calls observers only after commits that a rule allows; with nil, after all commits.
  ///
  /// The rule delays notifications and ``StateEffects`` only. Every action is committed, and
  /// middleware, other effects and ``transitions(bufferingPolicy:)`` get it. While the rule returns
  /// false, no observer of values is called. The next allowed commit calls the observers of all
  /// values that changed since the last notification.
  ///
  /// The store holds the state of the last notification. That is a second reference: the next write
  /// to one of its collections copies that collection, once per notification.
  ///
  /// ```swift
  /// store.notifyObservers { last, new in last.revision != new.revision }
  /// ```
  ///
  /// Complexity: that of the rule, once per commit; for a batch once, at its end.
  ///
  /// - Parameter rule: Called with the state of the last notification, at first the current state,
  ///   and the new state. Returns true to call observers.
  public func notifyObservers(when rule: ((State, State) -> Bool)?) {
    engine.requireReadable()
    engine.notificationRule = rule.map { rule in
      var last = engine.state
      return { state in
        guard rule(last, state) else { return false }
        last = state
        return true
      }
    }
    engine.updatePlain()
  }

  /// The clock of the effects.
  public var clock: any Clock<Duration> { engine.clock }

  /// Called for each action that the reducer rejects; if it is nil, debug builds print rejections.
  public var onRejection: ((DispatchedAction<Action>.Rejection) -> Void)? {
    get { engine.onRejection }
    set { engine.onRejection = newValue }
  }

  /// Called for each turn that is cut at ``chainLimit``; if it is nil, debug builds report a
  /// warning.
  public var onRunaway: ((DispatchedAction<Action>.Runaway) -> Void)? {
    get { engine.onRunaway }
    set { engine.onRunaway = newValue }
  }
}

extension Store: ActionHandler {
  /// Runs an action through the loop.
  ///
  /// When this method returns, the action is committed or rejected, and observers have been called;
  /// in a ``batch(_:)``, observers of values are called at its end. If the store was busy, the
  /// action is queued instead and runs before the outermost dispatch returns, or in a later turn if
  /// that turn is cut (see ``chainLimit``). If the store has ended, the action is rejected with
  /// ``DispatchReceipt/StoreEnded``.
  ///
  /// Complexity: the cost of the reducer, plus middleware, effects and observers. Without these,
  /// the store allocates and copies nothing, unless the reducer can throw.
  @inlinable
  @discardableResult
  public func dispatch(_ action: Action, source: ActionSource) -> DispatchReceipt {
    Unmanaged.passUnretained(engine).withObject(of: self) { $0.dispatch(action, source: source) }
  }

  /// Commits the actions that `body` dispatches one by one, and calls observers of values once,
  /// after the last action.
  ///
  /// Middleware, observers of actions and effects run for each action as usual. If the store is
  /// busy, `body` still runs at once, but its actions are queued and processed as a batch later.
  /// Batches can be nested.
  ///
  /// - Parameter body: Dispatches actions.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`; actions that were dispatched before stay committed, or queued.
  @discardableResult
  public func batch<Result>(_ body: () throws -> Result) rethrows -> Result {
    try engine.batch(body)
  }

  /// Dispatches an action from any thread.
  ///
  /// The actions of one thread run in the order of the calls. One task on the main actor runs up to
  /// 100 actions of a burst. No action is lost while the store lives. After the store has ended,
  /// the action is dropped. A dispatch on the main actor first runs the actions that were enqueued
  /// before it. The action, and the effects that it starts, run with the task-local values of the
  /// caller.
  ///
  /// Complexity: O(1); no caller waits for another. It allocates a job, and objects for the
  /// task-local values.
  public nonisolated func enqueue(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    info: String? = nil
  ) {
    guard let mailbox = existingEngine?.mailbox else { stopUnavailable() }
    let dispatched = DispatchedAction(
      action, fileID: fileID, function: function, line: line, info: info)
    mailbox.post(.action(PendingAction(dispatched, dispatchID: 0, isChained: false)))
  }
}

// Members for mocks and tools. A program changes its state by actions only.
extension Store {
  /// Replaces the state without an action, and calls the observers of values that differ.
  ///
  /// It is for tools such as mocks and time machines. Middleware and
  /// ``transitions(bufferingPolicy:)`` do not get the replacement, because there is no action, and
  /// filters of observers are not called. In a batch, observers are called at its end. The work
  /// after every commit is done here too: the effects of children that no longer exist end, and
  /// gates open and close. Queued actions are processed first.
  ///
  /// Complexity: that of a dispatch without middleware.
  ///
  /// - Parameter state: The new state.
  /// - Returns: False if the state was not replaced: because the store has ended, because it is
  ///   busy, for example when an observer calls this method, or because the turn of the queued
  ///   actions was cut (see ``chainLimit``).
  @discardableResult
  public func replaceState(with state: State) -> Bool {
    engine.replace(state)
  }

  /// The reducer of this store, to apply actions to another state.
  ///
  /// It runs no middleware, effects or observers. Tools compute earlier states with it. It does not
  /// retain the store.
  ///
  /// Complexity: O(1) to create.
  public var reducer: Reducer<State, Action> {
    guard let run = engine.runFeature else { return Reducer(step: .reduce(engine.reduceInPlace)) }
    return Reducer(dropping: Feature(step: .run(run, canThrow: engine.canThrow)))
  }

  /// Overrides a selector's output in this store, as a mock does.
  ///
  /// The override applies to each later read and each observer of the selector, and to the
  /// selectors that have it as an input. A further call changes the value and calls the observers
  /// of the selector. Queued actions are processed first.
  ///
  /// The override does not apply to a direct call of the selector, to other selectors of a part of
  /// its value, such as a row of a table, to the inputs of a selector with `memoized: false`, or to
  /// values that closures compute from the state.
  ///
  /// - Parameters:
  ///   - selector: The selector; for a key path, `StateSelector(\.path)`.
  ///   - output: The value of the selector from now on.
  /// - Returns: False if the output was not overridden: because the selector, at its first
  ///   override, is watched already, directly or as an input, or for a reason for which
  ///   ``replaceState(with:)`` returns false.
  @discardableResult
  public func replaceOutput<Output>(
    of selector: StateSelector<State, Output>, with output: Output
  ) -> Bool {
    engine.replace(selector, with: output)
  }
}

extension Store {
  /// Starts an effect without an action.
  ///
  /// The store owns the effect like any other: the effect ends with the store. If it has an id,
  /// `.cancel(id:)` ends it earlier.
  ///
  /// ```swift
  /// store.addEffect(
  ///   .forEach(store.updates(on: \.username)) { _ in
  ///     .just(.checkUsername).debounce(id: Field.username, for: .seconds(0.8))
  ///   })
  /// ```
  ///
  /// - Parameter effect: The effect.
  /// - Returns: A receipt; `await receipt.finish()` waits for the effect, and for the effects of
  ///   the actions that it sends. If the store has ended, the effect does not start, and the
  ///   receipt is rejected with ``DispatchReceipt/StoreEnded``.
  @discardableResult
  public func addEffect(_ effect: Effect<Action>) -> DispatchReceipt {
    engine.add(effect)
  }
}
