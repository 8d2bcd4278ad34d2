// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A selector that computes an output from functions of the state, and only again when the value of
/// one of them has changed.
///
/// ```swift
/// let selectUser = { @Sendable (state: AppState) in state.selectedUser }
/// let selectBooks = { @Sendable (state: AppState) in state.allBooks }
/// let selectVisible = createSelector(
///   selectUser, selectBooks) { user, books in books.filter { $0.isOf(user) } }
/// ```
///
/// A closure among the inputs is marked `@Sendable`, as the compiler does not infer it there. What
/// a function reads is not known, so each input runs after every commit; a key path costs one
/// comparison instead. The idea comes from ReCombine.
///
/// - Parameters:
///   - first: A function of the state; its value can be compared.
///   - others: More of them, any number.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of `SelectorChecks.global`.
///   - fileID: The place for messages.
///   - line: The place for messages.
/// - Returns: A selector whose output counts as changed when it is not equal.
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
