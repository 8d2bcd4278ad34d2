// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor
struct UnevenRoundedRectangleTests {
  private let box = CGRect(x: 0, y: 0, width: 30, height: 10)

  @Test func equalRadiiAreARoundedRectangle() {
    let uneven = UnevenRoundedRectangle(
      topLeadingRadius: 2, bottomLeadingRadius: 2, bottomTrailingRadius: 2, topTrailingRadius: 2)
    /// The points of each step. The path of a rounded rectangle begins with a point that is also
    /// the end of its last step.
    func points(_ path: Path) -> Set<String> {
      Set(path.svg.split { $0.isLetter }.map(String.init)).subtracting(["2 0"])
    }
    #expect(
      points(uneven.path(in: box))
        == points(RoundedRectangle(cornerRadius: 2).path(in: box)))
  }

  @Test func leadingCornersAreOnTheRightIfTextRunsFromRightToLeft() {
    let shape = UnevenRoundedRectangle(topLeadingRadius: 4)
    #expect(
      render(Text("a").clipShape(shape)).hasPrefix(
        "<div class=\"mv-g mv-clip mv-clip-sides\" style=\"--mv-clip:"
          + "inset(0 round 4px 0px 0px 0px);--mv-clip-mirrored:inset(0 round 0px 4px 0px 0px)\""))
    #expect(
      render(shape.fill(.red)).contains(
        "class=\"mv-shape mv-x mv-y mv-mirrored\" style=\"border-radius:4px 0px 0px 0px;"))
    #expect(
      render(shape.fill(.red).frame(width: 8, height: 8)).contains("mv-shape mv-x mv-y mv-mirrored")
    )
  }

  @Test func anInsetReducesTheCorners() {
    let shape = UnevenRoundedRectangle(topLeadingRadius: 4, topTrailingRadius: 1)
    #expect(
      render(Text("a").clipShape(shape.inset(by: 2))).contains(
        "--mv-clip:inset(2px round 2px 0px 0px 0px)"))
  }

  @Test func shapesHaveShortNames() {
    let text = Text("a")
    #expect(render(text.clipShape(.circle)) == render(text.clipShape(Circle())))
    #expect(render(text.clipShape(.rect)) == render(text.clipShape(Rectangle())))
    #expect(
      render(text.clipShape(.rect(cornerRadius: 3)))
        == render(text.clipShape(RoundedRectangle(cornerRadius: 3))))
    #expect(
      render(text.background(.red, in: .capsule))
        == render(text.background(.red, in: Capsule())))
    #expect(render(text.background(in: .ellipse)).contains("border-radius:50%"))
    #expect(render(text.contentShape(.rect)) == "<span>a</span>")
  }
}

@MainActor
struct RectangleCornerRadiiTests {
  @Test func cornersThatDoNotFitAreScaled() {
    let radii = RectangleCornerRadii(topLeading: 30, bottomLeading: 10)
    let path = UnevenRoundedRectangle(cornerRadii: radii)
      .path(in: CGRect(x: 0, y: 0, width: 30, height: 10))
    #expect(path.svg.hasPrefix("M0 7.5C"))
    #expect(path.svg.contains("L0 7.5") == false)
  }
}
