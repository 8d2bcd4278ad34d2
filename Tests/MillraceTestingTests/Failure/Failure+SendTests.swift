// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct FailureSendTests {
  @Test func actionsThatNobodyReceivedBeforeTheNextIsSent() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      await store.send(.type("s")) { $0.text = "s" }
      await store.advance(by: .seconds(1))
      await store.send(.type("")) { $0.text = "" }
    }
    #expect(
      reports.texts == [
        """
        Expected no action to be left before `SearchAction.type("")` is sent, but 2 actions came \
        that no step has received:

            - SearchAction.search
            - SearchAction.found(
                [
                  [0]: "s",
                  [1]: "s"
                ]
              )

        Probably: an effect of an earlier step has sent them.

        What to do: receive them first, in this order, with `await store.receive(...)`; or, if \
        this test is not about them, call `skipReceivedActions()` or set `exhaustivity = .off`.
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
        Sent `SearchAction.search`, but the store did not take it.

        Probably: the store was made without the middleware that the test store gave; or it has \
        ended with its parent; or its queue was too long: a chain of actions that never ends is cut.

        What to do: give the store that middleware first, as in `middleware <> searching`; then \
        look at what the step before this one has started.
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

        Probably: the action is not allowed in the state in which the store is. The state is as \
        before.

        What to do: bring the store into the right state first; or, if the action is to be \
        refused, say so with `await store.send(..., throws: ...)`.
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
        Expected `SearchAction.type("!")` to be refused with `Search.Failure(reason: "empty")`, \
        but the reducer threw:

            Search.Failure(reason: "no shouting")

        Probably: another rule of the reducer refuses the action first.

        What to do: expect this error, or send the action in a state in which only your rule \
        refuses it.
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
        Expected `SearchAction.type("")` to be refused with `Failure`, but it was committed.

        Probably: no rule of the reducer refuses the action in this state.

        What to do: make the reducer throw, or send the action without `throws:`.
        """
      ])
  }
}
