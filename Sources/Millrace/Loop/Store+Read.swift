// SPDX-License-Identifier: Apache-2.0

import Observation

/// A store can be put into the environment of views as an object: `.environment(store)`.
///
/// Inside an Observation-tracked scope, each value that is read is tracked separately. The store
/// object itself never counts as changed.
extension Store: Observable {}

extension Store: StateProvider {
  /// The current state.
  ///
  /// Inside an Observation-tracked scope every commit counts as a change of the state; read
  /// `store.field` instead to track one field. The store's own reducer must not read this property:
  /// it gets the state as its parameter.
  public var state: State {
    engine.requireReadable()
    engine.trackAll()
    return engine.state
  }

  /// The number of the last action that was committed or rejected, as in ``ActionSource/number``; 0
  /// if there was none.
  ///
  /// A tool can compare it with the number of an action, to find out whether the state that it has
  /// read contains that action. It is not tracked.
  ///
  /// Complexity: O(1).
  public var lastActionNumber: UInt64 { engine.nextNumber &- 1 }

  /// Reads a value; inside an Observation-tracked scope exactly this value is tracked.
  ///
  /// Store a selector of a closure, or a selector with inputs, in a constant. A selector that is
  /// created for each read adds one more observation each time, which can remain until its value
  /// has changed twice.
  ///
  /// Complexity: the cost of the selector; O(1) for a slice. A value that is tracked also costs as
  /// much per commit as one that is observed.
  public func read<Output>(_ selector: StateSelector<State, Output>) -> Output {
    engine.requireReadable()
    return engine.track(selector)
  }

  /// Returns the value of a selector for the current state, without tracking.
  ///
  /// The store caches the values of memoized selectors with inputs: at most 256, and the least
  /// recently read one is removed first. The next `select` of such a selector also removes those
  /// that were not read in the last 1,000 commits. A cached selector holds its inputs. The next
  /// change of a collection among them therefore copies that collection once.
  ///
  /// Complexity: O(1) for a cached selector if there was no commit since the last read; after a
  /// commit one comparison of each input, and the cost of the selector if an input changed. For
  /// other selectors, such as closures, the cost of the selector.
  @inlinable
  public func select<Output>(_ selector: StateSelector<State, Output>) -> Output {
    if selector.hasInputs, let node = cachedNode(for: selector.nodeKey) { return node.value() }
    engine.requireReadable()
    return engine.currentValue(of: selector, isCached: true)
  }

  /// Reads a key path of the current state, without tracking.
  ///
  /// Complexity: one read of the key path; nothing is compared or stored.
  public func select<Output>(_ keyPath: KeyPath<State, Output> & Sendable) -> Output {
    engine.requireReadable()
    return engine.observers.graph.replacements.isEmpty
      ? engine.address.pointee[keyPath: keyPath] : select(StateSelector(uncompared: keyPath))
  }

  /// Returns the node of the selector that was read last, as in ``SelectionCache``; nil while the
  /// reducer changes the state.
  @inlinable
  func lastReadNode(with address: UnsafeRawPointer) -> Unmanaged<AnySelectionNode>? {
    Unmanaged.passUnretained(engine).withObject(of: self) { engine in
      if engine.phase == .reducing { return nil }
      return Unmanaged.passUnretained(engine.observers.graph).withObject(of: engine) {
        $0.lastReadNode(with: address, at: engine.commits)
      }
    }
  }

  /// Returns the updated node of a recently read selector; nil if there is none, or while the
  /// reducer changes the state.
  ///
  /// The node is not retained: it is valid until the next call of the graph.
  @inlinable
  func cachedNode(for identity: SelectorIdentity) -> Unmanaged<AnySelectionNode>? {
    if let node = lastReadNode(with: identity.address) { return node }
    return Unmanaged.passUnretained(engine).withObject(of: self) { engine in
      if engine.phase == .reducing { return nil }
      return Unmanaged.passUnretained(engine.observers.graph).withObject(of: engine) { graph in
        engine.selecting { graph.cachedNode(for: identity, at: engine.commits, engine.address) }
      }
    }
  }

  /// Watches a value; see ``StateProvider/subscribe(to:initial:onChange:)``.
  ///
  /// Complexity: O(1) to subscribe, and one computation if no other observer watches the value.
  public func subscribe<Output>(
    to selector: StateSelector<State, Output>, initial: Bool,
    onChange: @escaping (Output) -> Void
  ) -> StoreSubscription {
    StoreSubscription(engine.subscribe(selector, initial: initial, onChange: onChange))
  }

  /// Calls a closure with the new state after every commit of which observers of values are
  /// notified; for a batch once, with the last state.
  ///
  /// Complexity: O(1) to subscribe; one call per commit, and nothing is compared or stored.
  public func subscribe(_ onCommit: @escaping (State) -> Void) -> StoreSubscription {
    StoreSubscription(engine.subscribe(onCommit))
  }

