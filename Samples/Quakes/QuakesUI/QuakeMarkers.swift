// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import QuakesData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The markers of all earthquakes with the same magnitude, rounded to a tenth.
struct MarkerGroup: Identifiable, Equatable {
  /// The magnitude in tenths.
  let id: Int
  /// The points of the earthquakes on the map.
  var points: [CGPoint]

  /// The magnitude.
  var magnitude: Double { Double(id) / 10 }

  /// A line of length zero at each point.
  ///
  /// With round line caps it is drawn as a dot.
  var path: Path {
    Path { path in
      for point in points {
        path.move(to: point)
        path.addLine(to: point)
      }
    }
  }

  /// Returns the groups, the strongest magnitude first.
  ///
  /// So small markers are drawn on top of large ones.
  static func groups(of quakes: [Quake]) -> [MarkerGroup] {
    Dictionary(grouping: quakes) { $0.magnitude.tenths }
      .map { MarkerGroup(id: $0, points: $1.map(\.point)) }
      .sorted { $0.id > $1.id }
  }
}

extension Quake {
  /// The point on the map.
  var point: CGPoint { MapPosition.point(longitude: longitude, latitude: latitude) }
}

/// The markers of the shown earthquakes.
let selectMarkers = createSelector(selectShown) { MarkerGroup.groups(of: $0) }

/// The markers of the shown earthquakes.
///
/// Markers of the same magnitude are one shape, so ten thousand markers are about eighty shapes.
struct QuakeMarkers: View {
  let zoom: Double
  @Environment(QuakesStore.self) private var store

  var body: some View {
    ZStack {
      ForEach(store.read(selectMarkers)) { group in
        group.path.stroke(
          group.magnitude.color,
          style: StrokeStyle(lineWidth: group.magnitude.diameter / zoom, lineCap: .round))
      }
    }
    .opacity(0.6)
  }
}

/// A ring around the marker of the selected earthquake.
struct SelectedMarker: View {
  let zoom: Double
  @Environment(QuakesStore.self) private var store

  var body: some View {
    if let id = store.selection, let quake = store.quakes[id] {
      let radius = quake.magnitude.diameter / zoom / 2
      Path(
        ellipseIn: CGRect(
          x: quake.point.x - radius, y: quake.point.y - radius, width: 2 * radius,
          height: 2 * radius)
      )
      .stroke(.primary, lineWidth: 3 / zoom)
    }
  }
}
