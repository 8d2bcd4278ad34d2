// SPDX-License-Identifier: Apache-2.0

/// A recipe that computes an output from other recipes, only when one of them changed.
///
/// ```swift
/// let selectVisible = createSelector(selectBooks, selectFilter) { books, filter in
///   books.filter { $0.genre == filter }
/// }
/// ```
///
/// In a store it is computed at most once per commit, however many observe it. Called directly, it
/// remembers the inputs and the output of the last call; it holds no whole state and may be called
/// from any thread. The idea comes from Reselect.
///
/// - Parameters:
///   - inputs: Any number of recipes.
///   - memoized: Pass false to compute at every call and after every commit.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A recipe whose output counts as changed when it is not equal.
public func createSelector<State, each Input, Output: Equatable & SendableMetatype>(
  _ inputs: repeat StateSelector<State, each Input>, memoized: Bool = true,
  transformation: @escaping @Sendable (repeat each Input) -> Output
) -> StateSelector<State, Output> {
  createSelector(
    repeat each inputs, memoized: memoized, didChange: { $0 != $1 }, isRuled: false,
    transformation: transformation)
}

/// A recipe that computes an output from key paths, only when one of them changed.
///
/// ```swift
/// let selectVisible = createSelector(\AppState.books, \.filter) { books, filter in
///   books.filter { $0.genre == filter }
/// }
/// ```
///
/// - Parameters:
///   - inputs: Any number of key paths to values that can be compared.
///   - memoized: Pass false to compute at every call and after every commit.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A recipe whose output counts as changed when it is not equal.
public func createSelector<
  State, each Input: Equatable & SendableMetatype, Output: Equatable & SendableMetatype
>(
  _ inputs: repeat KeyPath<State, each Input> & Sendable, memoized: Bool = true,
  transformation: @escaping @Sendable (repeat each Input) -> Output
) -> StateSelector<State, Output> {
  createSelector(
    repeat StateSelector(each inputs), memoized: memoized, transformation: transformation)
}

/// A recipe with a rule of its own for when the output counts as changed.
///
/// - Parameters:
///   - inputs: Any number of recipes.
///   - memoized: Pass false to compute at every call and after every commit.
///   - didChange: Compares the value that was last delivered with a new one.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: The recipe.
public func createSelector<State, each Input, Output>(
  _ inputs: repeat StateSelector<State, each Input>, memoized: Bool = true,
  didChange: @escaping @Sendable (Output, Output) -> Bool,
  transformation: @escaping @Sendable (repeat each Input) -> Output
) -> StateSelector<State, Output> {
  createSelector(
    repeat each inputs, memoized: memoized, didChange: didChange, isRuled: true,
    transformation: transformation)
}

private func createSelector<State, each Input, Output>(
  _ inputs: repeat StateSelector<State, each Input>, memoized: Bool,
  didChange: @escaping @Sendable (Output, Output) -> Bool, isRuled: Bool,
  transformation: @escaping @Sendable (repeat each Input) -> Output
) -> StateSelector<State, Output> {
  let count = RecomputationCount()
  guard memoized else {
    return StateSelector(
      identity: .unique(),
      select: { state in
        count.add()
        return transformation(repeat (each inputs).select(state))
      }, didChange: didChange, isRuled: isRuled, recipe: SelectorRecipe(), count: count)
  }
  return StateSelector(
    inputs: repeat each inputs, identity: .unique(), count: count, didChange: didChange,
    isRuled: isRuled, transformation: transformation)
}

extension StateSelector {
  /// The one place where recipes with inputs are made.
  init<each Input>(
    inputs: repeat StateSelector<State, each Input>, identity: SelectorIdentity,
    count: RecomputationCount, didChange: @escaping @Sendable (Output, Output) -> Bool,
    isRuled: Bool, transformation: @escaping @Sendable (repeat each Input) -> Output
  ) {
    let memo = SelectorMemo(repeat each inputs, count: count, transformation: transformation)
    self.init(
      identity: identity, select: { memo.output(for: $0) }, didChange: didChange,
      isRuled: isRuled,
      recipe: DerivedRecipe(repeat each inputs, count: count, transformation: transformation),
      count: count)
  }
}
