// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import QuakesData
import Testing

@MainActor
@Suite struct QuakesSelectorsTests {
  private let quakes: [Quake] = [
    .test("a", magnitude: 1, name: "7 km W of Cobb, CA", time: 100),
    .test("b", magnitude: 4.8, name: "El Colomo, Mexico", time: 300),
    .test("c", magnitude: -0.7, name: "Cobb, CA", time: 100_000),
    .test("d", magnitude: 4.8, name: "Ésíö, Fiji", time: 200),
  ]

  private func store() -> QuakesStore {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return QuakesStore(initialState: QuakesState(quakes), feature: .quakes(calendar: calendar))
  }

  @Test(arguments: [
    ("", ["c", "b", "d", "a"]), ("  ", ["c", "b", "d", "a"]), ("cobb", ["c", "a"]),
    ("COBB 7", ["a"]), ("co", ["c", "b", "a"]), ("ésíÖ", ["d"]), ("cobb mexico", []),
    ("Cobb, CA and much more than the name has", []),
  ])
  func aSearchFindsNamesThatHaveAllWords(query: String, ids: [String]) {
    let store = store()
    store.dispatch(.search(query))
    #expect(store.select(selectShownIDs) == ids)
    #expect(store.select(selectShownCount) == ids.count)
  }

  @Test func aDayShowsWhatWasOnIt() {
    let store = store()
    store.dispatch(.show(day: Date(timeIntervalSince1970: 5)))
    #expect(store.select(selectShownIDs) == ["b", "d", "a"])
    store.dispatch(.search("cobb"))
    #expect(store.select(selectShownIDs) == ["a"])
    store.dispatch(.show(day: store.select(selectLatest)))
    #expect(store.select(selectShownIDs) == ["c"])
  }

  @Test(arguments: [
    (QuakeSort.newest, ["c", "b", "d", "a"]), (.oldest, ["a", "d", "b", "c"]),
    (.strongest, ["b", "d", "a", "c"]), (.weakest, ["c", "a", "b", "d"]),
  ])
  func theOrderIsKeptByWhatComesLater(sort: QuakeSort, ids: [String]) {
    let store = store()
    store.dispatch(.sort(by: sort))
    #expect(store.select(selectShownIDs) == ids)
    let report = QuakeReport([.test("e", magnitude: 3, time: 250)])
    store.dispatch(.received(.day, .report(report, version: nil)))
    let sorted = store.state.quakes.map(\.magnitude)
    if sort == .strongest { #expect(sorted == [4.8, 4.8, 3, 1, -0.7]) }
    if sort == .weakest { #expect(sorted == [-0.7, 1, 3, 4.8, 4.8]) }
    if sort == .newest { #expect(store.state.quakes.ids == ["c", "b", "e", "d", "a"]) }
    if sort == .oldest { #expect(store.state.quakes.ids == ["a", "d", "e", "b", "c"]) }
  }

  @Test func whatDoesNotChangeTheAnswerComputesNothing() {
    let store = store()
    let subscription = store.subscribe(to: selectShownIDs, initial: true) { _ in }
    store.dispatch(.search("cobb"))
    let computed = store.counters.selectorsComputed
    store.dispatch(.select("a"))
    store.dispatch(.refresh(.hour))
    store.dispatch(.cancel(.hour))
    #expect(store.counters.selectorsComputed == computed)
    // Upper case makes another text, but the same filter.
    store.dispatch(.search("Cobb "))
    #expect(store.counters.selectorsComputed == computed + 1)
    subscription.cancel()
  }
}
