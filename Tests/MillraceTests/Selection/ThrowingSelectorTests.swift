// SPDX-License-Identifier: Apache-2.0

import Observation
import TestSupport
import Testing

import Millrace

@Suite struct ThrowingSelectorTests {
  private struct Negative: Error, Equatable { let count: Int }

  private let root = createSelector(StateSelector(\Ledger.count)) { count in
    if count < 0 { throw Negative(count: count) }
    return count * 10
  }

  @Test func anErrorIsNotRememberedAndTheEarlierValueSurvives() throws {
    #expect(try root(Ledger(count: 4)) == 40)
    for calls in 1...2 {
      #expect(throws: Negative(count: -1)) { try root(Ledger(count: -1)) }
      #expect(root.recomputations == 1 + calls)
    }
    #expect(try root(Ledger(count: 4)) == 40)
    #expect(root.recomputations == 3)
    root.resetRecomputations()
    #expect(root.recomputations == 0)
  }

  @MainActor
  @Test func observersKeepTheValueThatTheyHave() throws {
    let store = LedgerStore(initialState: Ledger(count: -5), reducer: .ledger)
    var heard: [Int?] = []
    let watch = store.subscribe(to: root.value, initial: true) { heard.append($0) }
    #expect(throws: Negative(count: -5)) { try store.select(root) }
    for step in [6, -7, 7, -9, 10] { store.dispatch(.add(step)) }
    // -5 1 -6 1 -8 2
    #expect(heard == [nil, 10, 20])
    #expect(try store.select(root) == 20)
    watch.cancel()
  }

  /// Outside of a store there is no earlier value: a direct call knows its state only.
  @Test func aDirectCallOfTheValueIsNilWhereTheTransformationThrows() {
    #expect(root.value(Ledger(count: 4)) == 40)
    #expect(root.value(Ledger(count: -4)) == nil)
  }

  @MainActor
  @Test func whatIsMadeOfTheValueSeesNoneDuringAnError() {
    let store = LedgerStore(initialState: Ledger(count: 4), reducer: .ledger)
    let sum = createSelector(root.value, StateSelector(\.other)) { ($0 ?? -1) + $1 }
    var heard: [Int] = []
    let watch = store.subscribe(to: sum, initial: true) { heard.append($0) }
    store.dispatch(.add(-9))
    store.dispatch(.setOther(1))
    store.dispatch(.add(10))
    #expect(heard == [40, -1, 0, 51])
    watch.cancel()
  }

  @MainActor
  @Test func aTrackedReadOfTheValueChangesWithAnError() {
    let store = LedgerStore(initialState: Ledger(count: 4), reducer: .ledger)
    let log = Log()
    withObservationTracking {
      log.append("\(store.read(root.value) ?? 0)")
    } onChange: {
      log.append("change")
    }
    store.dispatch(.add(-9))
    log.append("\(store.read(root.value) ?? 0)")
    store.dispatch(.add(10))
    log.append("\(store.read(root.value) ?? 0)")
    #expect(log.lines == ["40", "change", "0", "50"])
  }

  @Test func itsInputsMayBeKeyPaths() throws {
    let quotient = createSelector(\Ledger.count, \.other) { count, other in
      if other == 0 { throw Negative(count: count) }
      return count / other
    }
    #expect(try quotient(Ledger(count: 6, other: 2)) == 3)
    #expect(throws: Negative(count: 6)) { try quotient(Ledger(count: 6)) }
    #expect(quotient.value(Ledger(count: 6)) == nil)
  }

  @Test func withoutMemoItComputesEveryTime() throws {
    let select = createSelector(\Ledger.count, memoized: false) { count in
      if count < 0 { throw Negative(count: count) }
      return count
    }
    for _ in 0..<2 { #expect(try select(Ledger(count: 1)) == 1) }
    #expect(select.value(Ledger(count: 1)) == 1)
    #expect(select.recomputations == 3)
  }

  @Test func itIsCheckedAsAnyOther() throws {
    let log = Log()
    var checks = SelectorChecks()
    checks.report = { log.append(String($0.prefix { $0 != "." })) }
    let moody = StateSelector { (_: Ledger) in
      log.append("input")
      return log.lines.count
    }
    let select = createSelector(moody, checks: checks, fileID: "App/Sum.swift", line: 5) { sum in
      if sum < 0 { throw Negative(count: sum) }
      return "\(sum)"
    }
    _ = try select(Ledger())
    #if DEBUG
      #expect(log.lines.contains { $0.contains("selector made at App/Sum") })
    #else
      #expect(log.lines == ["input"])
    #endif
  }

  @Test func aTransformationThatCannotThrowMakesAPlainSelector() {
    let plain: StateSelector<Ledger, Int> = createSelector(StateSelector(\Ledger.count)) { $0 + 1 }
    #expect(plain(Ledger(count: 1)) == 2)
    let keyPath: StateSelector<Ledger, Int> = createSelector(\Ledger.count) { $0 + 1 }
    #expect(keyPath(Ledger(count: 1)) == 2)
  }
}
