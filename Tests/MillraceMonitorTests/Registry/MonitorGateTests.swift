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

  @Test func aRequestOfThisMachineThatNoProxyPassedOnIsLocal() {
    func isLocal(_ address: String, _ headers: [String: String]) -> Bool {
      MonitorGate.isLocal(from: address) { headers[$0] }
    }
    for host in ["localhost", "LOCALHOST:8080", "127.0.0.1:80", "[::1]:8080", "[::1]"] {
      #expect(isLocal("127.0.0.1", ["host": host]))
      #expect(isLocal("::1", ["host": host]))
      #expect(!isLocal("192.168.1.7", ["host": host]))
      for name in ["x-forwarded-for", "forwarded", "x-real-ip", "via"] {
        #expect(!isLocal("127.0.0.1", ["host": host, name: "203.0.113.9"]))
        #expect(!isLocal("127.0.0.1", ["host": host, name: ""]))
      }
    }
    #expect(!isLocal("127.0.0.1", [:]))
    #expect(!isLocal("127.0.0.1", ["host": "app.example.com"]))
  }

  @Test func noTwoTokensAreTheSame() {
    let tokens = Set((0..<100).map { _ in MonitorGate.randomToken() })
    #expect(tokens.count == 100)
    #expect(tokens.allSatisfy { $0.utf8.count == 32 })
  }
}
