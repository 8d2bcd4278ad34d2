// SPDX-License-Identifier: Apache-2.0

import MillraceMonitor
import MillraceWeb
import Testing

@MainActor @Suite struct MonitorTests {
  @Test func theAddressHoldsTheToken() {
    let monitor = Monitor(token: "abc")
    #expect(
      monitor.address(on: "http://127.0.0.1:8080/") == "http://127.0.0.1:8080/monitor?token=abc")
    #expect(
      monitor.pages.map(\.path) == ["/monitor", "/monitor/link", "/monitor/export/:store/:form"])
  }
}
