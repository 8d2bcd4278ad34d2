// SPDX-License-Identifier: Apache-2.0

// `createSelector` of recipes and key paths in any order, up to three.

/// A recipe that computes an output from a recipe and a key path.
@inlinable
public func createSelector<
  State, First, Second: Equatable & SendableMetatype, Output: Equatable & SendableMetatype
>(
  _ first: StateSelector<State, First>, _ second: KeyPath<State, Second> & Sendable,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, transformation: @escaping @Sendable (First, Second) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(first), TypedInput(StateSelector(second))], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) { transformation($0[0], $0[1]) }
}

/// A recipe that computes an output from a key path and a recipe.
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Second, Output: Equatable & SendableMetatype
>(
  _ first: KeyPath<State, First> & Sendable, _ second: StateSelector<State, Second>,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, transformation: @escaping @Sendable (First, Second) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(StateSelector(first)), TypedInput(second)], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) { transformation($0[0], $0[1]) }
}

/// A recipe that computes an output from a recipe, a recipe and a key path.
@inlinable
public func createSelector<
  State, First, Second, Third: Equatable & SendableMetatype, Output: Equatable & SendableMetatype
>(
  _ first: StateSelector<State, First>, _ second: StateSelector<State, Second>,
  _ third: KeyPath<State, Third> & Sendable, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (First, Second, Third) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(first), TypedInput(second), TypedInput(StateSelector(third))],
    memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) { transformation($0[0], $0[1], $0[2]) }
}

/// A recipe that computes an output from a recipe, a key path and a recipe.
@inlinable
public func createSelector<
  State, First, Second: Equatable & SendableMetatype, Third, Output: Equatable & SendableMetatype
>(
  _ first: StateSelector<State, First>, _ second: KeyPath<State, Second> & Sendable,
  _ third: StateSelector<State, Third>, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (First, Second, Third) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(first), TypedInput(StateSelector(second)), TypedInput(third)],
    memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) { transformation($0[0], $0[1], $0[2]) }
}

/// A recipe that computes an output from a recipe, a key path and a key path.
@inlinable
public func createSelector<
  State, First, Second: Equatable & SendableMetatype, Third: Equatable & SendableMetatype,
  Output: Equatable & SendableMetatype
>(
  _ first: StateSelector<State, First>, _ second: KeyPath<State, Second> & Sendable,
  _ third: KeyPath<State, Third> & Sendable, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (First, Second, Third) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [
      TypedInput(first), TypedInput(StateSelector(second)), TypedInput(StateSelector(third)),
    ], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) { transformation($0[0], $0[1], $0[2]) }
}

/// A recipe that computes an output from a key path, a recipe and a recipe.
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Second, Third, Output: Equatable & SendableMetatype
>(
  _ first: KeyPath<State, First> & Sendable, _ second: StateSelector<State, Second>,
  _ third: StateSelector<State, Third>, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (First, Second, Third) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(StateSelector(first)), TypedInput(second), TypedInput(third)],
    memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) { transformation($0[0], $0[1], $0[2]) }
}

/// A recipe that computes an output from a key path, a recipe and a key path.
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Second, Third: Equatable & SendableMetatype,
  Output: Equatable & SendableMetatype
>(
  _ first: KeyPath<State, First> & Sendable, _ second: StateSelector<State, Second>,
  _ third: KeyPath<State, Third> & Sendable, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (First, Second, Third) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [
      TypedInput(StateSelector(first)), TypedInput(second), TypedInput(StateSelector(third)),
    ], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) { transformation($0[0], $0[1], $0[2]) }
}

/// A recipe that computes an output from a key path, a key path and a recipe.
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Second: Equatable & SendableMetatype, Third,
  Output: Equatable & SendableMetatype
>(
  _ first: KeyPath<State, First> & Sendable, _ second: KeyPath<State, Second> & Sendable,
  _ third: StateSelector<State, Third>, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (First, Second, Third) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [
      TypedInput(StateSelector(first)), TypedInput(StateSelector(second)), TypedInput(third),
    ], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) { transformation($0[0], $0[1], $0[2]) }
}
