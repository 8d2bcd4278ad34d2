// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct FailureFinishTests {
  @Test func actionsAreLeft() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      await store.send(.search) { $0.isSearching = true }
      await store.finish()
    }
    #expect(
      reports.texts == [
        """
        Expected the test to tell all that happens, but 1 action came that no step has received:

            - SearchAction.found(
                [
                  [0]: "",
                  [1]: ""
                ]
              )

        Probably: an effect of the last steps has sent them.

        What to do: receive them with `await store.receive(...)`; or, if this test is not about \
        them, call `skipReceivedActions()` or set `exhaustivity = .off`.
        """
      ])
  }

  @Test func effectsAreLeft() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      await store.send(.tick)
      await store.finish()
    }
    #expect(
      reports.texts == [
        """
        Expected all effects to have ended, but 1 effect still runs:

            - started by `SearchAction.tick`, with the id ticks: it waits for its time to come

        Probably: time has to pass before they end, they wait for something that the test does \
        not supply, or nobody cancels them.

        What to do: let time pass with `advance(by:)`, end them with the action that does so in \
        the app, or call `skipInFlightEffects()` if this test is not about them.
        """
      ])
  }

  @Test func somebodyAlwaysSleepsAgain() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      store.exhaustivity = .off
      await store.send(.tick)
      await store.run()
    }
    #expect(
      reports.texts == [
        """
        Expected nobody to sleep after a while, but after 10,000 deadlines somebody does.

            These effects run:
            - started by `SearchAction.tick`, with the id ticks: it waits for its time to come

        Probably: a timer ticks without an end.

        What to do: end it first, or let a certain time pass: \
        `await store.advance(by: .seconds(5))`.
        """
      ])
  }

  @Test func nothingIsThereToSkip() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      await store.skipReceivedActions()
      await store.skipInFlightEffects()
      await store.skipReceivedActions(strict: false)
      await store.skipInFlightEffects(strict: false)
    }
    #expect(
      reports.texts == [
        """
        Expected actions to skip, but there are none.

        Probably: all actions that have come were received, or they have not come yet.

        What to do: leave out the step, or say `skipReceivedActions(strict: false)`.
        """,
        """
        Expected effects to skip, but none runs.

        Probably: all effects have ended.

        What to do: leave out the step, or say `skipInFlightEffects(strict: false)`.
        """,
      ])
  }
}
