// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceViewTesting
import MillraceViews
import TestSupport
import Testing

@testable import MillraceLink
@testable import MillraceMonitor

@MainActor @Suite struct ToolsPaneTests {
  private func page(after actions: [CartAction] = []) -> MonitorPage {
    MonitorPage(after: actions) { ToolsPane(store: $0, path: "/monitor") }
  }

  @Test func anActionIsCheckedAndDispatched() {
    let page = page()
    page.shown.find(.textField, "Action").type(#"{"add":{"_0":"pen"}}"#)
    #expect(page.shown.text.contains("'price' is missing"))
    #expect(!page.shown.find(.button, "Dispatch").isEnabled)
    page.shown.find(.textField, "Action").type(#"{"add":{"_0":"pen","price":3}}"#)
    page.tap("Dispatch")
    #expect(page.store.state.total == 3)
    #expect(page.page.state.actionText == "")
    page.shown.find(.textField, "Action").type("refuse")
    page.tap("Dispatch")
    #expect(page.page.state.notice?.text == "The reducer refused it: out of stock")
  }

  @Test func aFileIsPasted() throws {
    let page = page()
    let store = cartStore()
    let other = monitored(store)
    try other.dispatch("look")
    page.shown.find(.textField, "Text of a file").type(try other.export(as: .trace))
    page.tap("Import the Text")
    #expect(page.watched.status.count == 1)
    page.shown.find(.textField, "Text of a file").type("{}")
    page.tap("Import the Text")
    #expect(page.page.state.notice?.text.hasPrefix("notATrace:") == true)
    #expect(page.watched.status.count == 1)
  }

  @Test func aTestIsWritten() {
    let page = page(after: [.add("pen", price: 3)])
    page.shown.find(.textField, "Part and value").type("total=3")
    page.tap("Write a Swift Test")
    #expect(page.page.state.testText.contains("@Test func theReportedRunDoesNotEndInTotal"))
    page.shown.find(.textField, "Part and value").type("total")
    page.tap("Write a Swift Test")
    #expect(page.page.state.notice?.isProblem == true)
  }
}
