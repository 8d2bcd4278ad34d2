// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor struct LinkTests {
  @Test func itLeadsToAnotherPage() {
    #expect(
      render(Link("a < b", destination: URL(string: "https://a.example/?q=1&r=%22")!))
        == "<a class=\"mv-link\" href=\"https://a.example/?q=1&amp;r=%22\" target=\"_blank\" "
        + "rel=\"noopener noreferrer\"><span>a &lt; b</span></a>")
  }

  @Test(
    arguments: [
      ("javascript:alert(1)", "#"), ("data:text/html,x", "#"), ("file:///etc", "#"),
      ("/other", "/other"), ("mailto:a@b", "mailto:a@b"), ("JAVASCRIPT:x", "#"),
    ])
  func anAddressThatRunsCodeLeadsNowhere(address: String, safe: String) throws {
    #expect(LinkAddress.safe(try #require(URL(string: address))) == safe)
  }
}
