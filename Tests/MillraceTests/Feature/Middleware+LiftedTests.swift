// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct MiddlewareLiftedTests {
  private enum AppAction: Equatable {
    case part(Int)
    case sent(String)
    case other
  }

  private struct AppState {
    var part = 100
    var other = 0
  }

  private func lifted(
    _ middleware: some Middleware<Int, String, Int>
  ) -> some Middleware<AppAction, AppAction, AppState> {
    middleware.lift(
      inputAction: { if case .part(let action) = $0 { action } else { nil } },
      outputAction: { .sent($0) }, state: \.part)
  }

  @Test(arguments: 0..<4)
  func itHandlesItsActionsWithItsStateAndItsOutputIsTranslated(number: Int) {
    let log = Log()
    let middleware = lifted(MiddlewareScript.part(number, log))
    var state = AppState()
    for action in [AppAction.part(0), .part(1), .part(2)] {
      let io = middleware.handle(action, from: ActionSource(), state: StateReader { state })
      state.part += 1
      log.append("commit")
      io.runDetached(
        Send {
          if case .sent(let text) = $0.action { log.append("sent \(text)") }
        })
    }
    middleware.didReject(.part(9), from: ActionSource(), error: LedgerError())
    #expect(log.lines == MiddlewareScript.trace { MiddlewareScript.part(number, $0) })
  }

  /// Such a middleware is lifted by paths too, and a store then takes it without a block.
  @Test func aMiddlewareThatSendsNothingIsLiftedAlongACasePath() {
    let log = Log()
    let noting = AnyMiddleware<LedgerAction, Never, Ledger> { action, _, state in
      let before = state.count
      return .perform { _ in log.append("\(action) \(before) -> \(state.count)") }
    }
    let store = Store(
      initialState: Shop(),
      feature: Reducer.ledger.lift(action: \ShopAction.CasePaths.ledger, state: \Shop.ledger),
      middleware: noting.lift(action: \.ledger, state: \.ledger))
    store.dispatch(.reset)
    store.dispatch(.ledger(.add(2)))
    let composed = ComposedMiddleware<ShopAction, ShopAction, Shop> {
      noting.lift(action: \.ledger, state: \.ledger)
      noting.lift(action: ShopAction.casePaths.ledger, state: \.ledger)
    }
    let other = Store(
      initialState: Shop(), feature: Feature<Shop, ShopAction> { _, _ in .none },
      middleware: composed)
    other.dispatch(.ledger(.add(3)))
    #expect(log.lines == ["add(2) 0 -> 2", "add(3) 0 -> 0", "add(3) 0 -> 0"])
  }

  @Test func anActionThatIsNotMeantIsIgnored() {
    let log = Log()
    let middleware = lifted(MiddlewareScript.part(3, log))
    let unread = StateReader { () -> AppState in
      Issue.record("The state was read.")
      return AppState()
    }
    for action in [AppAction.other, .sent("x")] {
      #expect(middleware.handle(action, from: ActionSource(), state: unread).isNone)
      middleware.didReject(action, from: ActionSource(), error: LedgerError())
    }
    #expect(log.lines.isEmpty)
  }

  @Test func noWorkStaysNoWork() {
    let middleware = lifted(MiddlewareScript.part(0, Log()))
    let io = middleware.handle(
      .part(1), from: ActionSource(), state: StateReader { AppState() })
    #expect(io.isNone)
  }

  @Test func sourcesAreKept() {
    let log = Log()
    let base = AnyMiddleware<Int, String, Int> { _, source, _ in
      log.append(source.info ?? "-")
      return Effect.perform { $0.dispatch("x", info: "inner") }
    }
    lifted(base)
      .handle(.part(1), from: ActionSource(info: "outer"), state: StateReader { AppState() })
      .runDetached(Send { log.append($0.source.info ?? "-") })
    #expect(log.lines == ["outer", "inner"])
  }
}
