// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct MiddlewareTraitsTests {
  /// A wrapper as the documentation shows it.
  private struct Counted<Base: Middleware>: Middleware {
    let base: Base
    let log: Log

    var traits: Traits { base.traits }

    func handle(
      _ action: Base.InputAction, from source: ActionSource, state: StateReader<Base.State>
    ) -> Effect<Base.OutputAction> {
      log.append("handle \(action)")
      return base.handle(action, from: source, state: state)
    }
  }

  /// A wrapper that passes on `handle` alone.
  private struct Forgetful<Base: Middleware>: Middleware {
    let base: Base

    func handle(
      _ action: Base.InputAction, from source: ActionSource, state: StateReader<Base.State>
    ) -> Effect<Base.OutputAction> {
      base.handle(action, from: source, state: state)
    }
  }

  private let log = Log()

  private func counted<Base: Middleware>(_ base: Base) -> Counted<Base> {
    Counted(base: base, log: log)
  }

  /// The number of running effects that no other effect has started.
  private func running(in store: ShopStore) -> Int {
    store.runningEffects.count { $0.parent == nil && !$0.isCancelled }
  }

  @Test func effectsOfAChildEndWithItInAWrapper() async {
    let gate = Gate()
    let loading = ChildSupport.loading(gate)
    let row = loading.lift(state: { (row: ShopRow) in row.ledger })
    let store = ChildSupport.store(
      Feature(middleware: counted(loading)).ifLet(action: \.detail, state: \.detail)
        <> Feature(middleware: counted(counted(row).gated { _ in true }))
        .forEach(action: ShopAction.casePaths.row, state: \.rows)
        <> Feature(middleware: counted(counted(loading))).ifLet(
          action: \.detail, state: \.detail))
    store.dispatch(.detail(.add(1)))
    let receipt = store.dispatch(.row(id: 1, action: .add(1)))
    #expect(running(in: store) == 3)
    store.dispatch(.reset)
    #expect(running(in: store) == 0)
    await gate.open()
    await receipt.finish()
    #expect(store.state == Shop())
  }

  @Test func probesOfWhatIsWrappedHear() async {
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: counted(counted(ProbingMiddleware(RecordingProbe(log)))))
    await store.dispatch(.add(1)).finish()
    #expect(store.held.probes == 1)
    #expect(log.lines.contains("handling 0"))
  }

  @Test func whatIsWrappedHearsOfRejections() {
    let heard = Log()
    let base = LedgerMiddleware { _, _, _ in
      .none
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
    let ledger = LedgerMiddleware { _, _, _ in .none }
      .lift(action: ShopAction.casePaths.ledger, state: \Shop.ledger)
    let middleware =
      counted(counted(ledger)) <> counted(AnyMiddleware(ledger))
      <> counted(ledger.gated { _ in true })
    let store = ChildSupport.store(Feature(middleware: middleware))
    store.dispatch(.ledger(.add(1)))
    #expect(log.lines.count == 4)
    log.clear()
    // The first action of a case has shown which middlewares handle that case.
    store.dispatch(.ledger(.add(1)))
    store.dispatch(.page(.add(1)))
    store.dispatch(.page(.add(2)))
    #expect(log.lines.filter { $0.contains("ledger") }.count == 4)
    #expect(counted(ledger).traits.caseTest != nil)
  }

  @Test func aWrapperMayChangeWhatItPassesOn() {
    struct Deaf<Base: Middleware>: Middleware {
      let base: Base
      let log: Log

      var traits: Traits {
        var traits = base.traits
        traits.didReject = { action, _, _ in log.append("dropped \(action)") }
        return traits
      }

      func handle(
        _ action: Base.InputAction, from source: ActionSource, state: StateReader<Base.State>
      ) -> Effect<Base.OutputAction> { base.handle(action, from: source, state: state) }
    }
    let base = LedgerMiddleware { _, _, _ in
      .none
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
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) { @MainActor in
        let probing = ProbingMiddleware<ShopAction, Shop>(RecordingProbe(Log()))
        let gated = AnyMiddleware<ShopAction, ShopAction, Shop> { _, _, _ in .none }
          .gated { _ in true }
        for _ in 0..<2 {
          _ = ChildSupport.store(Feature(middleware: Forgetful(base: gated <> probing)))
        }
        _ = ChildSupport.store(
          Feature(
            middleware: Forgetful(base: ComposedMiddleware<ShopAction, ShopAction, Shop>())))
        _ = ChildSupport.store(Feature(middleware: Counted(base: gated, log: Log())))
      }
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      let reports = output.split(separator: "Millrace: ").filter {
        $0.contains("passes on") || $0.contains("pass on")
      }
      #expect(reports.count == 1)
      #expect(
        output.contains(
          """
          holds a middleware in `base` and does not pass on its traits: its gate is not updated \
          after a commit, and its probes are not called.
          """))
      #expect(output.contains("that middleware: `var traits: Traits { base.traits }`."))
      #expect(output.contains("This is reported once per property."))
    }

    /// Without a check, the search for lost traits would follow the cycle without end.
    @Test func middlewareObjectsCanReferToEachOther() throws {
      final class Linked: Middleware {
        weak var other: Linked?

        func handle(
          _ action: LedgerAction, from source: ActionSource, state: StateReader<Ledger>
        ) -> Effect<LedgerAction> { .none }
      }
      let (one, other) = (Linked(), Linked())
      (one.other, other.other) = (other, one)
      let store = LedgerStore(initialState: Ledger(), reducer: .ledger, middleware: one)
      try store.dispatch(.add(1)).get()
      #expect(store.count == 1)
    }
  #endif
}
