// SPDX-License-Identifier: Apache-2.0

import Observation

/// A store can be put into the environment of views as an object: `.environment(store)`.
///
/// What is read of it inside an Observation-tracked scope is tracked piece by piece; the store as
/// such never counts as changed.
extension Store: Observable {}

extension Store: StateProvider {
  /// The state now.
  ///
  /// Inside an Observation-tracked scope every commit counts as a change of it; read `store.field`
  /// instead to track one field. It must not be read by the store's own reducer, which has the
  /// state in its hands.
  public var state: State {
    engine.requireReadable()
    engine.trackAll()
    return engine.state
  }

  /// The number of the last action that was committed or refused, as ``ActionSource/number``; 0
  /// before the first.
  ///
  /// It tells a tool whether an action that it hears of is in the state that it read. It is not
  /// tracked.
  ///
  /// Complexity: O(1).
  public var lastActionNumber: UInt64 { engine.nextNumber &- 1 }

  /// Reads a value; inside an Observation-tracked scope exactly this value is tracked.
  ///
  /// Keep a selector of a closure, or one with inputs, in a constant: one that is made for each
  /// read is tracked anew each time, until its value changes.
  public func read<Output>(_ selector: StateSelector<State, Output>) -> Output {
    engine.requireReadable()
    return engine.track(selector)
  }

  /// Computes a selector on the present state, without tracking.
  ///
  /// Selectors with inputs are remembered: at most 256, of which the least recently used goes
  /// first; the next `select` of a selector with inputs drops those that were not read in the last
  /// 1,000 commits. They hold their inputs; the next change of such a collection therefore copies
  /// it once.
  ///
  /// Complexity: O(1) for a selector that is remembered if nothing was committed since; otherwise
  /// one comparison of each input, and the selector's own cost if one changed.
  @inlinable
  public func select<Output>(_ selector: StateSelector<State, Output>) -> Output {
    if selector.count != nil, let node = kept(selector.nodeKey) { return node.value() }
    engine.requireReadable()
    return engine.currentValue(of: selector, isCached: true)
  }

  /// The node of a selector that was asked for lately, up to date, unless the reducer has the
  /// state.
  ///
  /// It is not retained: it is there until the next call of the graph.
  @inlinable
  func kept(_ identity: SelectorIdentity) -> Unmanaged<AnySelectionNode>? {
    // Sound: the store holds its engine for as long as it is there, hence during this call. To
    // retain it would cost as much as a look-up.
    unowned(unsafe) let engine = engine
    if engine.phase == .reducing { return nil }
    return engine.observers.graph.cachedNode(for: identity, at: engine.commits, engine.address)
  }

  /// Watches a value; see ``StateProvider/subscribe(to:initial:onChange:)``.
  ///
  /// Complexity: O(1) to subscribe.
  public func subscribe<Output>(
    to selector: StateSelector<State, Output>, initial: Bool,
    onChange: @escaping (Output) -> Void
  ) -> StoreSubscription {
    let engine = engine
    engine.requireReadable()
    return StoreSubscription(
      engine.subscribe(
        engine.observers.graph.replaced(selector), initial: initial, onChange: onChange))
  }

  /// Hears of every commit with the state after it; in a batch once, with the last.
  ///
  /// Complexity: O(1) to subscribe; one call per commit, and nothing is compared or kept.
  public func subscribe(_ onCommit: @escaping (State) -> Void) -> StoreSubscription {
    StoreSubscription(engine.subscribe(onCommit))
  }

