// SPDX-License-Identifier: Apache-2.0

import QuakesData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The visible part of the world map.
///
/// The whole map is 720 points wide and 360 points high, with two points per degree. The window
/// through which it is seen has the same size.
struct MapPosition: Equatable {
  /// The size of the map and of its window.
  static let size = CGSize(width: 720, height: 360)

  /// The point of the map in the middle of the window.
  private(set) var center = CGPoint(x: 360, y: 180)
  /// The factor by which the map is enlarged in the window.
  private(set) var zoom = 1.0

  /// Returns the point on the map for a longitude and a latitude.
  static func point(longitude: Double, latitude: Double) -> CGPoint {
    CGPoint(x: (longitude + 180) * 2, y: (90 - latitude) * 2)
  }

  /// The offset of the map in the window, after the map was enlarged around its middle.
  var offset: CGSize {
    CGSize(
      width: (Self.size.width / 2 - center.x) * zoom,
      height: (Self.size.height / 2 - center.y) * zoom)
  }

  /// Returns the position after the map is enlarged by a factor.
  ///
  /// The center does not change.
  func zoomed(by factor: Double) -> MapPosition {
    var position = self
    position.zoom = min(max(zoom * factor, 0.5), 32)
    return position
  }

  /// Returns the position after the map is moved in its window.
  ///
  /// The middle of the window always shows a point of the map.
  func dragged(by way: CGSize) -> MapPosition {
    var position = self
    position.center.x = min(max(center.x - way.width / zoom, 0), Self.size.width)
    position.center.y = min(max(center.y - way.height / zoom, 0), Self.size.height)
    return position
  }

  /// Returns the earthquake that is nearest to a point of the window, or nil if that point is on no
  /// marker and not within 8 points of an earthquake.
  ///
  /// Complexity: O(number of earthquakes).
  func nearest(of quakes: [Quake], to location: CGPoint) -> Quake? {
    let x = center.x + (location.x - Self.size.width / 2) / zoom
    let y = center.y + (location.y - Self.size.height / 2) / zoom
    var (nearest, least) = (nil as Quake?, Double.infinity)
    for quake in quakes {
      let (dx, dy) = (Double(quake.point.x - x), Double(quake.point.y - y))
      let distance = (dx * dx + dy * dy).squareRoot() * zoom
      if distance < least, distance <= max(quake.magnitude.diameter / 2, 8) {
        (nearest, least) = (quake, distance)
      }
    }
    return nearest
  }
}

/// The moves of the map by buttons and keys.
enum MapMove {
  case zoomIn, zoomOut, west, east, north, south, wholeWorld

  /// The keys that move the map.
  static let keys: Set<KeyEquivalent> = [
    "+", "-", .leftArrow, .rightArrow, .upArrow, .downArrow, "0",
  ]

  /// Returns the move of one of the keys.
  static func of(_ key: KeyEquivalent) -> MapMove {
    switch key {
    case "+": .zoomIn
    case "-": .zoomOut
    case .leftArrow: .west
    case .rightArrow: .east
    case .upArrow: .north
    case .downArrow: .south
    default: .wholeWorld
    }
  }

  /// The name of its button.
  var title: String {
    switch self {
    case .zoomIn: "Zoom In"
    case .zoomOut: "Zoom Out"
    case .west: "West"
    case .east: "East"
    case .north: "North"
    case .south: "South"
    case .wholeWorld: "Whole World"
    }
  }

  /// The image on its button.
  var image: String {
    switch self {
    case .zoomIn: "plus"
    case .zoomOut: "minus"
    case .west: "arrow.left"
    case .east: "arrow.right"
    case .north: "arrow.up"
    case .south: "arrow.down"
    case .wholeWorld: "globe"
    }
  }
}

extension MapPosition {
  /// Returns the position after a move.
  func moved(_ move: MapMove) -> MapPosition {
    switch move {
    case .zoomIn: zoomed(by: 2)
    case .zoomOut: zoomed(by: 0.5)
    case .west: dragged(by: CGSize(width: 120, height: 0))
    case .east: dragged(by: CGSize(width: -120, height: 0))
    case .north: dragged(by: CGSize(width: 0, height: 60))
    case .south: dragged(by: CGSize(width: 0, height: -60))
    case .wholeWorld: MapPosition()
    }
  }
}
