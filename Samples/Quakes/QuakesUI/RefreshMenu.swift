// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import QuakesData

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The menu with the feeds to read.
struct RefreshMenu: View {
  @Environment(QuakesStore.self) private var store

  var body: some View {
    Menu("Refresh", systemImage: "arrow.clockwise") {
      ForEach(QuakeRange.allCases, id: \.self) { range in
        Button(range.title) { store.dispatch(.refresh(range)) }
      }
    }
  }
}

/// The states of the refreshes, one line for each range that was refreshed.
struct RefreshLines: View {
  var body: some View {
    VStack(alignment: .leading) {
      ForEach(QuakeRange.allCases, id: \.self) { RefreshLine(range: $0) }
    }
  }
}

/// The state of the refresh of one range, with a button to cancel or repeat it.
struct RefreshLine: View {
  let range: QuakeRange
  @Environment(QuakesStore.self) private var store

  var body: some View {
    switch store.read(StateSelector(\.refreshes[range])) {
    case .running(let progress):
      HStack {
        ProgressView("\(range.title): \(progress.text)", value: progress.fraction)
        Button("Cancel", role: .cancel) { store.dispatch(.cancel(range)) }
          .accessibilityLabel("Cancel \(range.title)")
      }
    case .done(let new, let unreadable):
      Text("\(range.title): \(new) new.\(unreadable == 0 ? "" : note(unreadable))")
        .foregroundStyle(.secondary)
    case .failed(let problem):
      HStack {
        Text("\(range.title): \(problem.message)").foregroundStyle(.red)
          .frame(minWidth: 0, maxWidth: .infinity, alignment: .leading)
        Button("Try Again") { store.dispatch(.refresh(range)) }
          .accessibilityLabel("Try \(range.title) again")
      }
    case nil:
      EmptyView()
    }
  }

  private func note(_ count: Int) -> String {
    count == 1 ? " 1 feature could not be read." : " \(count) features could not be read."
  }
}

extension FeedProgress {
  /// The progress in kilobytes.
  var text: String {
    let kilobytes = { "\(($0 + 1023) / 1024) KB" }
    return total.map { "\(kilobytes(received)) of \(kilobytes($0))" } ?? kilobytes(received)
  }
}

/// The menu to delete earthquakes.
///
/// Each item opens a confirmation first.
struct DeleteMenu: View {
  @Environment(QuakesStore.self) private var store
  @State private var isAsking = false
  @State private var isAskingForAll = false

  var body: some View {
    Menu("Delete", systemImage: "trash") {
      Button("Delete Selected…", role: .destructive) { isAsking = true }
        .disabled(store.selection == nil)
      Button("Delete All…", role: .destructive) { isAskingForAll = true }
        .disabled(store.quakes.isEmpty)
    }
    .confirmationDialog(
      "Delete \(name)?", isPresented: $isAsking, titleVisibility: .visible
    ) {
      Button("Delete", role: .destructive) { store.dispatch(.deleteSelected) }
    }
    .confirmationDialog(
      "Delete \(all)?", isPresented: $isAskingForAll,
      titleVisibility: .visible
    ) {
      Button("Delete All", role: .destructive) { store.dispatch(.deleteAll) }
    }
  }

  private var all: String {
    let count = store.quakes.count
    return count == 1 ? "1 earthquake" : "all \(count.earthquakes)"
  }

  private var name: String {
    store.selection.flatMap { store.quakes[$0]?.name } ?? "the earthquake"
  }
}
