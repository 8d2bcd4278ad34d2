// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import QuakesData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The search field, the picker of the order, and the choice of a day.
struct QuakeFilters: View {
  @Environment(QuakesStore.self) private var store

  var body: some View {
    VStack(alignment: .leading) {
      TextField("Search", text: store.binding(\.query) { .search($0) })
      Picker("Sort by", selection: store.binding(\.sort) { .sort(by: $0) }) {
        ForEach(QuakeSort.allCases, id: \.self) { Text($0.title) }
      }
      Toggle("One day only", isOn: isOneDay)
      if let day = store.day?.start {
        DatePicker("Day", selection: self.day(day), displayedComponents: .date)
      }
    }
  }

  private var isOneDay: Binding<Bool> {
    Binding(
      get: { store.day != nil },
      set: { isOn in store.dispatch(.show(day: isOn ? store.select(selectLatest) ?? Date() : nil)) }
    )
  }

  private func day(_ day: Date) -> Binding<Date> {
    Binding(get: { store.day?.start ?? day }, set: { date in store.dispatch(.show(day: date)) })
  }
}
