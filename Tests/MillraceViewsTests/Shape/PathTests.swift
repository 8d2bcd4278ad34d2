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

  @Test func whatHasNoStartIsLeftOut() {
    let path = Path { path in
      path.closeSubpath()
      path.addLine(to: CGPoint(x: 9, y: 9))
      path.addQuadCurve(to: CGPoint(x: 5, y: 6), control: CGPoint(x: 7, y: 8))
      path.addCurve(
        to: CGPoint(x: 1, y: 1), control1: CGPoint(x: 2, y: 2), control2: CGPoint(x: 3, y: 3))
      #expect(path.isEmpty)
      path.addLines([CGPoint(x: 1, y: 2), CGPoint(x: 3, y: 4)])
      path.closeSubpath()
      path.addLine(to: CGPoint(x: 5, y: 6))
    }
    #expect(path.svg == "M1 2L3 4ZL5 6")
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

  private func arc(
    _ start: Double, _ end: Double, clockwise: Bool, radius: CGFloat = 10
  ) -> Path {
    Path {
      $0.addArc(
        center: .zero, radius: radius, startAngle: .degrees(start), endAngle: .degrees(end),
        clockwise: clockwise)
    }
  }

  @Test(arguments: [true, false]) func anArcBetweenEqualAnglesIsAPoint(clockwise: Bool) {
    #expect(arc(0, 0, clockwise: clockwise).svg == "M10 0")
    #expect(arc(-90, -90, clockwise: clockwise).svg == "M0 -10")
    let pie = Path { path in
      path.move(to: .zero)
      path.addPath(arc(0, 0, clockwise: clockwise))
    }
    #expect(pie.currentPoint == CGPoint(x: 10, y: 0))
  }

  @Test(arguments: [true, false]) func aFullTurnIsACircleAtEachStart(clockwise: Bool) {
    for start in stride(from: -360.0, through: 360, by: 0.5) {
      for turn in [360.0, -360, 720] {
        let curves = arc(start, start + turn, clockwise: clockwise).svg.count { $0 == "C" }
        #expect(curves == 4, "from \(start) by \(turn)")
      }
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, 1e300])
  func anArcOfNumbersThatAreNoneIsHarmless(number: Double) {
    for clockwise in [true, false] {
      for (start, end) in [(number, 0), (0, number), (number, number)] {
        let path = arc(start, end, clockwise: clockwise)
        #expect(path.svg.count { $0 == "C" } <= 4)
        if !number.isFinite { #expect(path.isEmpty) }
      }
      let wide = arc(0, 90, clockwise: clockwise, radius: CGFloat(number))
      #expect(wide.svg.allSatisfy { "MC -.0123456789".contains($0) })
    }
  }
}

@MainActor
struct AngleTests {
  @Test func angles() {
    #expect(Angle(degrees: 180).radians == .pi && Angle.radians(.pi).degrees == 180)
    #expect(Angle.zero < .degrees(1))
  }
}
