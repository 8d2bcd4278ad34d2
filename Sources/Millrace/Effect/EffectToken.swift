// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Tells from any thread whether a running effect was cancelled.
@usableFromInline
final class EffectToken: Sendable {
  @usableFromInline let cancelled = Atomic(false)

  @inlinable init() {}

  @inlinable var isCancelled: Bool { cancelled.load(ordering: .acquiring) }
  func cancel() { cancelled.store(true, ordering: .releasing) }
}