  /// Watches a value, but looks only after actions that a filter lets through.
  ///
  /// Complexity: O(1) to subscribe, and one computation; one call of the filter per action, and one
  /// computation and comparison after each that it lets through.
  ///
  /// - Parameters:
  ///   - selector: What to watch.
  ///   - filter: Asked before the reducer, with the state before and the action. No old state is
  ///     kept for it.
  ///   - initial: Whether to call at once with the present value.
  ///   - onChange: Called after a commit when the value differs from the one last delivered.
  /// - Returns: A subscription that ends the watch when it is cancelled or released.
  public func subscribe<Output>(
    to selector: StateSelector<State, Output>,
    filter: @escaping (State, Action) -> Bool, initial: Bool = false,
    onChange: @escaping (Output) -> Void
  ) -> StoreSubscription {
    let engine = engine
    engine.requireReadable()
    return StoreSubscription(
      engine.subscribe(
        engine.observers.graph.replaced(selector), filter: filter, initial: initial,
        onChange: onChange))
  }

  /// Hears of every action, after its commit and after the observers of values.
  ///
  /// Called in the turn of the action, in the order of subscription; in a batch with each action,
  /// and so before the observers of values, which hear at the end. What is dispatched in the call
  /// waits its turn.
  ///
  /// ```swift
  /// let subscription = store.subscribeToActions { print($0.action, "from", $0.source) }
  /// ```
  ///
  /// A tool that records all that happens to the state hears of refused actions and of
  /// ``replaceState(with:)`` too.
  ///
  /// Complexity: one call per action. Nothing is held for it.
  ///
  /// - Parameters:
  ///   - onRejection: Called for an action that was refused, before ``onRejection``.
  ///   - onReplacement: Called when the state has been replaced, before its observers.
  ///   - onAction: Called for an action that was committed.
  /// - Returns: A subscription that ends the watch when it is cancelled or released.
  public func subscribeToActions(
    onRejection: ((DispatchedAction<Action>.Rejection) -> Void)? = nil,
    onReplacement: (() -> Void)? = nil,
    _ onAction: @escaping (DispatchedAction<Action>) -> Void
  ) -> StoreSubscription {
    subscription(
      ActionObserver(actions: onAction, rejections: onRejection, replacements: onReplacement))
  }

  /// Hears of every action together with the states before and after it.
  ///
  /// Called when ``subscribeToActions(onRejection:onReplacement:_:)`` calls. The new state is the
  /// one that belongs to the action.
  ///
  /// Complexity: one call per action. The state before each action is kept until the call; a
  /// collection that changes is therefore copied.
  public func subscribeToTransitions(
    _ onTransition: @escaping (StateTransition<State, Action>) -> Void
  ) -> StoreSubscription {
    subscription(ActionObserver(transitions: onTransition))
  }

  private func subscription(_ observer: ActionObserver<State, Action>) -> StoreSubscription {
    engine.add(observer)
    return StoreSubscription(observer)
  }

  /// Every commit with the states before and after, in order.
  ///
  /// While such a sequence is in use, the state before each action is kept until it is delivered;
  /// a collection that changes is therefore copied. The sequence ends with the store and does not
  /// keep it alive.
  public func transitions(
    bufferingPolicy: AsyncStream<StateTransition<State, Action>>.Continuation.BufferingPolicy =
      .unbounded
  ) -> AsyncStream<StateTransition<State, Action>> {
    AsyncStream(bufferingPolicy: bufferingPolicy) { continuation in
      let feed = StreamFeed(continuation)
      let subscription = subscribeToTransitions { feed.yield($0) }
      continuation.onTermination = { _ in Task { @MainActor in subscription.cancel() } }
    }
  }
}

extension EntityTable where Entity: Equatable & Sendable, Entity.ID: Sendable {
  /// A table of a store, read row by row: each read follows what it reads and nothing else.
  ///
  /// `store.cards` is one wherever `cards` is a table whose entities can be compared. Inside an
  /// Observation-tracked scope, as the body of a view:
  ///
  /// ```swift
  /// store.cards[id]?.title                       // follows this row
  /// ForEach(store.cards.ids, id: \.self) { … }   // follows rows that come, go or move
  /// store.cards.count                            // follows the number of rows
  /// for card in store.cards { … }                // the table itself: follows every row
  /// ```
  ///
  /// What a table has and a reader does not, such as `filter` or a loop, is read of the table as a
  /// whole. A reader finds rows by id, and a row may be missing: `store.cards[7]?.title`. Where ids
  /// are integers and the question mark is left out, it is the table's own subscript that is read,
  /// by position; `store.cards.entities[0]` says that plainly.
  ///
  /// A table inside another field is reached with ``StateProvider/table(_:)``.
  ///
  /// Complexity: per commit, one comparison of the table's version for all rows that are followed,
  /// and one of each of them that changed.
  @MainActor
  public struct Reader<Source: StateProvider> {
    private let source: Source
    private let table: KeyPath<Source.State, EntityTable<Entity>> & Sendable

