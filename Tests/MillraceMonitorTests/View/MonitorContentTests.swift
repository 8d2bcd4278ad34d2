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

  @Test func aStoreThatHasEndedIsReplacedByNoOther() {
    let registry = MonitorRegistry(clock: TestClock())
    let kept = cartStore()
    var gone: CartStore? = cartStore()
    if let gone { registry.add(gone, "Gone", 100, StoreCoding(codable: ())) }
    registry.add(kept, "Kept", 100, StoreCoding(codable: ()))
    let page = MonitorStore(initialState: MonitorState(), reducer: .monitor)
    let shown = RenderedView(
      MonitorContent(registry: registry, visitor: MonitorVisitor(views: []), path: "/monitor")
        .environment(page))
    // No store was chosen, so the page shows the first one.
    #expect(page.state.store == registry.stores[0].id)
    #expect(shown.findAll(.button, "Changes, shown").count == 1)
    gone = nil
    registry.dropEnded()
    #expect(registry.stores.map(\.name) == ["Kept"])
    #expect(shown.text.contains("The Store Has Ended"))
    #expect(shown.texts.contains("Kept"))
    #expect(shown.findAll(.button, "Changes, shown").isEmpty)
    page.dispatch(.show(store: registry.stores[0].id))
    #expect(!shown.text.contains("The Store Has Ended"))
    #expect(shown.findAll(.button, "Changes, shown").count == 1)
    withExtendedLifetime(kept) {}
  }

  @Test func theSelectorsPaneGoesWithItsStore() {
    let registry = MonitorRegistry(clock: TestClock())
    let stores = [cartStore(), cartStore()]
    for store in stores { registry.add(store, "Cart", 100, StoreCoding(codable: ())) }
    let page = MonitorStore(initialState: MonitorState(), reducer: .monitor)
    let shown = RenderedView(
      MonitorContent(registry: registry, visitor: MonitorVisitor(views: []), path: "/monitor")
        .environment(page))
    page.dispatch(.edit(\.pane, .selectors))
    _ = shown.texts
    #expect(registry.stores.map(\.selectionPages) == [1, 0])
    page.dispatch(.show(store: registry.stores[1].id))
    _ = shown.texts
    #expect(registry.stores.map(\.selectionPages) == [0, 1])
    withExtendedLifetime(stores) {}
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
