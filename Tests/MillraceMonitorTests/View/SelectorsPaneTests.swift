// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceViewTesting
import MillraceViews
import Observation
import TestSupport
import Testing

@testable import MillraceLink
@testable import MillraceMonitor

@MainActor @Suite struct SelectorsPaneTests {
  @Test func whatAnActionChangedIsLit() {
    let page = MonitorPage { SelectorsPane(store: $0) }
    #expect(page.shown.text.contains("No selection is observed."))
    let isDear = createSelector(\Cart.total) { $0 > 100 }
    let subscriptions = [
      page.store.subscribe(to: isDear) { _ in }, page.store.subscribe(to: \.items) { _ in },
    ]
    page.dispatch(.add("pen", price: 3))
    let words = "3 selections are observed. Highlighted: changed by action #1."
    #expect(page.shown.text.contains(words))
    #expect(page.has("changed, 0 observers"))
    #expect(page.has("changed, 1 observer"))
    #expect(page.has("computed, 1 observer"))
    page.dispatch(.look)
    #expect(!page.has("changed, 1 observer"))
    page.page.dispatch(.select(1))
    #expect(page.has("changed, 1 observer"))
    for subscription in subscriptions { subscription.cancel() }
    // Like the body of a view, this read is observed up to the first change.
    withObservationTracking {
      _ = page.store.total
    } onChange: {
    }
    page.dispatch(.add("cup", price: 4))
    #expect(page.watched.selections(changedBy: 3)?.count == 1)
  }

  @Test func oneSelectionIsCountedInTheSingular() {
    let page = MonitorPage { SelectorsPane(store: $0) }
    #expect(page.shown.text.contains("No selection is observed."))
    let subscription = page.store.subscribe(to: \.items) { _ in }
    page.dispatch(.add("pen", price: 3))
    #expect(page.shown.text.contains("1 selection is observed."))
    subscription.cancel()
  }
}
