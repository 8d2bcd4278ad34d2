// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViewTesting
import MillraceViews
import PeopleData
import Testing

@testable import PeopleUI

@MainActor
@Suite struct WorkMeterTests {
  @Test func itMeasuresFromOneTimeToTheNext() {
    let meter = WorkMeter()
    let store = Store(
      initialState: PeopleState(count: 3, seed: 1), reducer: .people, middleware: meter)
    let subscription = store.subscribe(to: selectMatchCount) { _ in }
    store.batch {
      store.dispatch(.search("nobody"))
      store.dispatch(.cancel)
    }
    meter.countRow()
    meter.measure(store.counters)
    #expect(meter.actions == 2)
    #expect(meter.last == Work(actions: 2, selectors: 3, observers: 1, rows: 1))
    subscription.cancel()
  }

  @Test func viewsThatAppearWithoutAnActionAreNotMeasured() {
    let page = PeoplePage()
    page.store.dispatch(.search("a"))
    let sentence = page.texts.first { $0.hasPrefix("The last action: ") }
    #expect(sentence != nil)
    let other = RenderedView(
      Provider(\.peopleStore, page.store) { PeopleContent() }
        .environment(\.workMeter, page.meter))
    #expect(other.texts.first { $0.hasPrefix("The last action: ") } == sentence)
    #expect(page.texts.first { $0.hasPrefix("The last action: ") } == sentence)
    page.store.dispatch(.cancel)
    #expect(page.texts.contains { $0.hasSuffix(" 0 rows drawn.") })
  }

  @Test func theCornerSaysItInWords() {
    #expect(Work(rows: 20).sentence == "Nothing has happened yet.")
    #expect(
      Work(actions: 1, selectors: 1, observers: 2, rows: 1).sentence
        == "The last action: 1 selector computed, 2 observers called, 1 row drawn.")
    #expect(
      Work(actions: 1_000, selectors: 0, observers: 1, rows: 2_000).sentence
        == "The last 1,000 actions: 0 selectors computed, 1 observer called, 2,000 rows drawn.")
  }

  @Test func theCornerFollowsTheActions() throws {
    let page = PeoplePage()
    #expect(page.texts.contains("Nothing has happened yet."))
    try page.type("a", into: "Name or city")
    #expect(page.texts.contains { $0.hasPrefix("The last action: 5 selectors computed") })
    try page.tap("Run 1,000 random changes")
    #expect(page.texts.contains { $0.hasPrefix("The last 1,000 actions: ") })
  }

  @Test func withoutAMeterThereIsNoCorner() {
    let store = Store(initialState: PeopleState(count: 3, seed: 1), reducer: .people)
    let host = ViewHost(Provider(\.peopleStore, store) { PeopleContent() })
    #expect(host.html().contains("3 people, page 1 of 1"))
    #expect(!host.html().contains("has happened"))
  }
}
