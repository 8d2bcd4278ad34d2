// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import QuakesData
import Testing

@testable import QuakesUI

@Suite struct MapPositionTests {
  /// The place in the middle of the window, in degrees.
  private func middle(_ position: MapPosition) -> [Double] {
    [position.center.x / 2 - 180, 90 - position.center.y / 2]
  }

  @Test func aPlaceHasTwoPointsPerDegree() {
    #expect(MapPosition.point(longitude: -180, latitude: 90) == CGPoint(x: 0, y: 0))
    #expect(MapPosition.point(longitude: 90, latitude: -45) == CGPoint(x: 540, y: 270))
  }

  @Test func movesGoWhereTheirNamesSay() {
    let start = MapPosition()
    #expect(middle(start) == [0, 0])
    #expect(middle(start.moved(.east)) == [60, 0])
    #expect(middle(start.moved(.west)) == [-60, 0])
    #expect(middle(start.moved(.north)) == [0, 30])
    #expect(middle(start.moved(.south)) == [0, -30])
    #expect(middle(start.moved(.zoomIn).moved(.east)) == [30, 0])
    #expect(start.moved(.zoomIn).moved(.south).moved(.wholeWorld) == start)
  }

  @Test func theMiddleStaysOnTheMapAndTheScaleWithinItsBounds() {
    var position = MapPosition()
    for _ in 0..<20 { position = position.moved(.east).moved(.north).moved(.zoomOut) }
    #expect(middle(position) == [180, 90])
    #expect(position.zoom == 0.5)
    for _ in 0..<20 { position = position.moved(.zoomIn) }
    #expect(position.zoom == 32)
    #expect(middle(position) == [180, 90])
  }

  @Test func aDragMovesWhatIsUnderThePointer() {
    let position = MapPosition().zoomed(by: 4).dragged(by: CGSize(width: 80, height: -40))
    #expect(position.center == CGPoint(x: 340, y: 190))
    #expect(position.offset == CGSize(width: 80, height: -40))
  }

  @Test func aPressFindsTheNearestMarkerThatItTouches() {
    let quakes: [Quake] = [
      .test("a", magnitude: 1, latitude: 10), .test("b", magnitude: 1, latitude: 12),
      .test("small", magnitude: -2.9, longitude: 90),
    ]
    let start = MapPosition()
    // The diameter of a marker of magnitude 1 is 24 points: at most 12 from its middle.
    func found(_ x: Double, _ y: Double, _ position: MapPosition = MapPosition()) -> String? {
      position.nearest(of: quakes, to: CGPoint(x: x, y: y))?.id
    }
    #expect(found(360, 160) == "a")
    #expect(found(360, 157) == "b")
    #expect(found(360, 171.9) == "a")
    #expect(found(360, 172.1) == nil)
    #expect(found(547.9, 180) == "small")
    #expect(found(548.1, 180) == nil)
    // Markers keep their size when the map is enlarged.
    #expect(found(360, 180 - 2 * 20 + 11, start.zoomed(by: 2)) == "a")
    #expect(found(360, 180 - 2 * 20 + 13, start.zoomed(by: 2)) == nil)
  }

  @Test func markersOfOneMagnitudeAreOneShapeAndSmallOnesAreOnTop() {
    let groups = MarkerGroup.groups(of: [
      .test("a", magnitude: 1.04), .test("b", magnitude: 5), .test("c", magnitude: 0.96),
      .test("d", magnitude: -0.7),
    ])
    #expect(groups.map(\.magnitude) == [5, 1, -0.7])
    #expect(groups.map(\.points.count) == [1, 2, 1])
    #expect(groups[1].points == [CGPoint(x: 360, y: 180), CGPoint(x: 360, y: 180)])
  }

  @Test(arguments: [
    (-3.5, Color.green, 3), (0.94, .green, 23.4), (0.96, .yellow, 24), (1, .yellow, 24),
    (2, .orange, 30), (3, .red, 36), (4.94, .red, 47.4), (5, .purple, 48), (7, .indigo, 60),
    (9.5, .indigo, 75),
  ])
  func aMagnitudeHasAColourAndADiameter(magnitude: Double, color: Color, diameter: Double) {
    #expect(magnitude.color == color)
    #expect(abs(magnitude.diameter - diameter) < 1e-9)
  }

  @Test(arguments: [(0.94, "0.9"), (0.96, "1.0"), (0.25, "0.3"), (-0.04, "0.0"), (-0.7, "-0.7")])
  func aMagnitudeIsShownAsItIsGrouped(magnitude: Double, text: String) {
    #expect(magnitude.magnitudeText == text)
    let group = MarkerGroup.groups(of: [.test("a", magnitude: magnitude)])[0]
    #expect(group.magnitude.magnitudeText == text)
    #expect(group.magnitude.color == magnitude.color)
    #expect(group.magnitude.diameter == magnitude.diameter)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func aNumberThatHasNoTenthsIsShownAsZero(number: Double) {
    #expect(number.tenths == 0 && number.magnitudeText == "0.0")
    #expect(MarkerGroup.groups(of: [.test("a", magnitude: number)]).map(\.magnitude) == [0])
  }

  @Test(arguments: [(-0.004, "0.00°"), (-0.006, "-0.01°"), (0.004, "0.00°"), (-12.5, "-12.50°")])
  func anAngleOfZeroHasNoSign(angle: Double, text: String) {
    #expect(angle.degrees == text)
  }

  @Test func theOutlineIsOnTheMap() {
    var (rings, points) = (0, 0)
    WorldOutline.path.forEach { step in
      switch step {
      case .move(let point), .line(let point):
        points += 1
        #expect((0...720).contains(point.x) && (0...360).contains(point.y))
      case .closeSubpath: rings += 1
      default: Issue.record("a curve")
      }
    }
    #expect(rings > 80 && points > 2000)
  }
}
