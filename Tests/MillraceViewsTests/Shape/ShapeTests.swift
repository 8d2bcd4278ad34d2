// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor struct ShapeTests {
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

  @Test func outlinesKeepTheirRoom() {
    let wide = CGRect(x: 0, y: 0, width: 30, height: 10)
    #expect(Circle().path(in: wide).svg.hasPrefix("M15 0"))
    #expect(Capsule().path(in: wide).svg.hasPrefix("M5 0L25 0"))
    #expect(Ellipse().path(in: wide).svg.hasPrefix("M15 0L15 0C"))
    #expect(Rectangle().path(in: wide).svg == "M0 0L30 0L30 10L0 10Z")
  }
}
