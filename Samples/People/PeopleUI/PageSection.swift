// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import PeopleData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The people on the shown page.
struct PageSection: View {
  @Selected(\.peopleStore, selectPageIDs) private var ids

  var body: some View {
    Section {
      PageControls()
      if ids.isEmpty {
        Text("No person matches all of these words. Try fewer letters, or clear the search.")
      } else {
        ForEach(ids, id: \.self) { PersonRow(id: $0) }
      }
    } header: {
      PageSummary()
    }
  }
}

/// The number of matches, the index of the shown page, and the number of pages.
struct PageSummary: View {
  @Selected(\.peopleStore, selectMatchCount) private var matchCount
  @Selected(\.peopleStore, .count(of: \.people)) private var count
  @Selected(\.peopleStore, selectPage) private var page

  var body: some View {
    Text("\(people), page \((page.index + 1).grouped) of \(page.count.grouped)")
  }

  private var people: String {
    let all = "\(count.grouped) people"
    return matchCount == count ? all : "\(matchCount.grouped) of \(all)"
  }
}

/// The picker of the order, and the buttons to the previous and next page.
struct PageControls: View {
  @Environment(\.peopleStore) private var store
  @Selected(\.peopleStore, selectPage) private var page

  var body: some View {
    HStack(alignment: .bottom, spacing: 8) {
      Picker("Sort by", selection: store.binding(\.sort) { .sort(by: $0) }) {
        Text("Name").tag(PeopleSort.name)
        Text("City").tag(PeopleSort.city)
      }
      Spacer()
      Button("Previous") { store.dispatch(.showPage(page.index - 1)) }
        .disabled(!page.hasPrevious)
      Button("Next") { store.dispatch(.showPage(page.index + 1)) }
        .disabled(!page.hasNext)
    }
  }
}
