// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTrace

/// Searches for actions that break an invariant.
struct InvariantCheck<State, Action: Sendable> {
  let initialState: State
  let reducer: Reducer<State, Action>
  let invariant: (State) throws -> Bool

  /// The reason why a state breaks the invariant.
  enum Breach {
    case isFalse
    case threw(any Error)
  }

  /// Checks random actions in a number of runs, and stops at the first run that breaks the
  /// invariant.
  ///
  /// - Returns: The failure to report, and the actions that break the invariant, or nil.
  func run(
    seed: UInt64, runs: Int, length: Int, _ generate: ActionGenerator<State, Action>
  ) -> (failure: Failure?, actions: [Action]?) {
    if let breach = breach(of: initialState) {
      return (.brokenAtStart(initialState, breach.words), [])
    }
    var tried = 0
    for run in 0..<max(0, runs) {
      let seed = seed &+ UInt64(run)
      let (actions, isBroken) = walk(seed: seed, length: length, generate)
      tried += actions.count
      guard isBroken else { continue }
      // After the breach no action runs. Therefore the breach is in the last of the kept actions.
      let (shortest, _) = fewest(
        actions, from: (state: initialState, isBroken: false), runs: .max
      ) { result, action in
        if result.isBroken { return }
        reducer.step(&result.state, action)
        result.isBroken = breach(of: result.state) != nil
      } fails: {
        $0.isBroken
      }
      let trail = trail(shortest)
      // These actions have broken the invariant before. If they do not break it now, the reducer
      // or the invariant is not pure.
      guard trail.isBroken else { return (.impure(trail, seed: seed, length: length), shortest) }
      return (.broken(trail, tried: actions.count, seed: seed, length: length), shortest)
    }
    return tried == 0 ? (.nothingGenerated(runs: runs, length: length), nil) : (nil, nil)
  }

  /// Generates actions until one breaks the invariant, none is generated, or there are `length`.
  private func walk(
    seed: UInt64, length: Int, _ generate: ActionGenerator<State, Action>
  ) -> (actions: [Action], isBroken: Bool) {
    var generator = SeededGenerator(seed: seed)
    var state = initialState
    var actions: [Action] = []
    while actions.count < length, let action = generate(&generator, state) {
      actions.append(action)
      reducer.step(&state, action)
      if breach(of: state) != nil { return (actions, true) }
    }
    return (actions, false)
  }

  private func breach(of state: State) -> Breach? {
    do { return try invariant(state) ? nil : .isFalse } catch { return .threw(error) }
  }

  /// The first and last state of a run with these actions and the changes between them, as text.
  private func trail(_ actions: [Action]) -> Failure.Trail {
    var state = initialState
    var steps: [(action: String, change: String)] = []
    for action in actions {
      let before = state
      let error = reducer.step(&state, action)
      let change =
        if let error {
          "rejected with \(Failure.text(of: error).quoted)"
        } else {
          Failure.change(from: before, to: state)
        }
      steps.append((Failure.text(of: action).quoted, change))
    }
    let breach = breach(of: state)
    return Failure.Trail(
      start: Failure.text(of: initialState), steps: steps, end: Failure.text(of: state),
      isBroken: breach != nil, breach: breach?.words)
  }
}

extension InvariantCheck.Breach {
  /// The text of the error that the invariant threw, or nil.
  var words: String? {
    switch self {
    case .isFalse: nil
    case .threw(let error): Failure.text(of: error)
    }
  }
}
