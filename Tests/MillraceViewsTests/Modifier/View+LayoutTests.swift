// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import MillraceViews

@MainActor struct ViewLayoutTests {
  private func box(_ view: some View) -> String {
    String(render(view).prefix { $0 != ">" })
  }

  @Test func aFixedFrameHasItsLengths() {
    #expect(
      box(Text("a").frame(width: 10, height: 20, alignment: .leading))
        == "<div class=\"mv-g mv-frame mv-w mv-h mv-align-leading\" "
        + "style=\"width:10px;height:20px\""
    )
    #expect(
      box(Text("a").frame(width: -1))
        == "<div class=\"mv-g mv-frame mv-w\" style=\"width:0px\"")
  }

  @Test func aFlexibleFrameHasItsBounds() {
    #expect(
      box(Text("a").frame(minWidth: 1, maxWidth: .infinity, minHeight: 2, maxHeight: 3))
        == "<div class=\"mv-g mv-frame mv-x mv-wide mv-loose mv-y\" "
        + "style=\"min-width:1px;min-height:2px;max-height:3px\"")
    #expect(
      box(Text("a").frame(idealWidth: 700, maxHeight: .infinity))
        == "<div class=\"mv-g mv-frame mv-w mv-max mv-wide mv-y\" "
        + "style=\"grid-template-columns:minmax(var(--mv-least,0),700px)\"")
    #expect(
      box(Text("a").frame(maxWidth: 300))
        == "<div class=\"mv-g mv-frame mv-w mv-max\" "
        + "style=\"grid-template-columns:minmax(var(--mv-least,0),300px)\"")
  }

  @Test func effectsAreStyles() {
    #expect(render(Text("a").opacity(0.5).opacity(2)) == "<span style=\"opacity:0.5\">a</span>")
    #expect(render(Text("a").hidden()) == "<span style=\"visibility:hidden\">a</span>")
    #expect(render(Text("a").layoutPriority(1)) == "<span style=\"flex-shrink:0\">a</span>")
    #expect(render(Text("a").zIndex(2)) == "<span style=\"z-index:2\">a</span>")
    #expect(box(Text("a").offset(x: 1, y: -2)).contains("style=\"translate:1px -2px\""))
    #expect(box(Text("a").border(.red, width: 2)).contains("inset 0 0 0 2px var(--mv-red)"))
    #expect(box(Text("a").fixedSize()) == "<div class=\"mv-g mv-fixed-x mv-fixed-y\"")
    #expect(box(Text("a").aspectRatio(2, contentMode: .fit)).contains("aspect-ratio:2"))
    #expect(box(Text("a").scaleEffect(2)).contains("scale:2;transform-origin:50% 50%"))
    #expect(box(Text("a").shadow(radius: 3)).contains("drop-shadow(0px 0px 3px"))
  }

  @Test func theControlsOfATransparentViewAreHidden() {
    let button = "<button type=\"button\" style=\"opacity:0;visibility:hidden\""
    #expect(render(Button("a") {}.opacity(0)).hasPrefix(button))
    #expect(render(Button("a") {}.opacity(0.5).opacity(0)).hasPrefix(button))
    #expect(!render(Button("a") {}.opacity(0.001)).contains("visibility"))
  }

  @Test func paddingMayBeNil() {
    let length: CGFloat? = nil
    #expect(box(Text("a").padding(.top, length)).contains("padding-top:16px"))
    #expect(
      box(Text("a").padding(EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)))
        .contains("padding-top:1px;padding-inline-start:2px;padding-bottom:3px"))
  }

  @Test(arguments: [(Double.nan, "0"), (.infinity, "1000"), (-.infinity, "-1000"), (1e300, "1000")])
  func anOrderThatIsNoWholeNumberIsHarmless(value: Double, order: String) {
    #expect(render(Text("a").zIndex(value)) == "<span style=\"z-index:\(order)\">a</span>")
  }
}
