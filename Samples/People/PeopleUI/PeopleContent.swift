// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import PeopleData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The view of the sample: it searches, sorts, pages and changes ten thousand people.
public struct PeopleContent: View {
  @Environment(\.peopleStore) private var store

  /// Creates the view.
  ///
  /// A `Provider` above it must supply `\.peopleStore`.
  public init() {}

  /// The section for changes, the search, and the list.
  public var body: some View {
    List {
      ChangesSection()
      SearchSection()
      PageSection()
    }
    .sheet(isPresented: store.binding(\.isEditing) { _ in .cancel }) {
      PersonEditor()
    }
    .navigationTitle("People")
  }
}
