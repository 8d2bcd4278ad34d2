// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import QuakesData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The markers of all earthquakes whose magnitudes are the same, to a tenth.
struct MarkerGroup: Identifiable, Equatable {
  /// The magnitude in tenths.
  let id: Int
  /// The places on the map.
  var points: [CGPoint]

  /// The magnitude.
  var magnitude: Double { Double(id) / 10 }

  /// A dot at each place: a line without a length, whose round ends are seen.
  var path: Path {
    Path { path in
      for point in points {
        path.move(to: point)
        path.addLine(to: point)
      }
    }
  }

  /// The groups of earthquakes, the largest markers first, so that small ones are on top of them.
  static func groups(of quakes: [Quake]) -> [MarkerGroup] {
    Dictionary(grouping: quakes) { Int(($0.magnitude * 10).rounded()) }
      .map { MarkerGroup(id: $0, points: $1.map(\.point)) }
      .sorted { $0.id > $1.id }
  }
}

extension Quake {
  /// The place on the map.
  var point: CGPoint { MapPosition.point(longitude: longitude, latitude: latitude) }
}

/// The markers of the earthquakes that are shown; made anew when other ones are.
let selectMarkers = createSelector(selectShown) { MarkerGroup.groups(of: $0) }

/// One shape for the markers of each tenth of magnitude: ten thousand markers are some eighty.
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

/// A ring around the marker of the earthquake that is selected.
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
