// SPDX-License-Identifier: Apache-2.0

import Millrace

extension LawTests {
  /// Runs the laws of selectors: equal states give equal values; what is remembered is what would
  /// be computed anew; a store shows the same as a call, in reads and to observers; and no observer
  /// hears of a state for which the value is the same.
  ///
  /// The states are run through in all pairs, one after the other, in one store.
  ///
  /// Complexity: O(s²) for s states.
  ///
  /// - Parameters:
  ///   - selector: The selector, also one that was made by `createSelector`.
  ///   - compute: The value without anything remembered; nil to compare with the first call only.
  ///   - states: States to run it on.
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
    var heard: [Output] = []
    let subscription = mock.subscribe(to: selector, initial: true) { heard.append($0) }
    defer { subscription.cancel() }
    for (one, before) in states.enumerated() {
      for (two, state) in states.enumerated() {
        mock.state = before
        let shown = expected[one]
        heard = []
        mock.state = state
        let value = expected[two]
        let told = shown == value ? [] : [value]
        let given = [("state before", before), ("state", state)]
        guard
          agree(
            "a selector gives the same value for the same state", value, selector(state), given,
            site),
          agree(
            "`store.select` gives what a call gives", value, mock.select(selector), given, site),
          agree("`store.read` gives what a call gives", value, mock.read(selector), given, site),
          agree(
            "observers hear of each different value, once, and of no equal one", told, heard,
            given, site)
        else { return }
      }
    }
  }

  private static func agree<State, Value>(
    _ law: String, _ expected: Value, _ actual: Value, _ given: [(String, State)], _ site: CallSite
  ) -> Bool {
    guard let difference = Violation.difference(expected, actual) else { return true }
    Violation(
      law: law, given: given.map { ($0, Failure.text(of: $1)) }, difference: difference,
      cause: """
        the selector depends on something that is not among its inputs, its rule for what counts \
        as changed overlooks something, or values that differ are equal by `==`.
        """,
      remedy: "make all that it reads an input of it, and compare all that it reads."
    ).report(at: site)
    return false
  }
}
