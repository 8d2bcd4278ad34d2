// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceTrace
import MillraceViewTesting
import MillraceViews
import TestSupport
import Testing

@testable import MillraceLink
@testable import MillraceMonitor

@MainActor @Suite struct StatePaneTests {
  @Test func partsAreUnfoldedOneByOne() {
    let page = MonitorPage(after: [.add("pen", price: 3)]) { StatePane(store: $0) }
    #expect(page.has("total: 3"))
    #expect(!page.has("pen: 1"))
    page.tap("Unfold items")
    #expect(page.has("pen: 1"))
    page.tap("Fold items")
    #expect(!page.has("pen: 1"))
  }

  @Test func ofALargePartOnlyTheFirstMembersAreRead() throws {
    let list = TraceValue.array((0..<9).map { .number("\($0)") })
    #expect(list.memberCount == 9)
    #expect(list.members(first: 2).map(\.name) == ["0", "1"])
    let object = try TraceValue(json: #"{"b":1,"a":2,"c":3}"#)
    #expect(object.memberCount == 3)
    #expect(object.members(first: 2).map(\.name) == ["a", "b"])
    #expect(TraceValue.null.memberCount == 0 && TraceValue.null.members(first: 2).isEmpty)
    let text = String(repeating: "\"é", count: 400)
    let whole = TraceValue.string(text).json
    #expect(TraceValue.string(text).short == whole.prefix(300) + "…")
  }

  @Test func theStateIsSearched() {
    let page = MonitorPage(after: [.add("pen", price: 3)]) { StatePane(store: $0) }
    page.shown.find(.textField, "Search the state").type("PEN")
    #expect(page.has("items.pen"))
    page.shown.find(.textField, "Search the state").type("cup")
    #expect(page.has("No name or value contains this text."))
  }
}
