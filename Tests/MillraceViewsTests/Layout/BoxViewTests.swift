// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor struct BoxViewTests {
  @Test func itsClassIsUpdated() throws {
    struct Page: View {
      @State private var spacing = 4.0
      var body: some View { VStack(spacing: spacing) { Button("Wider") { spacing = 12 } } }
    }
    let host = ViewHost.shown(Page())
    let box = NodeID(rawValue: 2)
    try host.tap()
    #expect(
      host.flush() == [.setAttribute(box, name: "style", value: "gap:12px")])
  }

  @Test func addressesOfTheServerAreBelowItsPath() throws {
    struct Page: View {
      @State private var name = "a"
      var body: some View {
        Link("In", destination: URL(string: "/people?q=1")!)
        Link("Out", destination: URL(string: "https://a.example/b")!)
        Link("Other", destination: URL(string: "//a.example/b")!)
        Image(name)
        Button("Change") { name = "b" }
      }
    }
    let host = ViewHost(Page(), basePath: "/app")
    let html = host.html()
    for address in ["/app/people?q=1", "https://a.example/b", "//a.example/b"] {
      #expect(html.contains("href=\"\(address)\""))
    }
    #expect(html.contains("src=\"/app/images/a\""))
    try host.tap()
    let image = host.ids(.img)[0]
    #expect(
      host.flush() == [
        .setAttribute(image, name: "src", value: "/app/images/b"),
        .setAttribute(image, name: "alt", value: "b"),
      ])
  }

  @Test func whatABoxNoLongerSaysIsTakenBack() throws {
    struct Page: View {
      @State private var isLarge = true
      var body: some View {
        Button("Change") { isLarge.toggle() }
        ElementView(
          .div,
          isLarge
            ? Box(name: "a", style: InlineStyle().with(.width, "1px"), label: "L")
              .with(.role, "group") : Box()
        ) { Text("x") }
      }
    }
    let host = ViewHost.shown(Page())
    let page = PatchedPage(html: host.html())
    try host.tap()
    try page.apply(host.flush())
    #expect(page.root.description.contains("<div data-n=\"4\"><span"))
    try host.tap()
    try page.apply(host.flush())
    let box = page.root.children[1].attributes
    #expect(box["class"] == "a" && box["style"] == "width:1px" && box["aria-label"] == "L")
  }
}
