// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs work on a thread of its own, and returns when it is done.
///
/// A test that holds its actor until a task has done something waits for ever if other tests hold
/// the threads of the pool on which tasks run; there are as few as there are cores.
public func onAnotherThread(_ work: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    work()
    done.signal()
  }
  done.wait()
}
