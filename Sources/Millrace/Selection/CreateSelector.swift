// SPDX-License-Identifier: Apache-2.0

/// Creates a selector that computes its output from its inputs, and only after an input has
/// changed.
///
/// ```swift
/// let selectTitles = createSelector(selectBooks) { books in books.map(\.title) }
/// let selectVisible = createSelector(selectBooks, selectFilter) { books, filter in
///   books.filter { $0.genre == filter }
/// }
/// ```
///
/// In a store the output is computed at most once per commit, for all observers of the selector
/// together. A direct call, as in `selectTitles(state)`, caches the inputs and the output of the
/// last call, but never a whole state. Direct calls are allowed on any thread. The idea comes from
/// Reselect.
///
/// Inputs are any number of selectors, any number of key paths, or one selector and one key path.
/// To mix more of them, wrap each key path in a ``StateSelector``:
///
/// ```swift
/// createSelector(.count(of: \Library.books), \.page) { count, page in "\(page) of \(count)" }
/// createSelector(selectVisible, StateSelector(\.page), StateSelector(\.title)) {
///   books, page, title in Contents(books, page, title)
/// }
/// ```
///
/// Complexity of a direct call, if no input changed: O(number of direct and indirect inputs) reads
/// and comparisons. The call itself allocates nothing, with two exceptions: an input is equal but
/// was computed again or has another storage than before, or two inputs depend on the same
/// selector.
///
/// - Parameters:
///   - first: An input.
///   - others: More inputs.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The file named in diagnostics.
///   - line: The line named in diagnostics.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A selector whose output counts as changed if it differs from the previous one.
@_alwaysEmitIntoClient
public func createSelector<State, First, each Other, Output: Equatable & SendableMetatype>(
  _ first: StateSelector<State, First>, _ others: repeat StateSelector<State, each Other>,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, transformation: @escaping @Sendable (First, repeat each Other) -> Output
) -> StateSelector<State, Output> {
  selector(
    first, repeat each others, memoized: memoized, checks: checks, fileID: fileID, line: line,
    didChange: { differs($0, $1) }, hasCustomComparison: false, transformation: transformation)
}

/// Creates a selector without inputs.
///
/// The output is computed once for all direct calls, and once for each node in a store.
///
/// A store drops the node of a selector that is not used any more, and later creates a new node. If
/// `memoized` is false, the output is computed at every call and after every commit.
public func createSelector<State, Output: Equatable & SendableMetatype>(
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, transformation: @escaping @Sendable () -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, checks: checks),
    didChange: { differs($0, $1) }, hasCustomComparison: false
  ) { _ in transformation() }
}

/// Creates a selector that computes its output from the values at key paths.
///
/// ```swift
/// let selectTitles = createSelector(\AppState.books) { books in books.map(\.title) }
/// ```
///
/// - Parameters:
///   - first: A key path to a value that can be compared.
///   - others: More key paths.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The file named in diagnostics.
///   - line: The line named in diagnostics.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A selector whose output counts as changed if it differs from the previous one.
@_alwaysEmitIntoClient
public func createSelector<
  State, First: Equatable & SendableMetatype, each Other: Equatable & SendableMetatype,
  Output: Equatable & SendableMetatype
>(
  _ first: KeyPath<State, First> & Sendable, _ others: repeat KeyPath<State, each Other> & Sendable,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, transformation: @escaping @Sendable (First, repeat each Other) -> Output
) -> StateSelector<State, Output> {
  createSelector(
    StateSelector(first), repeat StateSelector(each others), memoized: memoized, checks: checks,
    fileID: fileID, line: line, transformation: transformation)
}

/// Creates a selector that computes its output from a selector and a key path.
@_alwaysEmitIntoClient
public func createSelector<
  State, First, Second: Equatable & SendableMetatype, Output: Equatable & SendableMetatype
>(
  _ first: StateSelector<State, First>, _ second: KeyPath<State, Second> & Sendable,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, transformation: @escaping @Sendable (First, Second) -> Output
) -> StateSelector<State, Output> {
  createSelector(
    first, StateSelector(second), memoized: memoized, checks: checks, fileID: fileID, line: line,
    transformation: transformation)
}

/// Creates a selector that computes its output from a key path and a selector.
@_alwaysEmitIntoClient
public func createSelector<
  State, First: Equatable & SendableMetatype, Second, Output: Equatable & SendableMetatype
>(
  _ first: KeyPath<State, First> & Sendable, _ second: StateSelector<State, Second>,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, transformation: @escaping @Sendable (First, Second) -> Output
) -> StateSelector<State, Output> {
  createSelector(
    StateSelector(first), second, memoized: memoized, checks: checks, fileID: fileID, line: line,
    transformation: transformation)
}

/// Creates a selector with selectors as inputs and a custom comparison of its output.
///
/// - Parameters:
///   - first: An input.
///   - others: More inputs.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The file named in diagnostics.
///   - line: The line named in diagnostics.
///   - didChange: Compares the last value that an observer received, or a derived selector used,
///     with a new one; returns whether the new one counts as a change.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: The selector.
@_alwaysEmitIntoClient
public func createSelector<State, First, each Other, Output>(
  _ first: StateSelector<State, First>, _ others: repeat StateSelector<State, each Other>,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, didChange: @escaping @Sendable (Output, Output) -> Bool,
  transformation: @escaping @Sendable (First, repeat each Other) -> Output
) -> StateSelector<State, Output> {
  selector(
    first, repeat each others, memoized: memoized, checks: checks, fileID: fileID, line: line,
    didChange: didChange, hasCustomComparison: true, transformation: transformation)
}

/// Creates a selector with key paths as inputs and a custom comparison of its output.
@_alwaysEmitIntoClient
public func createSelector<
  State, First: Equatable & SendableMetatype, each Other: Equatable & SendableMetatype, Output
>(
  _ first: KeyPath<State, First> & Sendable, _ others: repeat KeyPath<State, each Other> & Sendable,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, didChange: @escaping @Sendable (Output, Output) -> Bool,
  transformation: @escaping @Sendable (First, repeat each Other) -> Output
) -> StateSelector<State, Output> {
  createSelector(
    StateSelector(first), repeat StateSelector(each others), memoized: memoized, checks: checks,
    fileID: fileID, line: line, didChange: didChange, transformation: transformation)
}

/// Creates a selector with or without a custom comparison.
@_alwaysEmitIntoClient
func selector<State, First, each Other, Output>(
  _ first: StateSelector<State, First>, _ others: repeat StateSelector<State, each Other>,
  memoized: Bool, checks: SelectorChecks?, fileID: StaticString, line: UInt,
  didChange: @escaping @Sendable (Output, Output) -> Bool, hasCustomComparison: Bool,
  transformation: @escaping @Sendable (First, repeat each Other) -> Output
) -> StateSelector<State, Output> {
  var inputs: [any SelectorInput<State>] = [TypedInput(first)]
  repeat inputs.append(TypedInput(each others))
  return StateSelector(
    inputs: inputs, memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, checks: checks), didChange: didChange,
    hasCustomComparison: hasCustomComparison
  ) {
    var position = 1
    return transformation($0[0], repeat $0.next((each Other).self, &position))
  }
}

extension InputValues {
  /// Returns the value of the input at a position, and increments the position.
  @_alwaysEmitIntoClient
  func next<Value>(_ type: Value.Type, _ position: inout Int) -> Value {
    defer { position += 1 }
    return self[position]
  }
}
