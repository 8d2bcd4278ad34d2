// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor
struct PathTrimTests {
  private let square = Path(CGRect(x: 0, y: 0, width: 10, height: 10))

  /// The first and the last point of each subpath.
  private func ends(_ path: Path) -> [[CGPoint]] {
    var all: [[CGPoint]] = []
    path.forEach { element in
      switch element {
      case .move(let point): all.append([point, point])
      case .curve(let end, _, _): all[all.count - 1][1] = end
      default: Issue.record("\(element)")
      }
    }
    return all.map { $0.map { CGPoint(x: $0.x.rounded(), y: $0.y.rounded()) } }
  }

  @Test func aPartOfTheLength() {
    #expect(
      ends(square.trimmedPath(from: 0.125, to: 0.5))
        == [[CGPoint(x: 5, y: 0), CGPoint(x: 10, y: 10)]])
    #expect(
      ends(square.trimmedPath(from: 0.75, to: 2))
        == [[CGPoint(x: 0, y: 10), CGPoint(x: 0, y: 0)]])
    #expect(square.trimmedPath(from: 0.5, to: 0.5).isEmpty)
    #expect(square.trimmedPath(from: 0.6, to: 0.5).isEmpty)
    #expect(square.trimmedPath(from: -1, to: 1) == square)
    #expect(Path().trimmedPath(from: 0, to: 0.5).isEmpty)
  }

  @Test func aCornerStaysACorner() {
    // The end of the first line is not rounded to another point, where a new subpath would begin.
    var corner = Path()
    corner.addLines([CGPoint(x: 0.9, y: 0), CGPoint(x: 0.1, y: 0), CGPoint(x: 0.1, y: 1)])
    #expect(ends(corner.trimmedPath(from: 0, to: 0.9)).count == 1)
  }

  @Test func eachSubpathIsSeparate() {
    var two = square
    two.addLines([CGPoint(x: 20, y: 0), CGPoint(x: 60, y: 0)])
    #expect(
      ends(two.trimmedPath(from: 0.25, to: 0.75))
        == [
          [CGPoint(x: 10, y: 10), CGPoint(x: 0, y: 0)],
          [CGPoint(x: 20, y: 0), CGPoint(x: 40, y: 0)],
        ])
  }

  @Test func aCircleBeginsAtTheRight() {
    let box = CGRect(x: 0, y: 0, width: 20, height: 20)
    func trimmed(_ from: CGFloat, _ to: CGFloat) -> [[CGPoint]] {
      ends(Circle().trim(from: from, to: to).path(in: box))
    }
    let (right, bottom) = (CGPoint(x: 20, y: 10), CGPoint(x: 10, y: 20))
    let (left, top) = (CGPoint(x: 0, y: 10), CGPoint(x: 10, y: 0))
    #expect(trimmed(0, 0.25) == [[right, bottom]])
    #expect(trimmed(0.5, 0.75) == [[left, top]])
    #expect(trimmed(0.75, 1) == [[top, right]])
    #expect(trimmed(0.5, 1) == [[left, right]])
    #expect(trimmed(0.3, 0.3).isEmpty)
    #expect(Circle().trim().path(in: box) == Circle().path(in: box))
    #expect(
      ends(Circle().trim().trim().trim(from: 0, to: 0.25).path(in: box)) == [[right, bottom]])
    let half = Circle().trim(from: 0.5, to: 1)
    #expect(ends(half.trim(from: 0, to: 0.5).path(in: box)) == [[left, top]])
  }

  @Test func aPartOfAPathIsNotStretched() {
    let part = square.trim(from: 0, to: 0.5)
    #expect(!render(square.fill(.red)).contains("viewBox"))
    #expect(!render(part.fill(.red)).contains("viewBox"))
    #expect(!render(part.trim(from: 0, to: 0.5).fill(.red)).contains("viewBox"))
    #expect(render(Rectangle().trim(from: 0, to: 0.5).fill(.red)).contains("viewBox"))
  }

  @Test func aPartOfACircleStaysRound() {
    #expect(!render(Circle().trim(from: 0, to: 0.5)).contains("preserveAspectRatio"))
    #expect(render(Rectangle().trim(from: 0, to: 0.5)).contains("preserveAspectRatio"))
    #expect(
      !render(Circle().trim(from: 0, to: 0.5).trim(from: 0, to: 0.5))
        .contains("preserveAspectRatio"))
    #expect(
      !render(Circle().inset(by: 4).trim(from: 0, to: 0.5)).contains("preserveAspectRatio"))
  }
}
