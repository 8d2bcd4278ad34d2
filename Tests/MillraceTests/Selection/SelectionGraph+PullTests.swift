// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

/// The values that a store keeps for selectors that are read and not observed.
@MainActor
@Suite struct SelectionGraphPullTests {
  private let store = LedgerStore(
    initialState: Ledger(payload: Array(0..<100)), reducer: .ledger)

  @Test func whatWasSelectedIsNotComputedAgainUntilAnInputChanged() {
    let sum = createSelector(\Ledger.count, \.payload) { $0 + $1.count }
    #expect(store.select(sum) == 100)
    #expect(store.select(sum) == 100)
    store.dispatch(.setOther(1))
    store.dispatch(.note("unrelated"))
    #expect(store.select(sum) == 100)
    #expect(sum.recomputations == 1)
    store.dispatch(.add(1))
    #expect(store.select(sum) == 101)
    #expect(sum.recomputations == 2)
  }

  @Test func aChangeBetweenTwoQuestionsIsSeenHoweverLongAgo() {
    let double = createSelector(\Ledger.count) { $0 * 2 }
    let text = createSelector(double) { "\($0)" }
    #expect(store.select(text) == "0")
    store.dispatch(.add(1))
    // The input is selected alone, so it is up to date before the selector that depends on it.
    #expect(store.select(double) == 2)
    store.dispatch(.setOther(1))
    #expect(store.select(text) == "2")
    #expect(text.recomputations == 2)
  }

  @Test func watchedAndSelectedShareOneNode() {
    let sum = createSelector(\Ledger.count, \.other) { $0 + $1 }
    var heard: [Int] = []
    let watch = store.subscribe(to: sum) { heard.append($0) }
    store.dispatch(.add(2))
    #expect(store.select(sum) == 2)
    #expect(sum.recomputations == 2)
    watch.cancel()
    store.dispatch(.add(2))
    #expect(store.select(sum) == 4)
    #expect(heard == [2])
    let again = store.subscribe(to: sum, initial: true) { heard.append($0) }
    #expect(heard == [2, 4])
    #expect(sum.recomputations == 3)
    again.cancel()
  }

  @Test func inABatchAQuestionSeesWhatWasCommittedAndObserversStillHear() {
    let sum = createSelector(\Ledger.count, \.other) { $0 + $1 }
    var heard: [Int] = []
    let watch = store.subscribe(to: sum) { heard.append($0) }
    store.batch {
      store.dispatch(.add(1))
      #expect(store.select(sum) == 1)
      store.dispatch(.add(1))
      #expect(store.select(sum) == 2)
    }
    #expect(heard == [2])
    watch.cancel()
  }

