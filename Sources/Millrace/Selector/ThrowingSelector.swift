// SPDX-License-Identifier: Apache-2.0

/// A selector whose transformation may throw.
///
/// ```swift
/// let selectTotal = createSelector(StateSelector(\AppState.prices)) { prices in
///   try prices.map(Price.init(parsing:)).reduce(0, +)
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
  /// The value for observers.
  ///
  /// They hear of values only: while the transformation throws, they keep the value that they have,
  /// and nil if they never had one.
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
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A recipe that throws what the transformation throws.
@_disfavoredOverload
public func createSelector<State, each Input, Output: Equatable & SendableMetatype>(
  _ inputs: repeat StateSelector<State, each Input>,
  transformation: @escaping @Sendable (repeat each Input) throws -> Output
) -> ThrowingSelector<State, Output> {
  let count = RecomputationCount()
  let memo = SelectorMemo<State, Output, repeat each Input>(repeat each inputs, count: count)
  return ThrowingSelector(
    select: { try memo.output(for: $0, transformation) }, count: count,
    value: createSelector(
      repeat each inputs, checks: SelectorChecks.none,
      didChange: { (old: Output?, new: Output?) in new != nil && old != new }
    ) { (input: repeat each Input) in
      count.add()
      return try? transformation(repeat each input)
    })
}

extension StateProvider {
  /// Computes a selector that may fail on the present state, without tracking.
  ///
  /// - Throws: What its transformation throws.
  public func select<Output>(_ selector: ThrowingSelector<State, Output>) throws -> Output {
    try select(selector.result).get()
  }
}
