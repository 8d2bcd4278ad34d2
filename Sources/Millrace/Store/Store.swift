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
/// these it allocates nothing and copies nothing.
@MainActor
@dynamicMemberLookup
public final class Store<State: Sendable, Action: Sendable> {
  @usableFromInline nonisolated let existingEngine: Engine<State, Action>?
  /// The door for other threads.
  nonisolated let mailbox: Mailbox<Action>?
  /// What keeps this store bound to others, until one of both ends.
  var bindings: [ObjectIdentifier: StoreSubscription] = [:]
  /// The stores that end with this one.
  var children: [ChildReference] = []
  /// Why there is no engine.
  private nonisolated let excuse: String

  /// Creates a store without middleware.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - reducer: How actions change it.
  ///   - emitsValue: Which commits observers are told of; all by default.
  ///   - clock: Tells effects the time.
  public convenience init(
    initialState: State, reducer: Reducer<State, Action>,
    emitsValue: EmitsValue<State> = .always, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      initialState: initialState, feature: reducer.feature, emitsValue: emitsValue, clock: clock)
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
  ///   - emitsValue: Which commits observers are told of; all by default.
  ///   - clock: Tells effects the time; tests give one that they move by hand.
  public convenience init(
    initialState: State, feature: Feature<State, Action>,
    emitsValue: EmitsValue<State> = .always, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      initialState: initialState, feature: feature,
      middleware: IdentityMiddleware<Action, Action, State>(), emitsValue: emitsValue,
      clock: clock)
  }

  /// Creates a store of a reducer, with middleware.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - reducer: How actions change it.
  ///   - middleware: Sees actions first and starts effects.
  ///   - emitsValue: Which commits observers are told of; all by default.
  ///   - clock: Tells effects the time; tests give one that they move by hand.
  public convenience init(
    initialState: State, reducer: Reducer<State, Action>,
    middleware: some Middleware<Action, Action, State>, emitsValue: EmitsValue<State> = .always,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      initialState: initialState, feature: reducer.feature, middleware: middleware,
      emitsValue: emitsValue, clock: clock)
  }

  /// Creates a store of a feature, with middleware around it.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - feature: What actions change and start.
  ///   - middleware: Sees actions first; what it starts begins before what the feature starts.
  ///   - emitsValue: Which commits observers are told of; all by default.
  ///   - clock: Tells effects the time; tests give one that they move by hand.
  public init(
    initialState: State, feature: Feature<State, Action>,
    middleware: some Middleware<Action, Action, State>, emitsValue: EmitsValue<State> = .always,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    let engine = Engine(
      state: initialState, feature: feature, middleware: ComposedMiddleware(middleware),
      emitsValue: emitsValue, clock: clock)
    existingEngine = engine
    mailbox = engine.mailbox
    excuse = ""
  }

  /// Creates a stand-in that stops the program with a message as soon as it is used.
  ///
  /// It is the default of an environment key, for the case that no store was provided.
  public nonisolated init(unavailable message: String) {
    existingEngine = nil
    mailbox = nil
    excuse = message
  }

  /// Why it cannot be used, if it is a stand-in; otherwise nil.
  public nonisolated var unavailableMessage: String? { existingEngine == nil ? excuse : nil }

  /// The engine; there is always one but in a stand-in.
  @inlinable
  var engine: Engine<State, Action> {
    guard let existingEngine else { stopUnavailable() }
    return existingEngine
  }

  @usableFromInline
  nonisolated func stopUnavailable() -> Never {
    fatalError(excuse)
  }

  isolated deinit {
    end()
  }

  /// Where the store is in the loop; `.idle` unless you ask from within it.
  public var phase: StorePhase { engine.phase }

  /// What the store has done so far; what a commit costs is added when its observers were called.
  public var counters: StoreCounters { engine.counters }

  /// How many chained actions one turn may run before the rest is left to the next; 100,000 unless
  /// you set it.
  public var chainLimit: Int {
    get { engine.chainLimit }
    set { engine.chainLimit = max(1, newValue) }
  }

  /// Hears of actions that the reducer refused; if it is nil, debug builds print them.
  public var onRejection: ((Rejection<Action>) -> Void)? {
    get { engine.onRejection }
    set { engine.onRejection = newValue }
  }

  /// Hears of turns that were cut; if it is nil, debug builds print them.
  public var onRunaway: ((Runaway<Action>) -> Void)? {
    get { engine.onRunaway }
    set { engine.onRunaway = newValue }
  }
}