    init(_ source: Source, _ table: KeyPath<Source.State, EntityTable<Entity>> & Sendable) {
      self.source = source
      self.table = table
    }

    /// The row with that id, or nil; inside a tracked scope exactly this row is followed.
    ///
    /// Complexity: O(1).
    public subscript(id: Entity.ID) -> Entity? { source.read(.row(id, of: table)) }

    /// The row with that id, or nil; inside a tracked scope exactly this row is followed.
    ///
    /// Complexity: O(1).
    public subscript(id id: Entity.ID) -> Entity? { self[id] }

    /// The ids in their order; tracks rows that come, go or move.
    ///
    /// Complexity: O(1); O(n) after a change of the ids.
    public var ids: [Entity.ID] { source.read(.ids(of: table)) }

    /// The number of rows; tracks nothing else.
    ///
    /// Complexity: O(1).
    public var count: Int { source.read(.count(of: table)) }

    /// Whether there is no row; tracks nothing else.
    ///
    /// Complexity: O(1).
    public var isEmpty: Bool { source.read(.isEmpty(of: table)) }

    /// Whether there is a row with that id; tracks only whether it comes or goes.
    ///
    /// Complexity: O(1).
    public func contains(id: Entity.ID) -> Bool { source.read(.contains(id, in: table)) }
  }
}

extension StateProvider {
  /// A table anywhere in the state, read row by row.
  ///
  /// ```swift
  /// store.table(\.board.cards)[id]?.title
  /// ```
  ///
  /// Complexity: O(1); reads cost what ``EntityTable/Reader`` says.
  public func table<Entity: Identifiable & Equatable & Sendable>(
    _ keyPath: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> EntityTable<Entity>.Reader<Self> where Entity.ID: Sendable {
    EntityTable.Reader(self, keyPath)
  }

  /// Reads one field of a store or a projection; inside an Observation-tracked scope exactly this
  /// field is tracked.
  ///
  /// Of a table, `store.cards[id]`, `store.cards.ids` and `store.cards.count` track one row, the
  /// ids or the number of rows; see ``EntityTable/Reader``.
  ///
  /// A field with the name of a member of the store, such as `phase` or `counters`, is hidden by
  /// it: read it with ``read(_:)``.
  ///
  /// Complexity: as ``read(_:)``: O(1) plus, when tracked, one comparison of the field per commit.
  public subscript<Value: Equatable & SendableMetatype>(
    dynamicMember keyPath: KeyPath<State, Value> & Sendable
  ) -> Value {
    read(StateSelector(keyPath))
  }

  /// Reads one field that cannot be compared: when tracked, every commit counts as a change.
  ///
  /// A type that is equatable on the main actor alone can be compared, at the cost of a dynamic
  /// cast per commit; `nonisolated` at its declaration saves that.
  @_disfavoredOverload
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value> & Sendable) -> Value {
    read(StateSelector(uncompared: keyPath))
  }

  /// Reads a table row by row; see ``EntityTable/Reader``.
  ///
  /// Complexity: O(1); reads cost what ``EntityTable/Reader`` says.
  public subscript<Entity: Identifiable & Equatable & Sendable>(
    dynamicMember keyPath: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> EntityTable<Entity>.Reader<Self> where Entity.ID: Sendable {
    table(keyPath)
  }
}
