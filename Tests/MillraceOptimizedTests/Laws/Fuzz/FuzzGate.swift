// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Millrace
import Synchronization

/// A gate at which the code of effects waits until a test opens it.
final class FuzzGate: Sendable {
  private struct Contents {
    var lastKey = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var cancelled: Set<Int> = []
  }

  private let contents = Mutex(Contents())

  /// The number of tasks that wait.
  var count: Int { contents.withLock { $0.waiters.count } }

  /// Returns when the gate is opened; with `heeding`, also when the task is cancelled.
  func wait(heeding: Bool) async {
    let key = contents.withLock { contents in
      contents.lastKey += 1
      return contents.lastKey
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isCancelled = contents.withLock { contents in
          if contents.cancelled.contains(key) { return true }
          contents.waiters[key] = waiter
          return false
        }
        if isCancelled { waiter.resume() }
      }
    } onCancel: {
      guard heeding else { return }
      contents.withLock { contents in
        contents.cancelled.insert(key)
        return contents.waiters.removeValue(forKey: key)
      }?.resume()
    }
  }

  /// Resumes the tasks that wait now.
  func open() {
    let waiters = contents.withLock { contents in
      defer { contents.waiters = [:] }
      return contents.waiters.values.map(\.self)
    }
    for waiter in waiters { waiter.resume() }
  }
}

/// Runs the tasks of effects on the main queue, in the order in which they were enqueued, so that a
/// seed always leads to the same run.
final class FuzzExecutor: TaskExecutor {
  static let shared = FuzzExecutor()

  private struct Contents {
    var jobs: [UnownedJob] = []
    var taken = 0
    var isScheduled = false
  }

  private let contents = Mutex(Contents())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isScheduled = contents.withLock { contents in
      contents.jobs.append(job)
      contents.taken += 1
      defer { contents.isScheduled = true }
      return contents.isScheduled
    }
    if !isScheduled { DispatchQueue.main.async { self.drain() } }
  }

  private func drain() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    contents.withLock { contents in
      if contents.jobs.isEmpty {
        contents.isScheduled = false
        return nil
      }
      return contents.jobs.removeFirst()
    }
  }

  /// Returns once nothing runs here and nothing that ran here has left work on the main queue.
  @MainActor
  func settle() async {
    var taken = -1
    var quiet = 0
    while quiet < 2 {
      await withCheckedContinuation { arrived in
        DispatchQueue.main.async { arrived.resume() }
      }
      let now = contents.withLock { $0.taken }
      quiet = now == taken ? quiet + 1 : 0
      taken = now
    }
  }
}
