// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Leads to the main queue, which need not be the main thread.
enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }

  /// Does something on the main actor and returns when it is done, wherever the caller is.
  static func sync<Result: Sendable>(_ work: @MainActor () -> Result) -> Result {
    // Sound: the main queue serves the main actor, on every system that has Dispatch.
    if isCurrent { return MainActor.assumeIsolated(work) }
    // Sound: as above.
    return DispatchQueue.main.sync { MainActor.assumeIsolated(work) }
  }
}
