// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

/// The background of a style.
private func css(_ style: some ShapeStyle) -> String { Ink(style).css }

@MainActor
struct LinearGradientTests {
  private func linear(_ start: UnitPoint, _ end: UnitPoint) -> String {
    css(LinearGradient(colors: [.black, .white], startPoint: start, endPoint: end))
      .replacing("var(--mv-black)", with: "b").replacing("var(--mv-white)", with: "w")
  }

  @Test func aLineHasADirectionAndTwoPlaces() {
    #expect(linear(.top, .bottom) == "linear-gradient(180deg,b 0%,w 100%)")
    #expect(linear(.leading, .trailing) == "linear-gradient(90deg,b 0%,w 100%)")
    #expect(linear(.center, .bottom) == "linear-gradient(180deg,b 50%,w 100%)")
    #expect(linear(.bottom, .center) == "linear-gradient(0deg,b 0%,w 50%)")
    #expect(linear(.topLeading, .bottomTrailing) == "linear-gradient(to bottom right,b 0%,w 100%)")
    #expect(linear(.bottomTrailing, .center) == "linear-gradient(to top left,b 0%,w 50%)")
  }

  @Test func aLineWithoutALengthHasTheLastColor() {
    #expect(linear(.top, .top) == "linear-gradient(w,w)")
    #expect(linear(.top, UnitPoint(x: .nan, y: 0)) == "linear-gradient(w,w)")
    #expect(
      css(LinearGradient(colors: [], startPoint: .top, endPoint: .bottom)) == "none")
    #expect(
      css(LinearGradient(colors: [.red], startPoint: .top, endPoint: .bottom))
        == "linear-gradient(var(--mv-red),var(--mv-red))")
  }

  @Test func aGradientIsAView() {
    #expect(
      render(LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom))
        == "<div class=\"mv-color mv-x mv-y\" style=\"background:linear-gradient(180deg,"
        + "var(--mv-red) 0%,var(--mv-blue) 100%)\"></div>")
  }
}

@MainActor
struct RadialGradientTests {
  @Test func circlesHaveRadiiInPoints() {
    #expect(
      css(RadialGradient(colors: [.red, .blue], center: .top, startRadius: 5, endRadius: 20))
        == "radial-gradient(circle at 50% 0%,var(--mv-red) 5px,var(--mv-blue) 20px)")
    #expect(
      css(RadialGradient(colors: [.red, .blue], center: .top, startRadius: 20, endRadius: 5))
        == "radial-gradient(circle at 50% 0%,var(--mv-blue) 5px,var(--mv-red) 20px)")
  }
}

@MainActor
struct EllipticalGradientTests {
  @Test func ellipsesHaveRadiiInPartsOfTheSpace() {
    #expect(
      css(EllipticalGradient(colors: [.red, .blue]))
        == "radial-gradient(100% 100% at 50% 50%,var(--mv-red) 0%,var(--mv-blue) 50%)")
  }
}

@MainActor
struct AngularGradientTests {
  @Test func anglesBeginAtTheRight() {
    #expect(
      css(AngularGradient(colors: [.red, .blue], center: .center))
        == "conic-gradient(from 90deg at 50% 50%,var(--mv-red) 0deg,var(--mv-blue) 360deg)")
    #expect(
      css(
        AngularGradient(
          colors: [.red, .blue], center: .center, startAngle: .degrees(90), endAngle: .zero))
        == "conic-gradient(from 90deg at 50% 50%,var(--mv-blue) 0deg,var(--mv-red) 90deg)")
  }
}

