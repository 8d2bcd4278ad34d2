// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor struct ButtonStyleTests {
  private struct Loud: ButtonStyle {
    func makeBody(configuration: Configuration) -> some View {
      Text(configuration.role == .destructive ? "!" : "?")
      configuration.label.bold()
    }
  }

  @Test func looksOfThePageAreClasses() {
    #expect(render(Button("a") {}.buttonStyle(.bordered)) == render(Button("a") {}))
    #expect(
      render(Button("a", role: .destructive) {}.buttonStyle(.borderedProminent))
        .hasPrefix("<button type=\"button\" class=\"mv-destructive mv-prominent\""))
    #expect(render(VStack { Button("a") {} }.buttonStyle(.plain)).contains("mv-plain"))
  }

  @Test func aLookMayBeAView() throws {
    var count = 0
    let host = ViewHost.shown(
      Button("a", role: .destructive) { count += 1 }.buttonStyle(Loud()))
    #expect(host.texts == ["!", "a"])
    #expect(host.html().contains("<span data-n=\"4\" class=\"mv-bold\">a</span>"))
    try host.tap()
    #expect(count == 1)
  }
}
