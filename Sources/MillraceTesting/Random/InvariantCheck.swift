// SPDX-License-Identifier: Apache-2.0

import Millrace

/// Looks for actions that break an invariant.
struct InvariantCheck<State, Action: Sendable> {
  let initialState: State
  let reducer: Feature<State, Action>
  let invariant: (State) throws -> Bool

  /// Why a state breaks the invariant.
  enum Breach {
    case isFalse
    case threw(any Error)
  }

  /// Runs as often as asked, until something is found.
  ///
  /// - Returns: What to report, and the actions that break the invariant.
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
      let shortest = Shrinker(failure: breaches).shrink(actions)
      let trail = trail(shortest)
      // The same actions have broken it a moment ago.
      guard trail.isBroken else { return (.impure(trail, seed: seed, length: length), shortest) }
      return (.broken(trail, tried: actions.count, seed: seed, length: length), shortest)
    }
    return tried == 0 ? (.nothingGenerated(runs: runs, length: length), nil) : (nil, nil)
  }

  /// Makes actions until one breaks the invariant.
  private func walk(
    seed: UInt64, length: Int, _ generate: ActionGenerator<State, Action>
  ) -> (actions: [Action], isBroken: Bool) {
    var generator = SeededGenerator(seed: seed)
    var state = initialState
    var actions: [Action] = []
    while actions.count < length, let action = generate(&generator, state) {
      actions.append(action)
      _ = reducer.step(&state, action)
      if breach(of: state) != nil { return (actions, true) }
    }
    return (actions, false)
  }

  /// The number of actions after which the invariant is broken.
  private func breaches(_ actions: [Action]) -> Int? {
    var state = initialState
    for (index, action) in actions.enumerated() {
      _ = reducer.step(&state, action)
      if breach(of: state) != nil { return index + 1 }
    }
    return nil
  }

  private func breach(of state: State) -> Breach? {
    do { return try invariant(state) ? nil : .isFalse } catch { return .threw(error) }
  }

  /// The way of a few actions, in words.
  private func trail(_ actions: [Action]) -> Failure.Trail {
    var state = initialState
    var steps: [(action: String, change: String)] = []
    for action in actions {
      let before = state
      let error = reducer.step(&state, action)
      let change =
        if let error {
          "refused with \(Failure.text(of: error).quoted)"
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
  /// The error that says why, if there is one.
  var words: String? {
    switch self {
    case .isFalse: nil
    case .threw(let error): Failure.text(of: error)
    }
  }
}
