// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite struct MockStoreTests {
  private typealias Mock = MockStore<Search, SearchAction>

  private static let selectCount = createSelector(\Search.hits) { $0.count }
  private static let selectTitle = createSelector(selectCount) { "\($0) hits" }

  private let mock = Mock(initialState: Search(text: "swift"))

  @Test func itWritesDownWhatIsDispatchedAndChangesNothing() {
    mock.store.dispatch(.type("rust"))
    mock.dispatch(.search)
    let line: UInt = #line - 1
    #expect(mock.dispatched.count == 2)
    guard case .type("rust") = mock.actions[0], case .search = mock.actions[1] else {
      Issue.record("unexpected: \(mock.actions)")
      return
    }
    #expect(mock.dispatched[1].source.fileID == #fileID)
    #expect(mock.dispatched[1].source.line == line)
    #expect(mock.state.text == "swift")
    mock.forgetDispatched()
    #expect(mock.actions.isEmpty && mock.dispatched.isEmpty)
  }

  @Test func thoseWhoWatchHearOfTheStateThatIsSet() {
    var heard: [String] = []
    let one = mock.subscribe(to: \.text) { heard.append("text \($0)") }
    let other = mock.store.subscribe(to: Self.selectTitle) { heard.append($0) }
    let filtered = mock.store.subscribe(
      to: StateSelector(\.isSearching), filter: { _, _ in false }
    ) { heard.append("searching \($0)") }
    mock.state.text = "rust"
    mock.state.text = "rust"
    mock.state.hits = ["a", "b"]
    mock.state.isSearching = true
    #expect(heard == ["text rust", "2 hits", "searching true"])
    #expect(mock.select(Self.selectCount) == 2 && mock.read(Self.selectCount) == 2)
    for subscription in [one, other, filtered] { subscription.cancel() }
  }

  @Test func whatAnObserverSetsCountsAfterAllHaveHeard() {
    var heard: [String] = []
    let first = mock.subscribe(to: \.text) { [mock] text in
      heard.append("first \(text)")
      if text == "a" {
        mock.state.text = "b"
        mock.state.text = "c"
      }
    }
    let second = mock.subscribe(to: \.text) { heard.append("second \($0)") }
    mock.state.text = "a"
    #expect(
      heard == ["first a", "second a", "first b", "second b", "first c", "second c"])
    #expect(mock.state.text == "c")
    first.cancel()
    second.cancel()
  }

  @Test func aFakeThatAnswersActionsLosesNothing() {
    let answers = mock.store.subscribeToActions { [mock] dispatched in
      guard case .search = dispatched.action else { return }
      mock.state.isSearching = true
      mock.state.hits = ["a"]
      mock.state.text += "!"
    }
    mock.dispatch(.search)
    #expect(mock.state.isSearching && mock.state.hits == ["a"] && mock.state.text == "swift!")
    #expect(mock.store.state.hits == ["a"])
    mock.state.hits = []
    #expect(mock.state.hits == [] && mock.store.state.hits == [])
    answers.cancel()
  }

  @Test func whatIsSetInAnObserverNeedsNoStack() {
    var heard = 0
    let subscription = mock.subscribe(to: \.text) { [mock] text in
      heard += 1
      guard text == "go" else { return }
      for number in 0..<20_000 { mock.state.text = "\(number)" }
    }
    mock.state.text = "go"
    #expect(heard == 20_001 && mock.state.text == "19999")
    subscription.cancel()
  }

  /// A mock whose turns are cut after each action, with an observer that dispatches the next number
  /// up to 50.
  private static func counting() -> (mock: MockStore<Int, Int>, counting: StoreSubscription) {
    let mock = MockStore<Int, Int>(initialState: 0)
    mock.store.chainLimit = 1
    mock.store.onRunaway = { _ in }
    let counting = mock.store.subscribeToActions { [mock] dispatched in
      if dispatched.action < 50 { mock.dispatch(dispatched.action + 1) }
    }
    return (mock, counting)
  }

  private static func untilFifty(_ mock: MockStore<Int, Int>) async {
    var subscription: StoreSubscription?
    await withCheckedContinuation { fifty in
      subscription = mock.store.subscribeToActions { if $0.action == 50 { fifty.resume() } }
    }
    subscription?.cancel()
  }

  @Test func whatIsSetInATurnThatIsCutCountsAfterItsActions() async {
    let (mock, counting) = Self.counting()
    var heard: [Int] = []
    let subscription = mock.subscribe(to: \.self) { heard.append($0) }
    let setting = mock.store.subscribeToActions { [mock] in if $0.action == 0 { mock.state = 7 } }
    mock.dispatch(0)
    #expect(mock.state == 7 && mock.store.state == 0)
    mock.state += 1
    #expect(mock.state == 8 && mock.store.state == 0 && heard == [])
    await Self.untilFifty(mock)
    #expect(mock.state == 8 && mock.store.state == 8 && heard == [7, 8])
    #expect(mock.actions == Array(0...50))
    for subscription in [subscription, setting, counting] { subscription.cancel() }
  }

  @Test func changesOfObserversInTurnsThatAreCutBuildOnEachOther() async {
    let (mock, counting) = Self.counting()
    let setting = mock.store.subscribeToActions { [mock] in
      if 1...2 ~= $0.action { mock.state += 1 }
    }
    mock.dispatch(0)
    await Self.untilFifty(mock)
    #expect(mock.state == 2 && mock.store.state == 2)
    for subscription in [setting, counting] { subscription.cancel() }
  }

  @Test func whatIsOverriddenInATurnThatIsCutCountsAfterItsActions() async {
    let (mock, counting) = Self.counting()
    mock.dispatch(0)
    let reports = await Reports.of {
      mock.override(\.self, with: 7)
      #expect(mock.select(\.self) == 0)
      await Self.untilFifty(mock)
    }
    #expect(reports.texts == [])
    #expect(mock.select(\.self) == 7 && mock.actions == Array(0...50))
    counting.cancel()
  }

  @Test func aMockThatEndsAfterATurnThatIsCutKeepsItsState() {
    let (mock, counting) = Self.counting()
    var parent: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    parent?.addChild(mock.store)
    mock.dispatch(0)
    mock.state = 7
    #expect(mock.state == 7)
    parent = nil
    #expect(mock.state == 0 && mock.store.state == 0)
    counting.cancel()
  }

  @Test func aMockThatEndsKeepsItsStateAndDropsTheRest() {
    var parent: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    parent?.addChild(mock.store)
    var heard: [String] = []
    let subscription = mock.subscribe(to: \.text) { [mock] text in
      heard.append(text)
      if text == "a" { for next in ["b", "c", "d"] { mock.state.text = next } }
      if text == "b" { parent = nil }
    }
    mock.state.text = "a"
    #expect(heard == ["a", "b"])
    mock.state.text = "e"
    #expect(mock.state.text == "b" && mock.store.text == "b")
    subscription.cancel()
  }

  @Test func aMockThatEndsWhileItIsBusyKeepsItsStateToo() {
    var parent: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    parent?.addChild(mock.store)
    let subscription = mock.subscribe(to: \.text) { [mock] _ in
      parent = nil
      mock.state.text = "b"
    }
    mock.state.text = "a"
    #expect(mock.state.text == "a" && mock.store.text == "a")
    subscription.cancel()
  }

  /// A state whose release can be observed.
  private final class Page: Sendable {}

  @Test func aMockThatHasEndedHoldsNothingThatIsSet() {
    let mock = MockStore<Page, Int>(initialState: Page())
    var parent: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    parent?.addChild(mock.store)
    parent = nil
    var page: Page? = Page()
    let kept = Weak(page)
    if let page { mock.state = page }
    page = nil
    #expect(kept.object == nil)
  }

  @Test func aSelectorIsOverriddenForAllWhoReadIt() {
    mock.override(Self.selectCount, with: 7)
    var heard: [String] = []
    let subscription = mock.store.subscribe(to: Self.selectTitle, initial: true) {
      heard.append($0)
    }
    #expect(mock.select(Self.selectCount) == 7)
    #expect(mock.store.read(Self.selectCount) == 7)
    #expect(mock.store.select(Self.selectTitle) == "7 hits")
    mock.state.hits = ["a"]
    mock.override(Self.selectCount, with: 8)
    #expect(heard == ["7 hits", "8 hits"])
    #expect(Self.selectCount(mock.state) == 1)
    subscription.cancel()
  }

  @Test func aSelectorThatWasOnlyAskedForCanStillBeOverridden() {
    #expect(mock.select(Self.selectTitle) == "0 hits")
    mock.override(Self.selectCount, with: 3)
    #expect(mock.select(Self.selectTitle) == "3 hits")
  }

  @Test func aKeyPathIsOverriddenForAllWhoReadIt() {
    mock.override(\.text, with: "other")
    #expect(mock.store.text == "other")
    #expect(mock.select(\.text) == "other")
    #expect(mock.state.text == "swift")
    let projection = mock.store.projection(
      action: { (_: Int) -> SearchAction? in nil }, state: \Search.text)
    #expect(projection.read(StateSelector(\.self)) == "other")
    mock.override(\.text.count, with: 99)
    #expect(projection.count == 99)
  }

  @Test func overridingTooLateFailsTheTest() async {
    let subscription = mock.subscribe(to: Self.selectTitle) { _ in }
    let reports = await Reports.of {
      mock.override(Self.selectCount, with: 7)
    }
    #expect(
      reports.texts == [
        """
        Expected to override a selector of `Int` before it is watched, but it is watched already.

        Probably: a view that selects it is already shown, or a subscription exists.

        What to do: call `override` directly after you create the mock. After that, the value can \
        be overridden again at any time.
        """
      ])
    #expect(mock.select(Self.selectTitle) == "0 hits")
    subscription.cancel()
  }

  @Test func overridingAfterTheEndIsNoFailure() async {
    var parent: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    parent?.addChild(mock.store)
    parent = nil
    let reports = await Reports.of {
      mock.override(Self.selectCount, with: 7)
    }
    #expect(reports.texts == [])
    #expect(mock.select(Self.selectCount) == 0)
  }
}
