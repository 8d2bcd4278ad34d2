// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceViewTesting
import MillraceViews
import TestSupport
import Testing

@testable import MillraceLink
@testable import MillraceMonitor

@MainActor @Suite struct MonitorContentTests {
  @Test func theStoresAreListedAndOneIsShown() {
    let registry = MonitorRegistry(clock: TestClock())
    let stores = [cartStore(), cartStore()]
    for store in stores { registry.add(store, "Cart", 100, StoreCoding(codable: ())) }
    stores[1].dispatch(.add("pen", price: 3))
    let page = MonitorStore(initialState: MonitorState(), reducer: .monitor)
    let shown = RenderedView(
      MonitorContent(registry: registry, visitor: MonitorVisitor(views: []), path: "/monitor")
        .environment(page))
    #expect(shown.title == "Monitor")
    #expect(shown.texts.contains("Cart 2"))
    #expect(!shown.texts.contains("#1 add"))
    page.dispatch(.show(store: registry.stores[1].id))
    #expect(shown.texts.contains("#1 add"))
    for pane in Pane.allCases {
      page.dispatch(.edit(\.pane, pane))
      #expect(shown.findAll(.button, "\(pane.title), shown").count == 1)
    }
    #expect(registry[nil] === registry.stores[0])
  }

  @Test func withoutStoresItSaysHowToAddOne() {
    let registry = MonitorRegistry(clock: TestClock())
    let page = MonitorStore(initialState: MonitorState(), reducer: .monitor)
    let shown = RenderedView(
      MonitorContent(registry: registry, visitor: MonitorVisitor(views: []), path: "/monitor")
        .environment(page))
    #expect(shown.text.contains("No Stores"))
  }
}
