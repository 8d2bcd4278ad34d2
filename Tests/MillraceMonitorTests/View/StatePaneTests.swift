// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
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

  @Test func theStateIsSearched() {
    let page = MonitorPage(after: [.add("pen", price: 3)]) { StatePane(store: $0) }
    page.shown.find(.textField, "Search the state").type("PEN")
    #expect(page.has("items.pen"))
    page.shown.find(.textField, "Search the state").type("cup")
    #expect(page.has("No name or value contains this text."))
  }
}
