// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs work on a new thread, and returns when the work has ended.
///
/// A test that blocks its thread until a task has run can wait for ever: other tests can block the
/// other threads for tasks, of which there are only as many as cores. A new thread is not one of
/// them.
public func onAnotherThread(_ work: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    work()
    done.signal()
  }
  done.wait()
}
