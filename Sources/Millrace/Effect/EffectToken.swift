// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Tells from any thread whether a running effect was cancelled.
@usableFromInline
final class EffectToken: Sendable {
  @usableFromInline let cancelled = Atomic(false)

  /// The key of the effect in its store.
  @usableFromInline let key: UInt64

  @inlinable
  init(key: UInt64 = 0) {
    self.key = key
  }

  /// Keys from here on are those of owners: children whose closures send, without an effect.
  @usableFromInline static let firstOwner: UInt64 = 1 << 63

  /// Whether it is the token of an effect, and not that of a child.
  @usableFromInline var isOfEffect: Bool { key < Self.firstOwner }

  @inlinable var isCancelled: Bool { cancelled.load(ordering: .acquiring) }
  func cancel() { cancelled.store(true, ordering: .releasing) }
}
