// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTrace

extension LawTests {
  /// Checks the laws of reducers.
  ///
  /// - The same inputs give the same result.
  /// - `identity` changes nothing when it is combined with a reducer, on either side.
  /// - `(a <> b) <> c` behaves as `a <> (b <> c)`.
  ///
  /// If a reducer throws, it must throw the same error again. The laws hold for every pure
  /// function, so a reducer that breaks a law reads or writes something other than its inputs. The
  /// effects of features are not compared.
  ///
  /// Complexity: O(r³ · s · a) for r reducers, s states and a actions.
  ///
  /// - Parameters:
  ///   - reducers: The reducers, with names for messages.
  ///   - states: The states to check with.
  ///   - actions: The actions to check with.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public static func check<State, Action: Sendable>(
    reducers: KeyValuePairs<String, any FeatureType<State, Action>>, states: [State],
    actions: [Action],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if reducers.isEmpty || states.isEmpty || actions.isEmpty {
      return Failure.nothingToCheck("reducers, states and actions").report(at: site)
    }
    let reducers = reducers.map { (name: $0.key, feature: $0.value.feature) }
    for (name, reducer) in reducers {
      let laws = [
        ("a reducer gives the same result for the same inputs", reducer, name),
        ("`identity <> reducer` is `reducer`", .identity <> reducer, name),
        ("`reducer <> identity` is `reducer`", reducer <> .identity, name),
      ]
      for (law, other, name) in laws
      where !check(law, reducer, other, name, states, actions, at: site) { return }
    }
    for (nameA, a) in reducers {
      for (nameB, b) in reducers {
        for (nameC, c) in reducers {
          let names = "\(nameA), \(nameB), \(nameC)"
          guard
            check(
              "`(a <> b) <> c` is `a <> (b <> c)`", (a <> b) <> c, a <> (b <> c), names, states,
              actions, at: site)
          else { return }
        }
      }
    }
  }

  /// Checks the laws of lifting: a lifted reducer changes its part as the reducer does and nothing
  /// else, and actions that are not for the part change nothing.
  ///
  /// Complexity: O(s · a) for s states and a actions of both lists.
  ///
  /// - Parameters:
  ///   - reducer: The reducer of the part.
  ///   - lifted: The reducer of the whole state, lifted from `reducer`.
  ///   - part: The key path of the part.
  ///   - action: Creates an action of the whole from an action of the part.
  ///   - states: States of the whole.
  ///   - actions: Actions of the part.
  ///   - otherActions: Actions of the whole that are not for the part.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public static func check<State, Action: Sendable, Part, PartAction: Sendable>(
    reducer: some FeatureType<Part, PartAction>, lifted: some FeatureType<State, Action>,
    state part: WritableKeyPath<State, Part>, action: (PartAction) -> Action, states: [State],
    actions: [PartAction], otherActions: [Action] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if states.isEmpty || actions.isEmpty {
      return Failure.nothingToCheck("states and actions").report(at: site)
    }
    let (reducer, lifted) = (reducer.feature, lifted.feature)
    for state in states {
      for partAction in actions {
        let alone = Outcome(reducer, state[keyPath: part], partAction)
        var whole = state
        whole[keyPath: part] = alone.state
        let expected = Outcome(state: alone.error == nil ? whole : state, error: alone.error)
        let law = "a lifted reducer changes its part as the reducer does, and nothing else"
        let given = action(partAction)
        guard check(law, expected, Outcome(lifted, state, given), "", state, given, at: site) else {
          return
        }
      }
      for other in otherActions {
        let law = "a lifted reducer ignores all other actions"
        let expected = Outcome(state: state, error: nil)
        guard check(law, expected, Outcome(lifted, state, other), "", state, other, at: site) else {
          return
        }
      }
    }
  }

  /// Returns true if two reducers have the same outcome for all states and actions; otherwise
  /// reports a violation of the law.
  private static func check<State, Action: Sendable>(
    _ law: String, _ one: Feature<State, Action>, _ other: Feature<State, Action>, _ names: String,
    _ states: [State], _ actions: [Action], at site: CallSite
  ) -> Bool {
    for state in states {
      for action in actions {
        guard
          check(
            law, Outcome(one, state, action), Outcome(other, state, action), names, state, action,
            at: site)
        else { return false }
      }
    }
    return true
  }

  /// Returns true if two outcomes are equal; otherwise reports a violation of the law.
  private static func check<State, Action>(
    _ law: String, _ expected: Outcome<State>, _ actual: Outcome<State>, _ names: String,
    _ state: State, _ action: Action, at site: CallSite
  ) -> Bool {
    let difference =
      Violation.difference(expected.state, actual.state)
      ?? Violation.difference(expected.error, actual.error)
    guard let difference else { return true }
    var given = [("state", Failure.text(of: state)), ("action", Failure.text(of: action))]
    if !names.isEmpty { given.insert(("reducers", names), at: 0) }
    Violation(
      law: law, given: given, difference: difference,
      cause: """
        a reducer reads or writes something other than its state and action: a date, a random \
        number, a global variable, an object in the state.
        """,
      remedy: "let an effect read the value, and put it into the action."
    ).report(at: site)
    return false
  }
}

/// The result of a reducer: as in a store, the state is unchanged if the reducer throws.
private struct Outcome<State> {
  let state: State
  /// The text of the thrown error, or nil.
  let error: String?
}

extension Outcome {
  init<Action: Sendable>(_ reducer: Feature<State, Action>, _ state: State, _ action: Action) {
    var state = state
    let error = Reducer(dropping: reducer).step(&state, action)
    self.init(state: state, error: error.map { Failure.text(of: $0) })
  }
}
