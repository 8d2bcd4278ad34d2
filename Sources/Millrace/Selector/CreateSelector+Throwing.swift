// SPDX-License-Identifier: Apache-2.0

// `createSelector` with a transformation that may throw.

/// A recipe that computes an output from other recipes, and may fail.
///
/// - Parameters:
///   - first: The input.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The place for messages.
///   - line: The place for messages.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A recipe that throws what the transformation throws.
@_disfavoredOverload
@inlinable
public func createSelector<State, First, Output: Equatable & SendableMetatype>(
  _ first: StateSelector<State, First>, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (First) throws -> Output
) -> ThrowingSelector<State, Output> {
  ThrowingSelector(
    inputs: [TypedInput(first)], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks)
  ) { try transformation($0[0]) }
}

/// A recipe that computes an output from two recipes, and may fail.
@_disfavoredOverload
@inlinable
public func createSelector<State, First, Second, Output: Equatable & SendableMetatype>(
  _ first: StateSelector<State, First>, _ second: StateSelector<State, Second>,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, transformation: @escaping @Sendable (First, Second) throws -> Output
) -> ThrowingSelector<State, Output> {
  ThrowingSelector(
    inputs: [TypedInput(first), TypedInput(second)], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks)
  ) { try transformation($0[0], $0[1]) }
}

/// A recipe that computes an output from three recipes, and may fail.
@_disfavoredOverload
@inlinable
public func createSelector<State, First, Second, Third, Output: Equatable & SendableMetatype>(
  _ first: StateSelector<State, First>, _ second: StateSelector<State, Second>,
  _ third: StateSelector<State, Third>, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (First, Second, Third) throws -> Output
) -> ThrowingSelector<State, Output> {
  ThrowingSelector(
    inputs: [TypedInput(first), TypedInput(second), TypedInput(third)], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks)
  ) { try transformation($0[0], $0[1], $0[2]) }
}

/// A recipe that computes an output from four recipes, and may fail.
@_disfavoredOverload
@inlinable
public func createSelector<
  State, First, Second, Third, Fourth, Output: Equatable & SendableMetatype
>(
  _ first: StateSelector<State, First>, _ second: StateSelector<State, Second>,
  _ third: StateSelector<State, Third>, _ fourth: StateSelector<State, Fourth>,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line,
  transformation: @escaping @Sendable (First, Second, Third, Fourth) throws -> Output
) -> ThrowingSelector<State, Output> {
  ThrowingSelector(
    inputs: [TypedInput(first), TypedInput(second), TypedInput(third), TypedInput(fourth)],
    memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks)
  ) { try transformation($0[0], $0[1], $0[2], $0[3]) }
}

/// A recipe that computes an output from five or more recipes, and may fail.
@_disfavoredOverload
public func createSelector<
  State, First, Second, Third, Fourth, Fifth, each Other, Output: Equatable & SendableMetatype
>(
  _ first: StateSelector<State, First>, _ second: StateSelector<State, Second>,
  _ third: StateSelector<State, Third>, _ fourth: StateSelector<State, Fourth>,
  _ fifth: StateSelector<State, Fifth>, _ others: repeat StateSelector<State, each Other>,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line,
  transformation:
    @escaping @Sendable (First, Second, Third, Fourth, Fifth, repeat each Other) throws -> Output
) -> ThrowingSelector<State, Output> {
  ThrowingSelector(
    inputs: [
      TypedInput(first), TypedInput(second), TypedInput(third), TypedInput(fourth),
      TypedInput(fifth),
    ] + selectorInputs(repeat each others), memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks)
  ) {
    var position = 5
    return try transformation(
      $0[0], $0[1], $0[2], $0[3], $0[4], repeat $0.next((each Other).self, &position))
  }
}

/// A recipe that computes an output from one key path, and may fail.
@_disfavoredOverload
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Output: Equatable & SendableMetatype
>(
  _ first: KeyPath<State, First> & Sendable, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (First) throws -> Output
) -> ThrowingSelector<State, Output> {
  ThrowingSelector(
    inputs: [TypedInput(StateSelector(first))], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks)
  ) { try transformation($0[0]) }
}

/// A recipe that computes an output from two key paths, and may fail.
@_disfavoredOverload
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Second: Equatable & SendableMetatype,
  Output: Equatable & SendableMetatype
>(
  _ first: KeyPath<State, First> & Sendable, _ second: KeyPath<State, Second> & Sendable,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, transformation: @escaping @Sendable (First, Second) throws -> Output
) -> ThrowingSelector<State, Output> {
  ThrowingSelector(
    inputs: [TypedInput(StateSelector(first)), TypedInput(StateSelector(second))],
    memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks)
  ) { try transformation($0[0], $0[1]) }
}

/// A recipe that computes an output from three key paths, and may fail.
@_disfavoredOverload
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Second: Equatable & SendableMetatype,
  Third: Equatable & SendableMetatype, Output: Equatable & SendableMetatype
>(
  _ first: KeyPath<State, First> & Sendable, _ second: KeyPath<State, Second> & Sendable,
  _ third: KeyPath<State, Third> & Sendable, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (First, Second, Third) throws -> Output
) -> ThrowingSelector<State, Output> {
  ThrowingSelector(
    inputs: [
      TypedInput(StateSelector(first)), TypedInput(StateSelector(second)),
      TypedInput(StateSelector(third)),
    ], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks)
  ) { try transformation($0[0], $0[1], $0[2]) }
}

/// A recipe that computes an output from four key paths, and may fail.
@_disfavoredOverload
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Second: Equatable & SendableMetatype,
  Third: Equatable & SendableMetatype, Fourth: Equatable & SendableMetatype,
  Output: Equatable & SendableMetatype
>(
  _ first: KeyPath<State, First> & Sendable, _ second: KeyPath<State, Second> & Sendable,
  _ third: KeyPath<State, Third> & Sendable, _ fourth: KeyPath<State, Fourth> & Sendable,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line,
  transformation: @escaping @Sendable (First, Second, Third, Fourth) throws -> Output
) -> ThrowingSelector<State, Output> {
  ThrowingSelector(
    inputs: [
      TypedInput(StateSelector(first)), TypedInput(StateSelector(second)),
      TypedInput(StateSelector(third)), TypedInput(StateSelector(fourth)),
    ], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks)
  ) { try transformation($0[0], $0[1], $0[2], $0[3]) }
}

/// A recipe that computes an output from five or more key paths, and may fail.
@_disfavoredOverload
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
    @escaping @Sendable (First, Second, Third, Fourth, Fifth, repeat each Other) throws -> Output
) -> ThrowingSelector<State, Output> {
  ThrowingSelector(
    inputs: [
      TypedInput(StateSelector(first)), TypedInput(StateSelector(second)),
      TypedInput(StateSelector(third)), TypedInput(StateSelector(fourth)),
      TypedInput(StateSelector(fifth)),
    ] + selectorInputs(repeat StateSelector(each others)), memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks)
  ) {
    var position = 5
    return try transformation(
      $0[0], $0[1], $0[2], $0[3], $0[4], repeat $0.next((each Other).self, &position))
  }
}
