// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTrace
import TestSupport
import Testing

@testable import MillraceLink
@testable import MillraceMonitor

@MainActor @Suite struct ActionFilterTests {
  private func names(_ ids: ActionIDs, _ store: MonitoredStore) -> [String] {
    ids.compactMap { store.position(of: $0) }.compactMap { store.row(at: $0)?.text }
  }

  private func filled() -> (CartStore, CartMonitor) {
    let store = cartStore()
    let watched = monitored(store, maxAge: 8)
    store.dispatch(.add("Pen", price: 3))
    store.dispatch(.look)
    store.dispatch(.remove("cup"))
    store.dispatch(.add("cup", price: 4))
    return (store, watched)
  }

  @Test func withoutAFilterAllAreListedTheNewestFirst() {
    let (store, watched) = filled()
    let ids = ActionMatches().rows(of: watched, ActionFilter())
    #expect(Array(ids) == [4, 3, 2, 1])
    withExtendedLifetime(store) {}
  }

  @Test func aTextIsLookedForInNamesAndValues() {
    let (store, watched) = filled()
    let matches = ActionMatches()
    #expect(matches.all(of: watched, ActionFilter(text: " PEN ")) == [1])
    #expect(matches.all(of: watched, ActionFilter(text: "add")) == [4, 1])
    #expect(matches.all(of: watched, ActionFilter(text: "4")) == [4])
    let others = ActionFilter(text: "add", isInverted: true)
    #expect(matches.all(of: watched, others) == [3, 2])
    withExtendedLifetime(store) {}
  }

  @Test func whatChangedNothingIsHidden() {
    let (store, watched) = filled()
    let filter = ActionFilter(hidesUnchanged: true)
    #expect(ActionMatches().all(of: watched, filter) == [4, 1])
    withExtendedLifetime(store) {}
  }

  @Test func onlyWhatChangedAPartOfTheStateIsListed() {
    let (store, watched) = filled()
    func ids(_ path: String) -> [Int] {
      ActionMatches().all(of: watched, ActionFilter(path: path))
    }
    #expect(ids(" items.cup ") == [4])
    #expect(ids("items") == [4, 1])
    #expect(ids("card") == [])
    // An incomplete path does not filter.
    #expect(ids("items[") == [4, 3, 2, 1])
    withExtendedLifetime(store) {}
  }

  @Test func aStoreThatIsBeingAskedHoldsTheSearchUp() {
    final class Asked: MonitoredStore {
      var known = 1
      override var status: MachineStatus { MachineStatus(count: 3, index: 3) }
      override func id(at position: Int) -> Int { position + 1 }
      override func position(of id: Int) -> Int? { id - 1 }
      override func answer(to question: ActionQuestion, at position: Int) -> Bool? {
        position < known ? true : nil
      }
    }
    let (store, matches) = (Asked(id: 1, name: "Asked"), ActionMatches())
    let filter = ActionFilter(path: "items")
    #expect(matches.all(of: store, filter) == [1])
    #expect(matches.left == 2)
    #expect(!matches.canGoOn)
    store.known = 3
    #expect(matches.all(of: store, filter) == [3, 2, 1])
    #expect(matches.left == 0)
  }

  @Test func fewPositionsAreReadWhenOldActionsGo() {
    final class Shrinking: MonitoredStore {
      var gone = 0
      var reads = 0
      override var status: MachineStatus { MachineStatus(count: 100 - gone, index: 100 - gone) }
      override func id(at position: Int) -> Int { gone + position + 1 }
      override func position(of id: Int) -> Int? {
        reads += 1
        return id > gone ? id - gone - 1 : nil
      }
      override func answer(to question: ActionQuestion, at position: Int) -> Bool? { true }
    }
    let (store, matches) = (Shrinking(id: 1, name: "Shrinking"), ActionMatches())
    let filter = ActionFilter(path: "items")
    #expect(matches.all(of: store, filter).count == 100)
    for gone in [1, 50, 99, 100] {
      (store.gone, store.reads) = (gone, 0)
      #expect(matches.all(of: store, filter) == (gone..<100).reversed().map { $0 + 1 })
      #expect(store.reads < 12)
    }
  }

  @Test func aFilterThatWasSavedBeforeThereWerePathsIsRead() throws {
    let saved = #"{"hidesUnchanged":true,"isInverted":false,"text":"pen"}"#
    let filter = try TraceValue(json: saved).decoded(as: ActionFilter.self)
    #expect(filter == ActionFilter(text: "pen", hidesUnchanged: true))
  }

  @Test func newActionsAreAddedAndOldOnesGo() {
    let (store, watched) = filled()
    let matches = ActionMatches()
    let filter = ActionFilter(text: "add")
    #expect(matches.all(of: watched, filter).count == 2)
    for price in 0..<7 { store.dispatch(.add("cap", price: price)) }
    #expect(matches.all(of: watched, filter) == [11, 10, 9, 8, 7, 6, 5, 4])
  }

  @Test func anEditedLineIsSearchedAgain() {
    let (store, watched) = filled()
    let matches = ActionMatches()
    let filter = ActionFilter(hidesUnchanged: true)
    #expect(matches.all(of: watched, filter).count == 2)
    watched.perform(.toggle(1))
    #expect(matches.all(of: watched, filter) == [4])
    withExtendedLifetime(store) {}
  }

  @Test func aSearchGoesOnWhereItEnded() {
    let store = cartStore()
    let watched = monitored(store)
    for _ in 0..<100 { store.dispatch(.look) }
    let matches = ActionMatches()
    let filter = ActionFilter(text: "look")
    _ = matches.rows(of: watched, filter, within: .zero)
    #expect(matches.left > 0)
    var calls = 1
    while matches.left > 0 {
      let before = matches.left
      _ = matches.rows(of: watched, filter, within: .zero)
      #expect(matches.left < before)
      calls += 1
    }
    #expect(matches.all(of: watched, filter).count == 100)
    // Each call examines one action, however long that takes.
    #expect(calls == 100)
  }

  @Test func aListReadsNoMoreThanItIsAskedFor() {
    let store = cartStore()
    let watched = monitored(store)
    for _ in 0..<100 { store.dispatch(.look) }
    let ids = ActionMatches().rows(of: watched, ActionFilter())
    store.dispatch(.look)
    watched.perform(.rollback)
    // The line is shorter by now: places that are gone have ids that no action has.
    #expect(ids.count == 100)
    #expect(ids.allSatisfy { watched.position(of: $0) == nil })
    #expect(Set(ids).count == 100)
  }
}

extension ActionMatches {
  /// All ids, with more time than any machine takes.
  fileprivate func all(of store: MonitoredStore, _ filter: ActionFilter) -> [Int] {
    Array(rows(of: store, filter, within: .seconds(600)))
  }
}
