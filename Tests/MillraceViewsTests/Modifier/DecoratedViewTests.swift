// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

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
    guard case .insert(let html, _, _) = host.flush().first else { return }
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
}
