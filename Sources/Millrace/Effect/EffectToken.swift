// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Tells from any thread whether a running effect was cancelled.
@usableFromInline
final class EffectToken: Sendable {
  private let cancelled = Atomic(false)

  init() {}

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }
  func cancel() { cancelled.store(true, ordering: .releasing) }
}
