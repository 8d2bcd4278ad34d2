// SPDX-License-Identifier: Apache-2.0

import Foundation
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
    #expect(page.page.state.notice?.text == "The reducer rejected the action: out of stock")
    #expect(page.shown.text.contains("The reducer rejected the action: out of stock"))
    #expect(!page.shown.text.contains("It can be dispatched."))
    page.shown.find(.textField, "Action").type("look")
    #expect(page.shown.text.contains("It can be dispatched."))
    #expect(!page.shown.text.contains("out of stock"))
    page.shown.find(.textField, "Action").type("fly")
    #expect(page.shown.text.contains("has no case 'fly'"))
  }

  @Test func ofTypesThatCannotBeWrittenThePaneSaysWhatIsMissing() {
    struct Opaque: Sendable {}
    let store = Store(initialState: Opaque(), reducer: Reducer<Opaque, Int> { _, _ in })
    let watched = LocalStore(store, id: 1, name: "Opaque", maxAge: 10, coding: StoreCoding())
    let page = MonitorStore(initialState: MonitorState(), reducer: .monitor)
    let shown = RenderedView(ToolsPane(store: watched, path: "/monitor").environment(page))
    #expect(shown.text.contains("not both Codable, or their conformances are isolated to the main"))
    #expect(shown.text.contains("write nonisolated before the two types"))
  }

  /// Returns when the request of the page is done.
  private func done(_ page: MonitorPage) async {
    while page.page.state.notice?.text.contains("is being") != false { await Task.yield() }
    page.watched.showFrame()
  }

  @Test(.timeLimit(.minutes(5))) func aFileIsPasted() async throws {
    let page = page()
    let store = cartStore()
    let other = monitored(store)
    try other.dispatch("look")
    page.shown.find(.textField, "Text of a file").type(
      try await other.result(of: .export(.trace)))
    page.tap("Import the Text")
    await done(page)
    #expect(page.watched.status.count == 1)
    #expect(
      page.page.state.notice?.text == """
        Imported. The page shows its timeline. look: same, added cases of CartAction: unknown
        """)
    page.shown.find(.textField, "Text of a file").type("{}")
    page.tap("Import the Text")
    await done(page)
    #expect(page.page.state.notice?.text.hasPrefix("notATrace:") == true)
    #expect(page.watched.status.count == 1)
  }

  @Test func ofAFileThatIsNotTextTheFirstWrongByteIsNamed() throws {
    let page = page()
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    try Data([0x7B, 0x0A, 0xFF]).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    page.tap("Choose a File")
    page.shown.find(.fileField, "Choose a File").choose(files: [file])
    #expect(
      page.page.state.notice
        == Notice(
          text: "byte 2, in line 2, is not UTF-8. Check that the file is a complete trace.",
          isProblem: true, tool: .importing))
  }

  @Test(.timeLimit(.minutes(5))) func aTestIsWritten() async {
    let page = page(after: [.add("pen", price: 3)])
    page.shown.find(.textField, "Part and value").type("total=3")
    page.tap("Write a Swift Test")
    await done(page)
    #expect(page.page.state.testText.contains("@Test func theReportedRunDoesNotEndInTotal"))
    // The store was added without the name of its feature.
    #expect(page.page.state.testText.contains("<#the feature of TestSupport.Cart#>"))
    page.shown.find(.textField, "Part and value").type("total")
    page.tap("Write a Swift Test")
    #expect(page.page.state.notice?.isProblem == true)
    #expect(page.page.state.testText == "")
  }
}
