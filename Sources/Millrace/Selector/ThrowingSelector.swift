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
/// An error is not remembered: the next call computes again. The value that was computed before it
/// is: it comes back without a computation when the inputs are again those it was computed from.
public struct ThrowingSelector<State, Output>: Sendable {
  private let select: @Sendable (State) throws -> Output
  private let count: RecomputationCount
  /// The value for observers, and for selectors that are made of it.
  ///
  /// An error changes nothing in a store: as long as somebody watches the value, or something that
  /// is made of it, it stays the one that was computed last, also for those who come or read during
  /// the error. It is nil if there is none. Called directly it is nil where the transformation
  /// throws.
  public let value: StateSelector<State, Output?>
  /// What the last call led to, for stores.
  let result: StateSelector<State, Result<Output, any Error>>

  init(
    select: @escaping @Sendable (State) throws -> Output, count: RecomputationCount,
    value: StateSelector<State, Output?>
  ) {
    self.select = select
    self.count = count
    self.value = value
    result = StateSelector(
      identity: .unique(), select: { state in Result { try select(state) } },
      didChange: { _, _ in true }, isRuled: true, recipe: SelectorRecipe())
  }

  /// Computes the value from a state; pure, callable from any thread.
  ///
  /// Complexity: one comparison of each input, and the transformation's own cost if one changed
  /// since the last call that did not throw. Inputs and output of that call are held.
  ///
  /// - Throws: What the transformation throws.
  public func callAsFunction(_ state: State) throws -> Output { try select(state) }

  /// How often the transformation has run, anywhere, with or without success.
  public var recomputations: Int { count.value.load(ordering: .relaxed) }

  /// Starts to count from zero.
  public func resetRecomputations() { count.value.store(0, ordering: .relaxed) }
}

/// A recipe that computes an output from other recipes, and may fail.
///
/// - Parameters:
///   - inputs: Any number of recipes.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The place for messages.
///   - line: The place for messages.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A recipe that throws what the transformation throws.
@_disfavoredOverload
public func createSelector<State, each Input, Output: Equatable & SendableMetatype>(
  _ inputs: repeat StateSelector<State, each Input>, memoized: Bool = true,
  checks: SelectorChecks? = nil, fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (repeat each Input) throws -> Output
) -> ThrowingSelector<State, Output> {
  let count = RecomputationCount()
  let inspector = SelectorInspector(fileID: fileID, line: line, own: checks)
  let inspected = { @Sendable (input: repeat each Input) throws -> Output in
    try inspector.inspect(
      repeat each input, areEqual: { $0 == $1 }, transformation: transformation)
  }
  let memo = SelectorMemo<State, Output, repeat each Input>(repeat each inputs, count: count)
  return ThrowingSelector(
    select: { state in
      inspector.checkInputs(repeat each inputs, on: state)
      if memoized { return try memo.output(for: state, inspected) }
      count.add()
      return try inspected(repeat (each inputs).select(state))
    }, count: count,
    // Not ruled: the node itself takes an error for no change, and keeps what it has.
    value: makeSelector(
      repeat each inputs, memoized: memoized, count: count, inspector: inspector,
      didChange: { old, new in new != nil && old != new }, isRuled: false
    ) { (input: repeat each Input) in try? inspected(repeat each input) })
}

/// A recipe that computes an output from key paths, and may fail.
///
/// - Parameters:
///   - inputs: Any number of key paths to values that can be compared.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The place for messages.
///   - line: The place for messages.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A recipe that throws what the transformation throws.
@_disfavoredOverload
public func createSelector<
  State, each Input: Equatable & SendableMetatype, Output: Equatable & SendableMetatype
>(
  _ inputs: repeat KeyPath<State, each Input> & Sendable, memoized: Bool = true,
  checks: SelectorChecks? = nil, fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (repeat each Input) throws -> Output
) -> ThrowingSelector<State, Output> {
  createSelector(
    repeat StateSelector(each inputs), memoized: memoized, checks: checks, fileID: fileID,
    line: line, transformation: transformation)
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
