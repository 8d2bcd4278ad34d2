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

// `createSelector` with a rule of its own.

/// A recipe with a rule of its own for when the output counts as changed.
///
/// - Parameters:
///   - first: The input.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The place for messages.
///   - line: The place for messages.
///   - didChange: Compares the value that was last delivered with a new one.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: The recipe.
@inlinable
public func createSelector<State, First, Output>(
  _ first: StateSelector<State, First>, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  didChange: @escaping @Sendable (Output, Output) -> Bool,
  transformation: @escaping @Sendable (First) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(first)], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks), didChange: didChange,
    isRuled: true
  ) { transformation($0[0]) }
}

/// A recipe that computes an output from two recipes, with a rule of its own.
@inlinable
public func createSelector<State, First, Second, Output>(
  _ first: StateSelector<State, First>, _ second: StateSelector<State, Second>,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, didChange: @escaping @Sendable (Output, Output) -> Bool,
  transformation: @escaping @Sendable (First, Second) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(first), TypedInput(second)], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks), didChange: didChange,
    isRuled: true
  ) { transformation($0[0], $0[1]) }
}

/// A recipe that computes an output from three recipes, with a rule of its own.
@inlinable
public func createSelector<State, First, Second, Third, Output>(
  _ first: StateSelector<State, First>, _ second: StateSelector<State, Second>,
  _ third: StateSelector<State, Third>, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  didChange: @escaping @Sendable (Output, Output) -> Bool,
  transformation: @escaping @Sendable (First, Second, Third) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(first), TypedInput(second), TypedInput(third)], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks), didChange: didChange,
    isRuled: true
  ) { transformation($0[0], $0[1], $0[2]) }
}

/// A recipe that computes an output from four recipes, with a rule of its own.
@inlinable
public func createSelector<State, First, Second, Third, Fourth, Output>(
  _ first: StateSelector<State, First>, _ second: StateSelector<State, Second>,
  _ third: StateSelector<State, Third>, _ fourth: StateSelector<State, Fourth>,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, didChange: @escaping @Sendable (Output, Output) -> Bool,
  transformation: @escaping @Sendable (First, Second, Third, Fourth) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(first), TypedInput(second), TypedInput(third), TypedInput(fourth)],
    memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks), didChange: didChange,
    isRuled: true
  ) { transformation($0[0], $0[1], $0[2], $0[3]) }
}

/// A recipe that computes an output from five or more recipes, with a rule of its own.
public func createSelector<State, First, Second, Third, Fourth, Fifth, each Other, Output>(
  _ first: StateSelector<State, First>, _ second: StateSelector<State, Second>,
  _ third: StateSelector<State, Third>, _ fourth: StateSelector<State, Fourth>,
  _ fifth: StateSelector<State, Fifth>, _ others: repeat StateSelector<State, each Other>,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, didChange: @escaping @Sendable (Output, Output) -> Bool,
  transformation:
    @escaping @Sendable (First, Second, Third, Fourth, Fifth, repeat each Other) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [
      TypedInput(first), TypedInput(second), TypedInput(third), TypedInput(fourth),
      TypedInput(fifth),
    ] + selectorInputs(repeat each others), memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks), didChange: didChange,
    isRuled: true
  ) {
    var position = 5
    return transformation(
      $0[0], $0[1], $0[2], $0[3], $0[4], repeat $0.next((each Other).self, &position))
  }
}

/// A recipe of key paths with a rule of its own for when the output counts as changed.
///
/// - Parameters:
///   - first: A key path to a value that can be compared.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The place for messages.
///   - line: The place for messages.
///   - didChange: Compares the value that was last delivered with a new one.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: The recipe.
@inlinable
public func createSelector<State, First: Equatable & SendableMetatype, Output>(
  _ first: KeyPath<State, First> & Sendable, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  didChange: @escaping @Sendable (Output, Output) -> Bool,
  transformation: @escaping @Sendable (First) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(StateSelector(first))], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks), didChange: didChange,
    isRuled: true
  ) { transformation($0[0]) }
}

/// A recipe that computes an output from two key paths, with a rule of its own.
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Second: Equatable & SendableMetatype, Output
>(
  _ first: KeyPath<State, First> & Sendable, _ second: KeyPath<State, Second> & Sendable,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, didChange: @escaping @Sendable (Output, Output) -> Bool,
  transformation: @escaping @Sendable (First, Second) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(StateSelector(first)), TypedInput(StateSelector(second))],
    memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks), didChange: didChange,
    isRuled: true
  ) { transformation($0[0], $0[1]) }
}

/// A recipe that computes an output from three key paths, with a rule of its own.
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Second: Equatable & SendableMetatype,
  Third: Equatable & SendableMetatype, Output
>(
  _ first: KeyPath<State, First> & Sendable, _ second: KeyPath<State, Second> & Sendable,
  _ third: KeyPath<State, Third> & Sendable, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  didChange: @escaping @Sendable (Output, Output) -> Bool,
  transformation: @escaping @Sendable (First, Second, Third) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [
      TypedInput(StateSelector(first)), TypedInput(StateSelector(second)),
      TypedInput(StateSelector(third)),
    ], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks), didChange: didChange,
    isRuled: true
  ) { transformation($0[0], $0[1], $0[2]) }
}

/// A recipe that computes an output from four key paths, with a rule of its own.
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Second: Equatable & SendableMetatype,
  Third: Equatable & SendableMetatype, Fourth: Equatable & SendableMetatype, Output
>(
  _ first: KeyPath<State, First> & Sendable, _ second: KeyPath<State, Second> & Sendable,
  _ third: KeyPath<State, Third> & Sendable, _ fourth: KeyPath<State, Fourth> & Sendable,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, didChange: @escaping @Sendable (Output, Output) -> Bool,
  transformation: @escaping @Sendable (First, Second, Third, Fourth) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [
      TypedInput(StateSelector(first)), TypedInput(StateSelector(second)),
      TypedInput(StateSelector(third)), TypedInput(StateSelector(fourth)),
    ], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks), didChange: didChange,
    isRuled: true
  ) { transformation($0[0], $0[1], $0[2], $0[3]) }
}

/// A recipe that computes an output from five or more key paths, with a rule of its own.
public func createSelector<
  State, First: Equatable & SendableMetatype, Second: Equatable & SendableMetatype,
  Third: Equatable & SendableMetatype, Fourth: Equatable & SendableMetatype,
  Fifth: Equatable & SendableMetatype, each Other: Equatable & SendableMetatype, Output
>(
  _ first: KeyPath<State, First> & Sendable, _ second: KeyPath<State, Second> & Sendable,
  _ third: KeyPath<State, Third> & Sendable, _ fourth: KeyPath<State, Fourth> & Sendable,
  _ fifth: KeyPath<State, Fifth> & Sendable, _ others: repeat KeyPath<State, each Other> & Sendable,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, didChange: @escaping @Sendable (Output, Output) -> Bool,
  transformation:
    @escaping @Sendable (First, Second, Third, Fourth, Fifth, repeat each Other) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [
      TypedInput(StateSelector(first)), TypedInput(StateSelector(second)),
      TypedInput(StateSelector(third)), TypedInput(StateSelector(fourth)),
      TypedInput(StateSelector(fifth)),
    ] + selectorInputs(repeat StateSelector(each others)), memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks), didChange: didChange,
    isRuled: true
  ) {
    var position = 5
    return transformation(
      $0[0], $0[1], $0[2], $0[3], $0[4], repeat $0.next((each Other).self, &position))
  }
}
