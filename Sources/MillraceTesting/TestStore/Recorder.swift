// SPDX-License-Identifier: Apache-2.0

import Millrace

/// What became of an action in a store under test.
struct RecordedStep<State, Action> {
  let action: Action
  let source: ActionSource
  /// The state before it and after it; the same if the reducer threw.
  let before: State
  let after: State
  /// What the reducer threw.
  let error: (any Error)?
  /// Whether the state was replaced between the action before it and this one.
  var followsReplacement = false
  /// The same, with what a step has replaced.
  var isAfterReplacement = false
}

/// Writes down what becomes of each action, from within the store.
final class Recorder<State: Sendable, Action: Sendable> {
  /// What has happened and was not asked for yet.
  var steps: [RecordedStep<State, Action>] = []
  /// All that has happened.
  private(set) var history: [RecordedStep<State, Action>] = []
  /// What has started each effect, by its number.
  private(set) var starters: [UInt64: Starter] = [:]
  /// Tells of the effects that run and began after the one with a number.
  var runningEffects: (_ after: UInt64) -> [Store<State, Action>.RunningEffect] = { _ in [] }
  /// What effects threw and nothing caught, and was not told yet.
  var uncaught: [String] = []
  /// Whether the state was replaced since the last action, and no step has told it.
  var isReplaced = false {
    didSet { if isReplaced { wasReplaced = true } }
  }
  private var wasReplaced = false
  /// Whether a store has taken it, and what it brings with it, for its first middleware.
  private(set) var isTaken = false
  /// Called whenever the store has nothing more to do for now.
  var onIdle: () -> Void = {}
  /// What starts effects now.
  var starter = Starter.code("the app itself")

  /// What starts an effect.
  enum Starter: CustomStringConvertible {
    case action(Action)
    /// An observer of the state, after an action.
    case observer(Action)
    case code(String)

    var description: String {
      switch self {
      case .action(let action): Failure.text(of: action).quoted
      case .observer(let action): "the state after \(Failure.text(of: action).quoted)"
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

  /// Whether an action has asked for an effect, and not an observer of the state.
  func isStartedByAction(_ effect: UInt64) -> Bool {
    if case .action? = starters[effect] { true } else { false }
  }

  /// Notes what has started the effects that are new.
  private func noteEffects() {
    for effect in runningEffects(lastEffect) {
      lastEffect = effect.number
      starters[effect.number] = effect.parent.flatMap { starters[$0] } ?? starter
    }
  }

  private func note(
    _ action: Action, _ source: ActionSource, _ after: State, _ error: (any Error)? = nil
  ) {
    guard let before else { return }
    let step = RecordedStep(
      action: action, source: source, before: before, after: after, error: error,
      followsReplacement: isReplaced, isAfterReplacement: wasReplaced)
    isReplaced = false
    wasReplaced = false
    steps.append(step)
    history.append(step)
    self.before = nil
    noteEffects()
    starter = .action(action)
  }
}

extension Recorder: Middleware {
  func handle(
    _ action: Action, from source: ActionSource, state: StateReader<State>
  ) -> Effect<Action> {
    noteEffects()
    starter = .observer(action)
    before = state()
    return Effect.perform { [self] _ in note(action, source, state()) }
  }

  func didReject(_ action: Action, from source: ActionSource, error: any Error) {
    guard let before else { return }
    note(action, source, before, error)
  }

  var probes: [any StoreProbe] { [self] }
}

/// An effect of a store under test, for the clock to know which effects sleep.
struct EffectNumber: Hashable {
  /// The effect to which the running task belongs.
  @TaskLocal static var current: EffectNumber?

  let store: ObjectIdentifier
  let number: UInt64
}

extension Recorder: StoreProbe {
  /// A store asks once, and takes the first answer.
  var taskExecutor: (any TaskExecutor)? {
    isTaken = true
    return executor
  }

  func startPart(_ part: UInt64, of effect: UInt64, _ start: () -> Void) {
    EffectNumber.$current.withValue(number(of: part)) { start() }
  }

  func failEffect(_ effect: UInt64, with error: any Error, from source: ActionSource) {
    let starter = starters[effect].map { ", started by \($0)" } ?? ""
    uncaught.append("\(source)\(starter): \(error)")
  }

  /// An effect by a number that no other store gives out.
  func number(of effect: UInt64) -> EffectNumber {
    EffectNumber(store: ObjectIdentifier(self), number: effect)
  }

  func enter(_ phase: StorePhase, queued: Int) {
    switch phase {
    case .notifying:
      // A batch tells observers at its end, when the effects of its last action have started.
      if case .action(let action) = starter {
        noteEffects()
        starter = .observer(action)
      }
    case .idle:
      noteEffects()
      starter = .code("the app itself")
      onIdle()
    default: break
    }
  }
}
