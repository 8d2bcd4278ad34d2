// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite struct RecordingReplayTests {
  private let recording = Recording.of([
    .add("pen"), .add("ink"), .add("paper"), .add("glue"), .removeFirst,
  ])

  private func reports(_ check: () -> Void) async -> Reports {
    await Reports.of { check() }
  }

  @Test func theSameReducerReplaysIt() {
    #expect(recording.replay(reducer: Cart.reducer) == recording)
    recording.assertSame(as: recording)
  }

  @Test(arguments: 0..<50) func aReplayIsWhatAStoreDoes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let rules = ReducerRule.list(count: 3, using: &generator)
    let reducer = Feature<Tally, Int>.combine(rules.map(\.reducer))
    let recorder = RecordingMiddleware<Tally, Int>(initialState: Tally())
    let store = Store(initialState: Tally(), feature: reducer, middleware: recorder)
    store.onRejection = { _ in }
    for _ in 0..<20 { store.dispatch(Int.random(in: 0..<100, using: &generator)) }
    #expect(recorder.recording.replay(reducer: reducer) == recorder.recording, "seed \(seed)")
  }

  @Test func aReducerThatDoesSomethingElseIsCaughtAtTheFirstStep() async {
    let line: UInt = #line + 3
    var later: Recording<Cart, CartAction>?
    let reports = await Reports.of {
      later = recording.replay(reducer: Cart.generousReducer)
    }
    #expect(reports.all.map(\.line) == [line])
    #expect(later?.entries.map(\.state.total) == [3, 6, 6])
    #expect(
      reports.texts == [
        """
        Expected step 3 of 5, `CartAction.add("paper")`, to lead to the recorded state, but the \
        state differs:

              Cart(
                items: […],
            −   total: 11
            +   total: 6
              )

            (Expected: −, Actual: +)

            It was sent by Shop/Shop.swift:7 buy().

        Probably: the reducer has changed since the run was recorded; or it reads the time, a \
        random number or another value that is not in the state or the action; or the state was \
        replaced before the step, and the replacement is not in the recording.

        What to do: correct the reducer; or, if the new behavior is intended, record the run \
        again. `+` is the current state.
        """
      ])
  }

  @Test func aStateThatWasReplacedIsReplacedAgain() async {
    let recorder = RecordingMiddleware<Cart, CartAction>(initialState: Cart())
    let store = Store(initialState: Cart(), reducer: Cart.reducer, middleware: recorder)
    store.dispatch(.add("pen"))
    let other = Cart(items: ["glue"], total: 4)
    store.replaceState(with: other)
    store.dispatch(.add("ink"))
    let recording = recorder.recording
    #expect(recording.entries.map(\.replacement) == [nil, other])
    #expect(recording.replay(reducer: Cart.reducer) == recording)
    var without = recording
    without.entries[1].replacement = nil
    let reports = await Reports.of {
      recording.assertSame(as: without)
      without.assertSame(as: recording)
      recording.replay(reducer: Reducer<Cart, CartAction> { cart, _ in cart.total += 1 })
    }
    #expect(
      reports.texts.map { $0.prefix { $0 != "\n" } } == [
        """
        Expected step 2 of 2, `CartAction.add("ink")`, to follow a replacement of the state, but \
        before this step the state was not replaced with that state:
        """,
        """
        Expected step 2 of 2, `CartAction.add("ink")`, to follow the previous step, but before \
        this step the state was replaced:
        """,
        """
        Expected step 1 of 2, `CartAction.add("pen")`, to lead to the recorded state, but the \
        state differs:
        """,
      ])
    let wrong = Reducer<Cart, CartAction> { cart, action in
      cart.items.count == 1 && cart.total == 4 ? () : try! Cart.reducer(&cart, action)
    }
    let named = await Reports.of { recording.replay(reducer: wrong) }
    #expect(named.texts.first?.contains("Before this step the state was replaced") == true)
  }

  @Test func aReducerThatRefusesMoreIsCaught() async {
    let strict = Reducer<Cart, CartAction> { (cart: inout Cart, action: CartAction) throws in
      guard cart.items.count < 2 else { throw Cart.Full() }
      try Cart.reducer(&cart, action)
    }
    let reports = await reports { recording.replay(reducer: strict) }
    #expect(
      reports.texts == [
        """
        Expected step 3 of 5, `CartAction.add("paper")`, to be committed, but it is rejected with \
        `Cart.Full()`.

            It was sent by Shop/Shop.swift:7 buy().

        Probably: the reducer has changed since the run was recorded.

        What to do: correct the reducer; or, if the new behavior is intended, record the run again.
        """
      ])
  }

  @Test func aReducerThatNoLongerRefusesIsCaught() async {
    let lenient = Reducer<Cart, CartAction> { cart, action in
      let total = cart.total
      guard case .add(let item) = action else { return }
      cart.items.append(item)
      cart.total = total + item.count
    }
    let reports = await reports { recording.replay(reducer: lenient) }
    #expect(
      reports.texts == [
        """
        Expected step 4 of 5, `CartAction.add("glue")`, to be rejected with `Cart.Full()`, but it \
        is committed.

            It was sent by Shop/Shop.swift:7 buy().

        Probably: the reducer has changed since the run was recorded.

        What to do: correct the reducer; or, if the new behavior is intended, record the run again.
        """
      ])
  }

  @Test func aRunThatBeginsElsewhereIsCaught() async {
    var later = recording
    later.initialState.total = 1
    let reports = await reports { recording.assertSame(as: later) }
    #expect(
      reports.texts == [
        """
        Expected the run to begin with the recorded state, but the state differs:

              Cart(
                items: [],
            −   total: 0
            +   total: 1
              )

            (Expected: −, Actual: +)

        Probably: the store was created with a different initial state.

        What to do: begin with the `initialState` of the recording, or record the run again.
        """
      ])
  }

  @Test func anotherActionIsCaught() async {
    let later = Recording.of([.add("pen"), .clear, .add("paper")])
    let reports = await reports { recording.assertSame(as: later) }
    #expect(
      reports.texts == [
        """
        Expected step 2 of 5, `CartAction.add("ink")`, but the action differs:

            − CartAction.add("ink")
            + CartAction.clear

            (Expected: −, Actual: +)

            It was sent by Shop/Shop.swift:7 buy().

        Probably: an effect sends a different action, or actions arrive in a different order.

        What to do: look at the effect that sends the action, and check if the order is random; if \
        the new behavior is intended, record the run again.
        """
      ])
  }

  @Test func aShorterRunIsCaught() async {
    let later = Recording.of([.add("pen"), .add("ink")])
    let reports = await reports { recording.assertSame(as: later) }
    #expect(
      reports.texts == [
        """
        Expected 5 actions, but the run ends after 2. Next was:

            CartAction.add("paper")

        Probably: an effect did not send the action, or the test did not advance the clock far \
        enough.

        What to do: continue the later run up to the end of the recorded run, or record the run \
        again.
        """
      ])
  }

  @Test func aLongerRunIsCaught() async {
    let earlier = Recording.of([.add("pen"), .add("ink")])
    let reports = await reports { earlier.assertSame(as: recording) }
    #expect(
      reports.texts == [
        """
        Expected the run to end after 2 actions, but it continues with:

            CartAction.add("paper")

        Probably: an effect sends more actions than when the run was recorded.

        What to do: look at the effect that sends the action; if the new behavior is intended, \
        record the run again.
        """
      ])
  }

  @Test func sourcesMayDiffer() {
    var later = recording
    later.entries[0].source = ActionSource()
    recording.assertSame(as: later)
  }
}
