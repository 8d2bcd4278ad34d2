// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import TestSupport
import Testing

@MainActor
@Suite struct EffectMiddlewareTests {
  private typealias Ledgers = EffectMiddleware<LedgerAction, LedgerAction, Ledger, Archive>

  /// The dependencies of these tests.
  private struct Archive: Sendable {
    var name = "archive"
    let gate = Gate()
    let log = Log()
  }

  @Test func theFunctionRunsAfterTheCommit() {
    var seen: [Int] = []
    let reader = StateReader { Ledger(count: seen.count) }
    let log = Log()
    let middleware = EffectMiddleware<LedgerAction, LedgerAction, Ledger, Void>.onAction {
      action, source, state in
      log.append("\(action) \(source.info ?? "-") \(state.count)")
      return .none
    }
    let io = middleware.handle(.add(1), from: ActionSource(info: "why"), state: reader)
    #expect(log.lines.isEmpty)
    seen = [1, 2]
    io.runDetached(Send { _ in })
    #expect(log.lines == ["add(1) why 2"])
  }

  @Test func inAStoreItSeesTheNewStateAndSends() {
    let middleware = EffectMiddleware<LedgerAction, LedgerAction, Ledger, Void>.onAction {
      action, _, state in
      guard case .add = action else { return .none }
      return .just(.note("count is \(state.count)"))
    }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: middleware)
    store.dispatch(.add(2))
    store.dispatch(.setOther(1))
    store.dispatch(.add(3))
    #expect(store.state.notes == ["count is 2", "count is 5"])
  }

  @Test func dependenciesAreInjectedAndReachTheEffect() async {
    let middleware = Ledgers.onAction { action, _, _ in
      guard action == .add(1) else { return .none }
      return .run { context, send in await send(.note(context.dependencies.name)) }
    }
    for name in ["live", "test"] {
      let store = LedgerStore(
        initialState: Ledger(), reducer: .ledger,
        middleware: middleware.inject(Archive(name: name)))
      await store.dispatch(.add(1)).finish()
      #expect(store.state.notes == [name])
    }
  }

  @Test func theSameTokenReplaces() async {
    let archive = Archive()
    let middleware = Ledgers.onAction { action, _, _ in
      guard case .add(let number) = action else { return .none }
      return .run(token: "load") { context, send in
        if number == 1 { await context.dependencies.gate.wait() }
        await send(.note("loaded \(number)"))
      }
    }
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger, middleware: middleware.inject(archive))
    let first = store.dispatch(.add(1))
    await store.dispatch(.add(2)).finish()
    await archive.gate.open()
    await first.finish()
    #expect(store.state.notes == ["loaded 2"])
  }

  @Test func differentTokensRunSideBySide() async {
    let archive = Archive()
    let middleware = Ledgers.onAction { action, _, _ in
      guard case .add(let number) = action else { return .none }
      return .run(token: number) { context, send in
        await context.dependencies.gate.wait()
        await send(.note("loaded \(number)"))
      }
    }
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger, middleware: middleware.inject(archive))
    let receipts = [store.dispatch(.add(1)), store.dispatch(.add(2))]
    await archive.gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(store.state.notes.sorted() == ["loaded 1", "loaded 2"])
  }

  @Test func aTokenCanBeCancelled() async {
    let archive = Archive()
    let middleware = Ledgers.onAction { action, _, _ in
      switch action {
      case .add:
        .run(token: "load") { context, send in
          await context.dependencies.gate.wait()
          await send(.note("loaded"))
        }
      case .setOther: .cancel(token: "load")
      default: .none
      }
    }
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger, middleware: middleware.inject(archive))
    let receipt = store.dispatch(.add(1))
    store.dispatch(.setOther(1))
    await archive.gate.open()
    await receipt.finish()
    #expect(store.state.notes.isEmpty)
  }

  @Test func aTokenBelongsToOneMiddleware() async {
    let archive = Archive()
    func reader(_ name: String) -> MiddlewareReader<Archive, Ledgers> {
      Ledgers.onAction { action, _, _ in
        switch action {
        case .add(let number):
          .run(token: "request") { context, send in
            await context.dependencies.gate.wait()
            await send(.note("\(name) \(number)"))
          }
        case .setOther where name == "books": .cancel(token: "request")
        default: .none
        }
      }
    }
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: (reader("books") <> reader("prices")).inject(archive))
    let first = [store.dispatch(.add(1)), store.dispatch(.add(2))]
    #expect(store.runningEffects.filter { !$0.isCancelled }.compactMap(\.id).count == 2)
    #expect(store.runningEffects.compactMap(\.id).allSatisfy { $0 == "request" })
    store.dispatch(.setOther(1))
    await archive.gate.open()
    for receipt in first { await receipt.finish() }
    #expect(store.state.notes == ["prices 2"])
  }

  @Test func anEffectThatEndsAtOnceLeavesItsTokenFree() {
    let middleware = EffectMiddleware<LedgerAction, LedgerAction, Ledger, Void>.onAction {
      action, _, _ in
      guard case .add(let number) = action else { return .none }
      return .effect(token: "note") { _ in .just(.note("\(number)")) }
    }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: middleware)
    store.dispatch(.add(1))
    store.dispatch(.add(2))
    #expect(store.state.notes == ["1", "2"])
  }

  @Test func theFunctionOfARejectedActionDoesNotRun() {
    let log = Log()
    let middleware = EffectMiddleware<LedgerAction, LedgerAction, Ledger, Void>.onAction {
      action, _, _ in
      log.append("\(action)")
      return .none
    }
    let store = LedgerStore(
      initialState: Ledger(), reducer: .throwingLedger, middleware: middleware)
    store.onRejection = { _ in }
    store.dispatch(.fail)
    store.dispatch(.add(1))
    #expect(log.lines == ["add(1)"])
  }

  @Test func itCanBeAConstant() {
    let io = Self.constant.handle(1, from: ActionSource(), state: StateReader {})
    let log = Log()
    io.runDetached(Send { log.append("\($0.action)") })
    #expect(log.lines == ["2"])
  }

  nonisolated private static let constant = EffectMiddleware<Int, Int, Void, Void>.onAction {
    action, _, _ in .just(action * 2)
  }
}
