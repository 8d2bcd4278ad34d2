// SPDX-License-Identifier: Apache-2.0

/// Owns a state, runs actions through the loop one at a time, and calls its observers.
///
/// ```swift
/// let store = Store(initialState: CounterState(), reducer: counterReducer)
/// let subscription = store.subscribe(to: \.count) { print("count is", $0) }
/// store.dispatch(.increment)     // prints before it returns
/// ```
///
/// A store lives on the main actor; ``enqueue(_:fileID:function:line:info:)`` is open to every
/// thread. It owns its effects: they end with it. Nothing that watches it keeps it alive.
///
/// A dispatch costs its reducer, plus its middleware and the observers of what it changed. Without
/// these it allocates nothing, and copies nothing unless the reducer can throw.
@MainActor
@dynamicMemberLookup
public final class Store<State: Sendable, Action: Sendable> {
  @usableFromInline nonisolated let existingEngine: Engine<State, Action>?
  /// Takes actions from other threads.
  nonisolated let mailbox: Mailbox<Action>?
  /// What keeps this store bound to others, until either of them ends.
  var bindings: [ObjectIdentifier: StoreSubscription] = [:]
  /// The stores that end with this one.
  var children: [ChildReference] = []
  /// Why it cannot be used, if it is a stand-in; otherwise nil.
  public nonisolated let unavailableMessage: String?

  /// Creates a store of a reducer.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - reducer: How actions change it.
  ///   - middleware: Sees actions first and starts effects; none by default.
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

  /// Creates a store of a feature.
  ///
  /// ```swift
  /// let store = Store(initialState: Search(), feature: search(.live))
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - feature: What actions change and start.
  ///   - middleware: Sees actions first; what it starts begins before what the feature starts. None
  ///     by default.
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

  @usableFromInline
  init(_ engine: Engine<State, Action>) {
    existingEngine = engine
    mailbox = engine.mailbox
    unavailableMessage = nil
  }

  /// Says what to write where a reducer is given as a feature.
  @available(*, unavailable, message: "This is a reducer: write 'reducer:' instead of 'feature:'.")
  public convenience init(
    initialState: State, feature: Reducer<State, Action>,
    middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      initialState: initialState, reducer: feature, middleware: middleware, clock: clock)
  }

  /// Says what to write where a feature is given as a reducer.
  @available(*, unavailable, message: "This is a feature: write 'feature:' instead of 'reducer:'.")
  public convenience init(
    initialState: State, reducer: Feature<State, Action>,
    middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      initialState: initialState, feature: reducer, middleware: middleware, clock: clock)
  }

  /// Creates a stand-in that stops the program with a message as soon as it is used.
  ///
  /// It is the default of an environment key, for the case that no store was provided.
  public nonisolated init(unavailable message: String) {
    existingEngine = nil
    mailbox = nil
    unavailableMessage = message
  }

  /// The engine; there is always one but in a stand-in.
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

  /// Where the store is in the loop; `.idle` unless you ask from within it.
  public var phase: StorePhase { engine.phase }

  /// What the store has done so far; the cost of a commit is added once its observers were called.
  public var counters: StoreCounters {
    engine.counters.take(&engine.observers.graph.counters)
    return engine.counters
  }

  /// How many chained actions one turn may run before the rest is left to the next, and effects
  /// that other effects start; 100,000 unless you set it.
  ///
  /// A turn also leaves the rest to the next, without a report, after 1,000 actions that other
  /// threads have sent while it ran: the main actor gets to its other work. What had been sent when
  /// the turn began is done in it.
  public var chainLimit: Int {
    get { engine.chainLimit }
    set { engine.chainLimit = max(1, newValue) }
  }

  /// Calls observers only after commits that a rule allows; with nil, after all.
  ///
  /// The rule holds back notifications only: every action is committed, whatever the rule says, and
  /// middleware, effects and ``transitions(bufferingPolicy:)`` see it. While the rule returns
  /// false no observer is called; the next commit that it allows calls those of all that changed.
  ///
  /// The state of the last notification is kept. It is a second reference: the next write to one of
  /// its collections copies that collection, once per notification.
  ///
  /// ```swift
  /// store.notifyObservers { told, new in told.revision != new.revision }
  /// ```
  ///
  /// Complexity: that of the rule, once per commit.
  ///
  /// - Parameter rule: Gets the state of the last notification, at first the present one, and the
  ///   new one.
  public func notifyObservers(when rule: ((State, State) -> Bool)?) {
    engine.requireReadable()
    engine.notificationRule = rule.map { NotificationRule($0, state: engine.state) }
    engine.updatePlain()
  }

  /// The clock of the effects.
  public var clock: any Clock<Duration> { engine.clock }

  /// Called for each action that the reducer refused; if it is nil, debug builds print rejections.
  public var onRejection: ((DispatchedAction<Action>.Rejection) -> Void)? {
    get { engine.onRejection }
    set { engine.onRejection = newValue }
  }

  /// Called for each turn that was cut; if it is nil, debug builds print a report.
  public var onRunaway: ((DispatchedAction<Action>.Runaway) -> Void)? {
    get { engine.onRunaway }
    set { engine.onRunaway = newValue }
  }
}

extension Store: ActionHandler {
  /// Runs an action through the loop.
  ///
  /// When it returns, the action is committed and observers have been called, unless the store was
  /// busy: then the action is queued and runs before the outermost dispatch returns.
  ///
  /// Complexity: the reducer's own, plus middleware and observers. Without these there is no
  /// allocation, and no copy unless the reducer can throw.
  @inlinable
  @discardableResult
  public func dispatch(_ action: Action, source: ActionSource) -> DispatchReceipt {
    engine.dispatch(action, source: source)
  }

