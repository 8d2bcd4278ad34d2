// SPDX-License-Identifier: Apache-2.0

import Millrace

extension TestStore {
  /// Lets time pass on the clock, deadline by deadline.
  ///
  /// At each time at which a task wakes, everything happens that then can happen before more time
  /// passes: a timer that ticks every second ticks sixty times a minute.
  ///
  /// Of several test stores on one clock this waits for the effects of its own only; a step of
  /// another one waits for that one's.
  ///
  /// It waits for the tasks of effects and not for those that an effect makes for itself with
  /// `Task { }`, as the source of an `AsyncStream` often does: those run on other threads. What
  /// such a task does after a sleep may come after this returns, and a deadline may pass before it
  /// sleeps again. Then advance by one of its sleeps at a time: wait until it sleeps, advance, and
  /// receive what it sends, which waits for it.
  ///
  /// ```swift
  /// for second in 1...3 {
  ///   await store.clock.untilAsleep()
  ///   await store.advance(by: .seconds(1))
  ///   await store.receive(.ticked) { $0.seconds = second }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - duration: How much time passes.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  public func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    mishaps.begin(site)
    await settle()
    let end = clock.now.advanced(by: duration)
    while let deadline = clock.nextDeadline, deadline <= end {
      clock.advance(by: clock.now.duration(to: deadline))
      await settle()
    }
    clock.advance(by: clock.now.duration(to: end))
    await settle()
    reportErrors(at: site)
  }

  /// Lets time pass until no task sleeps.
  ///
  /// It fails when a task still goes to sleep after 10,000 deadlines, as a timer without an end
  /// does.
  ///
  /// - Parameters:
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  public func run(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    mishaps.begin(site)
    await settle()
    defer { reportErrors(at: site) }
    for _ in 0..<10_000 {
      guard let deadline = clock.nextDeadline else { return }
      clock.advance(by: clock.now.duration(to: deadline))
      await settle()
    }
    if clock.nextDeadline != nil {
      Failure.endlessSleep(describe(unfinished)).report(at: site)
    }
  }

  /// Returns once everything has happened that can happen for now.
  ///
  /// It fails the test, once, if that does not end.
  func settle() async {
    let isAtRest = await executor.untilIdle(patience: isRestless ? 1_000 : patience) { [store] in
      !store.runningEffects.isEmpty
    }
    guard !isAtRest && !isRestless else { return }
    isRestless = true
    Failure.restless(situation.effects).report(at: origin)
  }

  /// Waits in real time while an effect works outside of the test's clock, until its own task is
  /// cancelled.
  func waitForWorld(timeout: Duration, until isDone: () -> Bool) async {
    guard await isAwaited(isDone) else { return }
    // Each wait has an alarm of its own: one that rings late must not cut the next wait short.
    let alarm = Alarm()
    let ringing = Task { [weak self] in
      try? await ContinuousClock().sleep(for: timeout)
      alarm.hasRung = true
      self?.wakeWaiters()
    }
    while await isAwaited(isDone), !alarm.hasRung, !Task.isCancelled {
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiters.append($0) }
      } onCancel: {
        // A task of the main actor runs after this one has suspended, and so after the append.
        Task { @MainActor [weak self] in self?.wakeWaiters() }
      }
      await settle()
    }
    ringing.cancel()
  }

  /// Whether something works outside that may yet bring what is waited for.
  private func isAwaited(_ isDone: () -> Bool) async -> Bool {
    if isDone() { return false }
    if worksOutside { return true }
    // What has gone to sleep a moment ago may have sent something before that.
    await settle()
    return !isDone() && worksOutside
  }

  func wakeWaiters() {
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter.resume() }
  }

  /// Whether an effect runs that waits for something else than the clock.
  ///
  /// The clock knows which effect sleeps, and not which of its tasks: one that asks a server in a
  /// task and sleeps in another counts as one that sleeps.
  private var worksOutside: Bool {
    let running = store.runningEffects
    let working = running.filter { $0.work == .task || $0.work == .callback }
    let timers = running.count { $0.work == .delay }
    // Counts alone can be misled: a timer that sleeps may be counted in the place of an effect that
    // does not. So each working effect must itself be among those that sleep.
    let sleeping = clock.sleepingEffects
    return working.count > max(0, clock.sleepers - timers)
      || working.contains { !sleeping.contains(recorder.number(of: $0.number)) }
  }

  /// What is going on, for the message of a step that waits in vain.
  var situation: Situation {
    Situation(
      effects: describe(store.runningEffects.filter { $0.parent == nil && !$0.isCancelled }),
      untilDeadline: clock.nextDeadline.map { clock.now.duration(to: $0) })
  }
}

/// Whether the time of a wait is up.
@MainActor
private final class Alarm {
  var hasRung = false
}

/// What goes on in a store from which nothing comes.
struct Situation {
  /// The effects that run, in words.
  let effects: [String]
  /// When the first task wakes that sleeps on the clock.
  let untilDeadline: Duration?
}
