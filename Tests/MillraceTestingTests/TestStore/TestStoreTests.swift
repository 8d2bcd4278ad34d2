// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct TestStoreTests {
  @Test func aSearchIsToldStepByStep() async {
    let store = TestStore.search()
    await store.send(.type("s")) { $0.text = "s" }
    await store.advance(by: .milliseconds(299))
    await store.send(.type("sw")) { $0.text = "sw" }
    await store.advance(by: .milliseconds(300))
    await store.receive(\.search) { $0.isSearching = true }
    await store.receive(\.found, ["sw", "sw"]) {
      $0.isSearching = false
      $0.hits = ["sw", "sw"]
    }
    await store.finish()
  }

  @Test func aTimerTicksAsOftenAsTimePasses() async {
    let store = TestStore.search()
    await store.send(.tick)
    await store.advance(by: .seconds(60))
    for _ in 0..<60 { await store.receive(\.tick) }
    await store.send(.stop)
    await store.finish()
  }

  @Test func theStateIsThatOfTheLastStep() async {
    let store = TestStore.search()
    await store.send(.type("s")) { $0.text = "s" }
    await store.advance(by: .seconds(1))
    #expect(!store.state.isSearching && store.state.hits.isEmpty)
    #expect(store.store.hits == ["s", "s"])
    await store.receive(\.search) { $0.isSearching = true }
    #expect(store.state.isSearching)
    await store.receive(\.found) {
      $0.isSearching = false
      $0.hits = ["s", "s"]
    }
    #expect(store.state.hits == ["s", "s"])
  }

  @Test func aStoreThatTheAppMakesMayKeepItsOwnEffectsRunning() async {
    let store = TestStore<Int, Int> { middleware, clock in
      let store = Store(
        initialState: 0, reducer: Reducer<Int, Int> { $0 += $1 }, middleware: middleware,
        clock: clock)
      store.addEffect(
        .forEach(store.updates(on: \.self)) { _ in
          .just(0).debounce(id: "zero", for: .seconds(1))
        })
      return store
    }
    await store.send(2) { $0 = 2 }
    await store.advance(by: .seconds(1))
    await store.receive(0)
    await store.finish()
  }

  @Test func aStoreThatTheAppMakesMustHaveTheMiddlewareAndTheClock() async {
    var line: UInt = 0
    let reports = await Reports.of {
      line = #line + 1
      let store = TestStore<Int, Int> { _, _ in
        Store(initialState: 0, reducer: Reducer<Int, Int> { $0 += $1 })
      }
      await store.send(1)
      await store.finish()
    }
    #expect(reports.all.map(\.line) == [line, line])
    #expect(
      reports.texts == [
        """
        Expected the closure to create a store with the middleware that it gets, but the store \
        does not have this middleware.

        Probably: the closure ignores its first argument, or wraps it in a middleware that does \
        not return its `traits`.

        What to do: pass it to the store, as in `TestStore { middleware, clock in \
        makeStore(middleware: middleware <> searching, clock: clock) }`: without it, the steps \
        cannot see any action.
        """,
        """
        Expected the closure to create a store with the clock that it gets, but the store has \
        another clock.

        Probably: the closure ignores its second argument, and the store has the clock of the \
        system.

        What to do: pass it to the store, as in `TestStore { middleware, clock in \
        makeStore(middleware: middleware, clock: clock) }`: without it, `advance(by:)` has no \
        effect on the store.
        """,
      ])
    let other = await Reports.of {
      let store = TestStore<Int, Int> { middleware, _ in
        Store(
          initialState: 0, reducer: Reducer<Int, Int> { $0 += $1 }, middleware: middleware,
          clock: TestClock())
      }
      await store.send(1) { $0 = 1 }
    }
    #expect(other.texts.count == 1 && other.texts[0].contains("has another clock"))
  }

  /// A wrapper that passes on the probes, and not the other traits.
  private struct Probed<Base: Middleware>: Middleware {
    let base: Base
    var probes: [any StoreProbe] { base.probes }

    func handle(
      _ action: Base.InputAction, from source: ActionSource, state: StateReader<Base.State>
    ) -> Effect<Base.OutputAction> {
      base.handle(action, from: source, state: state)
    }
  }

  @Test func aRejectionIsRecordedAlsoIfAWrapperKeepsItFromTheRecorder() async {
    struct Odd: Error, Equatable {}
    let store = TestStore<Int, Int> { middleware, clock in
      Store(
        initialState: 0,
        feature: Feature<Int, Int> { state, action throws(Odd) in
          if action % 2 == 1 { throw Odd() }
          state += action
          return action == 2 ? .just(3) : .none
        }, middleware: Probed(base: middleware), clock: clock)
    }
    await store.send(1, throws: Odd())
    await store.send(2) { $0 = 2 }
    await store.receive(3, throws: Odd())
    await store.finish()
    #expect(store.recording.entries.map { $0.rejection != nil } == [true, false, true])
  }

  @Test func aStoreThatIsOpenedAsynchronouslyIsTested() async {
    struct Locked: Error {}
    let store = await TestStore(opening: { middleware, clock in
      await Task.yield()
      return Store(
        initialState: Search(), reducer: Search.reducer,
        middleware: middleware <> Search.middleware({ [$0] }), clock: clock)
    })
    await store.send(.search) { $0.isSearching = true }
    await store.receive(\.found) {
      $0.isSearching = false
      $0.hits = [""]
    }
    await store.finish()
    await #expect(throws: Locked.self) {
      _ = try await TestStore<Search, SearchAction>(opening: { _, _ in throw Locked() })
    }
  }

  @Test func fiveHundredStoresRunSideBySide() async {
    let tests = (0..<500).map { number in
      Task { @MainActor in
        let store = TestStore.search()
        await store.send(.type("\(number)")) { $0.text = "\(number)" }
        await store.send(.tick)
        await store.advance(by: .milliseconds(300))
        await store.receive(\.search) { $0.isSearching = true }
        await store.receive(\.found) {
          $0.isSearching = false
          $0.hits = ["\(number)", "\(number)"]
        }
        await store.advance(by: .milliseconds(700))
        await store.receive(\.tick)
        await store.send(.stop)
        await store.finish()
        return store.state.hits
      }
    }
    for (number, test) in tests.enumerated() {
      #expect(await test.value == ["\(number)", "\(number)"])
    }
  }
}
