// SPDX-License-Identifier: Apache-2.0

import Observation
import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct TrackedReadsTests {
  private func track(_ log: Log, _ read: () -> Void) {
    withObservationTracking(read) { log.append("change") }
  }

  @Test func oneKeyPathIsOneObserverHoweverManyRead() {
    let (engine, log) = (EngineTests.make(), Log())
    for _ in 0..<5 { track(log) { _ = engine.track(StateSelector(\Ledger.count)) } }
    #expect(engine.observers.count == 1)
    track(log) { _ = engine.track(StateSelector(\Ledger.other)) }
    #expect(engine.observers.count == 2)
    _ = engine.dispatch(.add(1), source: ActionSource())
    #expect(log.lines.count == 5)
    // Nothing has read the value again, so its next change removes the observer.
    #expect(engine.observers.count == 2)
    _ = engine.dispatch(.add(1), source: ActionSource())
    #expect(log.lines.count == 5)
    #expect(engine.observers.count == 1)
  }

  @Test func aScopeThatReadsAgainUsesTheSameObserver() {
    let (engine, log) = (EngineTests.make(), Log())
    for round in 1...3 {
      track(log) { _ = engine.track(StateSelector(\Ledger.count)) }
      #expect(engine.observers.lastID == 1)
      _ = engine.dispatch(.add(1), source: ActionSource())
      #expect(log.lines.count == round)
    }
    #expect(engine.observers.count == 1)
    _ = engine.dispatch(.add(1), source: ActionSource())
    #expect(log.lines.count == 3)
    #expect(engine.observers.isEmpty)
  }

  /// For example, a view whose body runs while observers are called.
  @Test func aScopeThatReadsAgainDuringTheNotificationUsesTheSameObserver() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let log = Log()
    @MainActor func track() {
      withObservationTracking {
        _ = store.count
      } onChange: {
        log.append("change")
      }
    }
    track()
    let count = store.engine.observers.count
    let all = (0..<2).map { _ in store.subscribe(to: \.count) { _ in track() } }
    // The first change notifies one scope, and each other one the two scopes of the observers.
    for notified in [1, 3, 5] {
      store.dispatch(.add(1))
      #expect(log.lines.count == notified)
      #expect(store.engine.observers.count == count + 2)
    }
    withExtendedLifetime(all) {}
  }

  /// The observer of a value that no scope reads any more is removed by its first change.
  @Test func aScopeThatHasEndedLeavesNoObserverBehind() {
    let (engine, log) = (EngineTests.make(), Log())
    let end = ObservationCell()
    track(log) {
      _ = end.access()
      _ = engine.track(StateSelector(\Ledger.count))
    }
    end.fire()
    #expect(engine.observers.count == 1)
    _ = engine.dispatch(.add(1), source: ActionSource())
    #expect(engine.observers.isEmpty)
    #expect(log.lines.count == 1)
  }

  @Test func aSelectorThatIsReadAgainIsComputedOncePerChange() {
    let (engine, log) = (EngineTests.make(), Log())
    let double = createSelector(\Ledger.count) { $0 * 2 }
    for round in 0..<3 {
      track(log) { #expect(engine.track(double) == round * 2) }
      _ = engine.dispatch(.add(1), source: ActionSource())
    }
    #expect(log.lines.count == 3)
    #expect(double.recomputations == 4)
  }

  /// The graph has the value: it is not computed a second time for a read.
  @Test func whatHasInputsIsComputedOnceForAllWhoRead() {
    let (engine, log) = (EngineTests.make(), Log())
    let double = createSelector(\Ledger.count) { $0 * 2 }
    for _ in 0..<3 { track(log) { #expect(engine.track(double) == 0) } }
    #expect(engine.track(double) == 0)
    #expect(double.recomputations == 1)
    _ = engine.dispatch(.setOther(1), source: ActionSource())
    #expect(engine.track(double) == 0)
    #expect(double.recomputations == 1)
    #expect(engine.observers.graph.recentNodes.leastRecent == nil)
    for _ in 0..<2 { _ = engine.dispatch(.add(1), source: ActionSource()) }
    #expect(engine.observers.graph.nodes.isEmpty)
    #expect(engine.track(double) == 4)
  }

  /// In a batch the graph has not looked at the last commit yet.
  @MainActor
  @Test func inABatchAReadSeesTheStateAsItIs() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let double = createSelector(\Ledger.count) { $0 * 2 }
    let log = Log()
    track(log) { _ = store.read(double) }
    store.batch {
      store.dispatch(.add(1))
      #expect(store.read(double) == 2)
      store.dispatch(.add(1))
      #expect(store.read(double) == 4)
      #expect(log.lines.isEmpty)
    }
    #expect(log.lines == ["change"])
  }

  @Test func readsOutsideOfTrackingEnterNothing() {
    let engine = EngineTests.make()
    #expect(engine.track(StateSelector(\Ledger.count)) == 0)
    engine.trackAll()
    #expect(engine.observers.isEmpty)
    #expect(engine.isPlain)
  }

  @Test func theWholeStateIsOneEntryThatHoldsNoState() {
    let (engine, log) = (EngineTests.make(), Log())
    for _ in 0..<3 { track(log) { engine.trackAll() } }
    #expect(engine.observers.count == 1)
    // A literal would be static data, which the first write copies.
    let address = engine.state.payloadAddress
    _ = engine.dispatch(.write(0), source: ActionSource())
    #expect(engine.state.payloadAddress == address)
    #expect(log.lines.count == 3)
  }

  /// A read in a batch may see another value than a read before it.
  @Test func whoReadsBeforeObserversHeardIsToldToo() {
    let (engine, log) = (EngineTests.make(), Log())
    func track(_ name: String) {
      withObservationTracking {
        _ = engine.track(StateSelector(\Ledger.count))
      } onChange: {
        log.append(name)
      }
    }
    track("early")
    engine.batch {
      _ = engine.dispatch(.add(1), source: ActionSource())
      track("late")
      track("late too")
      _ = engine.dispatch(.add(-1), source: ActionSource())
    }
    #expect(log.lines.sorted() == ["late", "late too"])
    #expect(engine.observers.count == 2)
    _ = engine.dispatch(.add(1), source: ActionSource())
    #expect(log.lines.count == 3)
    #expect(engine.observers.isEmpty)
  }

  /// The earlier reader is notified of a change that the new reader has just read.
  @Test func whatIsReadDuringANotificationIsNoNews() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let log = Log()
    func track(_ name: String) {
      withObservationTracking {
        #expect(store.count == store.state.count)
      } onChange: {
        log.append(name)
      }
    }
    let first = store.subscribe(to: \.count) { _ in track("reads in between") }
    track("read before")
    store.dispatch(.add(1))
    #expect(log.lines == ["read before"])
    first.cancel()
    store.dispatch(.add(1))
    #expect(log.lines == ["read before", "reads in between"])
  }

  /// For example, rows that leave a page before they change.
  @Test func whatNoScopeReadsAnyMoreIsSweptOut() {
    let store = DirectoryStore(count: 10_000)
    let log = Log()
    for page in 0..<100 {
      let end = ObservationCell()
      for id in 0..<100 {
        track(log) {
          _ = end.access()
          _ = store.entries[page * 100 + id]
        }
      }
      #expect(store.engine.observers.count <= 400)
      end.fire()
    }
    #expect(log.lines.count == 10_000)
    // Reads that scopes still track stay: a page that remains is notified of each of its rows.
    log.clear()
    for id in 0..<100 { track(log) { _ = store.entries[id] } }
    for id in 200..<1_000 { withObservationTracking({ _ = store.entries[id] }, onChange: {}) }
    store.dispatch { directory in
      for id in 0..<100 { directory.entries[id: id]?.value += 1 }
    }
    #expect(log.lines.count == 100)
  }
}
