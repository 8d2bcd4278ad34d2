// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct WebLimitsTests {
  @Test func sessionsFollowTheLimits() {
    var limits = WebLimits()
    #expect(limits.messageBytes == 65536)
    #expect(limits.sessionRules == .init())
    limits.sessions = 3
    limits.neverConnected = .seconds(1)
    limits.disconnected = .seconds(2)
    limits.waitingSessionsPerAddress = 4
    limits.waitingPageBytesPerAddress = 5
    limits.pageBytesPerAddress = 6
    #expect(
      limits.sessionRules
        == .init(
          neverConnected: .seconds(1), disconnected: .seconds(2), count: 3, waitingPerAddress: 4,
          waitingBytesPerAddress: 5, bytesPerAddress: 6))
  }

  @Test func whatIsUnreadHasALimitForAllAddresses() {
    var limits = WebLimits()
    limits.waitingBytesPerAddress = 128
    limits.waitingBytesOfAll = 256
    let unread = limits.unread
    var shares = [unread.hold(128, for: "a")]
    #expect(unread.isFull(for: "a") && !unread.isFull(for: "b"))
    shares += [unread.hold(126, for: "b"), unread.hold(2, for: "c")]
    #expect(unread.isFull(for: "b") && unread.isFull(for: "c") && !unread.isFull(for: "d"))
    withExtendedLifetime(shares) {}
  }
}