  /// Commits one by one what `body` dispatches and lets observers hear once, after the last.
  ///
  /// Middleware and effects run for each action as always. A batch that is opened while the store
  /// is busy takes its place in the queue. Batches nest.
  ///
  /// - Parameter body: Dispatches actions.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; actions dispatched before are committed.
  @discardableResult
  public func batch<Result>(_ body: () throws -> Result) rethrows -> Result {
    try engine.batch(body)
  }

  /// Dispatches an action from any thread.
  ///
  /// The order of each caller is kept, one task on the store's actor takes a whole burst, and
  /// nothing is lost while the store lives. A dispatch on the store's actor runs what was enqueued
  /// before it first. The action, and the effects that it starts, run with the task-local values
  /// of the caller.
  ///
  /// Complexity: O(1); no caller waits for another. One job, and one object that keeps the
  /// task-local values.
  public nonisolated func enqueue(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    info: String? = nil
  ) {
    guard let mailbox else { stopUnavailable() }
    let dispatched = DispatchedAction(
      action, fileID: fileID, function: function, line: line, info: info)
    mailbox.post(PendingAction(dispatched, dispatchID: 0, isChained: false))
  }
}

// What mocks and tools do to a store from outside. A program changes its state by actions only.
extension Store {
  /// Puts a state in the place of the present one, without an action, and calls the observers
  /// of what differs.
  ///
  /// It is for tools that jump, as mocks and time machines do. Neither middleware nor
  /// ``transitions(bufferingPolicy:)`` see it, since there is no action; filters of observers are
  /// not asked. In a batch observers hear at its end. What follows the state after every commit
  /// follows here too: the effects of children that are gone end, and gates open and close. Actions
  /// that wait are processed first.
  ///
  /// Complexity: as a dispatch without middleware.
  ///
  /// - Parameter state: The state.
  /// - Returns: False if the store has ended, if an action is on its way, as when an observer
  ///   calls, or if the turn of what waited was cut for ``chainLimit``; the state is not replaced
  ///   then.
  @discardableResult
  public func replaceState(with state: State) -> Bool {
    engine.replace(state)
  }

  /// The reducer of this store alone, to apply actions to a state of your own.
  ///
  /// It runs no middleware, effects or observers. Tools compute earlier states with it. It does not
  /// retain the store.
  ///
  /// Complexity: O(1) to make.
  public var reducer: Reducer<State, Action> {
    guard let run = engine.runFeature else { return Reducer(step: .reduce(engine.reduceInPlace)) }
    return Reducer(dropping: Feature(step: .run(run, canThrow: engine.canThrow)))
  }

  /// Overrides a selector's output in this store, as for a mock.
  ///
  /// It applies to each read and each observer of the selector from then on, and to the selectors
  /// that have it as an input. Calling it again changes the value and calls the observers of it.
  /// Actions that wait are processed first.
  /// It does not apply to a selector that is called directly, to rows of tables, to what closures
  /// compute from the state, and to observers that already watch the selector with a filter.
  ///
  /// - Parameters:
  ///   - selector: The selector; for a key path, `StateSelector(\.path)`.
  ///   - output: Its value from now on.
  /// - Returns: False if the selector was watched before its output was first overridden, or where
  ///   ``replaceState(with:)`` returns false; nothing is overridden then.
  @discardableResult
  public func replaceOutput<Output>(
    of selector: StateSelector<State, Output>, with output: Output
  ) -> Bool {
    engine.replace(selector, with: output)
  }
}

extension Store {
  /// Starts an effect that no action asked for.
  ///
  /// The store owns it like any other: it ends with the store, and `.cancel(id:)` ends it earlier.
  ///
  /// ```swift
  /// store.addEffect(
  ///   .forEach(store.updates(on: \.username)) { _ in
  ///     .just(.checkUsername).debounce(id: Field.username, for: .seconds(0.8))
  ///   })
  /// ```
  ///
  /// - Parameter effect: What to do.
  /// - Returns: A receipt; `await receipt.finish()` waits for the effect and what it leads to. If
  ///   the store has ended, nothing starts, and the receipt is rejected with
  ///   ``DispatchReceipt/StoreEnded``.
  @discardableResult
  public func addEffect(_ effect: Effect<Action>) -> DispatchReceipt {
    engine.add(effect)
  }
}

extension Engine {
  /// Starts an effect that no action asked for.
  func add(_ effect: Effect<Action>) -> DispatchReceipt {
    if isEnded { return DispatchReceipt(.rejected(DispatchReceipt.StoreEnded())) }
    lastDispatchID += 1
    let dispatchID = lastDispatchID
    inTurn { start(effect, dispatchID: dispatchID) }
    return DispatchReceipt(.committed, dispatchID: dispatchID, context: receiptContext)
  }

  /// Does something as a part of the running turn, or as a turn of its own.
  func inTurn(_ body: () -> Void) {
    guard phase == .idle else { return body() }
    phase = .effects
    currentTag = .none
    body()
    runTurn()
  }
}

/// Keeps the state of the last notification and asks the rule.
@MainActor
@usableFromInline
final class NotificationRule<State> {
  private let rule: (State, State) -> Bool
  private var last: State

  init(_ rule: @escaping (State, State) -> Bool, state: State) {
    self.rule = rule
    last = state
  }

  /// Whether observers are to be called for a state, which is kept then.
  @usableFromInline
  func allows(_ state: State) -> Bool {
    guard rule(last, state) else { return false }
    last = state
    return true
  }
}
