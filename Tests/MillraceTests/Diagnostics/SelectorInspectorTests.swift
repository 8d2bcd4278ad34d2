// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

import Millrace

@MainActor
@Suite struct SelectorInspectorTests {
  private let log = Log()

  private func checks(_ change: (inout SelectorChecks) -> Void = { _ in }) -> SelectorChecks {
    var checks = SelectorChecks.off
    checks.slowLimit = .zero
    checks.report = { [log] in log.append($0) }
    change(&checks)
    return checks
  }

  #if DEBUG
    @Test func aSlowTransformationIsReportedOnce() {
      let selector = createSelector(\Ledger.count, checks: checks { $0.slowness = .once }) {
        $0 + 1
      }
      for count in 0..<4 { _ = selector(Ledger(count: count)) }
      #expect(log.lines.count == 1)
      #expect(log.lines.first?.contains("SelectorInspectorTests.swift:") == true)
      #expect(log.lines.first?.contains("to compute, more than 0.0 seconds") == true)
      #expect(log.lines.first?.contains("Split the selector") == true)
    }

    @Test func alwaysIsEveryTimeAndNeverIsNever() {
      let always = createSelector(\Ledger.count, checks: checks { $0.slowness = .always }) {
        $0 + 1
      }
      for count in 0..<4 { _ = always(Ledger(count: count)) }
      #expect(log.lines.count == 4)
      let never = createSelector(\Ledger.count, checks: checks()) { $0 + 1 }
      for count in 0..<4 { _ = never(Ledger(count: count)) }
      #expect(log.lines.count == 4)
    }

    @Test func aSlowTransformationDoesNotFailATest() {
      var standard = SelectorChecks.off
      (standard.slowness, standard.slowLimit) = (.always, .zero)
      let printed = createSelector(\Ledger.count, checks: standard) { $0 + 1 }
      let reported = createSelector(\Ledger.count, checks: checks { $0.slowness = .always }) {
        $0 + 1
      }
      let warnings = Log()
      StoreWarnings.withHandler({ warnings.append($0) }) {
        _ = (printed(Ledger()), reported(Ledger()))
      }
      #expect(warnings.lines.isEmpty)
      #expect(log.lines.count == 1)
    }

    @Test func valuesAreNotComparedForACheckThatIsOff() {
      struct Value: Equatable {
        let number: Int
        let log: Log
        static func == (one: Value, other: Value) -> Bool {
          one.log.append("compared")
          return one.number == other.number
        }
      }
      let compared = Log()
      let input = StateSelector<Ledger, Value>(
        { Value(number: $0.count, log: compared) }, didChange: { _, _ in true })
      let selector = createSelector(input, checks: checks { $0.slowness = .always }) { $0 }
      _ = selector(Ledger())
      #expect(compared.lines.isEmpty)
    }

    @Test func aTransformationThatHandsOnItsOnlyInputIsReported() {
      let identity = checks { $0.identityTransformation = .once }
      let selector = createSelector(\Ledger.count, checks: identity) { $0 }
      for count in 0..<2 { _ = selector(Ledger(count: count)) }
      #expect(log.lines.isEmpty)
      for count in 2..<9 { _ = selector(Ledger(count: count)) }
      #expect(log.lines.count == 1)
      #expect(log.lines.first?.contains("Use the input itself") == true)
    }

    @Test func aTransformationThatSometimesChangesNothingIsNot() {
      let identity = checks { $0.identityTransformation = .once }
      let bounded = createSelector(\Ledger.count, checks: identity) { min($0, 3) }
      for count in [1, 9, 2, 3, 1, 2, 3] { _ = bounded(Ledger(count: count)) }
      let first = createSelector(\Ledger.count, \.other, checks: identity) { count, _ in count }
      for count in 0..<9 { _ = first(Ledger(count: count)) }
      #expect(log.lines.isEmpty)
    }

    @Test func anInputThatGivesTwoValuesForOneStateIsReported() {
      let calls = Log()
      let unstable = StateSelector { (_: Ledger) -> Int in
        calls.append("")
        return calls.lines.count
      }
      let stability = checks { $0.inputStability = .once }
      let selector = createSelector(
        StateSelector(\Ledger.count), unstable, checks: stability
      ) { $0 + $1 }
      _ = selector(Ledger())
      _ = selector(Ledger())
      #expect(log.lines.count == 1)
      #expect(log.lines.first?.contains("input 2 of the selector made at") == true)
      #expect(log.lines.first?.contains("do the work in the transformation") == true)
    }

    @Test func inAStoreItIsCheckedToo() {
      let numbers = Log()
      let unstable = StateSelector { (_: Ledger) -> Int in
        numbers.append("")
        return numbers.lines.count
      }
      let selector = createSelector(
        unstable, checks: checks { $0.inputStability = .once }
      ) { "\($0)" }
      let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
      let watch = store.subscribe(to: selector) { _ in }
      #expect(log.lines.count == 1)
      watch.cancel()
    }

    @Test func aValueThatDiffersFromItselfIsNotTakenForTwo() {
      let always = StateSelector<Ledger, Int>({ $0.count }, didChange: { _, _ in true })
      let ratio = StateSelector { (state: Ledger) in Double(state.count) / Double(state.other) }
      let selector = createSelector(
        always, ratio, checks: checks { $0.inputStability = .always }
      ) { "\($0) \($1)" }
      #expect(selector(Ledger()).contains("nan"))
      #expect(log.lines.isEmpty)
    }

    @Test func stableInputsAreNotReported() {
      let stability = checks { $0.inputStability = .always }
      let inner = createSelector(\Ledger.count) { [$0] }
      let selector = createSelector(
        inner, StateSelector { (state: Ledger) in state.notes }, checks: stability
      ) { $0.count + $1.count }
      for count in 0..<3 { _ = selector(Ledger(count: count)) }
      #expect(log.lines.isEmpty)
      // A selector that has inputs itself is not run twice for the check.
      #expect(inner.recomputations == 3)
    }
  #else
    @Test func nothingIsCheckedInReleaseBuilds() {
      let all = checks {
        $0.slowness = .always
        $0.identityTransformation = .always
      }
      let selector = createSelector(\Ledger.count, checks: all) { $0 }
      for count in 0..<9 { _ = selector(Ledger(count: count)) }
      #expect(log.lines.isEmpty)
    }
  #endif
}
