// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceViewTesting
import MillraceViews
import MillraceWeb
import Observation
import TestSupport
import Testing

@testable import MillraceLink
@testable import MillraceMonitor

@MainActor @Suite struct MonitorRegistryTests {
  private func registry(_ clock: TestClock = TestClock()) -> MonitorRegistry {
    MonitorRegistry(clock: clock)
  }

  private func add(_ store: CartStore, _ name: String, to registry: MonitorRegistry) {
    registry.add(store, name, 1_000, StoreCoding(codable: ()))
  }

  @Test func aNameThatIsTakenGetsANumber() {
    let (registry, stores) = (registry(), (0..<3).map { _ in cartStore() })
    for store in stores { add(store, "Cart", to: registry) }
    #expect(registry.stores.map(\.name) == ["Cart", "Cart 2", "Cart 3"])
    #expect(registry[registry.stores[1].id]?.name == "Cart 2")
    #expect(registry[nil]?.name == "Cart")
    let unknown = registry[registry.stores[2].id + 1]
    #expect(unknown?.name == nil)
  }

  @Test func storesThatHaveEndedAreListedNoMore() {
    let (registry, kept) = (registry(), cartStore())
    var gone: CartStore? = cartStore()
    if let gone { add(gone, "Gone", to: registry) }
    gone = nil
    add(kept, "Kept", to: registry)
    #expect(registry.stores.map(\.name) == ["Kept"])
  }

  @Test(.timeLimit(.minutes(5)))
  func aStoreThatEndsWithoutAPageIsListedNoMoreAfterItsLastActions() async {
    let clock = TestClock()
    let registry = registry(clock)
    var gone: CartStore? = cartStore()
    if let gone { add(gone, "Gone", to: registry) }
    gone?.dispatch(.look)
    gone = nil
    #expect(registry.stores.count == 1)
    await clock.untilAsleep()
    clock.advance(by: MonitorRegistry.frame)
    while !registry.stores.isEmpty { await Task.yield() }
  }

