// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import PeopleData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Ten thousand people: search them, sort them, look at them page by page, change them.
public struct PeopleContent: View {
  @Environment(\.peopleStore) private var store

  /// Creates the view; a `Provider` above it supplies `\.peopleStore`.
  public init() {}

  /// What changes people and what that cost, the search, and the list.
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
