// SPDX-License-Identifier: Apache-2.0

/// How a selector is served by the graph of a store.
///
/// This class runs the selector's function after every commit; its subclasses know better ways.
/// Recipes are immutable; what is remembered is in nodes.
@usableFromInline
class SelectorRecipe<State, Output>: @unchecked Sendable {
  // Sound: nothing of it is written once it is made.
  /// How a node brings the output up to date, made where the types are known; nil if they were not.
  @usableFromInline let update: RootNode<Output>.Update?
  /// The memories that a direct call asks.
  @usableFromInline final let reach: Set<ObjectIdentifier>

  @inlinable
  init(update: RootNode<Output>.Update? = nil, reach: Set<ObjectIdentifier> = []) {
    self.update = update
    self.reach = reach
  }

  /// Whether a store that is asked for the value does well to remember it.
  @inlinable var isWorthKeeping: Bool { false }

  /// Whether it is a closure that computes the value from the whole state.
  var isFormula: Bool { true }

  /// Is called when it begins to be watched, by a node or by an observer of its own.
  @usableFromInline
  func check() {}

  /// How it is looked at as an input, if there is a better way than to compute and compare.
  @usableFromInline
  func makeReader() -> InputReader? { nil }

  /// The node that remembers the value.
  @MainActor
  @usableFromInline
  func makeNode(
    for selector: StateSelector<State, Output>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>
  ) -> SelectionNode<Output> {
    let dependencies = selector.dependencies.map { $0.makeCell() }
    _ = dependencies.refresh(state.pointee)
    let update = update ?? RootNode.formula({ selector($0) }, areEqual: selector.areEqual)
    return RootNode(
      identity: selector.nodeKey, graph: graph, value: selector.read(state, nil),
      isSlice: !dependencies.isEmpty,
      update: dependencies.isEmpty
        ? update : { dependencies.refresh(at: $0) && update($0, &$1) })
  }

  /// The observer that watches it; not yet attached.
  @MainActor
  @usableFromInline
  func makeObserver(
    for selector: StateSelector<State, Output>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>, onChange: @escaping (Output) -> Void
  ) -> StoreObserver {
    NodeObserver(
      graph.node(for: selector, state: state), didChange: selector.didChange,
      isComparedByNode: selector.isComparedByNode, onChange: onChange)
  }

  /// The same selector on a larger state.
  @usableFromInline
  func pulledBack<Root>(
    _ selector: StateSelector<State, Output>, along part: StatePart<Root, State>
  ) -> StateSelector<Root, Output> {
    let (select, read) = (selector.read, part.read)
    return StateSelector<Root, Output>(
      identity: selector.identity.appended(to: part.identity),
      dependencies: selector.dependencies.map { $0.pulledBack(read) },
      select: { withUnsafePointer(to: read($0)) { select($0, nil) } },
      didChange: selector.didChange, isDifferent: selector.valueRule, isRuled: selector.isRuled,
      recipe: SelectorRecipe<Root, Output>())
  }
}

/// Reads a key path of the state.
@usableFromInline
final class RootRecipe<State, Output>: SelectorRecipe<State, Output>, @unchecked Sendable {
  // Sound: nothing of it is written, and its closures capture a key path that is `Sendable`.
  @usableFromInline let reader: () -> InputReader
  @usableFromInline let makeUpdate: () -> RootNode<Output>.Update
  @usableFromInline let keyPath: KeyPath<State, Output> & Sendable

  @inlinable
  init(
    keyPath: KeyPath<State, Output> & Sendable, reader: @escaping () -> InputReader,
    makeUpdate: @escaping () -> RootNode<Output>.Update
  ) {
    self.keyPath = keyPath
    self.reader = reader
    self.makeUpdate = makeUpdate
    super.init()
  }

  override var isFormula: Bool { false }

  @usableFromInline
  override func check() { KeyPathCheck.inspect(keyPath) }

  @usableFromInline
  override func makeReader() -> InputReader? { reader() }

  @MainActor
  @usableFromInline
  override func makeNode(
    for selector: StateSelector<State, Output>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>
  ) -> SelectionNode<Output> {
    check()
    return RootNode(
      identity: selector.nodeKey, graph: graph, value: selector.read(state, nil),
      isSlice: true,
      update: makeUpdate())
  }

  @usableFromInline
  override func pulledBack<Root>(
    _ selector: StateSelector<State, Output>, along part: StatePart<Root, State>
  ) -> StateSelector<Root, Output> {
    part.slice(selector, keyPath) ?? super.pulledBack(selector, along: part)
  }
}
