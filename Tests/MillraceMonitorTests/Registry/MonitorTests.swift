// SPDX-License-Identifier: Apache-2.0

import MillraceMonitor
import MillraceWeb
import Testing

@MainActor @Suite struct MonitorTests {
  @Test func theAddressHoldsTheToken() throws {
    let monitor = try Monitor(token: "sixteen-letters-")
    #expect(
      monitor.address(on: "http://127.0.0.1:8080/")
        == "http://127.0.0.1:8080/monitor?token=sixteen-letters-")
    let other = try Monitor(token: "abc+def/ghi=jkl&")
    #expect(other.address(on: "http://a").hasSuffix("/monitor?token=abc%2Bdef%2Fghi%3Djkl%26"))
    #expect(
      monitor.pages.map(\.path) == ["/monitor", "/monitor/link", "/monitor/export/:store/:form"])
  }

  @Test func withoutATokenItIsRandom() throws {
    let tokens = [Monitor().token, try Monitor(token: nil).token, try Monitor(token: "").token]
    #expect(Set(tokens).count == 3)
    #expect(tokens.allSatisfy { $0.utf8.count == 32 })
  }
}