  /// Watches a value, but computes it only after actions that a filter accepts, and after the state
  /// or an output was replaced.
  ///
  /// Complexity: O(1) to subscribe, and one computation; one call of the filter per action, and one
  /// computation and comparison after each accepted action.
  ///
  /// - Parameters:
  ///   - selector: The selector to watch.
  ///   - filter: Called before the reducer, with the state before the action and the action. No old
  ///     state is held for it.
  ///   - initial: True to call `onChange` at once with the current value.
  ///   - onChange: Called after a commit if the value differs from the value that was delivered
  ///     last.
  /// - Returns: A subscription that ends the observation when it is cancelled or released.
  public func subscribe<Output>(
    to selector: StateSelector<State, Output>,
    filter: @escaping (State, Action) -> Bool, initial: Bool = false,
    onChange: @escaping (Output) -> Void
  ) -> StoreSubscription {
    StoreSubscription(
      engine.subscribe(selector, filter: filter, initial: initial, onChange: onChange))
  }

  /// Calls a closure with every action, after its commit and after the observers of values.
  ///
  /// The closures are called in the turn of the action, in the order of subscription. In a batch
  /// they are called with each action, and so before the observers of values, which are called at
  /// the end of the batch. An action that a closure dispatches is queued.
  ///
  /// ```swift
  /// let subscription = store.subscribeToActions { print($0.action, "from", $0.source) }
  /// ```
  ///
  /// A tool that records all changes can also observe rejected actions and
  /// ``replaceState(with:)``.
  ///
  /// Complexity: one call per action. No state is held for it.
  ///
  /// - Parameters:
  ///   - onRejection: Called for each rejected action, before ``onRejection`` of the store.
  ///   - onReplacement: Called after the state or an output was replaced, before the observers of
  ///     values.
  ///   - onAction: Called for each committed action.
  /// - Returns: A subscription that ends the observation when it is cancelled or released.
  public func subscribeToActions(
    onRejection: ((DispatchedAction<Action>.Rejection) -> Void)? = nil,
    onReplacement: (() -> Void)? = nil,
    _ onAction: @escaping (DispatchedAction<Action>) -> Void
  ) -> StoreSubscription {
    subscription(
      ActionObserver(actions: onAction, rejections: onRejection, replacements: onReplacement))
  }

  /// Calls a closure with every action and the states before and after it.
  ///
  /// It is called at the same time as a closure of
  /// ``subscribeToActions(onRejection:onReplacement:_:)``. The new state is the state directly
  /// after the action.
  ///
  /// Complexity: one call per action. The state before each action is held until the call; a
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

  /// Returns every future commit with the states before and after it, in order.
  ///
  /// Each transition holds the states before and after its action until it is read; a collection
  /// that changes is therefore copied.
  ///
  /// - Parameter bufferingPolicy: The buffering of transitions that were not read yet; by default
  ///   all of them.
  /// - Returns: A sequence that ends with the store and does not keep it alive.
  public func transitions(
    bufferingPolicy: AsyncStream<StateTransition<State, Action>>.Continuation.BufferingPolicy =
      .unbounded
  ) -> AsyncStream<StateTransition<State, Action>> {
    StreamFeed.stream(bufferingPolicy) { feed in
      subscribeToTransitions { feed.yield($0) }
    }
  }
}

extension EntityTable where Entity: Equatable & Sendable, Entity.ID: Sendable {
  /// Reads a table of a store row by row; each read tracks only the value that it returns.
  ///
  /// `store.cards` is a reader if `cards` is a table whose entities are `Equatable`. Inside an
  /// Observation-tracked scope, such as the body of a view:
  ///
  /// ```swift
  /// store.cards[id]?.title                       // tracks this row
  /// ForEach(store.cards.ids, id: \.self) { … }   // tracks insertions, removals and moves of rows
  /// store.cards.count                            // tracks the number of rows
  /// for card in store.cards { … }                // reads the table itself: tracks every row
  /// ```
  ///
  /// A member that the table has and the reader does not have, such as `filter` or a loop, reads
  /// the whole table. A reader finds rows by id, and a row can be missing: `store.cards[7]?.title`.
  /// If the ids are integers, an expression that must not be optional, such as
  /// `let card: Card = store.cards[0]`, reads the table's own subscript, by position;
  /// `store.cards.entities[0]` is clearer.
  ///
  /// A table inside another field is reached with ``StateProvider/table(_:)``.
  ///
  /// Complexity: per commit, one comparison of the table's version for all tracked rows, and one
  /// comparison of each tracked row that changed.
  @MainActor
  public struct Reader<Source: StateProvider> {
    @usableFromInline let source: Source
    @usableFromInline let table: KeyPath<Source.State, EntityTable<Entity>> & Sendable

