// SPDX-License-Identifier: Apache-2.0

/// A selector whose transformation may throw.
///
/// ```swift
/// let selectTotal = createSelector(\AppState.prices) { prices in
///   try prices.map(Price.init(parsing:)).reduce(Price.zero, +)
/// }
/// let total = try store.select(selectTotal)
/// let subscription = store.subscribe(to: selectTotal.value) { total in show(total) }
/// ```
///
/// Errors are not cached: the next call computes again. The last value stays cached and is returned
/// when its inputs are back.
public struct ThrowingSelector<State, Output>: Sendable {
  /// The value as a selector, nil for a state in which the transformation throws.
  ///
  /// It depends on the state and on nothing else, however it is asked for, and so does what is made
  /// of it. Observers are not called when the transformation throws; they keep the last value.
  public let value: StateSelector<State, Output?>
  /// What a call leads to.
  @usableFromInline let result: StateSelector<State, Result<Output, any Error>>

  @usableFromInline
  init(
    value: StateSelector<State, Output?>,
    result: StateSelector<State, Result<Output, any Error>>
  ) {
    self.value = value
    self.result = result
  }

  /// Computes the value from a state; pure, callable from any thread.
  ///
  /// Complexity: one comparison of each input, and the transformation's own cost if one changed
  /// since the last call that did not throw. Inputs and output of that call are held.
  ///
  /// - Throws: What the transformation throws.
  @_alwaysEmitIntoClient
  public func callAsFunction(_ state: State) throws -> Output { try result(state).get() }

  /// How often the transformation has run, anywhere, with or without success.
  public var recomputations: Int { value.recomputations }

  /// Starts to count from zero.
  public func resetRecomputations() { value.resetRecomputations() }
}

extension ThrowingSelector where Output: Equatable & SendableMetatype {
  @_alwaysEmitIntoClient
  init(
    inputs: [SelectorInput<State>], memoized: Bool, inspector: SelectorInspector,
    transformation: @escaping @Sendable (InputValues) throws -> Output
  ) {
    let count = RecomputationCount()
    let inspected = inspector.inspecting(areEqual: { !differs($0, $1) }, throwing: transformation)
    let memo = SelectorMemo<Output>(inputs, count: count)
    self.init(
      value: StateSelector(
        inputs: inputs, memoized: memoized, count: count, inspector: inspector,
        didChange: { old, new in new != nil && differs(old, new) },
        isDifferent: { differs($0, $1) }, hasCustomComparison: false
      ) { try? transformation($0) },
      result: StateSelector(
        identity: .unique(),
        read: { state, _ in
          #if DEBUG
            inspector.checkInputs(inputs, on: state)
          #endif
          return Result {
            if memoized { return try memo.entry(state, nil, inspected).value }
            count.add()
            return try inspected(.remembered(memo.readers.all(state, nil)))
          }
        }, didChange: { _, _ in true }, hasCustomComparison: true, strategy: SelectorStrategy()))
  }
}

extension StateProvider {
  /// Computes a selector that may fail on the present state, without tracking.
  ///
  /// Complexity: that of a direct call. What it holds makes the next change of such a collection
  /// copy it once.
  ///
  /// - Throws: What its transformation throws.
  public func select<Output>(_ selector: ThrowingSelector<State, Output>) throws -> Output {
    try select(selector.result).get()
  }
}

// `createSelector` with a transformation that may throw.

/// A selector that computes an output from other selectors, and may fail.
///
/// - Parameters:
///   - first: An input.
///   - others: More inputs.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The place for messages.
///   - line: The place for messages.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A selector that throws what the transformation throws.
@_disfavoredOverload
public func createSelector<State, First, each Other, Output: Equatable & SendableMetatype>(
  _ first: StateSelector<State, First>, _ others: repeat StateSelector<State, each Other>,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line,
  transformation: @escaping @Sendable (First, repeat each Other) throws -> Output
) -> ThrowingSelector<State, Output> {
  ThrowingSelector(
    inputs: selectorInputs(first, repeat each others), memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks)
  ) {
    var position = 1
    return try transformation($0[0], repeat $0.next((each Other).self, &position))
  }
}

/// A selector that computes an output from key paths, and may fail.
@_disfavoredOverload
public func createSelector<
  State, First: Equatable & SendableMetatype, each Other: Equatable & SendableMetatype,
  Output: Equatable & SendableMetatype
>(
  _ first: KeyPath<State, First> & Sendable, _ others: repeat KeyPath<State, each Other> & Sendable,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line,
  transformation: @escaping @Sendable (First, repeat each Other) throws -> Output
) -> ThrowingSelector<State, Output> {
  createSelector(
    StateSelector(first), repeat StateSelector(each others), memoized: memoized, checks: checks,
    fileID: fileID, line: line, transformation: transformation)
}
