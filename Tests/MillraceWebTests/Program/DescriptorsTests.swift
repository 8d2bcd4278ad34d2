// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct DescriptorsTests {
  @Test func theLimitIsRaisedOnceForAll() {
    let limit = Descriptors.raiseLimit()
    #expect(limit >= 256)
    #expect(Descriptors.raiseLimit() == limit)
  }
}
