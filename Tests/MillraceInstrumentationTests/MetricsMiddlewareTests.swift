// SPDX-License-Identifier: Apache-2.0

import MetricsTestKit
import Millrace
import MillraceInstrumentation
import TestSupport
import Testing

@MainActor
@Suite struct MetricsMiddlewareTests {
  private let metrics = TestMetrics()

  private func store(
    _ handle: @escaping (LedgerAction) -> Effect<LedgerAction> = { _ in .none }
  ) -> LedgerStore {
    let store = LedgerStore(
      initialState: Ledger(), reducer: .throwingLedger,
      middleware: LedgerMiddleware { action, _, _ in handle(action) }
        <> MetricsMiddleware(label: "app", factory: metrics, clock: SteppingClock()))
    store.onRejection = { _ in }
    return store
  }

  @Test func withoutALabelTheNamesBeginWithMillrace() {
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger, middleware: MetricsMiddleware(factory: metrics))
    store.dispatch(.add(1))
    #expect(metrics.counterTotal(label: "millrace.actions") == 1)
  }

  @Test func actionsAreCountedByName() throws {
    let store = store()
    for _ in 0..<3 { store.dispatch(.add(1)) }
    store.dispatch(.note("a"))
    #expect(metrics.counterTotal(label: "app.actions") == 4)
    #expect(try metrics.expectCounter("app.actions", [("action", "add")]).totalValue == 3)
    #expect(try metrics.expectCounter("app.actions", [("action", "note")]).totalValue == 1)
  }

  @Test func rejectionsAreCountedToo() throws {
    let store = store()
    store.dispatch(.fail)
    store.dispatch(.add(1))
    #expect(try metrics.expectCounter("app.rejections", [("action", "fail")]).totalValue == 1)
    #expect(metrics.counterTotal(label: "app.rejections") == 1)
    #expect(metrics.counterTotal(label: "app.actions") == 2)
  }

  @Test func theReducerIsTimedOncePerAction() throws {
    let store = store { $0 == .add(1) ? .sequence(.add(2), .fail) : .none }
    let subscription = store.subscribe { _ in }
    store.dispatch(.add(1))
    let timer = try metrics.expectTimer("app.reducer.duration")
    #expect(timer.values == [1_000_000, 1_000_000, 1_000_000])
    subscription.cancel()
  }

  @Test func theQueueIsMeasuredWhenAnActionBegins() throws {
    let store = store { $0 == .add(1) ? .sequence(.add(2), .add(3), .add(4)) : .none }
    store.dispatch(.add(1))
    #expect(try metrics.expectMeter("app.queue.depth").values == [0, 2, 1, 0])
  }

  @Test func runningEffectsAreMeasured() async throws {
    let gate = Gate()
    let store = store { action in
      guard case .add = action else { return .none }
      return .run { _ in await gate.wait() }
    }
    let receipts = [store.dispatch(.add(1)), store.dispatch(.add(2))]
    let meter = try metrics.expectMeter("app.effects.running")
    #expect(meter.values == [1, 2])
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(meter.values == [1, 2, 1, 0])
  }

  @Test func errorsThatNothingCatchesAreCounted() async throws {
    let store = store { action in
      guard case .add = action else { return .none }
      return .run { _ in throw LedgerError() }
    }
    let counter = try metrics.expectCounter("app.effects.errors")
    #expect(counter.totalValue == 0)
    for _ in 0..<2 { await store.dispatch(.add(1)).finish() }
    #expect(counter.totalValue == 2)
  }

  @Test func aDelayIsAnEffectThatRuns() async throws {
    let store = store { action in
      switch action {
      case .add: Effect.just(.note("late")).debounce(id: 1, for: .seconds(60))
      case .setOther: .cancel(id: 1)
      default: .none
      }
    }
    let receipt = store.dispatch(.add(1))
    let meter = try metrics.expectMeter("app.effects.running")
    #expect(meter.values == [1])
    store.dispatch(.setOther(1))
    await receipt.finish()
    #expect(meter.values == [1, 0])
  }

  @Test func dimensionsAndNamesCanBeChosen() throws {
    let middleware = MetricsMiddleware<LedgerAction, LedgerAction, Ledger>(
      label: "app", dimensions: [("window", "1")], factory: metrics, naming: { _ in "any" })
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: middleware)
    store.dispatch(.add(1))
    store.dispatch(.note("a"))
    let counter = try metrics.expectCounter(
      "app.actions", [("window", "1"), ("action", "any")])
    #expect(counter.totalValue == 2)
    #expect(try metrics.expectMeter("app.queue.depth", [("window", "1")]).values.count == 2)
  }

  @Test func liftedItCountsItsPartOnly() throws {
    let part = MetricsMiddleware<Int, Never, Void>(
      label: "part", factory: metrics, naming: { "\($0)" })
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: part.lift(
        inputAction: { if case .add(let amount) = $0 { amount } else { nil } },
        outputAction: { _ -> LedgerAction in }, state: { _ in }))
    store.dispatch(.add(7))
    store.dispatch(.note("a"))
    #expect(try metrics.expectCounter("part.actions", [("action", "7")]).totalValue == 1)
    #expect(metrics.counterTotal(label: "part.actions") == 1)
    #expect(try metrics.expectMeter("part.queue.depth").values.count == 2)
  }
}
