// SPDX-License-Identifier: Apache-2.0

import Millrace

extension LawTests {
  /// Checks the laws of selectors.
  ///
  /// - The same state gives the same value.
  /// - A cached value equals the value that would be computed again.
  /// - `select`, `read` and the observers of a store get the same value as a call of the selector.
  /// - An observer is not called when the value is unchanged.
  ///
  /// The check sets all pairs of states, one after the other, in one store.
  ///
  /// Complexity: O(s²) for s states.
  ///
  /// - Parameters:
  ///   - selector: The selector, for example one that `createSelector` has created.
  ///   - compute: Computes the value without a cache, or nil to compare with the first call only.
  ///   - states: The states to check with.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public static func check<State: Sendable, Output: Equatable>(
    selector: StateSelector<State, Output>, computing compute: ((State) -> Output)? = nil,
    states: [State], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let first = states.first else {
      return Failure.nothingToCheck("states").report(at: site)
    }
    let expected = states.map { compute?($0) ?? selector($0) }
    let mock = MockStore<State, Never>(initialState: first)
    var observed: [Output] = []
    let subscription = mock.subscribe(to: selector, initial: true) { observed.append($0) }
    defer { subscription.cancel() }
    for (indexBefore, before) in states.enumerated() {
      for (index, state) in states.enumerated() {
        mock.state = before
        let valueBefore = expected[indexBefore]
        observed = []
        mock.state = state
        let value = expected[index]
        let expectedObserved = valueBefore == value ? [] : [value]
        let given = [("state before", before), ("state", state)]
        guard
          check(
            "a selector returns the same value for the same state", value, selector(state), given,
            site),
          check(
            "`store.select` returns the same value as a call", value, mock.select(selector), given,
            site),
          check(
            "`store.read` returns the same value as a call", value, mock.read(selector), given,
            site),
          check(
            "observers get each changed value once, and no unchanged value", expectedObserved,
            observed, given, site)
        else { return }
      }
    }
  }

  /// Returns true if two values are equal; otherwise reports a violation of the law.
  private static func check<State, Value>(
    _ law: String, _ expected: Value, _ actual: Value, _ given: [(String, State)], _ site: CallSite
  ) -> Bool {
    guard let difference = Violation.difference(expected, actual) else { return true }
    Violation(
      law: law, given: given.map { ($0, Failure.text(of: $1)) }, difference: difference,
      cause: """
        the selector depends on a value that is not one of its inputs, its `didChange` ignores a \
        difference, or different values are equal by `==`.
        """,
      remedy: "make every value that the selector reads an input, and compare all inputs."
    ).report(at: site)
    return false
  }
}
