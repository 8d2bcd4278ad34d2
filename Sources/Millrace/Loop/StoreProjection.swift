// SPDX-License-Identifier: Apache-2.0

import Observation

/// A part of a store, with a state type and an action type of its own.
///
/// A projection reads its state from its source and dispatches to it. It can be created from any
/// store or projection, and holds its source strongly.
///
/// ```swift
/// let counter = store.projection(action: AppAction.counter, state: \.counter)
/// counter.dispatch(.increment)
/// counter.count
/// ```
///
/// Complexity: a projection by key path translates a selector by appending one key path to another,
/// and costs nothing per commit. It caches up to 256 translated selectors. It translates a closure,
/// a selector with a `dependencySelector`, a key path with a custom comparison, and a whole table
/// again at each use. A projection by a closure runs the closure for each read, and after every
/// commit for each observed value.
///
/// The idea comes from SwiftRex.
@MainActor
@dynamicMemberLookup
public final class StoreProjection<State: Sendable, Action> {
  @usableFromInline nonisolated let existingSource: (any ProjectionSource<State, Action>)?
  /// The message of an unavailable projection, which cannot be used; otherwise nil.
  public nonisolated let unavailableMessage: String?

  init(_ source: some ProjectionSource<State, Action>) {
    existingSource = source
    unavailableMessage = nil
  }

  /// Creates an unavailable projection, which stops the program with a message when it is used.
  public nonisolated init(unavailable message: String) {
    existingSource = nil
    unavailableMessage = message
  }

  private var source: any ProjectionSource<State, Action> {
    guard let existingSource else { fatalError(unavailableMessage ?? "") }
    return existingSource
  }
}

/// A projection can be put into the environment of views as an object, as a store can.
extension StoreProjection: Observable {}

extension StoreProjection: ActionHandler, StateProvider {
  /// Translates the action and dispatches it to the store that the projection was made from, with
  /// the same ``ActionSource``.
  ///
  /// An action without a translation is dropped and counts as committed.
  ///
  /// Complexity: one translation, and a dispatch to that store.
  @discardableResult
  public func dispatch(_ action: Action, source: ActionSource) -> DispatchReceipt {
    self.source.dispatch(action, source: source)
  }

  /// The state of the projection, read or computed from the source's state.
  ///
  /// Inside an Observation-tracked scope every commit of the source counts as a change of the
  /// state; read a field of the projection instead to track that field.
  ///
  /// Complexity: one read of the key path, or one call of the closure.
  public var state: State { source.state }

  /// Reads a value; inside an Observation-tracked scope exactly this value is tracked.
  ///
  /// Complexity: that of ``Store/read(_:)``. A projection by a closure runs the closure once or
  /// more for the value or each of its inputs, and again after each commit while it is tracked.
  public func read<Output>(_ selector: StateSelector<State, Output>) -> Output {
    source.read(selector)
  }

  /// Returns the value of a selector for the current state, without tracking; see
  /// ``StateProvider/select(_:)``.
  ///
  /// Complexity: that of `select` of a ``Store``, plus one more look-up for a recently read
  /// selector. A projection by a closure runs the closure at each read, but for a cached selector
  /// with inputs only after a commit, once per input.
  @inlinable
  public func select<Output>(_ selector: StateSelector<State, Output>) -> Output {
    guard selector.hasInputs, let node = cachedNode(for: selector.identity) else {
      return selectFromSource(selector)
    }
    return node.value()
  }

  /// Returns the value of a selector whose node is not in the cache.
  @usableFromInline
  func selectFromSource<Output>(_ selector: StateSelector<State, Output>) -> Output {
    source.select(selector)
  }

  /// Watches a value; see ``StateProvider/subscribe(to:initial:onChange:)``.
  ///
  /// Complexity: that of an observation of the source, plus one step for each input to subscribe. A
  /// projection by a closure runs the closure to subscribe, and after each commit, once for each
  /// distinct observed value or input.
  public func subscribe<Output>(
    to selector: StateSelector<State, Output>, initial: Bool,
    onChange: @escaping (Output) -> Void
  ) -> StoreSubscription {
    source.subscribe(to: selector, initial: initial, onChange: onChange)
  }
}

extension ActionHandler where Self: StateProvider {
  /// Returns a projection whose state is a part of this state, found by a key path.
  ///
  /// Complexity: O(1) to create. A key path that is observed through the projection is a longer key
  /// path of the source: one comparison per commit, shared by all observers of that key path. With
  /// an optional chain, as in `\.desk?.editor`, it costs as much as a projection by a closure.
  ///
  /// - Parameters:
  ///   - action: Returns the translated action, or nil to drop the action.
  ///   - state: The key path of the part.
  /// - Returns: A projection that holds this store strongly.
  public func projection<Part: Sendable, PartAction>(
    action: @escaping @MainActor (PartAction) -> Action?, state: KeyPath<State, Part> & Sendable
  ) -> StoreProjection<Part, PartAction> {
    projection(action: action, part: StateGetter(state))
  }

