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

  @Test func oneThatIsDisabledLeadsNowhere() throws {
    struct Page: View {
      @State private var isDisabled = true
      var body: some View {
        Button("Turn") { isDisabled.toggle() }
        Link("a", destination: URL(string: "/other")!).disabled(isDisabled)
      }
    }
    let host = ViewHost.shown(Page())
    let page = PatchedPage(html: host.html())
    let link = try #require(host.elements().all.first { $0.role == .link })
    #expect(!link.isEnabled && link.label == "a")
    #expect(
      page.root.children[1].attributes == [
        "data-n": "\(link.id.rawValue)", "class": "mv-link", "role": "link",
        "aria-disabled": "true",
      ])
    try host.tap()
    try page.apply(host.flush())
    #expect(
      page.root.children[1].attributes == [
        "data-n": "\(link.id.rawValue)", "class": "mv-link", "href": "/other",
        "target": "_blank", "rel": "noopener noreferrer",
      ])
    #expect(host.elements().all.first { $0.role == .link }?.isEnabled == true)
  }

  @Test(
    arguments: [
      "/other", "mailto:a@b", "tel:1", "HTTPS://a.example/", "/search?t=10:30", "?at=10:30",
      "#a:b", "other/10:30",
    ])
  func anAddressThatRunsNoCodeIsUsed(address: String) throws {
    #expect(LinkAddress.safe(try #require(URL(string: address))) == address)
  }

  @Test(
    arguments: ["javascript:alert(1)", "data:text/html,x", "file:///etc", "JAVASCRIPT:x"])
  func anAddressThatRunsCodeIsLeftOut(address: String) throws {
    let destination = try #require(URL(string: address))
    #expect(LinkAddress.safe(destination) == nil)
    #expect(
      render(Link("a", destination: destination))
        == "<a class=\"mv-link\" role=\"link\" aria-disabled=\"true\"><span>a</span></a>")
  }
}
