// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct FailureChangeTests {
  private struct Odd: Equatable, Sendable {
    var number = 0
    static func == (one: Odd, other: Odd) -> Bool { false }
  }

  private func report(
    _ action: LedgerAction, _ change: ((inout Ledger) throws -> Void)?
  ) async -> [String] {
    await Reports.of {
      await TestStore(initialState: Ledger(), reducer: .ledger).send(action, change)
    }.texts
  }

  @Test func whatPrintsAlikeIsToldExactly() async {
    struct Noted: Equatable, Sendable {
      var date = Date(timeIntervalSinceReferenceDate: 0)
    }
    let reports = await Reports.of {
      let store = TestStore(
        initialState: Noted(), reducer: Reducer<Noted, Double> { $0.date += $1 })
      await store.send(0.0001)
    }
    #expect(
      reports.texts.first?.contains(
        """
            Printed the same, but not equal:
            - .date: Date(timeIntervalSinceReferenceDate: 0.0) → \
        Date(timeIntervalSinceReferenceDate: 0.0001)
        """) == true)
  }

  @Test func aChangeThatNoStepTells() async {
    #expect(
      await report(.add(2), nil) == [
        """
        Expected `LedgerAction.add(2)` to change nothing, but the state has changed:

              Ledger(
                notes: [],
            −   count: 0,
            +   count: 2,
                other: 0,
                payload: []
              )

            (Expected: −, Actual: +)

        Probably: the step does not describe how the action changes the state.

        What to do: give the step a closure that makes the same change, as in \
        `await store.send(...) { $0.count = 1 }`.
        """
      ])
  }

  @Test func anotherChange() async {
    #expect(
      await report(.add(2)) { $0.other = 1 } == [
        """
        Expected `LedgerAction.add(2)` to change the state as the step describes, but the new \
        state differs:

              Ledger(
                notes: [],
            −   count: 0,
            +   count: 2,
            −   other: 1,
            +   other: 0,
                payload: []
              )

            (Expected: −, Actual: +)

        Probably: the reducer does something other than the step describes, or the step assumes a \
        different state before the action.

        What to do: correct the reducer or the step; `+` is the state that the reducer produced.
        """
      ])
  }

  @Test func aChangeByAReceivedActionThatNoStepTells() async {
    let reports = await Reports.of {
      let store = TestStore.ledger(starting: .just(.add(2)))
      await store.send(.fail)
      await store.receive(.add(2))
    }
    #expect(
      reports.texts == [
        """
        Expected `LedgerAction.add(2)` to change nothing, but the state has changed:

              Ledger(
                notes: [],
            −   count: 0,
            +   count: 2,
                other: 0,
                payload: []
              )

            (Expected: −, Actual: +)

        Probably: the step does not describe how the action changes the state.

        What to do: give the step a closure that makes the same change, as in \
        `await store.receive(...) { $0.count = 1 }`.
        """
      ])
  }

  @Test func anotherChangeWhereNotAllIsTold() async {
    let reports = await Reports.of {
      let store = TestStore(initialState: Ledger(), reducer: .ledger)
      store.exhaustivity = .off
      await store.send(.add(2)) { $0.count += 2 }
    }
    #expect(
      reports.texts == [
        """
        Expected `LedgerAction.add(2)` to change the state as the step describes, but the new \
        state differs:

              Ledger(
                notes: [],
            −   count: 4,
            +   count: 2,
                other: 0,
                payload: []
              )

            (Expected: −, Actual: +)

        Probably: the reducer does something other than the step describes, or the closure \
        computes a new value from the old one: with exhaustivity off, the closure gets the state \
        after the action, so set values (`$0.count = 1`) instead of changing them (`$0.count += \
        1`).

        What to do: correct the reducer or the step; `+` is the state that the reducer produced.
        """
      ])
  }

  @Test func aChangeThatIsNone() async {
    #expect(
      await report(.add(0)) { $0.count = 0 } == [
        """
        Expected `LedgerAction.add(0)` to change the state, but it changes nothing.

        Probably: the closure sets values that the state has already, and the reducer changes \
        nothing.

        What to do: leave out the closure, or make the reducer change the state.
        """
      ])
  }

  @Test func aClosureThatThrows() async {
    #expect(
      await report(.add(1)) { _ in throw LedgerError() } == [
        """
        Expected the closure of the step to make the same change as `LedgerAction.add(1)`, but it \
        threw:

            LedgerError()

        Probably: it reads a value that does not exist.

        What to do: check the closure; the test continues with the state after the action.
        """
      ])
  }

  @Test func aDifferenceThatCannotBeSeen() async {
    let reports = await Reports.of {
      let store = TestStore(
        initialState: Odd(), reducer: Reducer<Odd, LedgerAction> { _, _ in })
      await store.send(.fail)
    }
    #expect(reports.texts.first?.contains("Not equal but no difference detected") == true)
  }

  @Test func theStateIsReplaced() async {
    let reports = await Reports.of {
      let store = TestStore(initialState: Ledger(), reducer: .ledger)
      store.store.replaceState(with: Ledger(count: 7))
      await store.finish()
    }
    #expect(
      reports.texts == [
        """
        Expected only actions to change the state, but it was replaced since the last step:

              Ledger(
                notes: [],
            −   count: 0,
            +   count: 7,
                other: 0,
                payload: []
              )

            (Expected: −, Actual: +)

        Probably: `replaceState(with:)` of the store was called, by the test or by a tool.

        What to do: replace the state with a step, `await store.replaceState(with: ...)`, or set \
        `exhaustivity = .off` if this test does not check it.
        """
      ])
  }
}
