// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct BadgeViewTests {
  @Test func aRowHasABadgeAtItsEnd() {
    #expect(
      render(List { Text("Inbox").badge(3) }) == """
        <ul class="mv-list mv-x"><li><div class="mv-with-menu mv-x"><span>Inbox</span>\
        <div class="mv-after"><span class="mv-badge"><span>3</span></span></div></div></li></ul>
        """)
    #expect(render(List { Text("Inbox").badge("new") }).contains("<span>new</span>"))
    #expect(render(List { Text("Inbox").badge(Text("new").bold()) }).contains("mv-bold"))
  }

  @Test func nothingIsNoBadge() {
    #expect(!render(List { Text("Inbox").badge(0) }).contains("mv-badge"))
    #expect(!render(List { Text("Inbox").badge(nil as Text?) }).contains("mv-badge"))
    #expect(render(HStack { Text("Inbox").badge(3) }) == render(HStack { Text("Inbox") }))
  }

  private struct Page: View {
    @State private var count = 0

    var body: some View {
      List { Text("Inbox").badge(count) }
      TabView {
        Tab("one", systemImage: "star") { Text("a") }.badge(count)
        Text("b").tabItem { Text("two") }.badge(count == 0 ? nil : "new")
      }
      Button("Count") { count = count == 2 ? 0 : count + 1 }
    }
  }

  @Test func aBadgeOfATabIsInItsButton() throws {
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    for badges in [["1", "1", "new"], ["2", "2", "new"], []] {
      try host.tap(host.ids(.button).count - 1)
      try page.apply(host.flush())
      #expect(host.texts.filter { ["1", "2", "new"].contains($0) } == badges)
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    }
  }

  @Test func aBadgeBeforeATabItemIsThatOfTheTab() throws {
    struct Page: View {
      @State private var count = 2
      @State private var tab = 1
      var body: some View {
        TabView(selection: $tab) {
          Text("a").badge(count).tabItem { Text("one") }
          Text("b").tag(1).badge("!").tabItem { Text("two") }
          Text("c").badge("?").tag(2).tabItem { Text("three") }
        }
        Button("Count") { count = count == 2 ? 3 : 0 }
      }
    }
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    #expect(host.elements(.button)[1].value("aria-selected") == "true")
    for badges in [["3", "!", "?"], ["!", "?"]] {
      try host.tap(host.ids(.button).count - 1)
      try page.apply(host.flush())
      #expect(host.texts.filter { ["2", "3", "!", "?"].contains($0) } == badges)
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    }
  }

  @Test func aNewNumberIsOnePatchForEachPlace() throws {
    let host = ViewHost.shown(Page())
    try host.tap(host.ids(.button).count - 1)
    _ = host.flush()
    try host.tap(host.ids(.button).count - 1)
    #expect(host.flush().count == 2)
  }
}
