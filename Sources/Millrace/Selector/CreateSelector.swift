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
