// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct WebLimitsTests {
  @Test func sessionsFollowTheLimits() {
    var limits = WebLimits()
    #expect(limits.messageBytes == 65536)
    #expect(limits.sessionRules == .init())
    limits.sessions = 3
    limits.connectTimeout = .seconds(1)
    limits.reconnectTimeout = .seconds(2)
    limits.waitingSessionsPerAddress = 4
    limits.waitingPageBytesPerAddress = 5
    limits.pageBytesPerAddress = 6
    #expect(
      limits.sessionRules
        == .init(
          connectTimeout: .seconds(1), reconnectTimeout: .seconds(2), count: 3,
          waitingPerAddress: 4, waitingPageBytesPerAddress: 5, pageBytesPerAddress: 6))
  }

  @Test func whatIsUnreadHasALimitForAllAddresses() {
    var limits = WebLimits()
    limits.unreadBytesPerAddress = 128
    limits.unreadBytesOfAll = 256
    let unread = limits.unread
    var shares = [unread.hold(128, for: "a")]
    #expect(unread.isFull(for: "a") && !unread.isFull(for: "b"))
    shares += [unread.hold(126, for: "b"), unread.hold(2, for: "c")]
    #expect(unread.isFull(for: "b") && unread.isFull(for: "c") && !unread.isFull(for: "d"))
    withExtendedLifetime(shares) {}
  }
}