    init(_ source: Source, _ table: KeyPath<Source.State, EntityTable<Entity>> & Sendable) {
      self.source = source
      self.table = table
    }

    /// The row with that id, or nil; inside a tracked scope exactly this row is tracked.
    ///
    /// Complexity: O(1).
    @inlinable public subscript(id: Entity.ID) -> Entity? {
      read({ $0[id: id] }, orTrack: .row(id, of: table))
    }

    /// The row with that id, or nil; inside a tracked scope exactly this row is tracked.
    ///
    /// Complexity: O(1).
    @inlinable public subscript(id id: Entity.ID) -> Entity? { self[id] }

    /// The ids in their order; tracks insertions, removals and moves of rows.
    ///
    /// Complexity: O(1); O(n) after a change of the ids.
    @inlinable public var ids: [Entity.ID] {
      read({ $0.ids }, orTrack: .ids(of: table))
    }

    /// The number of rows; tracks only this number.
    ///
    /// Complexity: O(1).
    @inlinable public var count: Int {
      read({ $0.count }, orTrack: .count(of: table))
    }

    /// True if the table has no rows; tracks only this value.
    ///
    /// Complexity: O(1).
    @inlinable public var isEmpty: Bool {
      read({ $0.isEmpty }, orTrack: .isEmpty(of: table))
    }

    /// Returns true if there is a row with that id; tracks only this value.
    ///
    /// Complexity: O(1).
    @inlinable
    public func contains(id: Entity.ID) -> Bool {
      read({ $0.contains(id: id) }, orTrack: .contains(id, in: table))
    }

    /// Reads a value from the table, or with a selector if that is necessary.
    @inlinable
    func read<Output>(
      _ value: (EntityTable) -> Output,
      orTrack selector: @autoclosure () -> StateSelector<Source.State, Output>
    ) -> Output {
      source.readsFromState ? value(source.state[keyPath: table]) : source.read(selector())
    }
  }
}

extension StateProvider {
  /// Returns a reader for a table anywhere in the state.
  ///
  /// ```swift
  /// store.table(\.board.cards)[id]?.title
  /// ```
  ///
  /// Complexity: O(1); for the cost of reads see ``EntityTable/Reader``.
  public func table<Entity: Identifiable & Equatable & Sendable>(
    _ keyPath: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> EntityTable<Entity>.Reader<Self> where Entity.ID: Sendable {
    EntityTable.Reader(self, keyPath)
  }

  /// Reads one field of a store or a projection; inside an Observation-tracked scope exactly this
  /// field is tracked.
  ///
  /// For a table, `store.cards[id]`, `store.cards.ids` and `store.cards.count` track one row, the
  /// ids, or the number of rows; see ``EntityTable/Reader``.
  ///
  /// A member of the store, such as `phase` or `counters`, hides a field with the same name: read
  /// that field with ``read(_:)``.
  ///
  /// Complexity: as ``read(_:)``: O(1) plus, when tracked, one comparison of the field per commit.
  @inlinable
  public subscript<Value: Equatable & SendableMetatype>(
    dynamicMember keyPath: KeyPath<State, Value> & Sendable
  ) -> Value {
    readsFromState ? state[keyPath: keyPath] : read(StateSelector(keyPath))
  }

  /// Reads one field whose type is not known to be `Equatable`: when tracked, every commit counts
  /// as a change, unless the type is `Equatable` at run time.
  ///
  /// A type that is `Equatable` on the main actor only is compared, at the cost of a dynamic cast
  /// per commit. Declare the type `nonisolated` to avoid that cost.
  @inlinable @_disfavoredOverload
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value> & Sendable) -> Value {
    readsFromState ? state[keyPath: keyPath] : read(StateSelector(uncompared: keyPath))
  }

  /// Reads a table row by row; see ``EntityTable/Reader``.
  ///
  /// Complexity: O(1); for the cost of reads see ``EntityTable/Reader``.
  public subscript<Entity: Identifiable & Equatable & Sendable>(
    dynamicMember keyPath: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> EntityTable<Entity>.Reader<Self> where Entity.ID: Sendable {
    table(keyPath)
  }
}

/// One commit: the state before the action, the action, and the state after it.
///
/// `newState` is the state directly after the action; the store's current state can be a later one.
public struct StateTransition<State, Action> {
  /// The state before the action.
  public let oldState: State
  /// The action.
  public let action: Action
  /// The state after the action.
  public let newState: State
  /// The source of the action.
  public let source: ActionSource

  /// Creates a transition.
  public init(oldState: State, action: Action, newState: State, source: ActionSource) {
    self.oldState = oldState
    self.action = action
    self.newState = newState
    self.source = source
  }
}

extension StateTransition: Sendable where State: Sendable, Action: Sendable {}
extension StateTransition: Equatable where State: Equatable, Action: Equatable {}
