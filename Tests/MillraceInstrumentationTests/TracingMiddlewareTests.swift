// SPDX-License-Identifier: Apache-2.0

import InMemoryTracing
import Millrace
import MillraceInstrumentation
import MillraceTesting
import TestSupport
import Testing
import Tracing

@MainActor
@Suite struct TracingMiddlewareTests {
  private let tracer = InMemoryTracer()

  private func store(
    _ handle: @escaping (LedgerAction) -> Effect<LedgerAction> = { _ in .none }
  ) -> LedgerStore {
    let store = LedgerStore(
      initialState: Ledger(), reducer: .throwingLedger,
      middleware: TracingMiddleware(tracer: tracer)
        <> LedgerMiddleware { action, _, _ in handle(action) })
    store.onRejection = { _ in }
    return store
  }

  private func span(_ name: String) throws -> FinishedInMemorySpan {
    try #require(tracer.finishedSpans.first { $0.operationName == name })
  }

  @Test func withoutATracerOfTheProcessActionsAreCommitted() {
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger, middleware: TracingMiddleware())
    store.dispatch(.add(1))
    #expect(store.state.count == 1)
  }

  @Test func anActionIsASpanWithItsPlaceAndWithoutWhatItCarries() throws {
    let store = store()
    store.dispatch(.note("hunter2"), info: "typed")
    let line = #line - 1
    #expect(tracer.finishedSpans.count == 1)
    #expect(tracer.activeSpans.isEmpty)
    let attributes = try span("note").attributes
    #expect(attributes.get("code.file.path") == .string(#fileID))
    #expect(attributes.get("code.line.number") == .int64(Int64(line)))
    #expect(attributes.get("millrace.info") == .string("typed"))
    var text = ""
    attributes.forEach { key, value in text += "\(key) \(value)\n" }
    #expect(!text.contains("hunter2"))
  }

  @Test func eachActionOfATurnIsASpanOfItsOwn() {
    let store = store { $0 == .add(1) ? .sequence(.note("a"), .setOther(1)) : .none }
    store.dispatch(.add(1))
    #expect(tracer.finishedSpans.map(\.operationName) == ["add", "note", "setOther"])
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test func aRejectionIsAnErrorOfTheSpan() throws {
    let store = store()
    store.dispatch(.fail)
    store.dispatch(.add(1))
    let failed = try span("fail")
    #expect(failed.errors.first?.error is LedgerError)
    #expect(failed.status?.code == .error)
    #expect(try span("add").errors.isEmpty)
  }

  @Test func aDispatchInsideASpanIsItsChild() throws {
    let store = store()
    tracer.withSpan("request") { _ in _ = store.dispatch(.add(1)) }
    let parent = try span("request")
    #expect(try span("add").parentSpanID == parent.spanID)
    #expect(try span("add").traceID == parent.traceID)
  }

  @Test func anEffectIsAChildOfItsActionAndTheContextOfItsCode() async throws {
    let store = store { [tracer] action in
      guard case .add = action else { return .none }
      return .run { send in
        await tracer.withSpan("request") { _ in await send(.note("loaded")) }
      }
    }
    await store.dispatch(.add(1)).finish()
    #expect(tracer.activeSpans.isEmpty)
    let (action, effect) = (try span("add"), try span("add effect"))
    let (request, note) = (try span("request"), try span("note"))
    #expect(action.parentSpanID == nil)
    #expect(effect.parentSpanID == action.spanID)
    #expect(request.parentSpanID == effect.spanID)
    #expect(note.parentSpanID == request.spanID)
    let number = effect.attributes.get("millrace.effect")
    #expect(number != nil)
    #expect(note.attributes.get("millrace.effect") == number)
    #expect(action.attributes.get("millrace.effect") == nil)
    #expect(Set([action, effect, request, note].map(\.traceID)).count == 1)
  }

  /// The effect has dispatched another action before it starts a second effect.
  @Test func anEffectThatIsStartedBehindAnotherActionIsOfItsOwn() async throws {
    let store = store { action in
      guard case .add = action else { return .none }
      return .perform { send in
        send.dispatch(.note("first"))
        send.start(.run { _ in })
      }
    }
    await store.dispatch(.add(1)).finish()
    #expect(
      tracer.finishedSpans.map(\.operationName).sorted() == ["add", "add effect", "note"])
    #expect(try span("add effect").parentSpanID == span("add").spanID)
  }

  @Test func aSpanOfAnEffectEndsWithTheEffect() async throws {
    let gate = Gate()
    let store = store { action in
      guard case .add = action else { return .none }
      return .run { _ in await gate.wait() }
    }
    let receipt = store.dispatch(.add(1))
    #expect(tracer.activeSpans.map(\.operationName) == ["add effect"])
    #expect(tracer.finishedSpans.map(\.operationName) == ["add"])
    await gate.open()
    await receipt.finish()
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test func theSpanOfAnEffectHasTheErrorThatNothingCatches() async throws {
    let store = store { action in
      guard case .add = action else { return .none }
      return .run { _ in throw LedgerError() }
    }
    await store.dispatch(.add(1)).finish()
    let effect = try span("add effect")
    #expect(effect.errors.count == 1)
    #expect(effect.errors.first?.error is LedgerError)
    #expect(effect.status?.code == .error)
    #expect(try span("add").errors.isEmpty)
  }

  @Test func allPartsOfAnEffectAreInItsSpan() async throws {
    let clock = TestClock()
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: TracingMiddleware(tracer: tracer)
        <> LedgerMiddleware { [tracer] action, _, _ in
          guard action == .add(1) else { return .none }
          return .concatenate(
            .run { _ in tracer.withSpan("first") { _ in } },
            .run { _ in tracer.withSpan("second") { _ in } }.delay(for: .seconds(1)))
        }, clock: clock)
    let receipt = store.dispatch(.add(1))
    await clock.untilAsleep()
    store.dispatch(.note("another action"))
    #expect(tracer.activeSpans.map(\.operationName) == ["add effect"])
    clock.advance(by: .seconds(1))
    await receipt.finish()
    let effect = try span("add effect")
    let action = try span("add")
    #expect(effect.parentSpanID == action.spanID)
    #expect(try span("first").parentSpanID == effect.spanID)
    #expect(try span("second").parentSpanID == effect.spanID)
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test func spansEndWithTheStore() async {
    let gate = Gate()
    var store: LedgerStore? = store { _ in .run { _ in await gate.wait() } }
    store?.dispatch(.add(1))
    store = nil
    #expect(tracer.activeSpans.isEmpty)
    await gate.open()
  }

  @Test func liftedItTracesItsPartAndItsEffects() async {
    let part = TracingMiddleware<Int, Never, Void>(tracer: tracer, naming: { "add \($0)" })
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: part.lift(
        inputAction: { if case .add(let amount) = $0 { amount } else { nil } },
        outputAction: { _ -> LedgerAction in }, state: { _ in })
        <> LedgerMiddleware { _, _, _ in .run { _ in } })
    await store.dispatch(.add(7)).finish()
    await store.dispatch(.note("a")).finish()
    #expect(tracer.finishedSpans.map(\.operationName) == ["add 7", "add 7 effect"])
  }
}
