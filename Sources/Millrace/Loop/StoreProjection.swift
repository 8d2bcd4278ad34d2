// SPDX-License-Identifier: Apache-2.0

import Observation

/// A part of a store, with a state type and an action type of its own.
///
/// A projection stores nothing: it reads from its source and dispatches to it. It can be made from
/// any store or projection and keeps its source alive.
///
/// ```swift
/// let counter = store.projection(action: AppAction.counter, state: \.counter)
/// counter.dispatch(.increment)
/// counter.count
/// ```
///
/// Complexity: a projection of a key path adds the joining of two key paths when something is read
/// or watched, and nothing per commit; one of a closure runs the closure for everything that is
/// read, and after every commit for everything that is watched.
///
/// The idea comes from SwiftRex.
@MainActor
@dynamicMemberLookup
public final class StoreProjection<State: Sendable, Action> {
  // Sound: a constant; unsafe only for the initializer that is open to every thread and sets nil.
  @usableFromInline nonisolated(unsafe) let existingSource: (any ProjectionSource<State, Action>)?
  /// Why it cannot be used, if it is a stand-in; otherwise nil.
  public nonisolated let unavailableMessage: String?

  init(_ source: some ProjectionSource<State, Action>) {
    existingSource = source
    unavailableMessage = nil
  }

  /// Creates a stand-in that stops the program with a message as soon as it is used.
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
  /// Translates the action and dispatches it to the source; its ``ActionSource`` stays the same.
  ///
  /// An action for which there is no translation is dropped and counts as committed.
  ///
  /// Complexity: one translation, and a dispatch to the source.
  @discardableResult
  public func dispatch(_ action: Action, source: ActionSource) -> DispatchReceipt {
    self.source.dispatch(action, source: source)
  }

  /// The part of the source's state that this projection shows.
  ///
  /// Inside an Observation-tracked scope every commit of the source counts as a change of it; read
  /// a field of the projection instead to track that field.
  ///
  /// Complexity: one read of the key path or one call of the closure that finds the part.
  public var state: State { source.state }

  /// Reads a value; inside an Observation-tracked scope exactly this value is tracked.
  ///
  /// Complexity: as ``Store/read(_:)``; of a computed part, one run of its closure, and one per
  /// commit when tracked.
  public func read<Output>(_ selector: StateSelector<State, Output>) -> Output {
    source.read(selector)
  }

  /// Computes a selector on the present state, without tracking; see ``StateProvider``.
  ///
  /// Complexity: as ``Store/select(_:)``, and one more look-up for a selector that was asked for
  /// lately; of a computed part, one run of its closure per input after a commit.
  @inlinable
  public func select<Output>(_ selector: StateSelector<State, Output>) -> Output {
    guard selector.hasInputs, let node = existingSource?.cachedNode(for: selector.identity) else {
      return selectFromSource(selector)
    }
    return node.value()
  }

  @usableFromInline
  func selectFromSource<Output>(_ selector: StateSelector<State, Output>) -> Output {
    source.select(selector)
  }

  /// Watches a value; see ``StateProvider/subscribe(to:initial:onChange:)``.
  ///
  /// Complexity: O(1) to subscribe; per commit what the same watch of the source costs. Of a
  /// computed part, every distinct value that is watched runs the part's closure after each commit.
  public func subscribe<Output>(
    to selector: StateSelector<State, Output>, initial: Bool,
    onChange: @escaping (Output) -> Void
  ) -> StoreSubscription {
    source.subscribe(to: selector, initial: initial, onChange: onChange)
  }
}

extension ActionHandler where Self: StateProvider {
  /// A projection that shows a part of the state by key path.
  ///
  /// Complexity: O(1) to make. A key path that is watched through it is one longer key path of the
  /// source: one comparison per commit, shared with all observers of the same.
  ///
  /// - Parameters:
  ///   - action: Translates an action; nil drops it.
  ///   - state: The part.
  /// - Returns: A projection that holds this store.
  public func projection<Part: Sendable, PartAction>(
    action: @escaping @MainActor (PartAction) -> Action?, state: KeyPath<State, Part> & Sendable
  ) -> StoreProjection<Part, PartAction> {
    StoreProjection(
      Projected(source: self, action: action, part: PropertyGetter(state)))
  }

