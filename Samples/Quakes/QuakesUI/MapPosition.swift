// SPDX-License-Identifier: Apache-2.0

import QuakesData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The part of the world that a map shows.
///
/// The whole map is 720 points wide and 360 points high, two points per degree, and is seen through
/// a window of that size.
struct MapPosition: Equatable {
  /// The size of the map and of its window.
  static let size = CGSize(width: 720, height: 360)

  /// The point of the map in the middle of the window.
  private(set) var center = CGPoint(x: 360, y: 180)
  /// How much larger than the map it is seen.
  private(set) var zoom = 1.0

  /// The point of a place on the map.
  static func point(longitude: Double, latitude: Double) -> CGPoint {
    CGPoint(x: (longitude + 180) * 2, y: (90 - latitude) * 2)
  }

  /// How far the map, enlarged around its middle, is moved in the window.
  var offset: CGSize {
    CGSize(
      width: (Self.size.width / 2 - center.x) * zoom,
      height: (Self.size.height / 2 - center.y) * zoom)
  }

  /// Enlarges the map by a factor; the middle stays.
  func zoomed(by factor: Double) -> MapPosition {
    var position = self
    position.zoom = min(max(zoom * factor, 0.5), 32)
    return position
  }

  /// Moves the map in its window, whose middle stays on the map.
  func dragged(by way: CGSize) -> MapPosition {
    var position = self
    position.center.x = min(max(center.x - way.width / zoom, 0), Self.size.width)
    position.center.y = min(max(center.y - way.height / zoom, 0), Self.size.height)
    return position
  }

  /// The earthquake whose marker is nearest to a point of the window, if it is there.
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

/// What a button or a key does with a map.
enum MapMove {
  case zoomIn, zoomOut, west, east, north, south, wholeWorld

  /// The keys for it.
  static let keys: Set<KeyEquivalent> = [
    "+", "-", .leftArrow, .rightArrow, .upArrow, .downArrow, "0",
  ]

  /// The move of one of the keys.
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
  /// The position after a move.
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
