// SPDX-License-Identifier: Apache-2.0

import Millrace

extension TestStore {
  /// Compares the change that an action has made with the one that the step tells.
  func check(
    _ step: RecordedStep<State, Action>, isReceived: Bool = false,
    _ change: ((inout State) throws -> Void)?, at site: CallSite
  ) {
    state = step.after
    // A test that does not tell all tells its changes on top of what has happened.
    let isExhaustive = exhaustivity == .on
    guard change != nil || isExhaustive else { return }
    let before = isExhaustive ? step.before : step.after
    var expected = before
    do {
      try change?(&expected)
    } catch {
      return Failure.changeThrew(error, after: step.action).report(at: site)
    }
    if Failure.areEqual(expected, step.after) {
      if change != nil && isExhaustive && Failure.areEqual(before, expected) {
        Failure.nothingChanged(by: step.action).report(at: site)
      }
      return
    }
    let difference = Failure.difference(expected: expected, actual: step.after)
    if change == nil {
      Failure.unexpectedChange(by: step.action, difference, isReceived: isReceived).report(at: site)
    } else {
      Failure.otherChange(by: step.action, difference, isExhaustive: isExhaustive).report(at: site)
    }
  }

  /// Says so if the state before an action was replaced and is not the one that was told last.
  func checkReplacement(before step: RecordedStep<State, Action>, at site: CallSite) {
    if step.followsReplacement { replacement(by: step.before)?.report(at: site) }
  }

  /// What there is to say about a state that was put in the place of the one that was told last.
  private func replacement(by new: State) -> Remark? {
    guard !Failure.areEqual(state, new) else { return nil }
    return remark(
      .replaced(Failure.difference(expected: state, actual: new)), Failure.skippedReplacement)
  }

  /// Compares what the reducer threw with what the step tells.
  func check(
    _ step: RecordedStep<State, Action>, isReceived: Bool = false, throws refusal: Refusal,
    at site: CallSite
  ) {
    state = step.after
    guard let error = step.error else {
      return Failure.notRefused(step.action, expected: refusal.text, isReceived: isReceived)
        .report(at: site)
    }
    guard !refusal.matches(error) else { return }
    Failure.refusedOtherwise(step.action, expected: refusal.text, error, isReceived: isReceived)
      .report(at: site)
  }

  /// Takes all that has happened and was not told.
  func takeSteps() -> [RecordedStep<State, Action>] {
    defer { recorder.steps = [] }
    return recorder.steps
  }

  /// Passes over steps: fails if all is to be told and there is a failure for it.
  func skip(
    _ steps: [RecordedStep<State, Action>], at site: CallSite, _ failure: () -> Failure?
  ) {
    if steps.isEmpty { return }
    for step in steps {
      checkReplacement(before: step, at: site)
      state = step.after
    }
    remark(failure(), Failure.skipped(steps.map(\.action)))?.report(at: site)
  }

  /// What there is to say at the end about what no step has told.
  func leftovers() -> [Remark] {
    var remarks: [Remark] = []
    let actions = takeSteps().map { step in
      if step.followsReplacement, let remark = replacement(by: step.before) {
        remarks.append(remark)
      }
      state = step.after
      return step.action
    }
    if exchange(&recorder.isReplaced, with: false) {
      if let remark = replacement(by: store.state) { remarks.append(remark) }
      state = store.state
    }
    let effects = describe(unfinished)
    remarks += [
      uncaughtErrors(),
      actions.isEmpty ? nil : remark(.leftActions(actions), Failure.skipped(actions)),
      effects.isEmpty ? nil : remark(.leftEffects(effects), Failure.skippedEffects(effects)),
    ].compactMap(\.self)
    return remarks
  }

  /// Says what effects threw since the last step and nothing catches.
  func reportErrors(at site: CallSite) {
    uncaughtErrors()?.report(at: site)
  }

  private func uncaughtErrors() -> Remark? {
    let errors = exchange(&recorder.uncaught, with: [])
    return errors.isEmpty ? nil : remark(.uncaughtErrors(errors), Failure.skippedErrors(errors))
  }

  /// What there is to say about what a test has not told.
  private func remark(
    _ failure: @autoclosure () -> Failure?, _ note: @autoclosure () -> String
  ) -> Remark? {
    switch exhaustivity {
    case .on: failure().map(Remark.failure)
    case .off(let showSkipped): showSkipped ? .note(note()) : nil
    }
  }

  /// The effects that have not ended and that an action has started, from wherever it was sent.
  var unfinished: [Store<State, Action>.RunningEffect] {
    store.runningEffects.filter { effect in
      (effect.isAwaited || recorder.isStartedByAction(effect.number)) && !effect.isCancelled
        && effect.parent == nil && !exempt.contains(effect.number)
    }
  }

  func describe(_ effects: [Store<State, Action>.RunningEffect]) -> [String] {
    effects.map { effect in
      let starter = recorder.starters[effect.number]?.description ?? "an action"
      let id = effect.id.map { ", with the id \($0)" } ?? ""
      return "started by \(starter)\(id): \(describe(effect.work, of: effect.number))"
    }
  }

  private func describe(_ work: Store<State, Action>.RunningEffect.Work, of number: UInt64)
    -> String
  {
    switch work {
    case .task: "its task has not returned"
    case .delay: "it waits for its time to come"
    case .callback: "it waits for its callback"
    case .turn: "it waits for its turn"
    case .parts:
      store.runningEffects.first { $0.parent == number }
        .map { describe($0.work, of: $0.number) } ?? "it is about to end"
    }
  }
}

/// The error with which the reducer must refuse an action.
struct Refusal {
  /// The error or its type, in words.
  let text: String
  let matches: (any Error) -> Bool

  static func equal(to error: some Error & Equatable) -> Refusal {
    Refusal(text: Failure.text(of: error)) { Failure.areEqual($0, error) }
  }

  static func of<Kind: Error>(_ type: Kind.Type) -> Refusal {
    Refusal(text: "\(type)") { $0 is Kind }
  }
}