  @Test func aScreenfulOfSelectorsIsComputedOnceHoweverOftenItIsAsked() {
    let selectors = (0..<90).map { number in createSelector(\Ledger.count) { $0 + number } }
    for round in 0..<10 {
      for (number, selector) in selectors.enumerated() {
        #expect(store.select(selector) == number, "round \(round)")
      }
      store.dispatch(.note("unrelated"))
    }
    for selector in selectors { #expect(selector.recomputations == 1) }
  }

  @Test func onlySoManyAreKeptAndTheLeastRecentlyUsedGoesFirst() {
    let graph = store.engine.observers.graph
    let limit = SelectionGraph.recentLimit
    let selectors = (0...limit).map { number in createSelector(\Ledger.count) { $0 + number } }
    for selector in selectors.dropLast() { _ = store.select(selector) }
    _ = store.select(selectors[0])
    _ = store.select(selectors[limit])
    // The kept selectors and the one slice that they read.
    #expect(graph.nodes.count == limit + 1)
    #expect(graph.roots.isEmpty)
    #expect(store.engine.isPlain)
    _ = store.select(selectors[0])
    #expect(selectors[0].recomputations == 1)
    _ = store.select(selectors[1])
    #expect(selectors[1].recomputations == 2)
  }

  /// A member that is made again is found by its key, wherever the earlier one was in memory.
  @Test func membersOfAFamilyThatAreMadeAnewAreTheSame() {
    let log = Log()
    let family = SelectorFamily(keeping: 1) { (factor: Int) in
      createSelector(\Ledger.count) { count in
        log.append("\(factor)")
        return (count + 1) * factor
      }
    }
    for round in 0..<20 {
      for factor in 1...3 {
        #expect(store.select(family(factor)) == factor, "round \(round)")
        #expect(store.select(family(factor)) == factor, "round \(round)")
      }
    }
    #expect(log.lines == ["1", "2", "3"])
  }

  /// Old copies of collections are not held forever.
  @Test func whatIsNotAskedForInALongTimeIsDropped() {
    let graph = store.engine.observers.graph
    let old = createSelector(\Ledger.payload) { $0.count }
    let used = createSelector(\Ledger.count) { $0 }
    _ = store.select(old)
    for _ in 0...SelectionGraph.recentCommits {
      store.dispatch(.note(""))
      _ = store.select(used)
    }
    #expect(graph.nodes.count == 2)
    #expect(used.recomputations == 1)
    _ = store.select(old)
    #expect(old.recomputations == 2)
  }

  /// To bring a value up to date for an observer is not to read it.
  @Test func whatOnlyAnObserverWithAFilterAsksForIsDroppedAndKeepsNothingElse() {
    let graph = store.engine.observers.graph
    let watched = createSelector(\Ledger.payload) { $0.count }
    let old = createSelector(\Ledger.other) { $0 + 1 }
    let other = createSelector(\Ledger.count) { $0 + 1 }
    _ = store.select(watched)
    _ = store.select(old)
    let watch = store.subscribe(to: watched, filter: { _, _ in true }) { _ in }
    for _ in 0...SelectionGraph.recentCommits { store.dispatch(.note("")) }
    _ = store.select(other)
    #expect(graph.nodes[old.nodeKey] == nil)
    #expect(graph.nodes[watched.nodeKey] != nil)
    watch.cancel()
    #expect(graph.nodes[watched.nodeKey] == nil)
  }

  @Test func commitsDropNothingAndTheNextQuestionDoes() {
    let graph = store.engine.observers.graph
    let old = createSelector(\Ledger.payload) { $0.count }
    let other = createSelector(\Ledger.count) { $0 }
    _ = store.select(old)
    for _ in 0...SelectionGraph.recentCommits { store.dispatch(.note("")) }
    #expect(graph.nodes[old.nodeKey] != nil)
    _ = store.select(other)
    #expect(graph.nodes[old.nodeKey] == nil)
  }

  /// A table among the inputs is never copied: see `HoldNothingTests`.
  @Test func aCollectionAmongTheInputsIsCopiedByTheNextChangeAndByNoOther() {
    let sum = createSelector(\Ledger.payload) { $0.reduce(0, +) }
    _ = store.select(sum)
    store.dispatch(.write(1))
    let address = store.state.payloadAddress
    for _ in 0..<3 { store.dispatch(.write(1)) }
    #expect(store.state.payloadAddress == address)
  }

  @Test func aProjectionThatIsAskedIsAnsweredByTheStoresGraph() {
    struct App: Sendable { var ledger = Ledger() }
    let app = Store(
      initialState: App(), reducer: Reducer<App, Int> { $0.ledger.count += $1 })
    let ledger: StoreProjection<Ledger, Int> = app.projection(
      action: { _ in nil }, state: \.ledger)
    let double = createSelector(\Ledger.count, \.other) { $0 * 2 + $1 }
    #expect(ledger.select(double) == 0)
    #expect(ledger.select(double) == 0)
    #expect(double.recomputations == 1)
    var heard: [Int] = []
    let watch = ledger.subscribe(to: double) { heard.append($0) }
    app.dispatch(3)
    #expect(heard == [6])
    // Two slices and the selector: no closure was run on the whole state.
    #expect(app.held.selections == 3)
    watch.cancel()
  }

  /// Random reads, subscriptions and changes agree with a new computation.
  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func questionsAreAnsweredAsIfComputedAfresh(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let double = createSelector(\Ledger.count) { $0 * 2 }
    let both = createSelector(double, StateSelector(\.other)) { $0 + $1 }
    let text = createSelector(both, StateSelector(\.notes)) { "\($0) \($1.count)" }
    var watches: [StoreSubscription] = []
    func expected() -> String {
      let state = store.state
      return "\(state.count * 2 + state.other) \(state.notes.count)"
    }
    for step in 0..<200 {
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: store.dispatch(.add(Int.random(in: 0...1, using: &generator)))
      case 1: store.dispatch(.setOther(Int.random(in: 0...2, using: &generator)))
      case 2: store.dispatch(.note("n"))
      case 3: store.dispatch(.write(0))
      case 4: #expect(store.select(text) == expected(), "seed \(seed), step \(step)")
      case 5:
        let state = store.state
        #expect(store.select(both) == state.count * 2 + state.other, "seed \(seed), step \(step)")
      case 6: store.subscribe(to: both) { _ in }.store(in: &watches)
      case 7: if !watches.isEmpty { watches.removeFirst() }
      default:
        store.batch {
          store.dispatch(.add(1))
          #expect(store.select(text) == expected(), "seed \(seed), step \(step), in a batch")
          store.dispatch(.setOther(3))
        }
      }
    }
    #expect(store.select(text) == expected(), "seed \(seed)")
  }
}
