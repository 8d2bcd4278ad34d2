// SPDX-License-Identifier: Apache-2.0

/// The way in which the graph of a store computes a selector.
///
/// This class reads the key path or runs the function of the selector after every commit, or after
/// a change of one of its dependencies if it has any. The subclasses do less work. Values are
/// cached in nodes, and in ``SelectorMemo`` for direct calls.
@usableFromInline
class SelectorStrategy<State, Output>: @unchecked Sendable {
  // Sound: all stored properties are immutable.
  // The following closures are created in client code, so that they are specialized.
  @usableFromInline
  typealias MakeUpdate = (StateSelector<State, Output>) -> RootNode<Output>.Update

  /// The key path that the selector reads, or nil if it does not read a key path.
  @usableFromInline final let keyPath: (KeyPath<State, Output> & Sendable)?
  /// Creates the function that brings the output of a node up to date.
  @usableFromInline final let makeUpdate: MakeUpdate
  /// Creates the reader for this selector as an input; nil for a reader that calls the selector.
  @usableFromInline final let makeReader: (() -> InputReader)?

  /// The memo of the selector, or if it has none, the memos that its inputs use directly.
  @usableFromInline final let memos: [AnySelectorMemo]
  /// If there are any, a node computes the output only after one of them has changed.
  @usableFromInline final let dependencies: [any SelectorInput<State>]

  @_alwaysEmitIntoClient
  init(
    keyPath: (KeyPath<State, Output> & Sendable)? = nil,
    makeUpdate: @escaping MakeUpdate = { selector in
      RootNode.reading({ selector.read($0, nil) }, areEqual: selector.areEqual)
    }, makeReader: (() -> InputReader)? = nil, memos: [AnySelectorMemo] = [],
    dependencies: [any SelectorInput<State>] = []
  ) {
    self.keyPath = keyPath
    self.makeUpdate = makeUpdate
    self.makeReader = makeReader
    self.memos = memos
    self.dependencies = dependencies
  }

  /// True if a store reads the value from a node, if there is one, instead of computing it.
  @_alwaysEmitIntoClient var isWorthKeeping: Bool { false }

  /// True if the selector can call a closure of the state.
  ///
  /// Two reads of the same state can then give different values; debug builds compare two reads.
  /// The property is false for key paths, for rows and their fields, for `ids`, `count` and
  /// `isEmpty` of tables, and for selectors that check their own inputs. It is true for whole
  /// tables, although they call no closure.
  var isClosure: Bool { keyPath == nil }

  /// Creates the node that caches the value.
  @MainActor
  func makeNode(
    for selector: StateSelector<State, Output>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>
  ) -> SelectionNode<Output> {
    if !dependencies.isEmpty {
      return DerivedNode(
        identity: selector.nodeKey, inputs: dependencies.map { $0.node(in: graph, state) },
        remembersAlways: true, graph: graph, value: { _ in selector.read(state, nil) }
      ) { inputs, node in
        // Each computation reports a change, and each observer compares the values itself.
        if case .nodes(_, let state) = inputs { node.replaceValue(selector.read(state, nil)) }
        return true
      }
    }
    return RootNode(
      identity: selector.nodeKey, graph: graph, value: selector.read(state, nil),
      countsAsComparison: !isClosure, update: makeUpdate(selector))
  }

  /// Creates an observer of the selector, which is not attached yet.
  @MainActor
  @usableFromInline
  func makeObserver(
    for selector: StateSelector<State, Output>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>, onChange: @escaping (Output) -> Void
  ) -> StoreObserver {
    NodeObserver(
      graph.node(for: selector, state: state), didChange: selector.didChange,
      isComparedByNode: !selector.hasCustomComparison, onChange: onChange)
  }

  /// Creates an observer that has delivered a value, and that needs no node of its own, or returns
  /// nil.
  ///
  /// It keeps the delivered value as long as `didChange` returns false.
  @MainActor
  func makeObserver(
    delivered: Output, in graph: SelectionGraph, _ state: UnsafePointer<State>,
    onChange: @escaping (Output) -> Void
  ) -> StoreObserver? { nil }

  /// True if an observer watches the selector, but no node has the selector's key.
  @MainActor
  func isWatchedWithoutNode(in graph: SelectionGraph) -> Bool { false }

  /// The same selector on a larger state.
  func translated<Root>(
    _ selector: StateSelector<State, Output>, through part: StateGetter<Root, State>
  ) -> StateSelector<Root, Output> {
    if dependencies.isEmpty, !selector.hasInputs, let slice = part.slice(selector, keyPath) {
      return slice
    }
    let (select, read) = (selector.read, part.read)
    return StateSelector<Root, Output>(
      identity: selector.identity.appended(to: part.identity),
      select: { withUnsafePointer(to: read($0)) { select($0, nil) } },
      didChange: selector.didChange, hasCustomComparison: selector.hasCustomComparison,
      strategy: SelectorStrategy<Root, Output>(
        dependencies: dependencies.map { $0.translated(through: part) }))
  }
}

