// SPDX-License-Identifier: Apache-2.0

/// Reads an optional child as a child that always exists: while there is none, each value is the
/// one that was read last.
///
/// A selector of the child becomes two things: a selector of an optional value of the larger state,
/// whose node all projections of the child share, and the last value of that selector that was not
/// nil, which each projection stores. If the child is a row, the selector of the optional value is
/// a selector of that row.
final class LastChildGetter<Root, Child: Sendable>: StateGetter<Root, Child>, @unchecked Sendable {
  // Sound: a projection uses it on the main actor.
  /// Reads the optional child.
  private let child: StateGetter<Root, Child?>
  /// The child at the time when the projection was created.
  private let first: Child
  /// The ``LastValue`` of each selector that was read recently.
  ///
  /// There is a limit because the number of selectors has none: each projection of a projection
  /// reads by key paths of its own.
  private var values: LRUCache<SelectorIdentity, AnyObject>

  @MainActor
  init(_ child: StateGetter<Root, Child?>, _ first: Child) {
    self.child = child
    self.first = first
    values = LRUCache(limit: SelectionGraph.recentLimit)
    let (read, whole) = (child.read, LastValue { first })
    super.init { whole.read(read($0)) }
  }

  /// To read one value from the whole child would hold the whole child.
  override var isReadDirectly: Bool { false }

  override func path<Value>(
    to value: KeyPath<Child, Value> & Sendable
  ) -> (KeyPath<Root, Value> & Sendable)? {
    child.path(to: (\Child?.[field: value]).assumingSendable).map { path in
      let last = last(SelectorIdentity(value)) { $0[keyPath: value] }
      return path.appending(path: \.[last: last]).assumingSendable
    }
  }

  override func slice<Output>(
    _ selector: StateSelector<Child, Output>, _ inner: (KeyPath<Child, Output> & Sendable)?
  ) -> StateSelector<Root, Output>? {
    let (read, didChange) = (selector.read, selector.didChange)
    // The end of the child is not a change.
    let isNew: @Sendable (Output?, Output?) -> Bool = { old, new in
      guard let new else { return false }
      return old.map { didChange($0, new) } ?? true
    }
    // Copies of one selector share a key, and so do selectors of the same field with the default
    // comparison.
    let (identity, nodeKey) = (selector.identity.named("last"), selector.nodeKey.named("last"))
    let present =
      if let inner {
        StateSelector(
          slice: (\Child?.[field: inner]).assumingSendable, identity: identity, nodeKey: nodeKey,
          didChange: isNew, hasCustomComparison: selector.hasCustomComparison)
      } else {
        StateSelector<Child?, Output?>(
          identity: identity, nodeKey: nodeKey,
          select: { $0.map { withUnsafePointer(to: $0) { read($0, nil) } } }, didChange: isNew,
          hasCustomComparison: selector.hasCustomComparison, strategy: SelectorStrategy())
      }
    let key = inner.map { SelectorIdentity($0) } ?? selector.nodeKey
    let last = last(key) { withUnsafePointer(to: $0) { read($0, nil) } }
    return selector.lasting(last, child.translated(present), in: self.identity)
  }

  private func last<Value>(
    _ identity: SelectorIdentity, _ get: @escaping @Sendable (Child) -> Value
  ) -> LastValue<Value> {
    if let last = values.use(identity) as? LastValue<Value> { return last }
    let last = LastValue { [first] in get(first) }
    _ = values.insert(last, for: identity)
    return last
  }
}

extension StateSelector {
  /// Returns a selector of a larger state with the same comparison, whose value is the last value
  /// that was not nil.
  fileprivate func lasting<Root>(
    _ last: LastValue<Output>, _ present: StateSelector<Root, Output?>, in part: SelectorIdentity
  ) -> StateSelector<Root, Output> {
    let read = present.read
    return StateSelector<Root, Output>(
      identity: identity.appended(to: part), nodeKey: nodeKey.appended(to: part),
      read: { last.read(read($0, $1)) }, didChange: didChange,
      hasCustomComparison: hasCustomComparison, strategy: LastStrategy(present, last))
  }
}

