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
    page.tap("Saved filters")
    page.shown.find(.textField, "Name").type("Pens")
    page.tap("Save This Filter")
    #expect(visitor.views == [SavedView(name: "Pens", filter: ActionFilter(text: "pen"))])
    page.shown.find(.textField, "Filter by name or value").type("")
    page.tap("Saved filters")
    page.tap("Pens")
    #expect(page.page.state.filter.text == "pen")
    for number in 0..<40 {
      page.page.dispatch(.edit(\.viewName, "\(number)"))
      page.tap("Saved filters")
      page.tap("Save This Filter")
    }
    #expect(visitor.views.count == 30)
  }

  @Test func aRowSaysWhichClientSentItsAction() throws {
    let page = MonitorPage { ActionList(store: $0) }
    page.store.dispatch(.look, source: ActionSource().of(client: "/cart #2"))
    page.dispatch(.look)
    let rows = page.shown.findAll(.row).map { $0.texts.joined(separator: " ") }
    #expect(rows.map { $0.contains("· /cart #2 ·") } == [false, true])
  }

  @Test func aHundredActionsRunNoBodyOfTheListBeforeTheNextFrame() {
    let page = MonitorPage(after: [.look]) { ActionList(store: $0) }
    _ = page.shown.texts
    let before = page.shown.host.bodyCount
    for _ in 0..<100 { page.store.dispatch(.refuse) }
    _ = page.shown.texts
    #expect(page.shown.host.bodyCount == before)
    page.watched.showFrame()
    _ = page.shown.texts
    #expect(page.shown.host.bodyCount > before)
    #expect(page.has("101 actions"))
  }
}
