// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Runs what its tasks do one piece after the other, and holds it when a test says so.
final class HeldExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "millrace.held")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Returns when all pieces that came so far have run; those that come now wait.
  func hold() async {
    await withCheckedContinuation { (waiting: CheckedContinuation<Void, Never>) in
      queue.async {
        self.queue.suspend()
        waiting.resume()
      }
    }
  }

  /// Runs what waits, and what comes.
  func goOn() { queue.resume() }
}
