// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

struct PathTests {
  private let box = CGRect(x: 0, y: 0, width: 10, height: 10)

  @Test func stepsAreWrittenAsSVG() {
    let path = Path { path in
      path.move(to: CGPoint(x: 1, y: 2))
      path.addLine(to: CGPoint(x: 3.5, y: -4))
      path.addQuadCurve(to: CGPoint(x: 5, y: 6), control: CGPoint(x: 7, y: 8))
      path.addCurve(
        to: CGPoint(x: 1, y: 1), control1: CGPoint(x: 2, y: 2), control2: CGPoint(x: 3, y: 3))
      path.closeSubpath()
    }
    #expect(path.svg == "M1 2L3.5 -4Q7 8 5 6C2 2 3 3 1 1Z")
    #expect(path.currentPoint == CGPoint(x: 1, y: 2))
    #expect(Path().isEmpty && Path().currentPoint == nil)
  }

  @Test func aDotIsWrittenOnceAndNumbersAsStylesWriteThem() {
    let dot = Path {
      $0.move(to: CGPoint(x: 1, y: 2))
      $0.addLine(to: CGPoint(x: 1, y: 2))
    }
    #expect(dot.svg == "M1 2h0")
    let numbers: [CGFloat] = [
      0, -0.0, 0.001, -0.001, 0.0004, -0.0004, 0.05, 9.999, 9.9996, -10.1, 123_456.7, 1e9, -1e9,
      .infinity, .nan, 1_000_000, 999_999.9995,
    ]
    for number in numbers {
      let path = Path { $0.move(to: CGPoint(x: number, y: number)) }
      let text = InlineStyle.number(number)
      #expect(path.svg == "M\(text) \(text)")
    }
  }

  @Test func rectangles() {
    #expect(Path(box).svg == "M0 0L10 0L10 10L0 10Z")
    #expect(Path(roundedRect: box, cornerRadius: 0).svg == Path(box).svg)
    #expect(Path(roundedRect: box, cornerRadius: 99).svg == Path(ellipseIn: box).svg)
    #expect(Path(ellipseIn: box).svg.count { $0 == "C" } == 4)
  }

  @Test func arcsAreCurvesOfAQuarterAtMost() throws {
    func arc(_ start: Double, _ end: Double, clockwise: Bool) -> Path {
      Path {
        $0.addArc(
          center: .zero, radius: 10, startAngle: .degrees(start), endAngle: .degrees(end),
          clockwise: clockwise)
      }
    }
    let quarter = arc(0, 90, clockwise: false)
    #expect(quarter.svg == "M10 0C10 5.523 5.523 10 0 10")
    #expect(arc(0, 90, clockwise: true).svg.count { $0 == "C" } == 3)
    #expect(arc(0, 360, clockwise: false).svg.count { $0 == "C" } == 4)
    let end = try #require(arc(0, 90, clockwise: true).currentPoint)
    #expect(abs(end.x) < 0.001 && abs(end.y - 10) < 0.001)
  }
}

@MainActor
struct AngleTests {
  @Test func angles() {
    #expect(Angle(degrees: 180).radians == .pi && Angle.radians(.pi).degrees == 180)
    #expect(Angle.zero < .degrees(1))
  }
}
