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
  @Test func itIsTheColorOfWhatCanBePressed() { #expect(TintShapeStyle()._color == .accentColor) }
}
