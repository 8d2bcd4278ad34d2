// SPDX-License-Identifier: Apache-2.0

// A feature in the mode that Xcode gives a new app: everything is the main actor's unless it says
// otherwise. States and actions say so, because features run on no actor; nothing else has to.

import Millrace
import MillraceUI

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

nonisolated struct Book: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
}

nonisolated struct Library: FormState, Equatable {
  var books = EntityTable<Book>()
  var query = ""
  var isLoading = false
  static let fields = [FormField("query", \Self.query)]
}

nonisolated enum LibraryAction: FormAction, Equatable {
  case load
  case loaded([Book])
  case edit(Edit<Library>)
}

/// Where the books come from: a protocol of the app, and so the main actor's.
protocol Shelf: Sendable {
  func books() async -> [Book]
}

struct SmallShelf: Shelf {
  func books() async -> [Book] {
    [Book(id: 1, title: "Emma"), Book(id: 2, title: "Ulysses")]
  }
}

func library(_ shelf: some Shelf) -> Feature<Library, LibraryAction> {
  Feature { state, action in
    switch action {
    case .edit(let edit): edit.apply(to: &state)
    case .load:
      state.isLoading = true
      return .task { await .loaded(shelf.books()) }
    case .loaded(let books):
      state.isLoading = false
      state.books.setMany(books)
    }
    return .none
  }
}

let selectTitles = createSelector(StateSelector.all(of: \Library.books), StateSelector(\.query)) {
  books, query in
  books.entities.map(\.title).filter { query.isEmpty || $0.contains(query) }
}

struct LibraryStoreKey: EnvironmentKey {
  static let defaultValue: Store<Library, LibraryAction> = missingProvider(for: "\\.libraryStore")
}

extension EnvironmentValues {
  var libraryStore: Store<Library, LibraryAction> {
    get { self[LibraryStoreKey.self] }
    set { self[LibraryStoreKey.self] = newValue }
  }
}

struct LibraryContent: View {
  @Selected(\.libraryStore, selectTitles) private var titles
  @Selected(\.libraryStore, .count(of: \.books)) private var count
  @Dispatcher(\.libraryStore) private var dispatcher
  @Environment(\.libraryStore) private var store

  var body: some View {
    List {
      TextField("Search", text: store.binding(\.query))
      Text("\(count) books")
      ForEach(titles, id: \.self) { Text($0) }
      Button("Load") { dispatcher.dispatch(.load) }
    }
  }
}
