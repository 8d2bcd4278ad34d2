// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceUI
import QuakesData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The list of the shown earthquakes.
///
/// It reads only their ids and the selection; each row reads its earthquake.
struct QuakeList: View {
  @Environment(QuakesStore.self) private var store

  var body: some View {
    let ids = store.read(selectShownIDs)
    if ids.isEmpty {
      NoQuakes()
    } else {
      List(selection: store.binding(\.selection) { .select($0) }) {
        ForEach(ids, id: \.self) { QuakeRow(id: $0) }
      }
      .frame(height: 480)
    }
  }
}

/// One earthquake.
///
/// A change of another earthquake does not run this body.
struct QuakeRow: View {
  let id: Quake.ID
  @Environment(QuakesStore.self) private var store

  var body: some View {
    if let quake = store.quakes[id] {
      HStack {
        MagnitudeBadge(magnitude: quake.magnitude)
        VStack(alignment: .leading, spacing: 0) {
          Text(quake.name)
          Text(quake.time.text).font(.footnote).foregroundStyle(.secondary)
        }
      }
    }
  }
}

/// A magnitude in its colour.
struct MagnitudeBadge: View {
  let magnitude: Double

  var body: some View {
    Text(magnitude.magnitudeText).bold().foregroundStyle(magnitude.color)
      .frame(width: 44, alignment: .trailing)
  }
}

/// Explains why the list is empty.
struct NoQuakes: View {
  @Environment(QuakesStore.self) private var store

  var body: some View {
    if store.quakes.isEmpty {
      ContentUnavailableView(
        "No Earthquakes", systemImage: "globe",
        description: Text("Choose a period in the Refresh menu to read its earthquakes."))
    } else {
      ContentUnavailableView(
        "None Found", systemImage: "magnifyingglass",
        description: Text("Shorten the search, or show all days."))
    }
  }
}

/// The number of shown earthquakes and the total number.
struct QuakeCount: View {
  @Environment(QuakesStore.self) private var store

  var body: some View {
    Text("\(store.read(selectShownCount).earthquakes) / \(store.quakes.count) total")
      .font(.footnote).foregroundStyle(.secondary)
  }
}

/// The details of the selected earthquake.
struct SelectedQuake: View {
  @Environment(QuakesStore.self) private var store

  var body: some View {
    if let id = store.selection, let quake = store.quakes[id] {
      VStack(alignment: .leading, spacing: 4) {
        Text(quake.name).font(.headline)
        Text("Magnitude \(quake.magnitude.magnitudeText), \(quake.time.text)")
        Text("Latitude \(quake.latitude.degrees), longitude \(quake.longitude.degrees)")
          .foregroundStyle(.secondary)
      }
    } else {
      Text("Select an earthquake in the list or on the map.").foregroundStyle(.secondary)
    }
  }
}

extension Int {
  /// The number with the word "earthquake" or "earthquakes".
  var earthquakes: String { self == 1 ? "1 earthquake" : "\(self) earthquakes" }
}

extension Date {
  /// The day and the time, in the current locale and time zone.
  var text: String { formatted(date: .abbreviated, time: .shortened) }
}

extension Double {
  /// A magnitude in tenths, rounded; zero for a number that is too large or is not a number.
  ///
  /// The text, the colour and the marker of a magnitude are computed from it, so they agree.
  var tenths: Int { Int(exactly: (self * 10).rounded()) ?? 0 }

  /// A magnitude with one digit after the point.
  var magnitudeText: String { String(format: "%.1f", Double(tenths) / 10) }

  /// An angle with two digits after the point; zero has no sign.
  var degrees: String { String(format: "%.2f°", abs(self) < 0.005 ? 0.0 : self) }

  /// The colour of a magnitude.
  var color: Color {
    switch tenths {
    case ..<10: .green
    case ..<20: .yellow
    case ..<30: .orange
    case ..<50: .red
    case ..<70: .purple
    default: .indigo
    }
  }

  /// The diameter of the marker of a magnitude.
  var diameter: Double { max(Double(tenths + 30) * 0.6, 3) }
}
