// SPDX-License-Identifier: Apache-2.0

import Millrace

/// What became of an action in a store under test.
struct Step<State, Action> {
  let action: Action
  let source: ActionSource
  /// The state before it and after it; the same if the reducer threw.
  let before: State
  let after: State
  /// What the reducer threw.
  let error: (any Error)?
}

/// Writes down what becomes of each action, from within the store.
final class Recorder<State: Sendable, Action: Sendable> {
  /// What has happened and was not asked for yet.
  var steps: [Step<State, Action>] = []
  /// Who has started which effect, by its number.
  private(set) var starters: [UInt64: Starter] = [:]
  /// Tells of the effects that run.
  var runningEffects: () -> [RunningEffect] = { [] }
  /// Called whenever the store has nothing more to do for now.
  var onIdle: () -> Void = {}
  /// Who starts effects now.
  var starter = Starter.code("the app itself")

  /// Who starts an effect.
  enum Starter: CustomStringConvertible {
    case action(Action)
    case code(String)

    var description: String {
      switch self {
      case .action(let action): Failure.text(of: action).quoted
      case .code(let text): text
      }
    }
  }

  private let executor: TestExecutor
  private var before: State?
  private var lastEffect: UInt64 = 0

  init(executor: TestExecutor) {
    self.executor = executor
  }

  /// Notes who has started the effects that are new.
  private func noteEffects() {
    for effect in runningEffects() where effect.number > lastEffect {
      lastEffect = effect.number
      starters[effect.number] = effect.parent.flatMap { starters[$0] } ?? starter
    }
  }

  private func note(
    _ action: Action, _ source: ActionSource, _ after: State, _ error: (any Error)? = nil
  ) {
    guard let before else { return }
    steps.append(
      Step(action: action, source: source, before: before, after: after, error: error))
    self.before = nil
    starter = .action(action)
  }
}

extension Recorder: Middleware {
  func handle(
    _ action: Action, from source: ActionSource, state: StateReader<State>
  ) -> IO<Action> {
    noteEffects()
    before = state()
    return IO { [unowned self] _ in note(action, source, state()) }
  }

  func didReject(_ action: Action, from source: ActionSource, error: any Error) {
    guard let before else { return }
    note(action, source, before, error)
  }

  var probes: [any StoreProbe] { [self] }
}

extension Recorder: StoreProbe {
  var taskExecutor: (any TaskExecutor)? { executor }

  func enter(_ phase: StorePhase, queued: Int) {
    guard phase == .idle else { return }
    noteEffects()
    onIdle()
  }
}
