// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import PeopleData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The search field.
struct SearchSection: View {
  @Environment(\.peopleStore) private var store

  var body: some View {
    Section("Search") {
      HStack(alignment: .bottom) {
        TextField("Name or city", text: store.binding(\.query) { .search($0) })
        Button("Clear") { store.dispatch(.search("")) }.disabled(store.query.isEmpty)
      }
    }
  }
}
