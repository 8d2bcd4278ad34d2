// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor
struct InsettableShapeTests {
  private struct Half: InsettableShape {
    var amount: CGFloat = 0

    func path(in rect: CGRect) -> Path {
      let inside = rect.insetBy(dx: amount, dy: amount)
      return Path(
        CGRect(x: inside.minX, y: inside.minY, width: inside.width / 2, height: inside.height))
    }

    func inset(by amount: CGFloat) -> Half { Half(amount: self.amount + amount) }
  }

  private let box = CGRect(x: 0, y: 0, width: 30, height: 10)

  @Test func theBorderOfAShapeOfTheApplicationUsesItsInset() {
    let view = Half().strokeBorder(.red, lineWidth: 2).frame(width: 22, height: 10)
    #expect(render(view).contains("d=\"M1 1L11 1L11 9L1 9Z\""))
  }

  @Test func insetsAddUp() {
    let shape = Rectangle().inset(by: 1).inset(by: 2)
    #expect(shape.path(in: box).svg == "M3 3L27 3L27 7L3 7Z")
    #expect(Rectangle().inset(by: -1).path(in: box).svg == "M-1 -1L31 -1L31 11L-1 11Z")
  }

  @Test func anInsetShapeHasTheOutlineInTheSmallerSpace() {
    let smaller = CGRect(x: 2, y: 2, width: 26, height: 6)
    #expect(Circle().inset(by: 2).path(in: box) == Circle().path(in: smaller))
    #expect(Ellipse().inset(by: 2).path(in: box) == Ellipse().path(in: smaller))
    #expect(Capsule().inset(by: 2).path(in: box) == Capsule().path(in: smaller))
  }

  @Test func theCornersOfARoundedRectangleBecomeSmaller() {
    let smaller = CGRect(x: 2, y: 2, width: 26, height: 6)
    #expect(
      RoundedRectangle(cornerRadius: 5).inset(by: 2).path(in: box)
        == RoundedRectangle(cornerRadius: 3).path(in: smaller))
    #expect(
      RoundedRectangle(cornerRadius: 1).inset(by: 2).path(in: box)
        == Rectangle().path(in: smaller))
  }

  @Test func anInsetLargerThanTheSpaceLeavesNothing() {
    #expect(Rectangle().inset(by: 6).path(in: box).isEmpty)
  }

  @Test func anInsetShapeWithoutAFixedSize() {
    let shape = RoundedRectangle(cornerRadius: 5).inset(by: 2)
    #expect(
      render(shape.fill(.red)).contains(
        "style=\"border-radius:5px / 5px;background:var(--mv-red);"
          + "clip-path:inset(2px round 3px / 3px)\""))
    #expect(
      render(shape.stroke(.red, lineWidth: 2)).contains(
        "outline:2px solid var(--mv-red);outline-offset:-3px"))
    // The fill ends under the line, and the line is not cut.
    #expect(
      render(shape.fill(.red).stroke(.blue, lineWidth: 2)).contains("clip-path:inset(1px round"))
  }

  @Test func anInsetShapeCuts() {
    #expect(
      render(Text("a").clipShape(Rectangle().inset(by: 2)))
        .contains("clip-path:inset(2px round 0)"))
    #expect(
      render(Text("a").clipShape(Ellipse().inset(by: 2)))
        .contains("clip-path:ellipse(calc(50% - 2px) calc(50% - 2px))"))
  }
}
