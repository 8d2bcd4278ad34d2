// SPDX-License-Identifier: Apache-2.0

import Millrace

extension TestStore {
  /// Compares the change that an action has made with the change that the step describes.
  func check(
    _ step: RecordedStep<State, Action>, isReceived: Bool = false,
    _ change: ((inout State) throws -> Void)?, at site: CallSite
  ) {
    state = step.after
    // With exhaustivity off, the closure gets the state after the action.
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

  /// Reports an unexpected replacement of the state before an action, if the state differs.
  func checkReplacement(before step: RecordedStep<State, Action>, at site: CallSite) {
    if step.hasUnexpectedReplacement { replacement(of: state, by: step.before)?.report(at: site) }
  }

  /// Reports an unexpected replacement of the state after the last action, if the state differs.
  func checkReplacement(at site: CallSite) {
    guard exchange(&recorder.isReplaced, with: false) else { return }
    // The last action can be one that no step has received yet.
    replacement(of: recorder.steps.last?.after ?? state, by: store.state)?.report(at: site)
  }

  /// The remark about a replacement of a state, or nil if the new state equals it.
  private func replacement(of old: State, by new: State) -> Remark? {
    guard !Failure.areEqual(old, new) else { return nil }
    return remark(
      .replaced(Failure.difference(expected: old, actual: new)), Failure.skippedReplacement)
  }

  /// Compares the error that the reducer threw with the error that the step expects.
  func check(
    _ step: RecordedStep<State, Action>, isReceived: Bool = false,
    throws rejection: ExpectedRejection, at site: CallSite
  ) {
    state = step.after
    guard let error = step.error else {
      return Failure.notRejected(step.action, expected: rejection.text, isReceived: isReceived)
        .report(at: site)
    }
    guard !rejection.matches(error) else { return }
    Failure.rejectedDifferently(
      step.action, expected: rejection.text, error, isReceived: isReceived
    )
    .report(at: site)
  }

  /// Removes and returns the recorded actions that no step has sent or received.
  func takeSteps() -> [RecordedStep<State, Action>] {
    defer { recorder.steps = [] }
    return recorder.steps
  }

  /// Skips recorded actions.
  ///
  /// In an exhaustive test, reports the failure if there is one.
  func skip(
    _ steps: [RecordedStep<State, Action>], at site: CallSite, _ failure: () -> Failure?
  ) {
    if steps.isEmpty { return }
    for step in steps {
      checkReplacement(before: step, at: site)
      state = step.after
    }
    if exhaustivity != .on { recorder.skipped += steps.map { ($0.action, site.line) } }
    remark(failure(), Failure.skipped(steps))?.report(at: site)
  }

  /// The remarks at the end of a test: replacements, uncaught errors, actions that were not
  /// received, and effects that still run.
  func leftovers() -> [Remark] {
    var remarks: [Remark] = []
    let steps = takeSteps()
    for step in steps {
      if step.hasUnexpectedReplacement, let remark = replacement(of: state, by: step.before) {
        remarks.append(remark)
      }
      state = step.after
    }
    if exchange(&recorder.isReplaced, with: false) {
      if let remark = replacement(of: state, by: store.state) { remarks.append(remark) }
      state = store.state
    }
    let effects = describe(unfinished)
    remarks += [
      uncaughtErrors(),
      steps.isEmpty ? nil : remark(.leftActions(steps), Failure.skipped(steps)),
      effects.isEmpty ? nil : remark(.leftEffects(effects), Failure.skippedEffects(effects)),
    ].compactMap(\.self)
    return remarks
  }

  /// Reports the uncaught errors of effects since the last step.
  func reportUncaughtErrors(at site: CallSite) {
    uncaughtErrors()?.report(at: site)
  }

  private func uncaughtErrors() -> Remark? {
    let errors = exchange(&recorder.uncaught, with: [])
    return errors.isEmpty ? nil : remark(.uncaughtErrors(errors), Failure.skippedErrors(errors))
  }

  /// A failure in an exhaustive test; otherwise a note if `showSkipped` is true, or nil.
  private func remark(
    _ failure: @autoclosure () -> Failure?, _ note: @autoclosure () -> String
  ) -> Remark? {
    switch exhaustivity {
    case .on: failure().map(Remark.failure)
    case .off(let showSkipped): showSkipped ? .note(note()) : nil
    }
  }

  /// The running effects that must end before the end of the test.
  var unfinished: [Store<State, Action>.RunningEffect] {
    store.runningEffects.filter { effect in
      (effect.isAwaited || recorder.isStartedByAction(effect.number)) && !effect.isCancelled
        && effect.parent == nil && !exempt.contains(effect.number)
    }
  }

  func describe(_ effects: [Store<State, Action>.RunningEffect]) -> [String] {
    let parts = Dictionary(grouping: store.runningEffects) { $0.parent }
    let (sleeping, now) = (clock.sleepingEffects, clock.now)
    func words(_ effect: Store<State, Action>.RunningEffect) -> String {
      switch effect.work {
      case .task:
        guard let deadline = sleeping[recorder.number(of: effect.number)] else {
          return "its task is still running"
        }
        return "its task sleeps on the clock for another \(now.duration(to: deadline))"
      case .delay: return "it waits for its delay to end"
      case .callback: return "it waits for its callback"
      case .turn: return "it waits for other effects with its id, or for a throttle"
      case .parts:
        var seen: Set<String> = []
        let texts = (parts[effect.number] ?? []).map(words).filter { seen.insert($0).inserted }
        if texts.isEmpty { return "it is about to end" }
        return texts.prefix(Failure.longestList).joined(separator: "; ")
          + (texts.count > Failure.longestList ? "; …" : "")
      }
    }
    return effects.map { effect in
      let starter = recorder.starters[effect.number]?.description ?? "an action"
      let id = effect.id.map { ", with the id \($0)" } ?? ""
      return "started by \(starter)\(id): \(words(effect))"
    }
  }
}

/// The error with which the reducer must reject an action.
struct ExpectedRejection {
  /// The text of the error or of its type.
  let text: String
  let matches: (any Error) -> Bool

  static func equal(to error: some Error & Equatable) -> ExpectedRejection {
    ExpectedRejection(text: Failure.text(of: error)) { Failure.areEqual($0, error) }
  }

  static func of<Kind: Error>(_ type: Kind.Type) -> ExpectedRejection {
    ExpectedRejection(text: "\(type)") { $0 is Kind }
  }
}
