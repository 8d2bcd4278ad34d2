// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor
struct MaterialTests {
  @Test func aMaterialBlursWhatIsBehindIt() {
    let html = render(Text("a").background(.ultraThinMaterial))
    #expect(html.contains("background:var(--mv-ultra-thin-material)"))
    #expect(html.contains("backdrop-filter:var(--mv-material-filter)"))
    let capsule = render(Text("a").background(.bar, in: .capsule))
    #expect(capsule.contains("border-radius:9999px;background:var(--mv-bar-material);backdrop"))
  }

  @Test func aFaintMaterialIsAColor() {
    #expect(
      Ink(Material.thin.opacity(0.5)).css
        == "color-mix(in srgb,var(--mv-background) 50%,transparent)")
  }
}

@MainActor
struct InkTests {
  @Test func aShapeFollowsTheForegroundStyle() {
    #expect(render(Circle().foregroundStyle(.red)).contains("fill:currentcolor"))
    #expect(render(Capsule()).contains("background:currentcolor"))
    #expect(render(Circle().stroke(lineWidth: 2)).contains("stroke:currentcolor"))
  }

  @Test func aColorNeedsNoPaint() {
    #expect(Ink(Color.red).paint == nil)
  }
}

@MainActor
struct AnyShapeStyleTests {
  @Test func aStyleWithoutATypeIsTheSame() {
    #expect(Ink(AnyShapeStyle(.bar)) == Ink(.bar))
    #expect(Ink(AnyShapeStyle(.tint)) == Ink(.tint))
    #expect(render(Text("a").foregroundStyle(AnyShapeStyle(.red))).contains("mv-fg-red"))
  }
}

@MainActor
struct SeparatorShapeStyleTests {
  @Test func itIsTheColorOfLines() { #expect(Ink(.separator).css == "var(--mv-separator)") }
}

@MainActor
struct PlaceholderTextShapeStyleTests {
  @Test func itIsTheSecondaryColor() { #expect(Ink(.placeholder).color == .secondary) }
}