  /// Returns a projection whose state is an optional row of a table, nil if there is no such row.
  ///
  /// ```swift
  /// let row = store.projection(action: { .person(7, $0) }, row: 7, of: \.people)
  /// let subscription = row.subscribe(to: \.?.name) { print($0 ?? "gone") }
  /// ```
  ///
  /// Complexity: O(1) to create. An observation through the projection is that of a row: with
  /// 10,000 projections of different rows, a commit costs only the rows that it changed.
  ///
  /// - Parameters:
  ///   - action: Returns the translated action, or nil to drop the action.
  ///   - id: The id of the row.
  ///   - table: The key path of the table.
  /// - Returns: A projection that holds this store strongly.
  @_alwaysEmitIntoClient
  public func projection<Entity: Sendable, PartAction>(
    action: @escaping @MainActor (PartAction) -> Action?,
    row id: Entity.ID, of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StoreProjection<Entity?, PartAction> where Entity.ID: Sendable {
    projection(action: action, part: RowGetter(id, of: table))
  }

  /// Returns a projection whose state is a part of this state.
  @usableFromInline
  func projection<Part: Sendable, PartAction>(
    action: @escaping @MainActor (PartAction) -> Action?, part: StateGetter<State, Part>
  ) -> StoreProjection<Part, PartAction> {
    StoreProjection(Projected(source: self, action: action, part: part))
  }

  /// Returns a projection whose state is one row of a table, or nil if there is no such row now.
  ///
  /// ```swift
  /// ForEach(store.cards.ids, id: \.self) { id in
  ///   if let card = store.projection(action: { .card(id, $0) }, ifLetRow: id, of: \.cards) {
  ///     CardView(store: card)
  ///   }
  /// }
  /// ```
  ///
  /// It is for the view of a row of a feature that is lifted with `forEach`. Inside an
  /// Observation-tracked scope, the call tracks only whether there is such a row. If the row is
  /// removed later, the projection keeps its values, and if it is inserted again, the new row is
  /// the state, as for a child of ``projection(action:ifLet:)``.
  ///
  /// Complexity: O(1) to create. An observation through the projection is that of a row: with
  /// 10,000 projections of different rows, a commit costs only the rows that it changed. A table in
  /// the row is observed with one comparison per commit for each observed value.
  ///
  /// - Parameters:
  ///   - action: Returns the translated action, or nil to drop the action.
  ///   - id: The id of the row.
  ///   - table: The key path of the table.
  /// - Returns: A projection that holds this store strongly, or nil.
  @_alwaysEmitIntoClient
  public func projection<Entity: Sendable, PartAction>(
    action: @escaping @MainActor (PartAction) -> Action?,
    ifLetRow id: Entity.ID, of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StoreProjection<Entity, PartAction>? where Entity.ID: Sendable {
    guard read(.contains(id, in: table)) else { return nil }
    return projection(action: action, lastOf: RowGetter(id, of: table))
  }

  /// Returns a projection of a child, which keeps its values after the end of the child, or nil if
  /// there is no child now.
  @usableFromInline
  func projection<Child: Sendable, ChildAction>(
    action: @escaping @MainActor (ChildAction) -> Action?, lastOf child: StateGetter<State, Child?>
  ) -> StoreProjection<Child, ChildAction>? {
    let whole = StateSelector<State, Child?>(
      { child.read($0) }, didChange: { _, _ in true })
    return select(whole).map { projection(action: action, part: LastChildGetter(child, $0)) }
  }

  /// Returns a projection whose state is an optional child, or nil if there is no child now.
  ///
  /// ```swift
  /// if let editor = store.projection(action: TrackerAction.editor, ifLet: \.editor) {
  ///   EditorForm(store: editor)
  /// }
  /// ```
  ///
  /// It is for the view of a child that is lifted with `ifLet(action:state:)`. Inside an
  /// Observation-tracked scope, the call tracks only whether there is a child.
  ///
  /// If the child is removed later, the projection keeps its values: each read returns what it
  /// returned last, or the value at the time of this call, and no observer is called. An action
  /// then has the same effect as any action for a missing child. If there is a new child, the new
  /// child is the state. The projection holds the child at the time of this call, and the values
  /// that are read through it: those that are observed, and 256 others. Therefore a change of a
  /// collection copies the collection if it was read, or the projection created, since the last
  /// change.
  ///
  /// Complexity: O(1) to create. An observation through the projection costs one comparison per
  /// commit, which all projections of the same child share. With an optional chain, as in
  /// `\.desk?.editor`, it also reads the whole child after each commit. For a row, as in
  /// `\.cards[id: id]`, each commit would compare every observed row: use
  /// ``projection(action:ifLetRow:of:)``, or this method on a projection of the row.
  ///
  /// - Parameters:
  ///   - action: Returns the translated action, or nil to drop the action.
  ///   - child: The key path of the child.
  /// - Returns: A projection that holds this store strongly, or nil.
  public func projection<Child: Sendable, ChildAction>(
    action: @escaping @MainActor (ChildAction) -> Action?,
    ifLet child: KeyPath<State, Child?> & Sendable
  ) -> StoreProjection<Child, ChildAction>? {
    let canBeAppended = child.canBeAppended
    // A closure only if necessary: for a closure, a projection that keeps the values of a missing
    // child would hold the whole child.
    let isThere =
      canBeAppended
      ? StateSelector(child.appending(path: \.isThere).assumingSendable)
      : StateSelector<State, Bool>(
        identity: SelectorIdentity(child).named("is there"), select: { $0[keyPath: child].isThere },
        didChange: { $0 != $1 }, hasCustomComparison: false, strategy: SelectorStrategy())
    guard read(isThere) else { return nil }
    return projection(action: action, lastOf: StateGetter(child))
  }

  /// Returns a projection whose state a closure computes from this state.
  ///
  /// Complexity: O(1) to create. The store cannot determine which fields the closure reads. For
  /// every distinct key path that is observed through the projection, it therefore runs the closure
  /// after every commit and compares the values. Use the method with a key path if possible, or
  /// observe a selector with inputs.
  ///
  /// - Parameters:
  ///   - action: Returns the translated action, or nil to drop the action.
  ///   - state: Computes the projection's state.
  /// - Returns: A projection that holds this store strongly.
  @_disfavoredOverload
  public func projection<Part: Sendable, PartAction>(
    action: @escaping @MainActor (PartAction) -> Action?,
    state: @escaping @Sendable (State) -> Part
  ) -> StoreProjection<Part, PartAction> {
    projection(action: action, part: StateGetter(read: state))
  }
}

extension ActionHandler where Self: StateProvider, Action: CasePathable {
  /// Unavailable: if the case is a key path, as in a lift, the compiler prints the message.
  ///
  /// Complexity: none, as it cannot be called.
  @available(*, unavailable, message: "Write the case itself: action: AppAction.part.")
  public func projection<Part, PartAction>(
    action: KeyPath<Action.CasePaths, CasePath<Action, PartAction>>, state: KeyPath<State, Part>
  ) -> StoreProjection<Part, PartAction> {
    fatalError()
  }

  /// Unavailable: if the case is a key path, as in a lift, the compiler prints the message.
  ///
  /// Complexity: none, as it cannot be called.
  @available(*, unavailable, message: "Write the case itself: action: AppAction.child.")
  public func projection<Child, ChildAction>(
    action: KeyPath<Action.CasePaths, CasePath<Action, ChildAction>>,
    ifLet child: KeyPath<State, Child?>
  ) -> StoreProjection<Child, ChildAction>? {
    fatalError()
  }

  /// Unavailable: if the case is a key path, as in a lift, the compiler prints the message.
  ///
  /// Complexity: none, as it cannot be called.
  @available(*, unavailable, message: "Write a closure that returns the action of the row.")
  public func projection<Entity, RowAction>(
    action: KeyPath<Action.CasePaths, CasePath<Action, (Entity.ID, RowAction)>>,
    ifLetRow id: Entity.ID, of table: KeyPath<State, EntityTable<Entity>>
  ) -> StoreProjection<Entity, RowAction>? {
    fatalError()
  }
}

extension Optional {
  fileprivate var isThere: Bool { self != nil }
}

/// The source of a projection, already translated to the projection's types of state and action.
@usableFromInline
protocol ProjectionSource<State, Action>: ActionHandler, StateProvider, SelectionCache {}

/// A store or a projection of a store, with a cache of recently read selectors.
@MainActor
@usableFromInline
protocol SelectionCache: AnyObject {
  /// Returns the node of the selector that was read last, if the identity of that selector has this
  /// address and the node is up to date; otherwise nil.
  ///
  /// The node is not retained: it is valid until the next call of the store.
  func lastReadNode(with address: UnsafeRawPointer) -> Unmanaged<AnySelectionNode>?
  /// Returns the updated node of a recently read selector, or nil if it is not in the cache.
  ///
  /// The node is not retained: it is valid until the next call of the store.
  func cachedNode(for identity: SelectorIdentity) -> Unmanaged<AnySelectionNode>?
  /// True if a read can take its value from the state without a selector: outside of tracked
  /// scopes, as long as no read is tracked and no output is replaced.
  var readsFromState: Bool { get }
}

extension StateProvider {
  /// True if this is a store or a projection and ``SelectionCache/readsFromState`` is true.
  @usableFromInline var readsFromState: Bool {
    (self as? any SelectionCache)?.readsFromState ?? false
  }
}

extension StoreProjection: SelectionCache {
  @usableFromInline var readsFromState: Bool { source.readsFromState }

  @usableFromInline
  func lastReadNode(with address: UnsafeRawPointer) -> Unmanaged<AnySelectionNode>? {
    existingSource?.lastReadNode(with: address)
  }

  @usableFromInline
  func cachedNode(for identity: SelectorIdentity) -> Unmanaged<AnySelectionNode>? {
    existingSource?.cachedNode(for: identity)
  }
}

extension Store: SelectionCache {
  @usableFromInline var readsFromState: Bool { engine.readsFromState }
}

/// Translates actions and selectors of a projection to those of its source.
private final class Projected<Source: ActionHandler & StateProvider, State: Sendable, Action>:
  ProjectionSource
{
  private let source: Source
  private let translateAction: @MainActor (Action) -> Source.Action?
  private let part: StateGetter<Source.State, State>
  /// The source, if it has a cache of selectors; otherwise nil.
  private let sourceCache: (any SelectionCache)?
  /// The recently read selectors that are not closures, translated to selectors of the source.
  // Exclusive: a look-up calls no code that accesses this property; a check would double its cost.
  @exclusivity(unchecked) private var translations = LRUCache<
    SelectorIdentity, AnyTranslatedSelector
  >(
    limit: SelectionGraph.recentLimit)
  /// The addresses of the identity of the most recently read one, and of the key of its node in the
  /// source.
  ///
  /// `translations` retains both.
  @exclusivity(unchecked) private var latest: (origin: UnsafeRawPointer, node: UnsafeRawPointer)?

  init(
    source: Source, action: @escaping @MainActor (Action) -> Source.Action?,
    part: StateGetter<Source.State, State>
  ) {
    self.source = source
    translateAction = action
    self.part = part
    sourceCache = source as? any SelectionCache
  }

  func dispatch(_ action: Action, source: ActionSource) -> DispatchReceipt {
    guard let translated = translateAction(action) else { return .committed }
    return self.source.dispatch(translated, source: source)
  }

  /// The projected state; tracked as a whole, because a computed state may not be comparable.
  var state: State { part.read(source.state) }

  func read<Output>(_ selector: StateSelector<State, Output>) -> Output {
    source.read(translated(selector))
  }

  func select<Output>(_ selector: StateSelector<State, Output>) -> Output {
    source.select(translated(selector))
  }

  var readsFromState: Bool { part.isReadDirectly && sourceCache?.readsFromState ?? false }

  func lastReadNode(with address: UnsafeRawPointer) -> Unmanaged<AnySelectionNode>? {
    guard let latest, latest.origin == address else { return nil }
    return sourceCache?.lastReadNode(with: latest.node)
  }

  func cachedNode(for identity: SelectorIdentity) -> Unmanaged<AnySelectionNode>? {
    // The same selector is often read several times in succession.
    if let node = lastReadNode(with: identity.address) { return node }
    guard let translation = translations.use(identity) else { return nil }
    latest = (translation.origin.address, translation.nodeKey.address)
    return sourceCache?.cachedNode(for: translation.nodeKey)
  }

  func subscribe<Output>(
    to selector: StateSelector<State, Output>, initial: Bool,
    onChange: @escaping (Output) -> Void
  ) -> StoreSubscription {
    source.subscribe(to: translated(selector), initial: initial, onChange: onChange)
  }

  /// Returns a selector translated to a selector of the source.
  ///
  /// The result is the same selector each time, as long as it is in the cache.
  private func translated<Output>(
    _ selector: StateSelector<State, Output>
  ) -> StateSelector<Source.State, Output> {
    // Other selectors, such as closures, can be new at each read, and would only fill the cache.
    guard selector.hasInputs || !selector.identity.isUnique && !selector.strategy.isClosure else {
      return part.translated(selector)
    }
    if let translation = translations.use(selector.identity)
      as? TranslatedSelector<Source.State, Output>
    {
      return translation.selector
    }
    let new = part.translated(selector)
    let translation = TranslatedSelector(new, origin: selector.identity)
    let old = translations.insert(translation, for: selector.identity)
    // The `deinit` of an object in the old one can read selectors, which also sets `latest`.
    withExtendedLifetime(old) {
      latest = (translation.origin.address, translation.nodeKey.address)
    }
    return new
  }
}
