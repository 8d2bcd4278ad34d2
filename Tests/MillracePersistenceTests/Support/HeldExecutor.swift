// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Runs the jobs of its tasks one after the other, and can hold them for a test.
final class HeldExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "millrace.held")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Returns when all jobs so far have run; later jobs wait.
  func hold() async {
    await withCheckedContinuation { (waiting: CheckedContinuation<Void, Never>) in
      queue.async {
        self.queue.suspend()
        waiting.resume()
      }
    }
  }

  /// Runs the jobs that wait, and later ones.
  func goOn() { queue.resume() }
}
