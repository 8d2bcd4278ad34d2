// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Runs the tasks of effects on the main queue, one piece after the other, and knows when none is
/// left to run.
///
/// The main queue is also that of the main actor, so that effects, reducers and tests take turns in
/// the order in which they were asked for: two runs of a test are alike. The idea of a serial
/// executor for tests comes from the Composable Architecture.
final class TestExecutor: TaskExecutor {
  private struct Count {
    /// Pieces of work so far.
    var taken = 0
    /// Those that have not ended.
    var pending = 0
  }

  private let count = Mutex(Count())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    count.withLock {
      $0.taken += 1
      $0.pending += 1
    }
    DispatchQueue.main.async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      count.withLock { $0.pending -= 1 }
    }
  }

  /// Returns once nothing runs here and what ran here has left nothing behind on the main queue.
  ///
  /// The main queue keeps its order: a task that comes back from a trip through it comes after all
  /// that was there before. If that has brought new work, more trips follow. While tasks are not
  /// at their end, three in a row must be quiet, for the sake of those that wait for other tasks of
  /// the main actor, which are not seen here: each trip covers one step of theirs. What waits for
  /// another thread, for a sleep or for a callback is not waited for.
  ///
  /// - Parameters:
  ///   - patience: After how many pieces of work to give up.
  ///   - isBusy: Whether there are tasks that are not at their end.
  /// - Returns: False if there was still work when it gave up.
  @MainActor
  func untilIdle(patience: Int, isBusy: () -> Bool) async -> Bool {
    let start = count.withLock(\.taken)
    var before = start
    var quiet = 0
    while quiet < (isBusy() ? 3 : 1) {
      await Self.tripThroughMainQueue()
      let now = count.withLock { $0 }
      if now.taken - start > patience { return false }
      quiet = now.pending == 0 && now.taken == before ? quiet + 1 : 0
      before = now.taken
    }
    return true
  }

  @MainActor
  private static func tripThroughMainQueue() async {
    await withCheckedContinuation { arrived in
      DispatchQueue.main.async { arrived.resume() }
    }
  }
}
