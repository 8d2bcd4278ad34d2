// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The outline of the land on a map with two points per degree.
enum WorldOutline {
  /// The outline of all land.
  ///
  /// It is created once.
  static let path = Path { path in
    for ring in coasts.split(separator: ";") {
      let numbers = ring.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
      // The sums are in tenths of a degree. They are whole numbers, so they are exact.
      var (longitude, latitude) = (0.0, 0.0)
      for index in stride(from: 0, to: numbers.count - 1, by: 2) {
        longitude += numbers[index]
        latitude += numbers[index + 1]
        let point = MapPosition.point(longitude: longitude / 10, latitude: latitude / 10)
        if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
      }
      path.closeSubpath()
    }
  }
}
