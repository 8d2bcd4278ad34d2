// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Runs the jobs of effects on the main queue, one after the other, and counts the pending jobs.
///
/// The main actor uses the main queue too. Therefore effects, reducers and tests run in the order
/// in which their jobs were enqueued, and two runs of a test are equal. The idea of a serial
/// executor for tests comes from the Composable Architecture.
final class TestExecutor: TaskExecutor {
  private struct Count {
    /// The number of jobs that were enqueued.
    var enqueued = 0
    /// The number of jobs that have not ended.
    var pending = 0
  }

  private let count = Mutex(Count())

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
  /// was enqueued before. If new jobs were enqueued meanwhile, more round trips follow. While tasks
  /// have not ended, three round trips in succession must find no new job. The reason is tasks that
  /// wait for other tasks of the main actor, whose jobs are not counted here: each round trip
  /// covers one job of such a task. This does not wait for work on other threads, sleeps or
  /// callbacks.
  ///
  /// - Parameters:
  ///   - jobLimit: The maximum number of jobs to wait for.
  ///   - isBusy: Returns true if there are tasks that have not ended.
  /// - Returns: False if the limit was exceeded.
  @MainActor
  func untilIdle(jobLimit: Int, isBusy: () -> Bool) async -> Bool {
    let start = count.withLock(\.enqueued)
    var before = start
    var idleTrips = 0
    while idleTrips < (isBusy() ? 3 : 1) {
      await Self.roundTripThroughMainQueue()
      let now = count.withLock { $0 }
      if now.enqueued - start > jobLimit { return false }
      idleTrips = now.pending == 0 && now.enqueued == before ? idleTrips + 1 : 0
      before = now.enqueued
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
