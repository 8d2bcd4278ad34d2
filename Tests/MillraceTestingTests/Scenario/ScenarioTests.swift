// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ScenarioTests {
  @Test func aSearchIsToldStepByStep() async {
    let asked = Log()
    await scenario(
      initialState: Search(), feature: Search.reducer.feature,
      middleware: Search.middleware { text in
        asked.append(text)
        return [text]
      }
    ) {
      Send(.type("s")).expect { $0.text = "s" }
      Advance(by: .milliseconds(299))
      Send(.type("sw")).expect { $0.text = "sw" }
      Advance(by: .milliseconds(300))
      SideEffect { #expect(asked.lines == ["sw"]) }
      Receive(\.search).expect { $0.isSearching = true }
      Receive(\.found, ["sw"]).expect {
        $0.isSearching = false
        $0.hits = ["sw"]
      }
      Send(.type("!"), throws: Search.Failure(reason: "no shouting"))
    }
    #expect(asked.lines == ["sw"])
  }

  @Test func theSameSearchIsToldByAnArray() async {
    await scenario(
      initialState: Search(), feature: Search.reducer.feature,
      middleware: Search.middleware { [$0] },
      steps: [
        .send(.type("s")) { $0.text = "s" },
        .advance(by: .milliseconds(300)),
        .receive(\.search) { $0.isSearching = true },
        .receive(\.found, ["s"]) {
          $0.isSearching = false
          $0.hits = ["s"]
        },
        .send(.type("!"), throws: Search.Failure.self),
      ])
  }

  @Test func aSideEffectFeedsADependencyBetweenTwoSteps() async {
    let server = Gate()
    await scenario(
      initialState: Search(), feature: Search.reducer.feature,
      middleware: Search.middleware { text in
        await server.wait()
        return [text]
      }
    ) {
      Send(.type("s")).expect { $0.text = "s" }
      Advance(by: .milliseconds(300))
      Receive(\.search).expect { $0.isSearching = true }
      SideEffect { await server.open() }
      Receive(\.found).expect {
        $0.isSearching = false
        $0.hits = ["s"]
      }
    }
  }

  @Test func whatIsLeftAtTheEndFailsAtTheLineOfTheScenario() async {
    let line: UInt = #line + 2
    let reports = await Reports.of {
      await scenario(
        initialState: Search(), feature: Search.reducer.feature,
        middleware: Search.middleware { [$0] }
      ) {
        Send(.type("s")).expect { $0.text = "s" }
      }
    }
    #expect(reports.all.map(\.line) == [line])
    #expect(
      reports.texts == [
        """
        Expected all effects to have ended, but 1 effect still runs:

            - started by `SearchAction.type("s")`, with the id search: it waits for its delay to end

        Probably: they need more time, they wait for something that the test does not provide, or \
        nothing cancels them.

        What to do: let time pass with `advance(by:)`, end them with the same action as in the \
        app, or call `skipInFlightEffects()` if this test does not check them.
        """
      ])
  }

  @Test func aScenarioThatIsNotExhaustiveLeavesThingsOut() async {
    await scenario(
      initialState: Search(), feature: Search.reducer.feature,
      middleware: Search.middleware { [$0] },
      exhaustivity: .off
    ) {
      Send(.type("s"))
      Advance(by: .seconds(1))
      Receive(\.found).expect { $0.hits = ["s"] }
      Send(.tick)
    }
  }

  @Test func theClockOfTheTestIsUsed() async {
    let clock = TestClock()
    await scenario(initialState: Ledger(), feature: Reducer.ledger.feature, clock: clock) {
      Advance(by: .seconds(2))
      SideEffect { #expect(clock.now.offset == .seconds(2)) }
    }
    #expect(clock.now.offset == .seconds(2))
  }

  @Test nonisolated func aTestNeedNotBeOnTheMainActor() async {
    await scenario(initialState: Ledger(), feature: Reducer.ledger.feature) {
      Send(.add(1)).expect { $0.count = 1 }
    }
    await scenario(
      initialState: Ledger(), feature: Reducer.ledger.feature,
      steps: [.send(.add(1)) { $0.count = 1 }])
  }
}