/// The strategy of selectors of an optional value, whose value is the last one that was not nil.
private final class LastStrategy<State, Output>: SelectorStrategy<State, Output>,
  @unchecked Sendable
{
  // Sound: the selector is immutable, and the last value is used on the main actor.
  /// The selector of the optional value; nil does not count as a change.
  private let present: StateSelector<State, Output?>
  private let last: LastValue<Output>

  init(_ present: StateSelector<State, Output?>, _ last: LastValue<Output>) {
    self.present = present
    self.last = last
  }

  override var isClosure: Bool { present.strategy.isClosure }

  override func makeNode(
    for selector: StateSelector<State, Output>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>
  ) -> SelectionNode<Output> {
    LastNode(
      identity: selector.nodeKey, of: graph.node(for: present, state: state), last,
      hasCustomComparison: selector.hasCustomComparison, didChange: selector.didChange)
  }

  override func makeObserver(
    for selector: StateSelector<State, Output>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>, onChange: @escaping (Output) -> Void
  ) -> StoreObserver {
    makeObserver(
      delivered: selector.read(state, nil), in: graph, state, onChange: onChange)
      ?? super.makeObserver(for: selector, in: graph, state, onChange: onChange)
  }

  override func makeObserver(
    delivered: Output, in graph: SelectionGraph, _ state: UnsafePointer<State>,
    onChange: @escaping (Output) -> Void
  ) -> StoreObserver? {
    present.strategy.makeObserver(delivered: delivered, in: graph, state) { [last] in
      if let new = $0 { onChange(last.read(new)) }
    }
  }

  override func isWatchedWithoutNode(in graph: SelectionGraph) -> Bool {
    present.strategy.isWatchedWithoutNode(in: graph)
  }

  override func translated<Root>(
    _ selector: StateSelector<State, Output>, through part: StateGetter<Root, State>
  ) -> StateSelector<Root, Output> {
    selector.lasting(last, part.translated(present), in: part.identity)
  }
}

/// A node whose value is the last value of another node that was not nil.
private final class LastNode<Output>: SelectionNode<Output> {
  private let present: SelectionNode<Output?>
  private let last: LastValue<Output>
  /// True if every refresh reports a change, and each observer compares the values itself.
  private let hasCustomComparison: Bool
  private let didChange: (Output, Output) -> Bool

  init(
    identity: SelectorIdentity, of present: SelectionNode<Output?>, _ last: LastValue<Output>,
    hasCustomComparison: Bool, didChange: @escaping (Output, Output) -> Bool
  ) {
    self.present = present
    self.last = last
    self.hasCustomComparison = hasCustomComparison
    self.didChange = didChange
    super.init(
      identity: identity, rank: present.rank + 1, graph: present.graph,
      value: last.read(present.value))
  }

  override func forEachInput(_ body: (AnySelectionNode) -> Void) { body(present) }

  override func refresh(_ state: UnsafeRawPointer, in graph: SelectionGraph) -> Bool {
    guard hasChanged(present, at: graph.commit), let new = present.value else { return false }
    // The value can be the same after the other node had no value for some time.
    let isChanged = hasCustomComparison || didChange(value, new)
    replaceValue(last.read(new))
    return isChanged
  }
}

/// The value of a child that was read last.
///
/// Two instances are never equal, because they can have different values.
private final class LastValue<Value>: Hashable, @unchecked Sendable {
  // Sound: `value` is read and written on the main actor, as the states of stores are.
  private let first: () -> Value
  private var value: Value?

  /// Creates the value from the first child; it is read only when it is needed, because a child can
  /// lack a value that the next one has, such as an element of an array.
  init(first: @escaping () -> Value) {
    self.first = first
  }

  /// Returns a value, or the last one if there is none.
  func read(_ new: Value?) -> Value {
    guard let new else { return value ?? first() }
    // The old value is released last: its `deinit` can read this value.
    let old = exchange(&value, for: new)
    return withExtendedLifetime(old) { new }
  }

  static func == (one: LastValue, other: LastValue) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Optional {
  fileprivate subscript(last value: LastValue<Wrapped>) -> Wrapped { value.read(self) }

  fileprivate subscript<Value>(field path: KeyPath<Wrapped, Value>) -> Value? {
    self?[keyPath: path]
  }
}
