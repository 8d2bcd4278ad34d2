// SPDX-License-Identifier: Apache-2.0

// Up to four selectors, up to two key paths and one of each have overloads that are specialized in
// the client module. Overloads with a parameter pack take any number of inputs.

/// Creates a selector that computes its output from another selector, only when that one changed.
///
/// ```swift
/// let selectTitles = createSelector(selectBooks) { books in books.map(\.title) }
/// ```
///
/// In a store it is computed at most once per commit for all its observers together; observers with
/// a `filter` compute it on their own. Called directly, as in `selectTitles(state)`, it caches the
/// inputs and the output of the last call; it holds no whole state and may be called from any
/// thread. The idea comes from Reselect.
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
/// Complexity of a direct call, if no input changed: one comparison of each input. It allocates
/// nothing, unless an input is equal but stored elsewhere than before, or two inputs depend on the
/// same selector.
///
/// - Parameters:
///   - first: The input.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The file named in diagnostics.
///   - line: The line named in diagnostics.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A selector whose output counts as changed if it differs from the previous one.
@_alwaysEmitIntoClient
public func createSelector<State, First, Output: Equatable & SendableMetatype>(
  _ first: StateSelector<State, First>, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (First) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(first)], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) }, hasCustomComparison: false
  ) { transformation($0[0]) }
}

/// A selector that computes an output from two selectors.
///
/// ```swift
/// let selectVisible = createSelector(selectBooks, selectFilter) { books, filter in
///   books.filter { $0.genre == filter }
/// }
/// ```
@_alwaysEmitIntoClient
public func createSelector<State, First, Second, Output: Equatable & SendableMetatype>(
  _ first: StateSelector<State, First>, _ second: StateSelector<State, Second>,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, transformation: @escaping @Sendable (First, Second) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(first), TypedInput(second)], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) }, hasCustomComparison: false
  ) { transformation($0[0], $0[1]) }
}

/// A selector that computes an output from three selectors.
@_alwaysEmitIntoClient
public func createSelector<State, First, Second, Third, Output: Equatable & SendableMetatype>(
  _ first: StateSelector<State, First>, _ second: StateSelector<State, Second>,
  _ third: StateSelector<State, Third>, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (First, Second, Third) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(first), TypedInput(second), TypedInput(third)], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) }, hasCustomComparison: false
  ) { transformation($0[0], $0[1], $0[2]) }
}

/// A selector that computes an output from four selectors.
@_alwaysEmitIntoClient
public func createSelector<
  State, First, Second, Third, Fourth, Output: Equatable & SendableMetatype
>(
  _ first: StateSelector<State, First>, _ second: StateSelector<State, Second>,
  _ third: StateSelector<State, Third>, _ fourth: StateSelector<State, Fourth>,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line,
  transformation: @escaping @Sendable (First, Second, Third, Fourth) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(first), TypedInput(second), TypedInput(third), TypedInput(fourth)],
    memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) }, hasCustomComparison: false
  ) { transformation($0[0], $0[1], $0[2], $0[3]) }
}

/// A selector that computes an output from any number of selectors.
public func createSelector<State, First, each Other, Output: Equatable & SendableMetatype>(
  _ first: StateSelector<State, First>, _ others: repeat StateSelector<State, each Other>,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, transformation: @escaping @Sendable (First, repeat each Other) -> Output
) -> StateSelector<State, Output> {
  createSelector(
    first, repeat each others, memoized: memoized, checks: checks, fileID: fileID, line: line,
    hasCustomComparison: false, didChange: { differs($0, $1) }, transformation: transformation)
}

/// A selector without inputs: computed once for each node in a store, and once for direct calls.
///
/// A store drops the node with its last observer. If `memoized` is false, it is computed at every
/// call and after every commit.
public func createSelector<State, Output: Equatable & SendableMetatype>(
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, transformation: @escaping @Sendable () -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) }, hasCustomComparison: false
  ) { _ in transformation() }
}

/// A selector that computes an output from the value at a key path, only when that value changed.
///
/// ```swift
/// let selectTitles = createSelector(\AppState.books) { books in books.map(\.title) }
/// ```
///
/// - Parameters:
///   - first: A key path to a value that can be compared.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The file named in diagnostics.
///   - line: The line named in diagnostics.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A selector whose output counts as changed if it differs from the previous one.
@_alwaysEmitIntoClient
public func createSelector<
  State, First: Equatable & SendableMetatype, Output: Equatable & SendableMetatype
>(
  _ first: KeyPath<State, First> & Sendable, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (First) -> Output
) -> StateSelector<State, Output> {
  createSelector(
    StateSelector(first), memoized: memoized, checks: checks, fileID: fileID, line: line,
    transformation: transformation)
}

/// A selector that computes an output from two key paths.
@_alwaysEmitIntoClient
public func createSelector<
  State, First: Equatable & SendableMetatype, Second: Equatable & SendableMetatype,
  Output: Equatable & SendableMetatype
>(
  _ first: KeyPath<State, First> & Sendable, _ second: KeyPath<State, Second> & Sendable,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, transformation: @escaping @Sendable (First, Second) -> Output
) -> StateSelector<State, Output> {
  createSelector(
    StateSelector(first), StateSelector(second), memoized: memoized, checks: checks,
    fileID: fileID, line: line, transformation: transformation)
}

/// A selector that computes an output from any number of key paths.
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
    fileID: fileID, line: line, hasCustomComparison: false, didChange: { differs($0, $1) },
    transformation: transformation)
}

/// A selector that computes an output from a selector and a key path.
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

/// A selector that computes an output from a key path and a selector.
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
public func createSelector<State, First, each Other, Output>(
  _ first: StateSelector<State, First>, _ others: repeat StateSelector<State, each Other>,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, didChange: @escaping @Sendable (Output, Output) -> Bool,
  transformation: @escaping @Sendable (First, repeat each Other) -> Output
) -> StateSelector<State, Output> {
  createSelector(
    first, repeat each others, memoized: memoized, checks: checks, fileID: fileID, line: line,
    hasCustomComparison: true, didChange: didChange, transformation: transformation)
}

/// Creates a selector with key paths as inputs and a custom comparison of its output.
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
    fileID: fileID, line: line, hasCustomComparison: true, didChange: didChange,
    transformation: transformation)
}

/// Shared by the forms with any number of inputs.
private func createSelector<State, First, each Other, Output>(
  _ first: StateSelector<State, First>, _ others: repeat StateSelector<State, each Other>,
  memoized: Bool, checks: SelectorChecks?, fileID: StaticString, line: UInt,
  hasCustomComparison: Bool,
  didChange: @escaping @Sendable (Output, Output) -> Bool,
  transformation: @escaping @Sendable (First, repeat each Other) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: selectorInputs(first, repeat each others), memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks), didChange: didChange,
    hasCustomComparison: hasCustomComparison
  ) {
    var position = 1
    return transformation($0[0], repeat $0.next((each Other).self, &position))
  }
}

func selectorInputs<State, each Input>(
  _ inputs: repeat StateSelector<State, each Input>
) -> [SelectorInput<State>] {
  var list: [SelectorInput<State>] = []
  for input in repeat each inputs { list.append(TypedInput(input)) }
  return list
}

extension InputValues {
  /// Returns the value at a position and increments the position.
  func next<Value>(_ type: Value.Type, _ position: inout Int) -> Value {
    defer { position += 1 }
    return self[position]
  }
}
