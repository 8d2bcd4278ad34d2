// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import QuakesData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Earthquakes of the past hour to the past month: a list, a map, and one selection for both.
public struct QuakesContent: View {
  @Environment(QuakesStore.self) private var store

  /// Creates the view; the environment has its ``QuakesStore``.
  public init() {}

  /// The list beside the map.
  ///
  /// In a narrow window a page shows them below each other, and SwiftUI one at a time.
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
