// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor
struct AnyLayoutTests {
  private struct Counter: View {
    @State private var count = 0
    var body: some View { Button("\(count)") { count += 1 } }
  }

  private struct Page: View {
    @State private var isWide = true
    var body: some View {
      let layout =
        isWide
        ? AnyLayout(HStackLayout(spacing: 3)) : AnyLayout(VStackLayout(alignment: .leading))
      layout {
        Counter()
        Button("Turn") { isWide.toggle() }
      }
    }
  }

  @Test func viewsKeepTheirStateInAnotherLayout() throws {
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    try host.tap(0)
    try host.tap(1)
    let patches = host.flush()
    try page.apply(patches)
    #expect(patches.count == 3)  // the class and the style of the layout, and the number
    #expect(page.root.description.contains("mv-vstack mv-align-leading"))
    #expect(host.texts.first == "1")
    #expect(host.bodies(Counter.self) == 2)
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
  }
}

@MainActor
struct HStackLayoutTests {
  @Test func itIsLikeAnHStack() {
    let layout = HStackLayout(alignment: .top, spacing: 2)
    #expect(
      render(layout { Text("a") }) == render(HStack(alignment: .top, spacing: 2) { Text("a") }))
  }
}

@MainActor
struct VStackLayoutTests {
  @Test func itIsLikeAVStack() {
    #expect(render(VStackLayout() { Text("a") }) == render(VStack { Text("a") }))
  }
}

@MainActor
struct ZStackLayoutTests {
  @Test func itIsLikeAZStack() {
    let layout = ZStackLayout(alignment: .bottom)
    #expect(render(layout { Text("a") }) == render(ZStack(alignment: .bottom) { Text("a") }))
  }
}

@MainActor
struct GridLayoutTests {
  @Test func itIsLikeAGrid() {
    let layout = GridLayout(horizontalSpacing: 2, verticalSpacing: 3)
    #expect(
      render(layout { Text("a") })
        == render(Grid(horizontalSpacing: 2, verticalSpacing: 3) { Text("a") }))
  }
}