@MainActor
struct GradientTests {
  @Test func placesOfStopsAreUsed() {
    let stops = [
      Gradient.Stop(color: .red, location: 0.2), Gradient.Stop(color: .blue, location: 2),
    ]
    #expect(
      css(.linearGradient(stops: stops, startPoint: .top, endPoint: .bottom))
        == "linear-gradient(180deg,var(--mv-red) 20%,var(--mv-blue) 100%)")
  }

  @Test func anOpacityIsThatOfEachColor() {
    let style = LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)
    #expect(css(style.opacity(0.5)).contains("color-mix(in srgb,var(--mv-red) 50%,transparent) 0%"))
    #expect(css(.tint.opacity(0.5)) == "color-mix(in srgb,var(--accent) 50%,transparent)")
  }

  @Test func textsHaveTheirOwnGradient() {
    let style = LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)
    let span =
      "<span class=\"mv-fg-paint\" style=\"color:var(--mv-red);--mv-paint:\(css(style))\">a</span>"
    #expect(render(Text("a").foregroundStyle(style)) == span)
    #expect(render(Group { Text("a") }.foregroundStyle(style)) == span)
    // The innermost style is used, whatever its kind is.
    #expect(
      render(Text("a").foregroundStyle(.blue).foregroundStyle(style))
        == "<span class=\"mv-fg-blue\">a</span>")
    #expect(render(Text("a").foregroundStyle(style).foregroundStyle(.blue)) == span)
  }

  @Test func aChangedGradientIsOnePatch() throws {
    struct Page: View {
      @State private var isOn = false
      var body: some View {
        Button("a") { isOn.toggle() }
        Text("b").background(
          LinearGradient(
            colors: [.red, isOn ? .blue : .green], startPoint: .top, endPoint: .bottom))
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    let patches = host.flush()
    #expect(patches.count == 1)
    guard case .setAttribute(_, name: "style", let value)? = patches.first else {
      Issue.record("\(patches)")
      return
    }
    #expect(value.contains("var(--mv-blue)"))
  }
}

@MainActor
struct AnyGradientTests {
  @Test func aColorHasAGradient() {
    #expect(
      render(Text("a").background(.blue.gradient)).contains(
        "background:linear-gradient(180deg,color-mix(in oklab,var(--mv-blue),var(--mv-white) 20%)"))
  }
}

@MainActor
struct GradientFillTests {
  @Test func aGradientInAShape() {
    let style = LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)
    let css = Ink(style).css
    #expect(
      render(Capsule().fill(style))
        == "<div class=\"mv-shape mv-x mv-y\" style=\"border-radius:9999px;background:\(css)\">"
        + "</div>")
    #expect(
      render(Circle().fill(style).frame(width: 20, height: 20)).contains(
        "style=\"background:\(css);clip-path:circle()\""))
    let inset = render(Circle().inset(by: 4).fill(style).frame(width: 20, height: 20))
    #expect(inset.contains("clip-path:path(&quot;M10 4"))
    #expect(render(Circle().inset(by: 4).fill(style)).contains("<mask id="))
    let path = Path(CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(render(path.fill(style)).contains("clip-path:path(&quot;M1 2L4 2L4 6L1 6Z&quot;)"))
  }

  @Test func aLineWithAGradientIsTheVisiblePartOfABackground() {
    let style = LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)
    let html = render(Capsule().strokeBorder(style, lineWidth: 4))
    #expect(html.contains("border-radius:9999px;padding:4px;mask:"))
    #expect(!html.contains("margin"))
    #expect(render(Capsule().stroke(style, lineWidth: 4)).contains("margin:-2px;width:calc(100%"))
    let circle = render(Circle().stroke(style, lineWidth: 4).frame(width: 20, height: 20))
    #expect(circle.contains("<mask id=\"millrace-m"))
    #expect(circle.contains("<path style=\"fill:none;stroke:var(--mv-white);stroke-width:4px\""))
    #expect(circle.contains("<foreignObject style=\"mask:url(#millrace-m"))
    #expect(circle.contains("s)\" x=\"-2\" y=\"-2\" width=\"24\" height=\"24\">"))
    #expect(circle.contains("<div class=\"mv-masked\" style=\"background:\(Ink(style).css)\">"))
  }

  @Test func aShapeChangesBetweenAColorAndAGradient() throws {
    struct Page: View {
      @State private var step = 0
      private var style: AnyShapeStyle {
        step % 2 == 0
          ? AnyShapeStyle(.red)
          : AnyShapeStyle(AngularGradient(colors: [.red, .blue], center: .center))
      }
      var body: some View {
        Button("a") { step += 1 }
        Circle().stroke(style, lineWidth: CGFloat(step)).frame(width: 20, height: 20)
        Circle().trim(from: 0, to: 0.5).fill(style)
        Capsule().fill(style)
      }
    }
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    for _ in 0..<4 {
      try host.tap()
      try page.apply(host.flush())
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    }
  }
}
