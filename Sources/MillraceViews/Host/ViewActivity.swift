// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The view whose body or event handler a host runs on the main actor now.
///
/// A watchdog on another thread reads it when the main actor does not respond:
///
/// ```swift
/// if let view = ViewActivity.current { print("\(view) has held the main actor for a second.") }
/// ```
public enum ViewActivity {
  /// The type of the view whose body or event handler runs now, or nil.
  ///
  /// For an event handler it is the innermost view with a body around the element, or `Never` if
  /// there is none. Any thread can read it.
  ///
  /// - Complexity: O(1), one load. A host does two stores for each body.
  public static var current: Any.Type? {
    let bits = busy.load(ordering: .relaxed)
    // Sound: `enter` has stored the bits of the metatype of a concrete type, which is one word.
    // Metatypes live as long as the process.
    return bits == 0 ? nil : unsafeBitCast(bits, to: Any.Type.self)
  }

  private static let busy = Atomic<UInt>(0)

  /// Records that code of a view runs now.
  ///
  /// Returns the previous value, which `leave` needs.
  @MainActor static func enter(_ view: Any.Type) -> UInt {
    let outer = busy.load(ordering: .relaxed)
    // Sound: the metatype of a concrete type is one word.
    busy.store(unsafeBitCast(view, to: UInt.self), ordering: .relaxed)
    return outer
  }

  /// Records that the code has ended, and restores the previous value.
  @MainActor static func leave(to outer: UInt) {
    busy.store(outer, ordering: .relaxed)
  }
}
