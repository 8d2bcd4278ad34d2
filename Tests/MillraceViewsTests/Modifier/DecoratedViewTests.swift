// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct DecoratedViewTests {
  @Test func newElementsAreDecoratedToo() throws {
    struct Page: View {
      @State private var count = 1
      @State private var color = Color.red
      var body: some View {
        Group { ForEach(0..<count, id: \.self) { Text("\($0)") } }
          .foregroundStyle(color)
        Button("Add") { count += 1 }
        Button("Blue") { color = .blue }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap(0)
    let patches = host.flush()
    guard case .insert(let html, _, _) = patches.first else {
      Issue.record("\(patches)")
      return
    }
    #expect(html.contains("class=\"mv-fg-red\""))
    let ids = host.ids(.span)
    try host.tap(1)
    #expect(
      host.flush() == [
        .setAttribute(ids[0], name: "class", value: "mv-fg-blue"),
        .setAttribute(ids[1], name: "class", value: "mv-fg-blue"),
      ])
  }

  @Test func aRowsControlIsDecoratedAndNotItsRow() {
    let html = render(List { Button("x") {}.accessibilityLabel("Close") })
    #expect(html.contains("<li><button type=\"button\" aria-label=\"Close\""))
  }

  @Test func whatIsKeptFromPeopleWhoDoNotSeeThePageIsToldAgain() throws {
    struct Page: View {
      @State private var isCovered = false
      @State private var isLoud = false
      var body: some View {
        Button("Cover") { isCovered.toggle() }
        Text("Total").padding().border(.gray).accessibilityHidden(isCovered)
        Toggle("Loud", isOn: $isLoud).accessibilityHidden(isCovered)
        Text("Sum").overlay { Text("4") }.accessibilityHidden(isCovered)
        List { Toggle("Low", isOn: $isLoud).padding() }.accessibilityHidden(isCovered)
      }
    }
    let host = ViewHost.shown(Page())
    let page = PatchedPage(html: host.html())
    let plain = page.root.description
    try host.tap()
    try page.apply(host.flush())
    func isHidden(_ node: ElementNode) -> Bool { node.value(.ariaHidden) == "true" }
    let root = try #require(host.root)
    // The wrapper of the text, the label of the toggle, the wrapper with the layer, and the list.
    #expect(root.sent.map(isHidden) == [false, true, true, true, true])
    #expect(root.sent.allSatisfy { !$0.sent.contains(where: isHidden) })
    try host.tap()
    try page.apply(host.flush())
    #expect(page.root.description == plain)
  }

  @Test func aLayerAroundAHiddenViewIsNotHidden() throws {
    struct Page: View {
      @State private var isHidden = false
      var body: some View {
        Button("Hide") { isHidden.toggle() }
        Text("a").accessibilityHidden(isHidden).padding().overlay { Text("3") }
      }
    }
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    let plain = page.root.description
    try host.tap()
    try page.apply(host.flush())
    // The texts are those of the button, of the view and of the layer.
    #expect(host.elements(.span).map { $0.value("aria-hidden") } == [nil, "true", nil])
    #expect(host.html().split(separator: "aria-hidden").count == 2)
    try host.tap()
    try page.apply(host.flush())
    #expect(page.root.description == plain)
  }

  @Test func anInnerModifierThatBeginsAsNilStillCounts() throws {
    struct Page: View {
      @State private var isLate = false
      var body: some View {
        Button("Late") { isLate.toggle() }
        Text("a").foregroundColor(isLate ? .red : nil).font(isLate ? .title : nil)
          .fontWeight(isLate ? .bold : nil).tint(isLate ? .green : nil)
          .foregroundColor(.secondary).font(.caption).fontWeight(.light).tint(.blue)
      }
    }
    let host = ViewHost.shown(Page())
    let before = host.elements(.span)[1]
    #expect(before.value("class") == "mv-fg-secondary mv-font-caption")
    try host.tap()
    _ = host.flush()
    let now = host.elements(.span)[1]
    #expect(now.value("class") == "mv-fg-red mv-font-title")
    #expect(now.value("style") == "font-weight:700;--mv-weight:700;--accent:var(--mv-green)")
    try host.tap()
    _ = host.flush()
    #expect(host.elements(.span)[1].value("class") == before.value("class"))
    #expect(host.elements(.span)[1].value("style") == before.value("style"))
  }

  @Test func anAttributeOfTheElementComesBackWhenAModifierLeavesIt() throws {
    struct Page: View {
      @State private var isHidden = false
      @State private var isWide = true
      var body: some View {
        Button("Hide") { isHidden.toggle() }
        Button("Turn") { isWide.toggle() }
        Circle().fill(isWide ? .red : .blue).accessibilityHidden(isHidden)
        HStack { Spacer() }.accessibilityHidden(isHidden)
      }
    }
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    let plain = page.root.description
    #expect(plain.contains("<svg aria-hidden=\"true\""))
    for button in [0, 0, 1, 0, 1, 0] {
      try host.tap(button)
      try page.apply(host.flush())
      #expect(page.root.description.contains("<svg aria-hidden=\"true\""))
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    }
    #expect(page.root.description == plain)
  }
}
