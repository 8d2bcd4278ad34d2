// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Tells whether code runs on the main actor, which publishers, unlike actors, do not know.
///
/// On every system that has Dispatch the main actor is served by the main queue.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  /// Runs something on the main actor: at once if the caller is there, otherwise soon.
  static func run(_ work: @escaping @MainActor @Sendable () -> Void) {
    if MainQueue.isCurrent {
      // Sound: the main queue serves the main actor.
      MainActor.assumeIsolated { work() }
    } else {
      Task { @MainActor in work() }
    }
  }
}

/// Carries something to the main actor that the compiler cannot see is used there only.
struct Carried<Value>: @unchecked Sendable {
  // Sound: what is carried is used on the main actor, or under the lock that holds it, and nowhere
  // else.
  let value: Value

  init(_ value: Value) { self.value = value }
}
