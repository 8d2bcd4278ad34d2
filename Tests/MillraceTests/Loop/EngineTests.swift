// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

/// The engine without a store.
@MainActor
@Suite struct EngineTests {
  static func make(
    _ reducer: Reducer<Ledger, LedgerAction> = .ledger, middleware: LedgerMiddleware? = nil
  ) -> Engine<Ledger, LedgerAction> {
    Engine(
      state: Ledger(payload: Array(repeating: 0, count: 2)), feature: reducer.feature,
      middleware: ComposedMiddleware(middleware.map { [$0] } ?? []))
  }

  @Test func itIsPlainOnlyWithoutObservers() {
    let engine = Self.make()
    #expect(engine.isPlain)
    let observer = engine.subscribe { _ in }
    #expect(!engine.isPlain)
    observer.cancel()
    #expect(engine.isPlain)
    let second = ActionObserver<Ledger, LedgerAction>(actions: { _ in })
    engine.add(second)
    #expect(!engine.isPlain)
    second.cancel()
    #expect(engine.isPlain)
  }

  @Test func itIsPlainOnlyWithoutWriters() {
    typealias Writer = ActionWriter<Ledger, LedgerAction>
    let engine = Self.make()
    let writer = Writer(
      now: { 0 }, onFullPage: { _, _ in Writer.Page() }, onRefusal: { _ in },
      onReplacement: { _ in })
    engine.add(writer)
    #expect(!engine.isPlain)
    engine.remove(writer)
    #expect(engine.isPlain)
  }

  @Test func aThrowingReducerAndMiddlewareAreNeverPlain() {
    #expect(!Self.make(.throwingLedger).isPlain)
    #expect(!Self.make(middleware: LedgerMiddleware { _, _, _ in .none }).isPlain)
    #expect(Self.make(.identity).isPlain)
  }

  /// An engine with observers commits the same as one without.
  @Test func bothWaysCommitTheSame() {
    let (short, long) = (Self.make(), Self.make())
    let observer = long.subscribe { _ in }
    for action in [LedgerAction.add(3), .note("x"), .write(1), .setOther(9), .fail] {
      let source = ActionSource()
      #expect(short.dispatch(action, source: source).isCommitted)
      #expect(long.dispatch(action, source: source).isCommitted)
      #expect(short.state == long.state)
    }
    observer.cancel()
  }

  @Test func afterShutDownNothingIsHeldAndNothingIsTaken() {
    let engine = Self.make(middleware: LedgerMiddleware { _, _, _ in .none })
    _ = engine.subscribe(StateSelector(\.count)) { _ in Issue.record("called after the end") }
    engine.add(
      ActionObserver(transitions: { _ in Issue.record("called after the end") }))
    engine.shutDown()
    engine.mailbox.post(
      .action(PendingAction(DispatchedAction(.add(1)), dispatchID: 0, isChained: false)))
    engine.drain()
    #expect(engine.state.count == 0)
    #expect(engine.observers.isEmpty)
    _ = engine.dispatch(.add(1), source: ActionSource())
    // The engine has ended, so it refuses actions that are dispatched, too.
    #expect(engine.state.count == 0)
  }
}
