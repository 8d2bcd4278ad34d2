// SPDX-License-Identifier: Apache-2.0

/// Owns a state, runs actions through the loop one at a time, and tells who watches.
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
/// A dispatch costs its reducer, plus its middleware and those who watch what it changed. Without
/// these it allocates nothing and copies nothing.
@MainActor
@dynamicMemberLookup
public final class Store<State: Sendable, Action: Sendable> {
  @usableFromInline let engine: Engine<State, Action>
  /// The door for other threads.
  nonisolated let mailbox: Mailbox<Action>
  private let reads = TrackedReads<State, Action>()

  /// Creates a store without middleware.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - reducer: How actions change it.
  public convenience init(initialState: State, reducer: Reducer<State, Action>) {
    self.init(
      initialState: initialState, reducer: reducer,
      middleware: IdentityMiddleware<Action, Action, State>())
  }

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - reducer: How actions change it.
  ///   - middleware: Sees actions first and starts effects.
  public init(
    initialState: State, reducer: Reducer<State, Action>,
    middleware: some Middleware<Action, Action, State>
  ) {
    let link = StoreLink<State, Action>()
    engine = Engine(
      state: initialState, reducer: reducer, middleware: ComposedMiddleware(middleware),
      hop: { Task { @MainActor in link.store?.engine.drain() } },
      deliver: { await link.deliver($0, scope: $1, sender: $2) })
    mailbox = engine.mailbox
    link.store = self
  }

  isolated deinit {
    engine.shutDown()
  }

  /// Where the store is in the loop; `.idle` unless you ask from within it.
  public var phase: StorePhase { engine.phase }

  /// What the store has done so far.
  public var counters: StoreCounters { engine.counters }

  /// How many chained actions one turn may run before the rest is left to the next; 100,000 unless
  /// you set it.
  public var chainLimit: Int {
    get { engine.chainLimit }
    set { engine.chainLimit = max(1, newValue) }
  }

  /// Hears of actions that the reducer refused; if nobody does, debug builds print them.
  public var onRejection: ((Rejection<Action>) -> Void)? {
    get { engine.onRejection }
    set { engine.onRejection = newValue }
  }

  /// Hears of turns that were cut; if nobody does, debug builds print them.
  public var onRunaway: ((Runaway<Action>) -> Void)? {
    get { engine.onRunaway }
    set { engine.onRunaway = newValue }
  }

  func track<Output>(_ selector: StateSelector<State, Output>) -> Output {
    reads.read(selector, from: engine)
  }

  func trackAll() {
    reads.readAll(from: engine)
  }
}

/// Leads from a store's own effects and mailbox back to it without keeping it alive.
@MainActor
private final class StoreLink<State: Sendable, Action: Sendable> {
  weak var store: Store<State, Action>?

  nonisolated init() {}

  func deliver(_ action: DispatchedAction<Action>, scope: UInt64, sender: EffectToken) {
    store?.engine.receive(action, scope: scope, sender: sender)
  }
}
