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
/// Inputs are all recipes, all key paths, or all closures. To mix them, make a recipe of each:
///
/// ```swift
/// createSelector(selectVisible, StateSelector(\.page)) { books, page in books.page(page) }
/// ```
///
/// - Parameters:
///   - inputs: Any number of recipes.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The place for messages.
///   - line: The place for messages.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A recipe whose output counts as changed when it is not equal.
public func createSelector<State, each Input, Output: Equatable & SendableMetatype>(
  _ inputs: repeat StateSelector<State, each Input>, memoized: Bool = true,
  checks: SelectorChecks? = nil, fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (repeat each Input) -> Output
) -> StateSelector<State, Output> {
  createSelector(
    repeat each inputs, memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) }, isRuled: false, transformation: transformation)
}

/// A recipe with a rule of its own for when the output counts as changed.
///
/// - Parameters:
///   - inputs: Any number of recipes.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The place for messages.
///   - line: The place for messages.
///   - didChange: Compares the value that was last delivered with a new one.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: The recipe.
public func createSelector<State, each Input, Output>(
  _ inputs: repeat StateSelector<State, each Input>, memoized: Bool = true,
  checks: SelectorChecks? = nil, fileID: StaticString = #fileID, line: UInt = #line,
  didChange: @escaping @Sendable (Output, Output) -> Bool,
  transformation: @escaping @Sendable (repeat each Input) -> Output
) -> StateSelector<State, Output> {
  createSelector(
    repeat each inputs, memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks), didChange: didChange,
    isRuled: true, transformation: transformation)
}

private func createSelector<State, each Input, Output>(
  _ inputs: repeat StateSelector<State, each Input>, memoized: Bool,
  inspector: SelectorInspector, didChange: @escaping @Sendable (Output, Output) -> Bool,
  isRuled: Bool, transformation: @escaping @Sendable (repeat each Input) -> Output
) -> StateSelector<State, Output> {
  makeSelector(
    repeat each inputs, memoized: memoized, count: RecomputationCount(), inspector: inspector,
    didChange: didChange, isRuled: isRuled
  ) { (input: repeat each Input) in
    inspector.inspect(
      repeat each input, areEqual: { !didChange($0, $1) }, transformation: transformation)
  }
}

/// The recipe that all forms of `createSelector` make.
func makeSelector<State, each Input, Output>(
  _ inputs: repeat StateSelector<State, each Input>, memoized: Bool, count: RecomputationCount,
  inspector: SelectorInspector, didChange: @escaping @Sendable (Output, Output) -> Bool,
  isRuled: Bool, transformation: @escaping @Sendable (repeat each Input) -> Output
) -> StateSelector<State, Output> {
  guard memoized else {
    return StateSelector(
      identity: .unique(),
      select: { state in
        count.add()
        return transformation(repeat (each inputs).select(state))
      }, didChange: didChange, isRuled: isRuled, recipe: SelectorRecipe(), count: count)
  }
  return StateSelector(
    inputs: repeat each inputs, identity: .unique(), count: count, inspector: inspector,
    didChange: didChange, isRuled: isRuled, transformation: transformation)
}

extension StateSelector {
  /// The one place where recipes with inputs are made.
  init<each Input>(
    inputs: repeat StateSelector<State, each Input>, identity: SelectorIdentity,
    count: RecomputationCount, inspector: SelectorInspector,
    didChange: @escaping @Sendable (Output, Output) -> Bool, isRuled: Bool,
    transformation: @escaping @Sendable (repeat each Input) -> Output
  ) {
    let memo = SelectorMemo<State, Output, repeat each Input>(repeat each inputs, count: count)
    let recipe = DerivedRecipe(
      repeat each inputs, count: count, inspector: inspector, transformation: transformation)
    self.init(
      identity: identity,
      select: { state in
        recipe.checkInputs(on: state)
        return memo.output(for: state, transformation)
      }, didChange: didChange, isRuled: isRuled, recipe: recipe, count: count)
  }
}
