// SPDX-License-Identifier: Apache-2.0

import Testing
import TestSupport

@testable import MillraceLink
@testable import MillraceMonitor

@MainActor @Suite struct MonitorGateTests {
  @Test func tokensAreComparedAsAWhole() {
    #expect(MonitorGate.areEqual("secret", "secret"))
    #expect(!MonitorGate.areEqual("secret", "secreT"))
    #expect(!MonitorGate.areEqual("secret", "xecret"))
    #expect(!MonitorGate.areEqual("secret", "secre"))
    #expect(!MonitorGate.areEqual("secret", ""))
  }

  @Test func noTwoTokensAreTheSame() {
    let tokens = Set((0..<100).map { _ in MonitorGate.randomToken() })
    #expect(tokens.count == 100)
    #expect(tokens.allSatisfy { $0.utf8.count == 32 })
  }
}
