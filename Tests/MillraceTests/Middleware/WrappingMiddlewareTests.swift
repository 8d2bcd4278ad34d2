// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct WrappingMiddlewareTests {
  /// A wrapper as the documentation shows it.
  private struct Counted<Base: Middleware>: WrappingMiddleware {
    let base: Base
    let log: Log

    var traits: Traits { Traits(of: base) }

    func handle(
      _ action: Base.InputAction, from source: ActionSource, state: StateReader<Base.State>
    ) -> IO<Base.OutputAction> {
      log.append("handle \(action)")
      return base.handle(action, from: source, state: state)
    }
  }

  /// A wrapper that passes on `handle` alone.
  private struct Forgetful<Base: Middleware>: Middleware {
    let base: Base

    func handle(
      _ action: Base.InputAction, from source: ActionSource, state: StateReader<Base.State>
    ) -> IO<Base.OutputAction> {
      base.handle(action, from: source, state: state)
    }
  }

  private let log = Log()

  private func counted<Base: Middleware>(_ base: Base) -> Counted<Base> {
    Counted(base: base, log: log)
  }

  /// How many effects run that no other effect has started.
  private func running(in store: ShopStore) -> Int {
    store.runningEffects.count { $0.parent == nil && !$0.isCancelled }
  }

  @Test func effectsOfAChildEndWithItInAWrapper() async {
    let gate = Gate()
    let detail = ChildSupport.loading(gate).ifLet(
      action: ShopAction.casePaths.detail, state: \Shop.detail)
    let row = ChildSupport.loading(gate).lift(state: { (row: ShopRow) in row.ledger }).forEach(
      action: ShopAction.casePaths.row, state: \Shop.rows)
    let store = ChildSupport.store(
      counted(detail) <> counted(counted(row).gated { _ in true }) <> counted(counted(detail)))
    store.dispatch(.detail(.add(1)))
    let receipt = store.dispatch(.row(id: 1, action: .add(1)))
    #expect(running(in: store) == 3)
    store.dispatch(.reset)
    #expect(running(in: store) == 0)
    await gate.open()
    await receipt.finish()
    #expect(store.state == Shop())
  }

  @Test func effectsOfAChildEndWithItWhateverWrapsTheLibrarysOwnWrappers() {
    let detail = ChildSupport.loading(Gate()).ifLet(
      action: ShopAction.casePaths.detail, state: \Shop.detail)
    let wrapped: [AnyMiddleware<ShopAction, ShopAction, Shop>] = [
      AnyMiddleware(counted(AnyMiddleware(detail))),
      AnyMiddleware(counted(detail <> IdentityMiddleware())),
      AnyMiddleware(counted(counted(detail).gated(opening: .reset, closing: .page(.fail)))),
      AnyMiddleware(counted(counted(detail).lift(state: { (shop: Shop) in shop }))),
    ]
    for middleware in wrapped {
      let store = ChildSupport.store(middleware)
      store.dispatch(.detail(.add(1)))
      #expect(running(in: store) == 1)
      store.dispatch(.reset)
      #expect(running(in: store) == 0)
    }
  }

  @Test func probesOfWhatIsWrappedHear() async {
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: counted(counted(ProbingMiddleware(RecordingProbe(log)))))
    await store.dispatch(.add(1)).finish()
    #expect(store.engine.probes.count == 1)
    #expect(log.lines.contains("handling 0"))
  }

  @Test func whatIsWrappedHearsOfRejections() {
    let heard = Log()
    let base = LedgerMiddleware { _, _, _ in
      .pure()
    } didReject: { action, _, _ in
      heard.append("\(action)")
    }
    let store = LedgerStore(
      initialState: Ledger(), reducer: .throwingLedger, middleware: counted(base) <> counted(base))
    store.onRejection = { _ in }
    store.dispatch(.fail)
    #expect(heard.lines == ["fail", "fail"])
  }

  @Test func aWrapperIsFoundByTheCaseOfTheAction() {
    let ledger = LedgerMiddleware { _, _, _ in .pure() }
      .lift(action: ShopAction.casePaths.ledger, state: \Shop.ledger)
    let store = ChildSupport.store(
      counted(counted(ledger)) <> counted(AnyMiddleware(ledger))
        <> counted(ledger.gated { _ in true }))
    store.dispatch(.ledger(.add(1)))
    #expect(log.lines.count == 4)
    log.clear()
    // By the first action of the case it is known whom it concerns.
    store.dispatch(.ledger(.add(1)))
    store.dispatch(.page(.add(1)))
    store.dispatch(.page(.add(2)))
    #expect(log.lines.filter { $0.contains("ledger") }.count == 4)
    #expect(counted(ledger).traits.caseTest != nil)
  }

  @Test func aWrapperMayChangeWhatItPassesOn() {
    struct Deaf<Base: Middleware>: WrappingMiddleware {
      let base: Base
      let log: Log

      var traits: Traits {
        var traits = Traits(of: base)
        traits.didReject = { action, _, _ in log.append("dropped \(action)") }
        return traits
      }

      func handle(
        _ action: Base.InputAction, from source: ActionSource, state: StateReader<Base.State>
      ) -> IO<Base.OutputAction> { base.handle(action, from: source, state: state) }
    }
    let base = LedgerMiddleware { _, _, _ in
      .pure()
    } didReject: { _, _, _ in
      Issue.record("the wrapper keeps this from it")
    }
    let store = LedgerStore(
      initialState: Ledger(), reducer: .throwingLedger, middleware: Deaf(base: base, log: log))
    store.onRejection = { _ in }
    store.dispatch(.fail)
    #expect(log.lines == ["dropped fail"])
  }

  #if DEBUG
    @Test func aWrapperThatPassesOnTooLittleIsReported() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) { @MainActor in
        let child = ChildSupport.loading(Gate()).ifLet(
          action: ShopAction.casePaths.detail, state: \Shop.detail)
        _ = ChildSupport.store(Forgetful(base: child <> ProbingMiddleware(RecordingProbe(Log()))))
        _ = ChildSupport.store(Forgetful(base: IdentityMiddleware()))
        _ = ChildSupport.store(Counted(base: child, log: Log()))
      }
      let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      let reports = output.split(separator: "Millrace: ").filter {
        $0.contains("passes on") || $0.contains("pass on")
      }
      #expect(reports.count == 1)
      #expect(
        output.contains(
          """
          holds a middleware in `base` and does not pass on what it is: effects of its children do \
          not end with them, and its probes hear nothing.
          """))
      #expect(output.contains("conform to WrappingMiddleware, with `var traits: Traits {"))
    }
  #endif
}
