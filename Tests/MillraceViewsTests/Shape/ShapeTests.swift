// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor
struct ShapeTests {
  @Test func simpleShapesCut() {
    #expect(
      render(Text("a").clipShape(Circle()))
        == "<div class=\"mv-g mv-clip\" style=\"clip-path:circle()\"><span>a</span></div>")
    #expect(
      render(Text("a").clipShape(RoundedRectangle(cornerRadius: 5)))
        .contains("clip-path:inset(0 round 5px / 5px)"))
    #expect(render(Text("a").cornerRadius(2)).contains("inset(0 round 2px"))
    #expect(render(Text("a").clipShape(Capsule())).contains("inset(0 round 9999px)"))
    #expect(
      render(Text("a").clipShape(Path())) == "<div class=\"mv-g mv-clip\"><span>a</span></div>")
    #expect(render(Text("a").rotationEffect(.degrees(45))).contains("rotate:45deg"))
  }

  @Test func aShapeBehindAView() {
    let html = render(Text("a").background(.blue, in: Capsule()))
    #expect(
      html.hasPrefix(
        "<div class=\"mv-g mv-layers\"><div class=\"mv-g mv-under\">"
          + "<div class=\"mv-shape mv-x mv-y\" "
          + "style=\"border-radius:9999px;background:var(--mv-blue)\"></div></div>"))
  }
}

@MainActor
struct RectangleTests {
  @Test func itsOutline() {
    #expect(
      Rectangle().path(in: CGRect(x: 0, y: 0, width: 30, height: 10)).svg == "M0 0L30 0L30 10L0 10Z"
    )
  }
}

@MainActor
struct RoundedRectangleTests {
  @Test func itsOutline() {
    #expect(
      RoundedRectangle(cornerRadius: 2).path(in: CGRect(x: 0, y: 0, width: 30, height: 10)).svg
        .hasPrefix("M2 0L28 0C"))
  }

  @Test(arguments: [8, .infinity] as [CGFloat])
  func cornersThatAreTooLargeStayRound(radius: CGFloat) {
    let box = CGRect(x: 0, y: 0, width: 30, height: 10)
    let shape = RoundedRectangle(cornerRadius: radius)
    #expect(shape.path(in: box).svg == Capsule().path(in: box).svg)
    #expect(!render(Text("a").clipShape(shape)).contains("%"))
  }
}

@MainActor
struct CircleTests {
  @Test func itsOutline() {
    #expect(Circle().path(in: CGRect(x: 0, y: 0, width: 30, height: 10)).svg.hasPrefix("M15 0"))
  }
}

@MainActor
struct EllipseTests {
  @Test func itsOutline() {
    #expect(
      Ellipse().path(in: CGRect(x: 0, y: 0, width: 30, height: 10)).svg.hasPrefix("M15 0h0C"))
  }
}

@MainActor
struct CapsuleTests {
  @Test func itsOutline() {
    #expect(
      Capsule().path(in: CGRect(x: 0, y: 0, width: 30, height: 10)).svg.hasPrefix("M5 0L25 0"))
  }
}
