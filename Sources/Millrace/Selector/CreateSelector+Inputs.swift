// SPDX-License-Identifier: Apache-2.0

// The inputs of a selector as key paths and as closures; each form makes recipes of them.

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
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The place for messages.
///   - line: The place for messages.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A recipe whose output counts as changed when it is not equal.
public func createSelector<
  State, each Input: Equatable & SendableMetatype, Output: Equatable & SendableMetatype
>(
  _ inputs: repeat KeyPath<State, each Input> & Sendable, memoized: Bool = true,
  checks: SelectorChecks? = nil, fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (repeat each Input) -> Output
) -> StateSelector<State, Output> {
  createSelector(
    repeat StateSelector(each inputs), memoized: memoized, checks: checks, fileID: fileID,
    line: line, transformation: transformation)
}

/// A recipe of key paths with a rule of its own for when the output counts as changed.
///
/// - Parameters:
///   - inputs: Any number of key paths to values that can be compared.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The place for messages.
///   - line: The place for messages.
///   - didChange: Compares the value that was last delivered with a new one.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: The recipe.
public func createSelector<State, each Input: Equatable & SendableMetatype, Output>(
  _ inputs: repeat KeyPath<State, each Input> & Sendable, memoized: Bool = true,
  checks: SelectorChecks? = nil, fileID: StaticString = #fileID, line: UInt = #line,
  didChange: @escaping @Sendable (Output, Output) -> Bool,
  transformation: @escaping @Sendable (repeat each Input) -> Output
) -> StateSelector<State, Output> {
  createSelector(
    repeat StateSelector(each inputs), memoized: memoized, checks: checks, fileID: fileID,
    line: line, didChange: didChange, transformation: transformation)
}

/// A recipe that computes an output from functions, only when the value of one of them changed.
///
/// ```swift
/// func selectOpen(_ state: AppState) -> [Task] { state.tasks.filter(\.isOpen) }
///
/// let selectFirst = createSelector(selectOpen, { @Sendable app in app.filter }) { open, filter in
///   open.first { $0.title.contains(filter) }
/// }
/// ```
///
/// A closure among the inputs is marked `@Sendable`, as the compiler does not infer it there.
///
/// Complexity: nobody knows what a function reads, so that each input runs after every commit; the
/// transformation runs only when one of their values is another. A key path costs one comparison:
/// inputs that are all key paths take the form for these.
///
/// - Parameters:
///   - inputs: Any number of functions of the state; their values can be compared.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The place for messages.
///   - line: The place for messages.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A recipe whose output counts as changed when it is not equal.
@_disfavoredOverload
public func createSelector<
  State, each Input: Equatable & SendableMetatype, Output: Equatable & SendableMetatype
>(
  _ inputs: repeat @escaping @Sendable (State) -> each Input, memoized: Bool = true,
  checks: SelectorChecks? = nil, fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (repeat each Input) -> Output
) -> StateSelector<State, Output> {
  createSelector(
    repeat StateSelector(each inputs), memoized: memoized, checks: checks, fileID: fileID,
    line: line, transformation: transformation)
}
