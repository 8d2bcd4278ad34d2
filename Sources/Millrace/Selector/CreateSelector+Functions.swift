// SPDX-License-Identifier: Apache-2.0

// `createSelector` of functions; a key path among them is taken as one.

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
/// Complexity: what a function reads is not known, so that each input runs after every commit; the
/// transformation runs only when one of their values is another. A key path costs one comparison:
/// inputs that are all key paths take the form for these.
///
/// - Parameters:
///   - first: A function of the state; its value can be compared.
///   - memoized: Pass false to compute at every call and after every commit.
///   - checks: What to check in debug builds instead of ``SelectorChecks/global``.
///   - fileID: The place for messages.
///   - line: The place for messages.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A recipe whose output counts as changed when it is not equal.
@_disfavoredOverload
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Output: Equatable & SendableMetatype
>(
  _ first: @escaping @Sendable (State) -> First, memoized: Bool = true,
  checks: SelectorChecks? = nil, fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (First) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(StateSelector(first))], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) { transformation($0[0]) }
}

/// A recipe that computes an output from two functions.
@_disfavoredOverload
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Second: Equatable & SendableMetatype,
  Output: Equatable & SendableMetatype
>(
  _ first: @escaping @Sendable (State) -> First, _ second: @escaping @Sendable (State) -> Second,
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

/// A recipe that computes an output from three functions.
@_disfavoredOverload
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Second: Equatable & SendableMetatype,
  Third: Equatable & SendableMetatype, Output: Equatable & SendableMetatype
>(
  _ first: @escaping @Sendable (State) -> First, _ second: @escaping @Sendable (State) -> Second,
  _ third: @escaping @Sendable (State) -> Third, memoized: Bool = true,
  checks: SelectorChecks? = nil, fileID: StaticString = #fileID, line: UInt = #line,
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

/// A recipe that computes an output from four functions.
@_disfavoredOverload
@inlinable
public func createSelector<
  State, First: Equatable & SendableMetatype, Second: Equatable & SendableMetatype,
  Third: Equatable & SendableMetatype, Fourth: Equatable & SendableMetatype,
  Output: Equatable & SendableMetatype
>(
  _ first: @escaping @Sendable (State) -> First, _ second: @escaping @Sendable (State) -> Second,
  _ third: @escaping @Sendable (State) -> Third, _ fourth: @escaping @Sendable (State) -> Fourth,
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

/// A recipe that computes an output from five or more functions.
@_disfavoredOverload
public func createSelector<
  State, First: Equatable & SendableMetatype, Second: Equatable & SendableMetatype,
  Third: Equatable & SendableMetatype, Fourth: Equatable & SendableMetatype,
  Fifth: Equatable & SendableMetatype, each Other: Equatable & SendableMetatype,
  Output: Equatable & SendableMetatype
>(
  _ first: @escaping @Sendable (State) -> First, _ second: @escaping @Sendable (State) -> Second,
  _ third: @escaping @Sendable (State) -> Third, _ fourth: @escaping @Sendable (State) -> Fourth,
  _ fifth: @escaping @Sendable (State) -> Fifth,
  _ others: repeat @escaping @Sendable (State) -> each Other, memoized: Bool = true,
  checks: SelectorChecks? = nil, fileID: StaticString = #fileID, line: UInt = #line,
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
