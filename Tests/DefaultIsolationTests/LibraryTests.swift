// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceUI
import MillraceViewTesting
import Observation
import Testing

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Without `nonisolated`, so that it is equatable on the main actor alone.
struct Appearance: Equatable {
  var isDark = false
}

nonisolated struct Room: Sendable {
  var visitors = 0
  var appearance = Appearance()
}

struct LibraryTests {
  private let books = [Book(id: 1, title: "Emma"), Book(id: 2, title: "Ulysses")]

  @Test func aTestStoreWorksWithoutFurtherAnnotations() async {
    let store = TestStore(
      initialState: Library(), feature: library(SmallShelf()))
    await store.send(.load) { $0.isLoading = true }
    await store.receive(.loaded(books)) {
      $0.isLoading = false
      $0.books.setMany(self.books)
    }
    await store.finish()
  }

  @Test func aStoreAndItsReceiptToo() async {
    let store = Store(
      initialState: Library(), feature: library(SmallShelf()))
    var counts: [Int] = []
    let subscription = store.subscribe(to: StateSelector.count(of: \.books)) { counts.append($0) }
    await store.dispatch(.load).finish()
    #expect(store.select(selectTitles) == ["Emma", "Ulysses"])
    #expect(counts == [2])
    subscription.cancel()
  }

  @Test func aViewShowsWhatItSelects() {
    let store = Store(initialState: Library(), feature: library(SmallShelf()))
    store.dispatch(.loaded(books))
    let page = RenderedView { Provider(\.libraryStore, store) { LibraryContent() } }
    #expect(page.texts.contains("2 books") && page.texts.contains("Ulysses"))
    page.find(.textField, "Search").type("Em")
    #expect(page.texts.contains("Emma") && !page.texts.contains("Ulysses"))
  }

  @Test func aFieldThatIsEquatableOnTheMainActorAloneIsFollowedByItself() {
    let store = Store(
      initialState: Room(),
      reducer: Reducer { state, isVisit in
        if isVisit { state.visitors += 1 } else { state.appearance.isDark.toggle() }
      })
    let changes = Counter()
    func follow() {
      withObservationTracking {
        _ = store.appearance
      } onChange: {
        MainActor.assumeIsolated { changes.count += 1 }
      }
    }
    follow()
    store.dispatch(true)
    #expect(changes.count == 0)
    store.dispatch(false)
    #expect(changes.count == 1)
  }
}

private final class Counter {
  var count = 0
}
