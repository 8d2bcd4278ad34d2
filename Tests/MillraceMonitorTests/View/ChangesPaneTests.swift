// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceViewTesting
import MillraceViews
import TestSupport
import Testing

@testable import MillraceLink
@testable import MillraceMonitor

@MainActor @Suite struct ChangesPaneTests {
  @Test func itShowsWhatTheLastActionChanged() {
    let page = MonitorPage { ChangesPane(store: $0) }
    #expect(page.shown.text.contains("No action is selected."))
    page.dispatch(.add("pen", price: 3))
    #expect(page.has("#1 add"))
    #expect(page.has("items.pen"))
    #expect(page.has("− 0"))
    #expect(page.has("+ 3"))
    page.dispatch(.look)
    #expect(page.has("The state is unchanged."))
  }

  @Test func anActionIsSkippedAndMoved() {
    let page = MonitorPage(after: [.add("pen", price: 3), .remove("pen")]) {
      ChangesPane(store: $0)
    }
    page.page.dispatch(.select(2))
    page.tap("Earlier")
    #expect(page.watched.id(at: 0) == 2)
    page.tap("Later")
    #expect(page.watched.id(at: 1) == 2)
    page.tap("Skip")
    #expect(page.watched.row(at: 1)?.outcome == .skipped)
    page.tap("Include")
    #expect(page.watched.row(at: 1)?.outcome == .committed)
    page.page.dispatch(.select(1))
    page.tap("Jump Here")
    #expect(page.watched.status.index == 1)
    page.tap("Copy to Tools")
    #expect(page.page.state.actionText == #"{"add":{"_0":"pen","price":3}}"#)
    #expect(page.page.state.pane == .tools)
  }

  /// The timeline is full, so that each further action shifts the others by one.
  @Test func commandsAreForTheShownActionAlsoIfOthersWereDroppedSince() {
    let page = MonitorPage(after: [.look, .look, .add("pen", price: 3), .look], maxAge: 4) {
      ChangesPane(store: $0)
    }
    page.page.dispatch(.select(3))
    page.store.dispatch(.look)
    page.tap("Copy to Tools")
    #expect(page.page.state.actionText == #"{"add":{"_0":"pen","price":3}}"#)
    page.store.dispatch(.look)
    page.tap("Later")
    #expect((0..<4).map { page.watched.id(at: $0) } == [4, 3, 5, 6])
    page.tap("Jump Here")
    #expect(page.watched.status.index == 2)
  }

  @Test func theLastActionMayBeMovedOnceMoreHaveCome() {
    let page = MonitorPage(after: [.add("pen", price: 3)]) { ChangesPane(store: $0) }
    page.page.dispatch(.select(1))
    #expect(!page.shown.find(.button, "Later").isEnabled)
    page.dispatch(.look)
    #expect(page.shown.find(.button, "Later").isEnabled)
  }

  @Test func timesAreInWords() {
    #expect(UInt64(900).asTime == "900 ns")
    #expect(UInt64(1_500).asTime == "1.5 µs")
    #expect(UInt64(2_500_000).asTime == "2.5 ms")
  }
}
