// SPDX-License-Identifier: Apache-2.0

// The same once for each number of inputs up to four, and once for more. With a pack of inputs
// alone the compiler does not find the type of a leading dot, as in `.count(of: \.people)`, takes
// long over closures, and does not specialize what a call runs.

/// A recipe that computes an output from other recipes, only when one of them changed.
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
/// Inputs are recipes, key paths, or both of them up to three inputs; or they are all functions. To
/// mix others, make a recipe of each:
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
///   - fileID: The place for messages.
///   - line: The place for messages.
///   - transformation: Computes the output; it must depend on nothing but its inputs.
/// - Returns: A recipe whose output counts as changed when it is not equal.
@inlinable
public func createSelector<State, First, Output: Equatable & SendableMetatype>(
  _ first: StateSelector<State, First>, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (First) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(first)], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) { transformation($0[0]) }
}

/// A recipe that computes an output from two recipes.
@inlinable
public func createSelector<State, First, Second, Output: Equatable & SendableMetatype>(
  _ first: StateSelector<State, First>, _ second: StateSelector<State, Second>,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, transformation: @escaping @Sendable (First, Second) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(first), TypedInput(second)], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) { transformation($0[0], $0[1]) }
}

/// A recipe that computes an output from three recipes.
@inlinable
public func createSelector<State, First, Second, Third, Output: Equatable & SendableMetatype>(
  _ first: StateSelector<State, First>, _ second: StateSelector<State, Second>,
  _ third: StateSelector<State, Third>, memoized: Bool = true, checks: SelectorChecks? = nil,
  fileID: StaticString = #fileID, line: UInt = #line,
  transformation: @escaping @Sendable (First, Second, Third) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(first), TypedInput(second), TypedInput(third)], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) { transformation($0[0], $0[1], $0[2]) }
}

/// A recipe that computes an output from four recipes.
@inlinable
public func createSelector<
  State, First, Second, Third, Fourth, Output: Equatable & SendableMetatype
>(
  _ first: StateSelector<State, First>, _ second: StateSelector<State, Second>,
  _ third: StateSelector<State, Third>, _ fourth: StateSelector<State, Fourth>,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, transformation: @escaping @Sendable (First, Second, Third, Fourth) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [TypedInput(first), TypedInput(second), TypedInput(third), TypedInput(fourth)],
    memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) { transformation($0[0], $0[1], $0[2], $0[3]) }
}

/// A recipe that computes an output from five or more recipes.
public func createSelector<
  State, First, Second, Third, Fourth, Fifth, each Other, Output: Equatable & SendableMetatype
>(
  _ first: StateSelector<State, First>, _ second: StateSelector<State, Second>,
  _ third: StateSelector<State, Third>, _ fourth: StateSelector<State, Fourth>,
  _ fifth: StateSelector<State, Fifth>, _ others: repeat StateSelector<State, each Other>,
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line,
  transformation:
    @escaping @Sendable (First, Second, Third, Fourth, Fifth, repeat each Other) -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [
      TypedInput(first), TypedInput(second), TypedInput(third), TypedInput(fourth),
      TypedInput(fifth),
    ] + selectorInputs(repeat each others), memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) },
    isRuled: false
  ) {
    var position = 5
    return transformation(
      $0[0], $0[1], $0[2], $0[3], $0[4], repeat $0.next((each Other).self, &position))
  }
}

/// A recipe without inputs: its output is computed once.
public func createSelector<State, Output: Equatable & SendableMetatype>(
  memoized: Bool = true, checks: SelectorChecks? = nil, fileID: StaticString = #fileID,
  line: UInt = #line, transformation: @escaping @Sendable () -> Output
) -> StateSelector<State, Output> {
  StateSelector(
    inputs: [], memoized: memoized,
    inspector: SelectorInspector(fileID: fileID, line: line, own: checks),
    didChange: { differs($0, $1) }, isRuled: false
  ) { _ in transformation() }
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
