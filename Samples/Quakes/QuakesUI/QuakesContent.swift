// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import QuakesData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The view of the sample: a list and a map of earthquakes, which share one selection.
public struct QuakesContent: View {
  @Environment(QuakesStore.self) private var store

  /// Creates the view.
  ///
  /// The environment must have a ``QuakesStore``.
  public init() {}

  /// The list and the map, side by side.
  ///
  /// In a narrow window a web page shows one below the other, and SwiftUI shows one at a time.
  public var body: some View {
    NavigationSplitView {
      QuakeFilters()
      QuakeList()
      QuakeCount()
    } detail: {
      RefreshLines()
      QuakeMap()
      SelectedQuake()
    }
    .toolbar {
      RefreshMenu()
      DeleteMenu()
    }
    .navigationTitle("Earthquakes")
  }
}
