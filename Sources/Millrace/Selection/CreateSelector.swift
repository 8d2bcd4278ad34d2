// SPDX-License-Identifier: Apache-2.0

// Up to four selectors and up to two key paths have forms of their own: what these run is
// specialized in the caller's module. A pack takes any number.

/// A selector that computes an output from another one, only when that one changed.
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
/// Inputs are any number of selectors, any number of key paths, or one selector and one key path.
/// To mix more of them, make a selector of each:
///
/// ```swift
/// createSelector(.count(of: \Library.books), \.page) { count, page in "\(page) of \(count)" }
/// createSelector(selectVisible, StateSelector { $0.now() }) { books, now in books.due(now) }
/// ```
///
/// Complexity of a direct call: one comparison of each input, and no allocation, if none changed.
///
/// - Parameters:
///   - first: The input.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The file that messages name.
///   - line: The line that messages name.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A selector whose output counts as changed when it is not equal.
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

/// A selector without inputs: its output is computed once, unless `memoized` is false.
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
/// let selectVisible = createSelector(\AppState.books, \.filter) { books, filter in
///   books.filter { $0.genre == filter }
/// }
/// ```
///
/// - Parameters:
///   - first: A key path to a value that can be compared.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The file that messages name.
///   - line: The line that messages name.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A selector whose output counts as changed when it is not equal.
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

/// A selector of selectors, with a rule of its own for when the output counts as changed.
///
/// - Parameters:
///   - first: An input.
///   - others: More inputs.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The file that messages name.
///   - line: The line that messages name.
///   - didChange: Gets the value that was last delivered and a new one; returns whether the new
///     one is delivered.
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

/// A selector of key paths, with a rule of its own for when the output counts as changed.
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
  /// The value at a position that moves on to the next one.
  func next<Value>(_ type: Value.Type, _ position: inout Int) -> Value {
    defer { position += 1 }
    return self[position]
  }
}
