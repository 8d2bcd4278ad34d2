// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct FailureReceiveTests {
  @Test func aCaseIsCalledByItsName() async {
    let reports = await Reports.of {
      let store = TestStore(initialState: 0, reducer: Reducer<Int, Computed> { _, _ in })
      await store.receive(\.found)
      await store.receive(\.unnamed)
      await store.receive(\.row[3])
    }
    #expect(
      reports.texts.map { $0.prefix { $0 != "\n" } } == [
        "Expected to receive `Computed.found`, but no action arrived.",
        "Expected to receive an action of the case at the path, but no action arrived.",
        "Expected to receive `Computed.row[…]`, but no action arrived.",
      ])
  }

  /// Types that are nested, as those of a feature often are, can have equal names.
  @Test func aNestedTypeIsNamedWithTheTypesAroundIt() async {
    let reports = await Reports.of {
      let reducer = Reducer<Int, Feature.Action> { _, _ in }
      await TestStore(initialState: 0, reducer: reducer).receive(\.found)
    }
    #expect(reports.texts.count == 1)
    #expect(
      reports.texts[0].hasPrefix("Expected to receive `FailureReceiveTests.Feature.Action.found`,"))
  }

  enum Feature {
    enum Action: CasePathable {
      case found(Int)

      struct CasePaths: Sendable {
        let found = CasePath(case: Action.found) {
          if case .found(let value) = $0 { value } else { nil }
        }
      }

      static let casePaths = CasePaths()
    }
  }

  @Test func anActionThatWasSkippedHadArrived() async {
    var line: UInt = 0
    let reports = await Reports.of {
      let store = TestStore.search()
      store.exhaustivity = .off
      await store.send(.search)
      line = #line + 1
      await store.send(.stop)
      await store.receive(\.found)
    }
    #expect(
      reports.texts == [
        """
        Expected to receive `SearchAction.found`, but no action arrived.

        Probably: it had arrived before the step in line \(line), which skipped it.

        What to do: receive it before that step.
        """
      ])
  }

  /// Its paths are computed, as those that `@CasePathable` generates are.
  private enum Computed: CasePathable {
    case found(Int)
    case row(Int, Int)

    struct CasePaths: Sendable {
      let row = CasePath(case: Computed.row) {
        if case .row(let id, let value) = $0 { (id, value) } else { nil }
      }
      var found: CasePath<Computed, Int> {
        CasePath(case: Computed.found, name: "found") {
          if case .found(let value) = $0 { value } else { nil }
        }
      }
      var unnamed: CasePath<Computed, Int> {
        CasePath(case: Computed.found) {
          if case .found(let value) = $0 { value } else { nil }
        }
      }
    }

    static var casePaths: CasePaths { CasePaths() }
  }

  @Test func nothingComesAndNothingRuns() async {
    let reports = await Reports.of { await TestStore.search().receive(\.tick) }
    #expect(
      reports.texts == [
        """
        Expected to receive `SearchAction.tick`, but no action arrived.

        Probably: no effect that could send it is running: the earlier action did not start the \
        effect, or the effect has ended or was cancelled.

        What to do: look at the middleware, and at the effects of the step before this one.
        """
      ])
  }

  @Test func theTimeHasNotCome() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      await store.send(.type("s")) { $0.text = "s" }
      await store.advance(by: .milliseconds(50))
      await store.receive(where: { _ in true })
      await store.skipInFlightEffects()
    }
    #expect(
      reports.texts == [
        """
        Expected to receive an action that satisfies the condition, but no action arrived.

            These effects run:
            - started by `SearchAction.type("s")`, with the id search: it waits for its delay to end

        Probably: it is too early: a task sleeps on the clock for another 0.25 seconds.

        What to do: let time pass first: `await store.advance(by: .seconds(0.25))`.
        """
      ])
  }

  @Test func theWorldOutsideDoesNotAnswer() async {
    let gate = Gate()
    let reports = await Reports.of {
      let store = TestStore.search { text in
        await gate.wait()
        return [text]
      }
      await store.send(.search) { $0.isSearching = true }
      await store.receive(\.found, ["s"], timeout: .milliseconds(1))
      await gate.open()
      await store.finish()
      await store.skipReceivedActions()
    }
    #expect(
      reports.texts.first == """
        Expected to receive `SearchAction.found([[0]: "s"])`, but no action arrived.

            These effects run:
            - started by `SearchAction.search`: its task is still running

        Probably: they wait for something that the test does not provide, or that takes longer \
        than the `timeout` of the step.

        What to do: give the effect a dependency that the test controls instead of the real one; \
        or give the step a longer `timeout`. An effect that calls `Task.sleep` ignores the clock \
        of the test: let it sleep on `send.clock`.
        """)
  }

  @Test func onlyOthersComeAndAreLeft() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      store.exhaustivity = .off
      await store.send(.search)
      await store.receive(\.tick)
    }
    #expect(
      reports.texts == [
        """
        Expected to receive `SearchAction.tick`, but only other actions arrived:

            - SearchAction.found(
                [
                  [0]: "",
                  [1]: ""
                ]
              )

        Probably: no effect that could send it is running: the earlier action did not start the \
        effect, or the effect has ended or was cancelled.

        What to do: look at the middleware, and at the effects of the step before this one.
        """
      ])
  }

  @Test func anotherActionComes() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      await store.send(.tick)
      await store.advance(by: .seconds(1))
      await store.receive(\.search)
      await store.send(.stop)
    }
    #expect(
      reports.texts == [
        """
        Expected to receive `SearchAction.search`, but another action arrived:

            SearchAction.tick

        Probably: the effect sends a different action, or actions arrive in a different order.

        What to do: receive the action that arrived; or, if this test does not check it, set \
        `exhaustivity = .off` to skip it.
        """
      ])
  }

  @Test func anActionThatDiffersIsComparedWithTheExpectedOne() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      await store.send(.search) { $0.isSearching = true }
      await store.receive(\.found, [""])
    }
    #expect(
      reports.texts == [
        """
        Expected to receive `SearchAction.found([[0]: ""])`, but another action arrived:

              SearchAction.found(
                [
                  [0]: "",
            +     [1]: ""
                ]
              )

            (Expected: −, Actual: +)

        Probably: the effect sends a different action, or actions arrive in a different order.

        What to do: receive the action that arrived; or, if this test does not check it, set \
        `exhaustivity = .off` to skip it.
        """
      ])
  }

  /// The failures of a step that receives an action of an effect.
  private func reports(
    on action: LedgerAction,
    _ receive: @MainActor (TestStore<Ledger, LedgerAction>) async -> Void
  ) async -> [String] {
    await Reports.of {
      let store = TestStore.ledger(
        on: .note("go"), starting: .just(action), reducer: .throwingLedger)
      await store.send(.note("go")) { $0.notes = ["go"] }
      await receive(store)
    }.texts
  }

  @Test func aReducerThatThrows() async {
    #expect(
      await reports(on: .fail) { await $0.receive(.fail) } == [
        """
        Expected `LedgerAction.fail` to be committed, but the reducer threw:

            LedgerError()

        Probably: the action is not allowed in the current state. The state is unchanged.

        What to do: bring the store into the right state first; or, if the reducer should reject \
        the action, expect that with `await store.receive(..., throws: ...)`.
        """
      ])
  }

  @Test func aReducerThatThrowsSomethingElse() async {
    #expect(
      await reports(on: .fail) { await $0.receive(.fail, throws: Search.Failure.self) } == [
        """
        Expected `LedgerAction.fail` to be rejected with `Failure`, but the reducer threw:

            LedgerError()

        Probably: another check in the reducer rejects the action first.

        What to do: expect this error, or let the effect send the action in a state in which only \
        your check rejects it.
        """
      ])
  }

  @Test func aReducerThatDoesNotThrow() async {
    #expect(
      await reports(on: .add(1)) { await $0.receive(.add(1), throws: LedgerError()) } == [
        """
        Expected `LedgerAction.add(1)` to be rejected with `LedgerError()`, but it was committed.

        Probably: no check in the reducer rejects the action in this state.

        What to do: make the reducer throw, or receive the action without `throws:`.
        """
      ])
  }
}
