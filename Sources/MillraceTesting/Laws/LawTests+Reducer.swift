// SPDX-License-Identifier: Apache-2.0

import Millrace

extension LawTests {
  /// Runs the laws of reducers: equal inputs give equal results, `identity` changes nothing when it
  /// is combined with them on either side, and it does not matter how a chain of three is grouped.
  ///
  /// A reducer that throws must throw the same. The laws of the library hold for every pure
  /// function, so what breaks them reads or writes something outside.
  ///
  /// Complexity: O(r³ · s · a) for r reducers, s states and a actions.
  ///
  /// - Parameters:
  ///   - reducers: The reducers, by names for messages.
  ///   - states: States to run them on.
  ///   - actions: Actions to run them with.
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
        ("a reducer does the same again", reducer, name),
        ("`identity <> reducer` is `reducer`", .identity <> reducer, name),
        ("`reducer <> identity` is `reducer`", reducer <> .identity, name),
      ]
      for (law, other, name) in laws
      where !hold(law, reducer, other, name, states, actions, at: site) { return }
    }
    for (a, one) in reducers {
      for (b, two) in reducers {
        for (c, three) in reducers {
          let names = "\(a), \(b), \(c)"
          guard
            hold(
              "`(a <> b) <> c` is `a <> (b <> c)`", (one <> two) <> three, one <> (two <> three),
              names, states, actions, at: site)
          else { return }
        }
      }
    }
  }

  /// Runs the laws of lifting: a lifted reducer does to the part what the reducer does, and nothing
  /// to the rest; actions that are not meant change nothing.
  ///
  /// Complexity: O(s · a).
  ///
  /// - Parameters:
  ///   - reducer: The reducer of the part.
  ///   - lifted: The same as part of the whole.
  ///   - part: The part.
  ///   - action: Makes an action of the whole from one of the part.
  ///   - states: States of the whole.
  ///   - actions: Actions of the part.
  ///   - otherActions: Actions of the whole that are not meant for the part.
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
        let law = "a lifted reducer does to its part what the reducer does, and nothing else"
        let given = action(partAction)
        guard agree(law, expected, Outcome(lifted, state, given), "", state, given, at: site) else {
          return
        }
      }
      for other in otherActions {
        let law = "a lifted reducer does nothing for the actions of others"
        let expected = Outcome(state: state, error: nil)
        guard agree(law, expected, Outcome(lifted, state, other), "", state, other, at: site) else {
          return
        }
      }
    }
  }

  private static func hold<State, Action: Sendable>(
    _ law: String, _ one: Feature<State, Action>, _ other: Feature<State, Action>, _ names: String,
    _ states: [State], _ actions: [Action], at site: CallSite
  ) -> Bool {
    for state in states {
      for action in actions {
        guard
          agree(
            law, Outcome(one, state, action), Outcome(other, state, action), names, state, action,
            at: site)
        else { return false }
      }
    }
    return true
  }

  private static func agree<State, Action>(
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
        a reducer reads or writes something else than its state and action: a date, a random \
        number, a global, an object in the state.
        """,
      remedy: "put what it needs into the action, and let an effect find it out."
    ).report(at: site)
    return false
  }
}

/// What a reducer makes of a state: as a store does, nothing if it throws.
private struct Outcome<State> {
  let state: State
  /// What it has thrown, in words.
  let error: String?

  init(state: State, error: String?) {
    self.state = state
    self.error = error
  }

  init<Action: Sendable>(_ reducer: Feature<State, Action>, _ state: State, _ action: Action) {
    var next = state
    do {
      try reducer(&next, action)
      self.init(state: next, error: nil)
    } catch {
      self.init(state: state, error: Failure.text(of: error))
    }
  }
}
