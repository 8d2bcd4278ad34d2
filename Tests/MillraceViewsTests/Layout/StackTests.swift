// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

@MainActor
struct VStackTests {
  @Test func alignmentIsAClassAndSpacingAStyle() {
    #expect(render(VStack { Text("a") }) == "<div class=\"mv-vstack\"><span>a</span></div>")
    #expect(
      render(VStack(alignment: .leading, spacing: 7) {})
        == "<div class=\"mv-vstack mv-align-leading\" style=\"gap:7px\"></div>")
  }

  @Test func aSpacingMayBeAnOptional() {
    let spacing: CGFloat? = nil
    #expect(render(VStack(spacing: spacing) {}) == "<div class=\"mv-vstack\"></div>")
    #expect(render(VStack(spacing: -4) {}).contains("gap:0px"))
  }
}

@MainActor
struct HStackTests {
  @Test func alignmentIsAClassAndSpacingAStyle() {
    #expect(render(HStack {}) == "<div class=\"mv-hstack\"></div>")
    #expect(
      render(HStack(alignment: .top, spacing: 0) {})
        == "<div class=\"mv-hstack mv-align-top\" style=\"gap:0px\"></div>")
  }
}

@MainActor
struct ZStackTests {
  @Test func alignmentIsAClass() {
    #expect(
      render(ZStack(alignment: .bottomTrailing) {})
        == "<div class=\"mv-zstack mv-align-bottomTrailing\"></div>")
  }
}

@MainActor
struct LazyVStackTests {
  @Test func itTakesTheWholeWidth() {
    #expect(
      render(LazyVStack(alignment: .leading, spacing: 2) { Text("a") })
        == "<div class=\"mv-vstack mv-x mv-align-leading\" style=\"gap:2px\">"
        + "<span>a</span></div>")
  }
}

@MainActor
struct LazyHStackTests {
  @Test func itTakesTheWholeHeight() {
    #expect(
      render(LazyHStack(pinnedViews: [.sectionHeaders]) {})
        == "<div class=\"mv-hstack mv-y\"></div>")
  }
}
