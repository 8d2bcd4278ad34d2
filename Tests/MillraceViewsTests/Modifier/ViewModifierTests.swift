// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import MillraceViews

@MainActor
struct ViewModifierTests {
  private struct Counted: ViewModifier {
    let name: String
    @State private var count = 0
    @Environment(\.isEnabled) private var isEnabled

    func body(content: Content) -> some View {
      content
      Button("\(name) \(count) \(isEnabled)") { count += 1 }
    }
  }

  private struct Page: View {
    @State private var text = "a"
    var body: some View {
      Text(text).modifier(Counted(name: text))
      Button("change") { text = "b" }
    }
  }

  @Test func aModifierHasStateOfItsOwn() throws {
    let host = ViewHost.shown(Page())
    try host.tap(0)
    _ = host.flush()
    #expect(host.texts == ["a", "a 1 true", "change"])
    try host.tap(1)
    _ = host.flush()
    #expect(host.texts == ["b", "b 1 true", "change"])
  }

  @Test func aModifierSeesTheEnvironment() {
    let host = ViewHost.shown(Text("x").modifier(Counted(name: "n")).disabled(true))
    #expect(host.texts == ["x", "n 0 false"])
  }
}

@MainActor
struct ModifiedContentTests {
  @Test func itHoldsBoth() {
    struct Plain: ViewModifier {
      func body(content: Content) -> some View { content }
    }
    #expect(render(ModifiedContent(content: Text("a"), modifier: Plain())) == "<span>a</span>")
  }
}
