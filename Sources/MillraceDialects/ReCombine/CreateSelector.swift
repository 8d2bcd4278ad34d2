// SPDX-License-Identifier: Apache-2.0

import Millrace

/// Creates a selector that computes an output from the values of functions of the state.
///
/// The output is computed again only when one of these values has changed.
///
/// ```swift
/// let selectUser = { @Sendable (state: AppState) in state.selectedUser }
/// let selectBooks = { @Sendable (state: AppState) in state.allBooks }
/// let selectVisible = createSelector(
///   selectUser, selectBooks) { user, books in books.filter { $0.isOf(user) } }
/// ```
///
/// Mark each input closure as `@Sendable`, because the compiler does not infer it here. Each input
/// function runs after every commit; a key path needs only one comparison. The idea comes from
/// ReCombine.
///
/// - Parameters:
///   - first: A function of the state with an `Equatable` value.
///   - others: Any number of further functions.
///   - transformation: Computes the output. It must depend only on its inputs.
///   - memoized: Pass false to compute the output at every call and after every commit.
///   - checks: The checks in debug builds, instead of `SelectorChecks.global`.
///   - fileID: The file of the call site, for messages.
///   - line: The line of the call site, for messages.
/// - Returns: A selector that compares its output with `==`.
@_disfavoredOverload
public func createSelector<
  State, First: Equatable & SendableMetatype, each Other: Equatable & SendableMetatype,
  Output: Equatable & SendableMetatype
>(
  _ first: @escaping @Sendable (State) -> First,
  _ others: repeat @escaping @Sendable (State) -> each Other,
  transformation: @escaping @Sendable (First, repeat each Other) -> Output,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line
) -> StateSelector<State, Output> {
  createSelector(
    StateSelector(first), repeat StateSelector(each others), memoized: memoized, checks: checks,
    fileID: fileID, line: line, transformation: transformation)
}
