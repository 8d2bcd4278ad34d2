// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTrace

extension Recording {
  /// Runs the recorded actions again, and fails the test at the first action whose result differs.
  ///
  /// Each action must lead to the recorded state, or be rejected with an error of the same text. A
  /// recorded replacement of the state is repeated. The recording contains the actions of effects.
  /// Therefore only the reducer runs. No middleware and no effect runs, and no clock is used.
  /// States that are not `Equatable` are compared by their text.
  ///
  /// ```swift
  /// recording.replay(reducer: Reducer.cart)
  /// ```
  ///
  /// - Parameters:
  ///   - reducer: The current reducer.
  ///   - fileID: The file of the check.
  ///   - filePath: The path of that file.
  ///   - line: The line of the check.
  ///   - column: The column of the check.
  /// - Returns: The new run, with the new states, up to and including the first action whose result
  ///   differs.
  /// - Complexity: O(n) reductions and comparisons for n actions.
  @discardableResult
  public func replay(
    reducer: some FeatureType<State, Action>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Recording {
    var later = Recording(initialState: initialState)
    var state = initialState
    let reducer = Reducer(dropping: reducer.feature)
    for (index, entry) in entries.enumerated() {
      if let replacement = entry.replacement { state = replacement }
      let error = reducer.step(&state, entry.action)
      let again = Entry(
        action: entry.action, source: entry.source, state: state,
        rejection: error.map { Failure.text(of: $0) }, replacement: entry.replacement)
      later.entries.append(again)
      if let failure = divergence(at: index, to: again) {
        failure.report(
          at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        break
      }
    }
    return later
  }

  /// Compares a later run with this run, and fails the test at the first difference.
  ///
  /// It compares the initial states, the actions, the states after them, the replacements of the
  /// state and the errors. It does not compare the sources, because line numbers change.
  ///
  /// ```swift
  /// recording.assertSame(as: store.recording)
  /// ```
  ///
  /// - Parameters:
  ///   - later: The other run.
  ///   - fileID: The file of the check.
  ///   - filePath: The path of that file.
  ///   - line: The line of the check.
  ///   - column: The column of the check.
  public func assertSame(
    as later: Recording, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    divergence(to: later)?.report(
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The first difference between this run and a later one.
  private func divergence(to later: Recording) -> Failure? {
    if !Failure.areEqual(initialState, later.initialState) {
      return .otherStart(
        Failure.difference(expected: initialState, actual: later.initialState))
    }
    for (index, entry) in later.entries.prefix(entries.count).enumerated() {
      if let failure = divergence(at: index, to: entry) { return failure }
    }
    if later.entries.count < entries.count {
      return .endsEarly(
        after: later.entries.count, of: entries.count, entries[later.entries.count].action)
    }
    if later.entries.count > entries.count {
      return .goesOn(after: entries.count, later.entries[entries.count].action)
    }
    return nil
  }

  /// The difference between a step and the recorded step, or nil.
  private func divergence(at index: Int, to entry: Entry) -> Failure? {
    let recorded = entries[index]
    let step = Failure.StepDescription(
      number: index + 1, count: entries.count, action: Failure.text(of: recorded.action),
      source: recorded.source.description, isAfterReplacement: recorded.replacement != nil)
    if !Failure.areEqual(recorded.action, entry.action) {
      return .otherAction(
        of: step, Failure.difference(expected: recorded.action, actual: entry.action))
    }
    if !Failure.areEqual(recorded.replacement, entry.replacement) {
      return .otherReplacement(
        of: step, isExpected: recorded.replacement != nil,
        Failure.difference(expected: recorded.replacement, actual: entry.replacement))
    }
    if recorded.rejection != entry.rejection {
      return .otherOutcome(of: step, recorded.rejection, entry.rejection)
    }
    if !Failure.areEqual(recorded.state, entry.state) {
      return .otherState(
        of: step, Failure.difference(expected: recorded.state, actual: entry.state))
    }
    return nil
  }
}