/// The strategy of selectors that compute an output from other selectors.
@usableFromInline
final class DerivedStrategy<State, Output>: SelectorStrategy<State, Output>, @unchecked Sendable {
  // Sound: all stored properties are immutable.
  let inputs: [any SelectorInput<State>]
  private let count: RecomputationCount
  private let inspector: SelectorInspector
  private let transformation: @Sendable (InputValues) -> Output
  private let recompute: DerivedNode<Output>.Update

  @usableFromInline
  init(
    _ inputs: [any SelectorInput<State>], memo: AnySelectorMemo, reader: InputReader,
    count: RecomputationCount, inspector: SelectorInspector,
    transformation: @escaping @Sendable (InputValues) -> Output,
    recompute: @escaping DerivedNode<Output>.Update
  ) {
    self.inputs = inputs
    self.recompute = recompute
    self.count = count
    self.inspector = inspector
    self.transformation = transformation
    super.init(makeReader: { reader }, memos: [memo])
  }

  override var isWorthKeeping: Bool { true }
  override var isClosure: Bool { false }

  override func makeNode(
    for selector: StateSelector<State, Output>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>
  ) -> SelectionNode<Output> {
    inspector.checkInputs(inputs, on: state)
    count.add()
    return DerivedNode(
      identity: selector.nodeKey, inputs: inputs.map { $0.node(in: graph, state) }, graph: graph,
      value: { transformation(.nodes($0, state)) }, update: recompute)
  }

  override func translated<Root>(
    _ selector: StateSelector<State, Output>, through part: StateGetter<Root, State>
  ) -> StateSelector<Root, Output> {
    StateSelector<Root, Output>(
      inputs: inputs.map { $0.translated(through: part) },
      identity: selector.identity.appended(to: part.identity), count: count,
      inspector: inspector, didChange: selector.didChange,
      hasCustomComparison: selector.hasCustomComparison, transformation: transformation)
  }
}

extension StateSelector {
  /// Creates a memoized selector with inputs.
  ///
  /// In the overloads that are emitted into the client module, the closures below are specialized
  /// for the concrete types.
  @_alwaysEmitIntoClient
  init(
    inputs: [any SelectorInput<State>], identity: SelectorIdentity, count: RecomputationCount,
    inspector: SelectorInspector, didChange: @escaping @Sendable (Output, Output) -> Bool,
    hasCustomComparison: Bool, transformation: @escaping @Sendable (InputValues) -> Output
  ) {
    let memo = SelectorMemo<Output>(inputs, count: count)
    let find: @Sendable (UnsafeRawPointer, SelectorVisit?) -> Remembered<Output> = {
      state, visit in
      #if DEBUG
        inspector.checkInputs(inputs, on: state)
      #endif
      return memo.entry(state, visit, transformation)
    }
    let reader = InputReader(isReadAgain: hasCustomComparison, slices: memo.slices) {
      old, state, visit in
      let new = find(state, visit)
      guard let old, old !== new else { return old == nil ? new : nil }
      // Sound: this reader returned `old` before, so the type is the same.
      return didChange(unsafeDowncast(old, to: Remembered<Output>.self).value, new.value)
        ? new : nil
    }
    // Two closures: one closure for both would store `hasCustomComparison` in each selector.
    let recompute: DerivedNode<Output>.Update
    if hasCustomComparison {
      // Each computation reports a change, and each observer compares the values itself.
      recompute = { inputs, node in
        count.add()
        node.replaceValue(transformation(inputs))
        return true
      }
    } else {
      recompute = { inputs, node in
        count.add()
        let new = transformation(inputs)
        if !didChange(node.value, new) { return false }
        node.replaceValue(new)
        return true
      }
    }
    self.init(
      identity: identity, read: { find($0, $1).value }, didChange: didChange,
      hasCustomComparison: hasCustomComparison,
      strategy: DerivedStrategy(
        inputs, memo: memo, reader: reader, count: count, inspector: inspector,
        transformation: transformation, recompute: recompute),
      count: count)
  }

  /// Creates a selector with inputs for `createSelector`, memoized or not.
  @_alwaysEmitIntoClient
  init(
    inputs: [any SelectorInput<State>], memoized: Bool, inspector: SelectorInspector,
    didChange: @escaping @Sendable (Output, Output) -> Bool, hasCustomComparison: Bool,
    transformation: @escaping @Sendable (InputValues) -> Output
  ) {
    let count = RecomputationCount()
    let inspected = inspector.addingChecks(areEqual: { !didChange($0, $1) }, transformation)
    if memoized {
      self.init(
        inputs: inputs, identity: SelectorIdentity(count), count: count, inspector: inspector,
        didChange: didChange, hasCustomComparison: hasCustomComparison, transformation: inspected)
    } else {
      let readAll = InputReader.readAll(inputs.map { $0.reader })
      var seen: Set<ObjectIdentifier> = []
      self.init(
        identity: SelectorIdentity(count),
        read: { state, visit in
          count.add()
          return inspected(.remembered(readAll(nil, state, visit)))
        }, didChange: didChange, hasCustomComparison: hasCustomComparison,
        strategy: SelectorStrategy(
          memos: inputs.flatMap { $0.memos }.filter { seen.insert(ObjectIdentifier($0)).inserted }),
        count: count)
    }
  }
}
