// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Detects and enters the main queue, which is not always on the main thread.
enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }

  /// Runs work on the main actor and returns its result, from any thread.
  static func sync<Result: Sendable>(_ work: @MainActor () -> Result) -> Result {
    // Sound: the caller is on the main queue, which runs the main actor on every system with
    // Dispatch.
    if isCurrent { return MainActor.assumeIsolated(work) }
    // Sound: `sync` runs the closure on the main queue, which runs the main actor.
    return DispatchQueue.main.sync { MainActor.assumeIsolated(work) }
  }
}
