// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Whether a middleware that lets only some actions through let the last one through.
///
/// A rejection follows the action that it is about and belongs to the middlewares that saw that
/// action.
@usableFromInline
final class LastAction: Sendable {
  // Atomic not for other threads, of which there are none: the optimizer of Swift 6.2 and 6.3 keeps
  // the first value of a plain variable across the call of `handle` that changes it, although no
  // two accesses overlap. `LastActionTests` fails in a release build without this.
  private let seen = Atomic(true)

  @usableFromInline init() {}

  @usableFromInline var wasSeen: Bool {
    get { seen.load(ordering: .relaxed) }
    set { seen.store(newValue, ordering: .relaxed) }
  }
}
