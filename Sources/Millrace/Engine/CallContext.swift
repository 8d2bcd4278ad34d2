// SPDX-License-Identifier: Apache-2.0

/// The task-local values of a place in a program, kept for one later call.
///
/// What waits in a mailbox or in a queue runs later, in a turn that another caller has begun, and
/// would see the task-local values of that caller. Swift copies task-local values in one place:
/// where a task is created. So the place where something is sent creates a task, for an executor
/// that keeps it instead of running it. When the turn comes to what was sent, the task is run right
/// there, on the main actor and on top of the running turn, as executors do that run their tasks
/// inline: what it calls sees the values of that place and no others.
///
/// A dispatch that finds its store idle needs none of this, as it runs in its caller's own context.
/// What a turn leads to itself goes on in the context of the action that led to it.
@usableFromInline
final class CallContext: Sendable {
  private let keeper = Keeper()
  /// How many jobs wait with it.
  @MainActor private var waiting = 1

  /// Keeps the task-local values that are there now, for one job.
  ///
  /// Complexity: one task, and the copies of the values.
  @usableFromInline
  init() {
    keeper.refill()
  }

  /// A task that is never run would stay for ever.
  deinit { keeper.spend() }

  /// The same context for one more job.
  @MainActor
  @usableFromInline
  func shared() -> CallContext {
    waiting += 1
    return self
  }

  /// Calls a function where the kept values are seen, once for each job.
  @MainActor
  func call(_ body: @MainActor () -> Void) {
    waiting -= 1
    withoutActuallyEscaping(body) { body in
      keeper.run {
        body()
        // A task runs once; the next one is made where the values are those of this one.
        if self.waiting > 0 { self.keeper.refill() }
      }
    }
  }

  /// Keeps one task.
  ///
  /// Sound: its creator fills it, and from then on it belongs to the holder of the context, which a
  /// letter hands from one thread to the main actor.
  private final class Keeper: TaskExecutor, @unchecked Sendable {
    private var job: UnownedJob?
    private var body: (@MainActor () -> Void)?

    func enqueue(_ job: consuming ExecutorJob) { self.job = UnownedJob(job) }

    func refill() {
      // A synchronous function: it begins where the task is run, without a switch of executors.
      let work: @Sendable () -> Void = { self.work() }
      Task(executorPreference: self, operation: work)
    }

    @MainActor
    func run(_ body: @escaping @MainActor () -> Void) {
      self.body = body
      job.take()?.runSynchronously(
        isolatedTo: MainActor.sharedUnownedExecutor, taskExecutor: asUnownedTaskExecutor())
      // Should a compiler let the task begin with a switch of executors, it is back here.
      if self.body != nil { spend() }
      self.body.take()?()
    }

    func spend() {
      job.take()?.runSynchronously(on: asUnownedTaskExecutor())
    }

    private func work() {
      guard let body = body.take() else { return }
      // Sound: `run` and `spend` alone run this, on the main actor.
      MainActor.assumeIsolated { body() }
    }
  }
}
