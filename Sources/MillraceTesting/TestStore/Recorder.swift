// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The result of an action in a store under test.
struct RecordedStep<State, Action> {
  let action: Action
  let source: ActionSource
  /// The state before the action.
  let before: State
  /// The state after the action.
  ///
  /// It equals `before` if the reducer threw.
  let after: State
  /// The error that the reducer threw, or nil.
  let error: (any Error)?
  /// True if the state was replaced between the previous action and this one, and not by the step
  /// `TestStore.replaceState(with:)`.
  var hasUnexpectedReplacement = false
  /// True if the state was replaced between the previous action and this one, by a step or by other
  /// code.
  var isAfterReplacement = false
}

/// Records the result of each action, as the first middleware of the store.
final class Recorder<State: Sendable, Action: Sendable> {
  /// The actions that no step has sent or received yet, in order.
  var steps: [RecordedStep<State, Action>] = []
  /// The actions that steps have skipped because exhaustivity was off, with the lines of the steps.
  var skipped: [(action: Action, line: UInt)] = []
  /// All recorded actions, in order.
  private(set) var history: [RecordedStep<State, Action>] = []
  /// The number of actions of the store, including those beyond the limits.
  private(set) var actionCount: UInt64 = 0
  /// The action counts up to which actions are recorded, one for each step that is settling.
  ///
  /// The task that checks the limit can run late. Without these limits, the states of a flood of
  /// actions would fill the memory until then.
  var limits: [UInt64] = []
  /// The number of effects that run.
  private(set) var running = 0
  /// The starter of each effect, by the number of the effect.
  private(set) var starters: [UInt64: Starter] = [:]
  /// Returns the running effects that started after the effect with a number.
  var runningEffects: (_ after: UInt64) -> [Store<State, Action>.RunningEffect] = { _ in [] }
  /// The uncaught errors of effects that were not reported yet.
  var uncaught: [String] = []
  /// True if the state was replaced since the last action, and not by a step of the test.
  var isReplaced = false {
    didSet { if isReplaced { wasReplaced = true } }
  }
  /// True if the state was replaced since the last action, by a step or by other code.
  private var wasReplaced = false
  /// True if a store has the recorder among its middleware and uses the recorder's executor.
  private(set) var isInstalled = false
  /// The number of turns that have left jobs in the queue of the store, for a later turn.
  private(set) var unfinishedTurns = 0
  /// Called each time that the store becomes idle.
  var onIdle: () -> Void = {}
  /// The starter to record for effects that start now.
  var starter = Starter.code("the app itself")

  /// The cause of the start of an effect.
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

  let executor: TestExecutor
  private var before: State?
  private let endProbe = EndProbe()
  private var lastEffect: UInt64 = 0

  init(executor: TestExecutor) {
    self.executor = executor
  }

  /// True if an action started the effect, false if an observer of the state or other code did.
  func isStartedByAction(_ effect: UInt64) -> Bool {
    if case .action? = starters[effect] { true } else { false }
  }

  /// Records the starters of the effects that have started since the last call.
  private func noteEffects() {
    for effect in runningEffects(lastEffect) {
      lastEffect = effect.number
      starters[effect.number] = effect.parent.flatMap { starters[$0] } ?? starter
    }
  }

  @MainActor
  private func note(
    _ action: Action, _ source: ActionSource, _ after: State, _ error: (any Error)? = nil
  ) {
    guard let before else { return }
    let step = RecordedStep(
      action: action, source: source, before: before, after: after, error: error,
      hasUnexpectedReplacement: isReplaced, isAfterReplacement: wasReplaced)
    isReplaced = false
    wasReplaced = false
    actionCount += 1
    if limits.allSatisfy({ actionCount <= $0 }) {
      steps.append(step)
      history.append(step)
    }
    self.before = nil
    endProbe.note = nil
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
    endProbe.note = { [weak self] in self?.note(action, source, state()) }
    return Effect.perform { [self] _ in note(action, source, state()) }
  }

  func didReject(_ action: Action, from source: ActionSource, error: any Error) {
    guard let before else { return }
    note(action, source, before, error)
  }

  // This first: at the end of the store, the action is recorded before the store is idle.
  var probes: [any StoreProbe] { [endProbe, self] }
}

/// Identifies an effect of a store under test; the clock uses it to find the effects that sleep.
struct EffectNumber: Hashable {
  /// The effect of the current task, or nil.
  @TaskLocal static var current: EffectNumber?

  /// The identity of the recorder of the store.
  let store: ObjectIdentifier
  let number: UInt64
}

extension Recorder: StoreProbe {
  /// A store reads this property when it is created, and uses the first executor that it finds.
  var taskExecutor: (any TaskExecutor)? {
    isInstalled = true
    return executor
  }

  func startEffect(_ effect: UInt64, cause: UInt64?, running: Int) { self.running = running }

  func endEffect(_ effect: UInt64, running: Int) { self.running = running }

  func startPart(_ part: UInt64, of effect: UInt64, _ start: () -> Void) {
    EffectNumber.$current.withValue(number(of: part)) { start() }
  }

  func failEffect(_ effect: UInt64, with error: any Error, from source: ActionSource) {
    noteEffects()  // the effect can fail in the turn that starts it
    let starter = starters[effect].map { ", started by \($0)" } ?? ""
    uncaught.append("\(source)\(starter): \(error)")
  }

  /// Returns the identifier of an effect, which is unique among all stores.
  func number(of effect: UInt64) -> EffectNumber {
    EffectNumber(store: ObjectIdentifier(self), number: effect)
  }

  func enter(_ phase: StorePhase, queued: Int) {
    switch phase {
    case .notifying:
      // A batch notifies observers at its end, after the effects of its last action have started.
      if case .action(let action) = starter {
        noteEffects()
        starter = .observer(action)
      }
    case .idle:
      if queued > 0 { unfinishedTurns += 1 }
      noteEffects()
      starter = .code("the app itself")
      onIdle()
    default: break
    }
  }
}
