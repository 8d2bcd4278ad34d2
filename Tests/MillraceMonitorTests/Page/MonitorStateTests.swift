// SPDX-License-Identifier: Apache-2.0

import Millrace
import Testing
import TestSupport

@testable import MillraceLink
@testable import MillraceMonitor

@MainActor @Suite struct MonitorStateTests {
  private let page = MonitorStore(initialState: MonitorState(), reducer: .monitor)

  @Test func anotherStoreIsLookedAtFromTheBeginning() {
    page.dispatch(.select(3))
    page.dispatch(.fold("items"))
    page.dispatch(.edit(\.filter.text, "add"))
    page.dispatch(.show(store: 2))
    #expect(page.state.selection == nil)
    #expect(page.state.unfolded.isEmpty)
    #expect(page.state.filter.text == "add")
    page.dispatch(.select(5))
    page.dispatch(.show(store: 2))
    #expect(page.state.selection == 5)
  }

  @Test func partsAreUnfoldedAndFolded() {
    page.dispatch(.fold("items"))
    #expect(page.state.unfolded == ["items"])
    page.dispatch(.fold("items"))
    #expect(page.state.unfolded.isEmpty)
  }

  @Test(.timeLimit(.minutes(5))) func whatBecameOfSomethingIsTold() async {
    let store = monitored(cartStore())
    page.attempt(.load("{}"), in: store) { _ in .sent }
    while page.state.notice == nil { await Task.yield() }
    #expect(page.state.notice?.isProblem == true)
    page.attempt(.export(.trace), in: store) { .wroteTest($0) }
    while page.state.testText.isEmpty { await Task.yield() }
    #expect(page.state.testText.hasPrefix("{"))
    page.dispatch(.edit(\.actionText, "look"))
    page.dispatch(.sent)
    #expect(page.state.actionText == "")
    #expect(page.state.notice == Notice(text: "Dispatched.", tool: .dispatch))
  }

  @Test func aNoticeOfAToolEndsWithTheTextThatItIsAbout() {
    let notice = Notice(text: "no", isProblem: true, tool: .dispatch)
    page.dispatch(.showNotice(notice))
    page.dispatch(.edit(\.stateQuery, "a"))
    #expect(page.state.notice == notice)
    page.dispatch(.edit(\.actionText, "look"))
    #expect(page.state.notice == nil)
    page.dispatch(.showNotice(Notice(text: "paused")))
    page.dispatch(.edit(\.actionText, "looks"))
    #expect(page.state.notice?.text == "paused")
  }

  @Test func aFailureLeavesNoEarlierTest() {
    page.dispatch(.wroteTest("test"))
    page.dispatch(.showNotice(Notice(text: "no", isProblem: true, tool: .importing)))
    #expect(page.state.testText == "test")
    page.dispatch(.showNotice(Notice(text: "no", isProblem: true, tool: .test)))
    #expect(page.state.testText == "")
  }
}
