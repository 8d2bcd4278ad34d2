// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct FailureSendTests {
  @Test func actionsThatWereNotReceivedBeforeTheNextIsSent() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      await store.send(.type("s")) { $0.text = "s" }
      await store.advance(by: .seconds(1))
      await store.send(.type("")) { $0.text = "" }
    }
    #expect(
      reports.texts == [
        """
        Expected all actions to be received before `SearchAction.type("")` is sent, but 2 actions \
        arrived that no step has received:

            - SearchAction.search
            - SearchAction.found(
                [
                  [0]: "s",
                  [1]: "s"
                ]
              )

        Probably: an effect of an earlier step sent them.

        What to do: receive them first, in this order, with `await store.receive(...)`; or, if \
        this test does not check them, call `skipReceivedActions()` or set `exhaustivity = .off`.
        """
      ])
  }

  @Test func aStoreThatDoesNotShowItsActions() async {
    let reports = await Reports.of {
      let store = TestStore<Search, SearchAction> { middleware, clock in
        // Another store has the middleware.
        _ = Store(initialState: Search(), reducer: Search.reducer, middleware: middleware)
        return Store(initialState: Search(), reducer: Search.reducer, clock: clock)
      }
      await store.send(.search) { $0.isSearching = true }
    }
    #expect(
      reports.texts == [
        """
        Sent `SearchAction.search`, but the store did not process it.

        Probably: the store was created without the middleware of the test store; or it has ended \
        with its parent; or actions follow each other without end, and this action is still in the \
        queue.

        What to do: pass that middleware to the store first, as in `middleware <> searching`; then \
        look at the effects of the step before this one.
        """
      ])
  }

  @Test func aReducerThatThrows() async {
    let reports = await Reports.of {
      await TestStore.search().send(.type("a!")) { $0.text = "a!" }
    }
    #expect(
      reports.texts == [
        """
        Expected `SearchAction.type("a!")` to be committed, but the reducer threw:

            Search.Failure(reason: "no shouting")

        Probably: the action is not allowed in the current state. The state is unchanged.

        What to do: bring the store into the right state first; or, if the reducer should reject \
        the action, expect that with `await store.send(..., throws: ...)`.
        """
      ])
  }

  @Test func aReducerThatThrowsSomethingElse() async {
    let reports = await Reports.of {
      await TestStore.search().send(.type("!"), throws: Search.Failure(reason: "empty"))
    }
    #expect(
      reports.texts == [
        """
        Expected `SearchAction.type("!")` to be rejected with `Search.Failure(reason: "empty")`, \
        but the reducer threw:

            Search.Failure(reason: "no shouting")

        Probably: another check in the reducer rejects the action first.

        What to do: expect this error, or send the action in a state in which only your check \
        rejects it.
        """
      ])
  }

  @Test func aReducerThatDoesNotThrow() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      await store.send(.type(""), throws: Search.Failure.self)
    }
    #expect(
      reports.texts == [
        """
        Expected `SearchAction.type("")` to be rejected with `Failure`, but it was committed.

        Probably: no check in the reducer rejects the action in this state.

        What to do: make the reducer throw, or send the action without `throws:`.
        """
      ])
  }
}
