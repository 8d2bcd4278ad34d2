// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

private struct Reasons: View {
  @Environment(\.redactionReasons) private var reasons
  var body: some View { Text("\(reasons.rawValue)") }
}

@MainActor
struct ViewRedactionTests {
  private struct Page: View {
    @State private var isLoaded = false
    var body: some View {
      Button("Load") { isLoaded = true }
      Reasons().redacted(reason: isLoaded ? [] : .placeholder)
    }
  }

  @Test func aPlaceholderIsNeitherReadNorUsed() throws {
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    #expect(page.root.description.contains("<div class=\"mv-g mv-redacted\""))
    #expect(page.root.description.contains("inert"))
    #expect(host.texts.last == "1")
    try host.tap()
    try page.apply(host.flush())
    #expect(host.texts.last == "0")
    #expect(!page.root.description.contains("inert"))
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    #expect(host.bodies(Reasons.self) == 2)
  }

  @Test func eventsOfAPlaceholderAreRefused() throws {
    var log: [String] = []
    let host = ViewHost.shown(
      VStack {
        Button("Press") { log.append("press") }
        Button("Save") { log.append("save") }.keyboardShortcut("s")
      }
      .redacted(reason: .placeholder)
      .sheet(isPresented: .constant(true)) { Button("Sheet") { log.append("sheet") } })
    let all = host.elements().all
    func id(_ label: String) throws -> NodeID { try #require(all.first { $0.label == label }).id }
    for label in ["Press", "Save"] {
      let button = try id(label)
      #expect(throws: ViewEventError.covered(button)) {
        try host.handle(ViewEvent(node: button, kind: .tap))
      }
    }
    try host.handle(ViewEvent(node: try id("Sheet"), kind: .tap))
    #expect(log == ["sheet"])
  }

  @Test func aViewLetsPressesThrough() {
    #expect(
      render(Text("a").allowsHitTesting(false)) == "<span class=\"mv-no-presses\">a</span>")
    #expect(render(Text("a").allowsHitTesting(true)) == "<span>a</span>")
  }
}

@MainActor
struct RedactionReasonsTests {
  @Test func reasonsAddUp() {
    let host = ViewHost.shown(
      Reasons().redacted(reason: .privacy).redacted(reason: [.placeholder, .invalidated]))
    #expect(host.texts == ["7"])
  }
}
