// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore

/// The event loop of one or more channels, for work on other threads, until they have closed.
///
/// After that the event loop can end, and must not be used any more.
final class OpenLoop: Sendable {
  private let loop: any EventLoop
  private let isOpen = NIOLockedValueBox(true)

  init(_ loop: any EventLoop) { self.loop = loop }

  /// Runs a function on the event loop, or drops it if the channels have closed.
  func execute(_ body: @escaping @Sendable () -> Void) {
    // The lock is held meanwhile, because the event loop can end as soon as `close` has returned.
    isOpen.withLockedValue { if $0 { loop.execute(body) } }
  }

  /// Called when the channels have closed.
  func close() { isOpen.withLockedValue { $0 = false } }
}
