// SPDX-License-Identifier: Apache-2.0

import Millrace

extension TestStore {
  /// Lets time pass on the clock, deadline by deadline.
  ///
  /// At each deadline, the effects do everything that they can do before more time passes. For
  /// example, a timer that ticks every second ticks sixty times in a minute.
  ///
  /// If several test stores use one clock, this step waits only for the effects of its own store.
  ///
  /// The step waits for the tasks of effects. It does not wait for tasks that an effect creates
  /// with `Task { }`, as the source of an `AsyncStream` often does: they can run on other threads.
  /// Such a task can continue after this step has returned, and a deadline can pass before the task
  /// sleeps again. In that case, advance by one sleep at a time: wait until the task sleeps,
  /// advance, and receive the action, which waits for the task.
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
  ///   - duration: The amount of time.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  public func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    warningReporter.begin(site)
    await settle()
    let end = clock.now.advanced(by: duration)
    while let deadline = clock.nextDeadline, deadline <= end {
      clock.advance(by: clock.now.duration(to: deadline))
      await settle()
    }
    clock.advance(by: clock.now.duration(to: end))
    await settle()
    reportUncaughtErrors(at: site)
  }

  /// Lets time pass until no task sleeps on the clock.
  ///
  /// The step fails if a task still sleeps after 10,000 deadlines, for example in a timer that
  /// never ends.
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
    warningReporter.begin(site)
    await settle()
    defer { reportUncaughtErrors(at: site) }
    let limit = 10_000
    for _ in 0..<limit {
      guard let deadline = clock.nextDeadline else { return }
      clock.advance(by: clock.now.duration(to: deadline))
      await settle()
    }
    if clock.nextDeadline != nil {
      Failure.endlessSleep(describe(unfinished), after: limit).report(at: site)
    }
  }

  /// Returns when the effects have done everything that they can do without more time.
  ///
  /// Cancels the effects if they never become idle, and fails the test the first time.
  func settle() async {
    // A chain of actions that the store has cut, and reported, can be endless: its rest is not
    // waited for.
    let cuts = store.counters.turnsCut
    let actions = store.lastActionNumber
    let limit = recorder.actionCount + actionLimit
    recorder.limits.append(limit)
    defer { recorder.limits.remove(at: recorder.limits.firstIndex(of: limit) ?? 0) }
    let isIdle = await executor.untilIdle(
      jobLimit: isNeverIdle ? 1_000 : jobLimit,
      storeCount: {
        guard store.counters.turnsCut == cuts else { return 0 }
        // Each action that no step has received holds a state, so their limit is lower.
        if store.lastActionNumber - actions > actionLimit { return .max / 2 }
        return Int(store.lastActionNumber) + recorder.unfinishedTurns
      },
      isBusy: { recorder.running > 0 })
    if isIdle { return }
    if !isNeverIdle {
      isNeverIdle = true
      let isFlooded = store.lastActionNumber - actions > actionLimit
      Failure.neverIdle(
        situation.effects,
        after: isFlooded ? "\(grouped(Int(actionLimit))) actions" : "\(grouped(jobLimit)) jobs"
      ).report(at: warningReporter.site)
    }
    // Each time: the actions that arrive between two steps are recorded without a limit.
    cancelEffects(store.runningEffects.filter { $0.parent == nil })
  }

  /// Cancels effects, the last one first: an effect that is queued behind another one must not
  /// start when that one ends.
  func cancelEffects(_ effects: [Store<State, Action>.RunningEffect]) {
    for effect in effects.reversed() { store.cancel(effect) }
  }

  /// Waits in real time while an effect does external work, until a condition is true, the timeout
  /// expires or the calling task is cancelled.
  func waitForExternalWork(timeout: Duration, until isDone: () -> Bool) async {
    guard await mustWait(until: isDone) else { return }
    // Each wait has its own timer: a late timer must not end the next wait.
    let timer = WaitTimer()
    let timerTask = Task { [weak self] in
      try? await ContinuousClock().sleep(for: timeout)
      timer.hasExpired = true
      self?.wakeWaiters()
    }
    while await mustWait(until: isDone), !timer.hasExpired, !Task.isCancelled {
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiters.append($0) }
      } onCancel: {
        // A task of the main actor runs after this task has suspended, so after the append.
        Task { @MainActor [weak self] in self?.wakeWaiters() }
      }
      await settle()
    }
    timerTask.cancel()
  }

  /// True if the condition is false and an effect does external work that can still make it true.
  private func mustWait(until isDone: () -> Bool) async -> Bool {
    if isDone() { return false }
    if hasExternalWork { return true }
    // A task that has just begun to sleep can have sent an action before the sleep.
    await settle()
    return !isDone() && hasExternalWork
  }

  func wakeWaiters() {
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter.resume() }
  }

  /// True if a running effect waits for something other than the clock, such as a server.
  ///
  /// The clock records only which effect sleeps, not which of its tasks. An effect that waits for
  /// a server in one task and sleeps in another task counts as sleeping.
  private var hasExternalWork: Bool {
    let running = store.runningEffects
    let working = running.filter { $0.work == .task || $0.work == .callback }
    let timers = running.count { $0.work == .delay }
    // The counts alone are not sufficient: a sleeper can be a task that is no effect of this store.
    // Therefore a working effect that is not among the sleeping effects is external work too.
    let sleeping = clock.sleepingEffects
    return working.count > max(0, clock.sleepers - timers)
      || working.contains { sleeping[recorder.number(of: $0.number)] == nil }
  }

  /// The running effects and the next deadline, for the message of a failed step.
  var situation: Situation {
    Situation(
      effects: describe(store.runningEffects.filter { $0.parent == nil && !$0.isCancelled }),
      untilDeadline: clock.nextDeadline.map { clock.now.duration(to: $0) })
  }
}

/// The timeout of a wait.
@MainActor
private final class WaitTimer {
  var hasExpired = false
}

/// The state of a store whose expected action did not arrive, for a message.
struct Situation {
  /// The descriptions of the running effects.
  let effects: [String]
  /// The time until the earliest deadline of the clock, or nil if no task sleeps.
  let untilDeadline: Duration?
}