  /// A projection that shows one row of a table, or nil while there is no such row.
  ///
  /// ```swift
  /// let row = store.projection(action: { .person(7, $0) }, row: 7, of: \.people)
  /// let subscription = row.subscribe(to: \.?.name) { print($0 ?? "gone") }
  /// ```
  ///
  /// Complexity: O(1) to make. What is watched through it costs what a row selector costs: with
  /// 10,000 projections of a row each, a commit costs what the rows cost that it changed.
  ///
  /// - Parameters:
  ///   - action: Translates an action; nil drops it.
  ///   - id: The id of the row.
  ///   - table: The table.
  /// - Returns: A projection that holds this store.
  public func projection<Entity: Sendable, PartAction>(
    action: @escaping @MainActor (PartAction) -> Action?,
    row id: Entity.ID, of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StoreProjection<Entity?, PartAction> where Entity.ID: Sendable {
    StoreProjection(Projected(source: self, action: action, part: RowGetter(id, of: table)))
  }

  /// A projection that shows a child that may be missing; nil while there is none.
  ///
  /// ```swift
  /// if let editor = store.projection(action: TrackerAction.editor, ifLet: \.editor) {
  ///   EditorForm(store: editor)
  /// }
  /// ```
  ///
  /// It is for the view of a child that `ifLet(action:state:)` has lifted. Inside an
  /// Observation-tracked scope the call tracks whether there is a child, and nothing of the child.
  /// When the child has gone, the projection shows it as it was when the projection was made, and
  /// an action does what an action for a missing child does. When another child is there, it shows
  /// that one.
  ///
  /// The projection holds that last value: the next change of a collection in the child copies it.
  ///
  /// Complexity: O(1) to make. What is watched through it costs one comparison per commit; another
  /// projection of the same child does not share it.
  ///
  /// - Parameters:
  ///   - action: Translates an action; nil drops it.
  ///   - child: The child.
  /// - Returns: A projection that holds this store, or nil.
  public func projection<Child: Sendable, ChildAction>(
    action: @escaping @MainActor (ChildAction) -> Action?,
    ifLet child: KeyPath<State, Child?> & Sendable
  ) -> StoreProjection<Child, ChildAction>? {
    let isThere = child.appending(path: \.isThere).assumingSendable
    guard read(StateSelector(isThere)), let last = select(child) else { return nil }
    let present = child.appending(path: \.[orElse: FallbackValue(last)]).assumingSendable
    return projection(action: action, state: present)
  }

  /// A projection that shows a state that is computed from this one.
  ///
  /// Complexity: O(1) to make. What the closure reads is not known, so that every distinct key path
  /// that is watched through it runs the closure after every commit, and then compares. Use the
  /// form with a key path if possible, or watch a selector with inputs.
  ///
  /// - Parameters:
  ///   - action: Translates an action; nil drops it.
  ///   - state: Computes the projection's state.
  /// - Returns: A projection that holds this store.
  @_disfavoredOverload
  public func projection<Part: Sendable, PartAction>(
    action: @escaping @MainActor (PartAction) -> Action?,
    state: @escaping @Sendable (State) -> Part
  ) -> StoreProjection<Part, PartAction> {
    StoreProjection(
      Projected(source: self, action: action, part: StateGetter(read: state)))
  }
}

/// What a projection of a child shows when the child has gone; equal to itself alone, because two
/// projections may have been made at different times.
private final class FallbackValue<Value: Sendable>: Hashable, Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }

  static func == (one: FallbackValue, other: FallbackValue) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Optional {
  fileprivate var isThere: Bool { self != nil }
}

extension Optional where Wrapped: Sendable {
  fileprivate subscript(orElse fallback: FallbackValue<Wrapped>) -> Wrapped { self ?? fallback.value }
}

/// What a projection needs of its source, without the source's own types.
@usableFromInline
protocol ProjectionSource<State, Action>: ActionHandler, StateProvider, SelectionCache {}

/// A store, or a projection of one: remembers what it was asked for.
@MainActor
@usableFromInline
protocol SelectionCache: AnyObject {
  /// Finds the node of a selector that was asked for lately, up to date; nil if the selector must
  /// be asked for in full. The node is not retained: it is there until the next call of the store.
  func cachedNode(for identity: SelectorIdentity) -> Unmanaged<AnySelectionNode>?
}

extension StoreProjection: SelectionCache {
  @usableFromInline
  func cachedNode(for identity: SelectorIdentity) -> Unmanaged<AnySelectionNode>? { source.cachedNode(for: identity) }
}

extension Store: SelectionCache {}

private final class Projected<Source: ActionHandler & StateProvider, State: Sendable, Action>:
  ProjectionSource
{
  private let source: Source
  private let translateAction: @MainActor (Action) -> Source.Action?
  private let part: StateGetter<Source.State, State>
  /// The source, if it remembers selectors.
  private let sourceCache: (any SelectionCache)?
  /// Selectors with inputs that were asked for lately, as selectors of the source.
  // Exclusive: nothing that a look-up calls comes back here; a check would double its cost.
  @exclusivity(unchecked) private var translations = LRUCache<SelectorIdentity, AnyPulled>(
    limit: SelectionGraph.recentLimit)
  /// The one of them that was asked for last: the address of its identity, and the key of its node.
  @exclusivity(unchecked) private var latest: (origin: UnsafeRawPointer, node: SelectorIdentity)?

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

  /// It is tracked as a whole, because a part that was computed cannot be compared.
  var state: State { part.read(source.state) }

  func read<Output>(_ selector: StateSelector<State, Output>) -> Output {
    source.read(translated(selector))
  }

  func select<Output>(_ selector: StateSelector<State, Output>) -> Output {
    source.select(translated(selector))
  }

  func cachedNode(for identity: SelectorIdentity) -> Unmanaged<AnySelectionNode>? {
    // Often the selector is the same as the last time.
    if let latest, latest.origin == identity.address { return sourceCache?.cachedNode(for: latest.node) }
    guard let translation = translations.use(identity) else { return nil }
    latest = (translation.origin.address, translation.nodeKey)
    return sourceCache?.cachedNode(for: translation.nodeKey)
  }

  func subscribe<Output>(
    to selector: StateSelector<State, Output>, initial: Bool,
    onChange: @escaping (Output) -> Void
  ) -> StoreSubscription {
    source.subscribe(to: translated(selector), initial: initial, onChange: onChange)
  }

  /// A selector as one of the source; the same one while it is among those asked for lately.
  private func translated<Output>(
    _ selector: StateSelector<State, Output>
  ) -> StateSelector<Source.State, Output> {
    guard selector.hasInputs else { return part.pulled(selector) }
    if let translation = translations.use(selector.identity) as? Pulled<Source.State, Output> {
      return translation.selector
    }
    let new = part.pulled(selector)
    let translation = Pulled(new, origin: selector.identity)
    _ = translations.insert(translation, for: selector.identity)
    latest = (translation.origin.address, translation.nodeKey)
    return new
  }
}
