// SPDX-License-Identifier: Apache-2.0

// `createSelector` of key paths.

/// A recipe that computes an output from key paths, only when one of them changed.
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
///   - fileID: The place for messages.
///   - line: The place for messages.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A recipe whose output counts as changed when it is not equal.
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Output: Equatable & SendableMetatype
>(
  _ first: KeyPath<State, First> & Sendable, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (First) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(StateSelector(first))], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) { transformation($0[0]) }
}

/// A recipe that computes an output from two key paths.
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Second: Equatable & SendableMetatype,
  Output: Equatable & SendableMetatype
>(
  _ first: KeyPath<State, First> & Sendable, _ second: KeyPath<State, Second> & Sendable,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, transformation: @escaping @Sendable (First, Second) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(StateSelector(first)), TypedInput(StateSelector(second))],
    memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) { transformation($0[0], $0[1]) }
}

/// A recipe that computes an output from three key paths.
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Second: Equatable & SendableMetatype,
  Third: Equatable & SendableMetatype, Output: Equatable & SendableMetatype
>(
  _ first: KeyPath<State, First> & Sendable, _ second: KeyPath<State, Second> & Sendable,
  _ third: KeyPath<State, Third> & Sendable, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (First, Second, Third) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [
      TypedInput(StateSelector(first)), TypedInput(StateSelector(second)),
      TypedInput(StateSelector(third)),
    ], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) { transformation($0[0], $0[1], $0[2]) }
}

/// A recipe that computes an output from four key paths.
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Second: Equatable & SendableMetatype,
  Third: Equatable & SendableMetatype, Fourth: Equatable & SendableMetatype,
  Output: Equatable & SendableMetatype
>(
  _ first: KeyPath<State, First> & Sendable, _ second: KeyPath<State, Second> & Sendable,
  _ third: KeyPath<State, Third> & Sendable, _ fourth: KeyPath<State, Fourth> & Sendable,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, transformation: @escaping @Sendable (First, Second, Third, Fourth) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [
      TypedInput(StateSelector(first)), TypedInput(StateSelector(second)),
      TypedInput(StateSelector(third)), TypedInput(StateSelector(fourth)),
    ], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) { transformation($0[0], $0[1], $0[2], $0[3]) }
}

/// A recipe that computes an output from five or more key paths.
public func createSelector<
  State, First: Equatable & SendableMetatype, Second: Equatable & SendableMetatype,
  Third: Equatable & SendableMetatype, Fourth: Equatable & SendableMetatype,
  Fifth: Equatable & SendableMetatype, each Other: Equatable & SendableMetatype,
  Output: Equatable & SendableMetatype
>(
  _ first: KeyPath<State, First> & Sendable, _ second: KeyPath<State, Second> & Sendable,
  _ third: KeyPath<State, Third> & Sendable, _ fourth: KeyPath<State, Fourth> & Sendable,
  _ fifth: KeyPath<State, Fifth> & Sendable, _ others: repeat KeyPath<State, each Other> & Sendable,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line,
  transformation:
    @escaping @Sendable (First, Second, Third, Fourth, Fifth, repeat each Other) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [
      TypedInput(StateSelector(first)), TypedInput(StateSelector(second)),
      TypedInput(StateSelector(third)), TypedInput(StateSelector(fourth)),
      TypedInput(StateSelector(fifth)),
    ] + selectorInputs(repeat StateSelector(each others)), memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) {
    var position = 5
    return transformation(
      $0[0], $0[1], $0[2], $0[3], $0[4], repeat $0.next((each Other).self, &position))
  }
}
