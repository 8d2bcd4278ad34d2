// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceViewTesting
import MillraceViews
import TestSupport
import Testing

@testable import MillraceLink
@testable import MillraceMonitor

@MainActor @Suite struct ActionListTests {
  @Test func theNewestActionIsTheFirst() {
    let page = MonitorPage(after: [.look, .add("pen", price: 3)]) { ActionList(store: $0) }
    #expect(page.has("2 actions"))
    #expect(page.shown.findAll(.row).map { $0.texts.prefix(2) } == [["2", "add"], ["1", "look"]])
    page.dispatch(.refuse)
    #expect(page.shown.findAll(.row).first?.texts == ["3", "refuse", "refused: out of stock"])
  }

  @Test func aFilterLeavesActionsOut() {
    let page = MonitorPage(after: [.look, .add("pen", price: 3)]) { ActionList(store: $0) }
    page.page.dispatch(.edit(\.filter.text, "pen"))
    #expect(page.has("1 of 2 actions"))
    #expect(page.shown.findAll(.row).count == 1)
  }

  @Test func thePageHasTheRowsInViewOnly() {
    let page = MonitorPage(after: Array(repeating: .look, count: 900)) { ActionList(store: $0) }
    #expect(page.has("900 actions"))
    #expect(page.shown.findAll(.row).count < 100)
  }

  @Test func filtersAreSavedUnderNames() {
    let visitor = MonitorVisitor(views: [])
    let page = MonitorPage { _ in ActionFilters(visitor: visitor) }
    page.shown.find(.textField, "Filter by name or value").type("pen")
    page.shown.find(.textField, "Name").type("Pens")
    page.tap("Save This Filter")
    #expect(visitor.views == [SavedView(name: "Pens", filter: ActionFilter(text: "pen"))])
    page.shown.find(.textField, "Filter by name or value").type("")
    page.tap("Pens")
    #expect(page.page.state.filter.text == "pen")
    for number in 0..<40 {
      page.page.dispatch(.edit(\.viewName, "\(number)"))
      page.tap("Save This Filter")
    }
    #expect(visitor.views.count == 30)
  }
}
