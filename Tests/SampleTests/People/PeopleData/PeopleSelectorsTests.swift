// SPDX-License-Identifier: Apache-2.0

import Millrace
import PeopleData
import Testing
import TextData

/// What each action makes the selectors of the page do; the counts are exact.
@MainActor
@Suite struct PeopleSelectorsTests {
  /// A store whose page is observed as by the views, without the rows.
  @MainActor private final class Watched {
    let store: Store<PeopleState, PeopleAction>
    private(set) var ids: [Person.ID] = []
    private var subscriptions: [StoreSubscription] = []

    init(count: Int = 1_000) {
      store = Store(initialState: PeopleState(count: count, seed: 1), reducer: .people)
      subscriptions = [
        store.subscribe(to: selectPageIDs, initial: true) { [unowned self] in ids = $0 },
        store.subscribe(to: selectMatchCount) { _ in },
        store.subscribe(to: selectPage) { _ in },
      ]
    }

    /// How many selectors one action made the store compute.
    func computed(by action: PeopleAction) -> Int {
      let before = store.counters.selectorsComputed
      store.dispatch(action)
      return store.counters.selectorsComputed - before
    }

    /// Whether the ids of the page are those that are computed without selectors.
    func isConsistent() -> Bool {
      let state = store.state
      let term = SearchTerm(state.query)
      let matching = state.people.filter { term.matches($0) }.map(\.id)
      let last = max(0, (matching.count + 19) / 20 - 1)
      return ids == Array(matching.dropFirst(min(state.page, last) * 20).prefix(20))
    }

    /// A person outside of the page.
    var absent: Person.ID { store.state.people[500].id }
  }

  @Test func aVisitComputesNothing() {
    let page = Watched()
    #expect(page.computed(by: .change(page.ids[0], .visit)) == 0)
    #expect(page.computed(by: .change(page.absent, .visit)) == 0)
  }

  @Test func typingInTheEditorComputesNothing() {
    let page = Watched()
    #expect(page.computed(by: .edit(page.ids[0])) == 0)
    #expect(page.computed(by: .draft(Edit(\.name, "Somebody"))) == 0)
    #expect(page.computed(by: .cancel) == 0)
  }

  @Test func aMoveAsksWhoMatchesAndStopsThere() {
    let page = Watched()
    #expect(page.computed(by: .change(page.ids[0], .move(to: "Nowhere"))) == 1)
    #expect(page.computed(by: .change(page.absent, .move(to: "Nowhere"))) == 1)
  }

  /// No selector retains the table, so no change copies it.
  @Test func peopleAreChangedInPlace() {
    let page = Watched()
    func address() -> UnsafePointer<Person>? {
      page.store.state.people.withContiguousStorageIfAvailable { $0.baseAddress } ?? nil
    }
    page.store.dispatch(.change(page.absent, .move(to: "Nowhere")))
    let before = address()
    #expect(before != nil)
    for query in ["", "a", "no such person"] {
      page.store.dispatch(.search(query))
      page.store.dispatch(.change(page.absent, .move(to: "Rome")))
      page.store.dispatch(.change(page.absent, .rename(to: "Ada Oslo")))
      #expect(address() == before, "while searching for '\(query)'")
    }
  }

  /// Another order of the matches is a new result, but their count is not.
  @Test func aRenameAsksWhoMatchesHowManyAndWhoIsOnThePage() {
    let page = Watched()
    #expect(page.computed(by: .change(page.absent, .rename(to: "Zzz"))) == 3)
    #expect(page.isConsistent())
    #expect(page.computed(by: .change(page.absent, .rename(to: "Aaa"))) == 3)
    #expect(page.isConsistent())
  }

  @Test func aRenameThatMovesNoRowStopsAtTheOrder() {
    let page = Watched()
    let last = page.store.state.people.ids[999]
    #expect(page.computed(by: .change(last, .rename(to: "Zzzz Zzzz"))) == 1)
  }

  @Test func aQueryAsksEverythingOnce() {
    let page = Watched()
    #expect(page.computed(by: .search("oslo")) == 5)
    #expect(page.isConsistent())
    #expect(page.computed(by: .search("OSLO ")) == 1)
    #expect(page.computed(by: .search("no such person")) == 5)
    #expect(page.ids.isEmpty)
    #expect(page.computed(by: .search("neither this one")) == 2)
  }

  @Test func anotherPageAsksWhichAndWhoIsOnIt() {
    let page = Watched()
    #expect(page.computed(by: .showPage(1)) == 2)
    #expect(page.isConsistent())
    #expect(page.computed(by: .showPage(1)) == 0)
    #expect(page.computed(by: .showPage(99)) == 2)
    #expect(page.computed(by: .showPage(100)) == 1)
    #expect(page.isConsistent())
  }

  @Test func aBatchAsksOnce() {
    let page = Watched()
    let before = page.store.counters.selectorsComputed
    page.store.batch {
      for _ in 0..<1_000 { page.store.dispatch(.changeRandomPerson) }
    }
    #expect(page.store.counters.selectorsComputed - before == 3)
    #expect(page.isConsistent())
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func theyAreRightAfterAnyActions(seed: UInt64) {
    let page = Watched(count: 200)
    var random = RandomSource(seed: seed)
    let queries = ["", "a", "an", "oslo", "ada", "zz", " A ", "e i"]
    for step in 0..<200 {
      switch random.number(below: 5) {
      case 0: page.store.dispatch(.search(random.element(of: queries)))
      case 1: page.store.dispatch(.sort(by: random.element(of: PeopleSort.allCases)))
      case 2: page.store.dispatch(.showPage(random.number(below: 12)))
      default: page.store.dispatch(.changeRandomPerson)
      }
      #expect(page.isConsistent(), "seed \(seed), step \(step)")
    }
  }
}
