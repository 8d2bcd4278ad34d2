// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What keeps the main actor busy, as far as a host knows it.
///
/// A watchdog on another thread asks for it when the main actor does not answer:
///
/// ```swift
/// if let view = ViewActivity.current { print("\(view) has held the main actor for a second.") }
/// ```
public enum ViewActivity {
  /// The type of the view whose body runs, or whose control a person has used; nil without one.
  ///
  /// Any thread may ask. Complexity: O(1), one load; a host does two stores for each body.
  public static var current: Any.Type? {
    let bits = busy.load(ordering: .relaxed)
    // Sound: `enter` has stored the one word that the metatype of a concrete type is; types live as
    // long as the process.
    return bits == 0 ? nil : unsafeBitCast(bits, to: Any.Type.self)
  }

  private static let busy = Atomic<UInt>(0)

  /// Notes that code of a view runs now; the answer is what `leave` needs.
  @MainActor static func enter(_ view: Any.Type) -> UInt {
    let outer = busy.load(ordering: .relaxed)
    // Sound: the metatype of a type is one word.
    busy.store(unsafeBitCast(view, to: UInt.self), ordering: .relaxed)
    return outer
  }

  /// Notes that the code has ended.
  @MainActor static func leave(to outer: UInt) {
    busy.store(outer, ordering: .relaxed)
  }
}
