// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Runs the jobs of effects on the main queue, one after the other, and counts the pending jobs.
///
/// The main actor uses the main queue too. Therefore the jobs of effects and those of the main
/// actor, which include the test and the store, run in the order in which they were enqueued. This
/// order is the same in each run of a test, unless other threads enqueue jobs. The idea of a serial
/// executor for tests comes from the Composable Architecture.
final class TestExecutor: TaskExecutor {
  private struct Count {
    /// The number of jobs that were enqueued.
    var enqueued = 0
    /// The number of jobs that have not ended.
    var pending = 0
  }

  private let count = Guarded(Count())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    count.withLock {
      $0.enqueued += 1
      $0.pending += 1
    }
    DispatchQueue.main.async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      count.withLock { $0.pending -= 1 }
    }
  }

  /// Returns when no job is pending here, and all work that was on the main queue has run.
  ///
  /// The main queue is first in, first out: a round trip through the queue ends after all work that
  /// was enqueued before. If new jobs were enqueued meanwhile, or the store ran actions or a part
  /// of its queue, more round trips follow: a store runs many queued actions and effects in several
  /// turns. While tasks of effects have not ended, three round trips in succession must find no new
  /// job: such a task can wait for another task of the main actor, whose jobs are not counted here.
  /// Each round trip covers one job of that other task. The method does not wait for work on other
  /// threads, for sleeps or for callbacks.
  ///
  /// - Parameters:
  ///   - jobLimit: The maximum number of jobs, actions and turns to wait for.
  ///   - storeCount: Returns the number of actions that the store has processed and of turns after
  ///     which its queue had more jobs, or zero if the method must not wait for them any more.
  ///   - isBusy: Returns true if there are tasks that have not ended.
  /// - Returns: False if the limit was exceeded.
  @MainActor
  func untilIdle(jobLimit: Int, storeCount: () -> Int, isBusy: () -> Bool) async -> Bool {
    let start = count.withLock { $0.enqueued } + storeCount()
    var before = start
    var idleTrips = 0
    while idleTrips < (isBusy() ? 3 : 1) {
      await Self.roundTripThroughMainQueue()
      let now = count.withLock { $0 }
      let done = now.enqueued + storeCount()
      if done - start > jobLimit { return false }
      idleTrips = now.pending == 0 && done == before ? idleTrips + 1 : 0
      before = done
    }
    return true
  }

  @MainActor
  private static func roundTripThroughMainQueue() async {
    await withCheckedContinuation { arrived in
      DispatchQueue.main.async { arrived.resume() }
    }
  }
}
