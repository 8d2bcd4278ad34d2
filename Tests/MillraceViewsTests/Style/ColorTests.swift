// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

struct ColorTests {
  @Test func colorsAreNames() {
    #expect(Decoration.color(.red).className == "mv-fg-red")
    #expect(Decoration.color(.accentColor).className == "mv-fg-accent")
  }
}

@MainActor
struct ForegroundStyleTests {
  @Test func itIsTheColorOfText() { #expect(ForegroundStyle()._color == .primary) }
}

@MainActor
struct BackgroundStyleTests {
  @Test func itIsTheColorOfTheCard() { #expect(BackgroundStyle()._color.name == "background") }
}

@MainActor
struct TintShapeStyleTests {
  @Test func itIsTheColorThatTintSets() {
    let text = Text("a").foregroundStyle(.tint)
    #expect(render(text) == "<span style=\"color:var(--accent)\">a</span>")
    #expect(
      render(VStack { text }.tint(.red)).hasPrefix(
        "<div class=\"mv-vstack\" style=\"--accent:var(--mv-red)\">"))
    #expect(
      TintShapeStyle()._color.opacity(0.5).css
        == "color-mix(in srgb,var(--accent) 50%,transparent)")
  }
}
