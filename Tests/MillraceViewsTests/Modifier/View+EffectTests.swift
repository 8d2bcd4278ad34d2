// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import MillraceViews

@MainActor
struct ViewEffectTests {
  private func style(_ view: some View) -> String? {
    let html = render(view)
    return html.firstMatch(of: #/style="([^"]*)"/#).map { String($0.output.1) }
  }

  @Test func pixelsAreFiltered() {
    let text = Text("a")
    #expect(style(text.blur(radius: 3)) == "filter:blur(3px)")
    #expect(style(text.blur(radius: -1)) == "filter:blur(0px)")
    #expect(style(text.saturation(0.5)) == "filter:saturate(0.5)")
    #expect(style(text.contrast(2)) == "filter:contrast(2)")
    #expect(style(text.contrast(-2)) == "filter:invert(1) contrast(2)")
    #expect(style(text.grayscale(3)) == "filter:grayscale(1)")
    #expect(style(text.hueRotation(.degrees(45))) == "filter:hue-rotate(45deg)")
    #expect(style(text.colorInvert()) == "filter:invert(1)")
  }

  /// The component of a colour after the functions of CSS.
  private func shown(_ component: Double, _ filter: String) -> Double {
    filter.matches(of: #/(contrast|brightness)\(([0-9.]+)\)/#).reduce(component) { value, match in
      let factor = Double(match.output.2) ?? .nan
      let next = match.output.1 == "contrast" ? (value - 0.5) * factor + 0.5 : value * factor
      return min(max(next, 0), 1)
    }
  }

  @Test(arguments: [-1, -0.7, -0.2, 0, 0.2, 0.7, 1])
  func aBrightnessIsAdded(amount: Double) throws {
    let filter = try #require(style(Text("a").brightness(amount)))
    for component in [0, 0.3, 0.8, 1] {
      let wanted = min(max(component + amount, 0), 1)
      #expect(abs(shown(component, filter) - wanted) < 0.005)
    }
  }

  @Test func viewsAreDrawnAsAWhole() {
    #expect(render(Text("a").compositingGroup()) == render(Text("a").drawingGroup()))
    #expect(render(Text("a").compositingGroup()).hasPrefix("<div class=\"mv-g mv-group\">"))
  }

  @Test func viewsAreTransformed() {
    let text = Text("a")
    #expect(style(text.scaleEffect(x: 2)) == "scale:2 1;transform-origin:50% 50%")
    #expect(
      style(text.scaleEffect(CGSize(width: 1, height: 3), anchor: .top))
        == "scale:1 3;transform-origin:50% 0%")
    #expect(
      style(text.rotation3DEffect(.degrees(180), axis: (x: 0, y: 1, z: 0)))
        == "transform:perspective(400px) rotate3d(0,1,0,180deg);transform-origin:50% 50% 0px")
    #expect(
      style(text.rotation3DEffect(.zero, axis: (x: 1, y: 0, z: 0), anchorZ: 2, perspective: 0))
        == "transform:rotate3d(1,0,0,0deg);transform-origin:50% 50% 2px")
  }

  @Test func aMaskIsAGradientOrAShape() {
    let gradient = LinearGradient(colors: [.black, .clear], startPoint: .top, endPoint: .bottom)
    #expect(style(Text("a").mask { gradient })?.hasPrefix("mask:linear-gradient(180deg,") == true)
    #expect(render(Text("a").mask(Circle())) == render(Text("a").clipShape(.circle)))
  }
}

@MainActor
struct BlendModeTests {
  @Test func viewsAreMixed() {
    #expect(render(Text("a").blendMode(.multiply)).contains("mix-blend-mode:multiply"))
    #expect(render(Text("a").blendMode(.plusLighter)).contains("mix-blend-mode:plus-lighter"))
    #expect(render(Text("a").blendMode(.normal)) == "<span>a</span>")
  }
}
