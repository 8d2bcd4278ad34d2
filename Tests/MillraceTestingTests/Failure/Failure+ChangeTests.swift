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
            Printed alike, and not equal:
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

        Probably: the step leaves out what the action does to the state.

        What to do: give the step a closure that makes the same change, as in \
        `await store.send(...) { $0.count = 1 }`.
        """
      ])
  }

  @Test func anotherChange() async {
    #expect(
      await report(.add(2)) { $0.other = 1 } == [
        """
        Expected `LedgerAction.add(2)` to change the state in another way:

              Ledger(
                notes: [],
            −   count: 0,
            +   count: 2,
            −   other: 1,
            +   other: 0,
                payload: []
              )

            (Expected: −, Actual: +)

        Probably: the reducer does something else than the step says, or the step assumes \
        something else about the state before.

        What to do: correct whichever of them is wrong; `+` is what the reducer has made of the \
        state.
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

        Probably: the step leaves out what the action does to the state.

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
        Expected `LedgerAction.add(2)` to change the state in another way:

              Ledger(
                notes: [],
            −   count: 4,
            +   count: 2,
                other: 0,
                payload: []
              )

            (Expected: −, Actual: +)

        Probably: the reducer does something else than the step says, or the step computes from \
        what is there: with exhaustivity off its closure gets the state after the action, so set \
        values (`$0.count = 1`) instead of changing them (`$0.count += 1`).

        What to do: correct whichever of them is wrong; `+` is what the reducer has made of the \
        state.
        """
      ])
  }

  @Test func aChangeThatIsNone() async {
    #expect(
      await report(.add(0)) { $0.count = 0 } == [
        """
        Expected `LedgerAction.add(0)` to change the state, but nothing changes.

        Probably: the closure sets what is so already, and the reducer leaves it as it is.

        What to do: leave out the closure, or make the reducer change the state.
        """
      ])
  }

  @Test func aClosureThatThrows() async {
    #expect(
      await report(.add(1)) { _ in throw LedgerError() } == [
        """
        Expected the closure of the step to make the change of `LedgerAction.add(1)`, but it threw:

            LedgerError()

        Probably: it reads something that is not there.

        What to do: see what it needs; the state is as the action has left it.
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
        Expected the state to change by actions, but it was replaced since the last step:

              Ledger(
                notes: [],
            −   count: 0,
            +   count: 7,
                other: 0,
                payload: []
              )

            (Expected: −, Actual: +)

        Probably: `replaceState(with:)` of the store was called, by the test or by a tool.

        What to do: replace it by a step, `await store.replaceState(with: ...)`, or set \
        `exhaustivity = .off` if this test is not about it.
        """
      ])
  }
}