  @Test func aFileThatCannotBeWrittenIsAnsweredWithTheReason() async throws {
    let (registry, store) = (registry(), cartStore())
    add(store, "Cart", to: registry)
    registry.add(store, "Opaque", 1_000, StoreCoding())
    let ids = registry.stores.map { "\($0.id)" }
    await #expect {
      _ = try await registry.download(store: ids[0], form: "trace")
    } throws: { error in
      if case PageAnswer.download = error { true } else { false }
    }
    await #expect {
      _ = try await registry.download(store: ids[0], form: "none")
    } throws: { error in
      if case PageAnswer.notFound = error { true } else { false }
    }
    let problem = try await registry.download(store: ids[1], form: "trace")
    #expect(problem.hasSuffix("main actor: write `nonisolated` before the two types."))
  }

  @Test func aThousandActionsAreOneFrame() async {
    let clock = TestClock()
    let (registry, store) = (registry(clock), cartStore())
    add(store, "Cart", to: registry)
    registry.enter()
    for _ in 0..<1_000 { store.dispatch(.look) }
    #expect(registry.stores[0].revision == 0)
    await clock.untilAsleep()
    #expect(clock.sleepers == 1)
    await nextRevision(of: registry.stores[0]) { clock.advance(by: MonitorRegistry.frame) }
    #expect(registry.stores[0].revision == 1)
    registry.leave()
  }

  @Test func framesComeLessOftenWhileNoEyeFollows() async {
    let clock = TestClock()
    let (registry, store) = (registry(clock), cartStore())
    add(store, "Cart", to: registry)
    registry.enter()
    defer { registry.leave() }
    let (calm, busy) = (MonitorRegistry.frame, MonitorRegistry.busyFrame)
    // The number of actions before a frame, and the expected pause before the frame.
    for (actions, pause) in [(100, calm), (101, calm), (301, busy), (300, busy), (1, calm)] {
      for _ in 0..<actions { store.dispatch(.look) }
      await clock.untilAsleep()
      #expect(clock.nextDeadline.map { clock.now.duration(to: $0) } == pause)
      await nextRevision(of: registry.stores[0]) { clock.advance(by: pause) }
    }
    #expect(registry.stores[0].revision == 5)
  }

  @Test func withoutAPageThereAreNoFrames() {
    let clock = TestClock()
    let (registry, store) = (registry(clock), cartStore())
    add(store, "Cart", to: registry)
    registry.enter()
    #expect(!registry.isFrameDue)
    registry.leave()
    for _ in 0..<100 { store.dispatch(.look) }
    #expect(!registry.isFrameDue)
  }

  @Test func whatChangesBeforeThePageIsOpenIsShown() async {
    let clock = TestClock()
    let (registry, store) = (registry(clock), cartStore())
    add(store, "Cart", to: registry)
    let page = RenderedView(Length(store: registry.stores[0]))
    store.dispatch(.look)
    #expect(page.text == "0")
    registry.enter()
    defer { registry.leave() }
    await clock.untilAsleep()
    await nextRevision(of: registry.stores[0]) { clock.advance(by: MonitorRegistry.frame) }
    #expect(page.text == "1")
    store.dispatch(.look)
    await clock.untilAsleep()
    await nextRevision(of: registry.stores[0]) { clock.advance(by: MonitorRegistry.frame) }
    #expect(page.text == "2")
  }

  /// A store with 200 actions of at least 1,000 bytes each, of which 64,000 bytes are kept.
  private func large(in registry: MonitorRegistry) -> CartStore {
    let store = cartStore()
    registry.add(store, "Cart", 1_000, StoreCoding(codable: ()), maxBytes: 64_000)
    for _ in 0..<200 { store.dispatch(.add(String(repeating: "x", count: 1_000), price: 1)) }
    return store
  }

  @Test(arguments: [false, true])
  func theOldestActionsGoBeyondTheBytesOfAStore(isPageOpen: Bool) async {
    let clock = TestClock()
    let registry = registry(clock)
    if isPageOpen { registry.enter() }
    let store = large(in: registry)
    #expect(registry.stores[0].status.count == 200)
    await clock.untilAsleep()
    clock.advance(by: MonitorRegistry.busyFrame)
    // What is dropped is a change too, for which a task sleeps again.
    await clock.untilAsleep()
    // Three parts of 64 are too much, and the last eight actions stay.
    #expect(registry.stores[0].status.count == 8)
    #expect(store.total == 200)
  }

  @Test func aNameIsFreeWhenItsStoreHasEnded() {
    let (registry, kept) = (registry(), cartStore())
    var gone: CartStore? = cartStore()
    if let gone { add(gone, "Cart", to: registry) }
    add(kept, "Cart", to: registry)
    gone = nil
    let new = cartStore()
    add(new, "Cart", to: registry)
    #expect(registry.stores.map(\.name) == ["Cart 2", "Cart"])
    withExtendedLifetime((kept, new)) {}
  }

  private struct Total: View {
    let store: CartStore
    var body: some View { Text("\(store.total)") }
  }

  private struct Length: View {
    let store: MonitoredStore
    var body: some View {
      let _ = store.revision
      Text("\(store.status.count)")
    }
  }

  @Test func whatTheMonitorItselfRunsCountsForNoAction() async {
    let clock = TestClock()
    let (registry, store) = (registry(clock), cartStore())
    add(store, "Cart", to: registry)
    registry.enter()
    defer { registry.leave() }
    let monitor = RenderedView(Length(store: registry.stores[0]))
    let page = RenderedView(Total(store: store))
    store.dispatch(.look)
    store.dispatch(.add("pen", price: 3))
    await clock.untilAsleep()
    await nextRevision(of: registry.stores[0]) { clock.advance(by: MonitorRegistry.frame) }
    #expect([monitor.text, page.text] == ["2", "3"])
    #expect((0..<2).map { registry.stores[0].row(at: $0)?.cost?.bodies } == [0, 1])
  }

  @Test func bodiesOfAllPagesCountForTheActionThatHadThemRun() {
    let (registry, store, other) = (registry(), cartStore(), cartStore())
    add(store, "Cart", to: registry)
    add(other, "Other", to: registry)
    let pages = (0..<3).map { _ in RenderedView(Total(store: store)) }
    let third = RenderedView(Total(store: other))
    store.dispatch(.look)
    store.dispatch(.add("pen", price: 3))
    store.dispatch(.add("pen", price: 3))
    other.dispatch(.add("ink", price: 4))
    #expect(pages.map(\.text) == ["6", "6", "6"])
    #expect(third.text == "4")
    #expect((0..<3).map { registry.stores[0].row(at: $0)?.cost?.bodies } == [0, 3, 0])
    #expect(registry.stores[1].row(at: 0)?.cost?.bodies == 1)
    #expect(registry.stores[0].row(at: 1)?.note.hasSuffix(" · 3 bodies") == true)
    #expect(registry.stores[1].row(at: 0)?.note.hasSuffix(" · 1 body") == true)
    #expect(registry.stores[0].countsBodies)
  }

  /// Returns when the store has shown another frame.
  private func nextRevision(of store: MonitoredStore, after work: () -> Void) async {
    let (stream, input) = AsyncStream<Void>.makeStream()
    withObservationTracking {
      _ = store.revision
    } onChange: {
      input.finish()
    }
    work()
    // `onChange` runs before the change, which is made on this actor before this task continues.
    for await _ in stream {}
  }
}
