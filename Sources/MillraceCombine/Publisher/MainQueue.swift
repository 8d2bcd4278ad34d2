// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// Detects the main actor at run time, because publishers have no static isolation.
///
/// On every system with Dispatch, the main queue runs the main actor.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  /// Runs work on the main actor: immediately if the caller is on the main queue, otherwise in a
  /// task.
  static func run(_ work: @escaping @MainActor @Sendable () -> Void) {
    if MainQueue.isCurrent {
      // Sound: the caller is on the main queue, which runs the main actor.
      MainActor.assumeIsolated { work() }
    } else {
      Task { @MainActor in work() }
    }
  }
}

/// Carries a value to the main actor, if the compiler cannot prove that it is used only there.
struct Carried<Value>: @unchecked Sendable {
  // Sound: the value is used only on the main actor.
  let value: Value

  init(_ value: Value) { self.value = value }
}
