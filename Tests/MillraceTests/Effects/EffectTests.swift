// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct EffectTests {
  private typealias Work = Effect<LedgerAction>

  /// A store whose action `.add(0)` starts an effect.
  ///
  /// Its notes are all other actions.
  private func store(_ effect: Work) -> LedgerStore {
    LedgerStore(
      initialState: Ledger(),
      reducer: Reducer { state, action in
        if action != .add(0) { state.notes.append("\(action)") }
      },
      middleware: LedgerMiddleware { action, _, _ in
        action == .add(0) ? effect : .none
      })
  }

  @Test func noneDoesNothing() async {
    let store = store(.none)
    await store.dispatch(.add(0)).finish()
    #expect(store.state.notes.isEmpty)
    #expect(Work.none.isNone)
    #expect(!Work.just(.fail).isNone)
  }

  @Test func justSendsBeforeTheDispatchReturns() {
    let store = store(.just(.add(1)))
    store.dispatch(.add(0))
    #expect(store.state.notes == ["add(1)"])
  }

  @Test func sequenceSendsInOrderBeforeTheDispatchReturns() {
    let listed = store(.sequence(.add(1), .add(2), .add(3)))
    listed.dispatch(.add(0))
    #expect(listed.state.notes == ["add(1)", "add(2)", "add(3)"])
    let array = store(.sequence((1...3).map { .add($0) }))
    array.dispatch(.add(0))
    #expect(array.state.notes == listed.state.notes)
    let empty = store(.sequence([]))
    empty.dispatch(.add(0))
    #expect(empty.state.notes.isEmpty)
  }

  @Test func synchronousEffectsStartNoTask() {
    let store = store(.merge(.just(.add(1)), .sequence(.add(2))))
    store.dispatch(.add(0))
    #expect(store.held.effects == 0)
  }

  @Test func theSourceIsThePlaceThatMadeTheEffect() {
    var sources: [ActionSource] = []
    let line: UInt = #line + 1
    let effect = Work.merge(.just(.add(1)), .sequence(.add(2), .add(3)))
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, source, _ in
        if action != .add(0) { sources.append(source) }
        return action == .add(0) ? effect : .none
      })
    store.dispatch(.add(0))
    #expect(sources == Array(repeating: ActionSource(line: line), count: 3))
  }

  @Test func runSendsInOrderAndEachCallReturnsAfterItsCommit() async {
    let log = Log()
    let store = store(
      .run { send in
        for amount in 1...3 {
          await send(.add(amount))
          log.append("sent \(amount)")
        }
      })
    let subscription = store.subscribe(to: \.notes) { log.append($0.last ?? "") }
    await store.dispatch(.add(0)).finish()
    #expect(log.lines == ["add(1)", "sent 1", "add(2)", "sent 2", "add(3)", "sent 3"])
    subscription.cancel()
  }

  @Test func runMaySendWithoutWaiting() async {
    let store = store(
      .run { send in
        for amount in 1...3 { send.dispatch(.add(amount)) }
      })
    await store.dispatch(.add(0)).finish()
    #expect(store.state.notes == ["add(1)", "add(2)", "add(3)"])
  }

  @Test func mergedEffectsRunSideBySide() async {
    let (first, second) = (Gate(), Gate())
    // Each waits for the other: one after the other they would never end.
    let store = store(
      .merge(
        .run { send in
          await first.open()
          await second.wait()
          await send(.add(1))
        },
        .run { send in
          await first.wait()
          await second.open()
          await send(.add(1))
        }))
    await store.dispatch(.add(0)).finish()
    #expect(store.state.notes == ["add(1)", "add(1)"])
  }

  @Test func mergeStartsInOrder() {
    let store = store(.merge([.just(.add(1)), .merge(.just(.add(2)), .none), .just(.add(3))]))
    store.dispatch(.add(0))
    #expect(store.state.notes == ["add(1)", "add(2)", "add(3)"])
  }

  @Test func mapTranslatesEveryKindOfEffect() async {
    let amounts = Effect<Int>.merge(
      .none, .just(1), .sequence(2, 3), .run { send in await send(4) },
      .run { send in send.dispatch(5) }.cancellable(id: "late"), .cancel(id: "nobody"))
    let store = store(amounts.map { .add($0 * 10) })
    await store.dispatch(.add(0)).finish()
    #expect(store.state.notes.prefix(3) == ["add(10)", "add(20)", "add(30)"])
    #expect(store.state.notes.dropFirst(3).sorted() == ["add(40)", "add(50)"])
  }

  @Test func mapKeepsSourcesAndIds() async {
    let gate = Gate()
    let effect = Effect<Int>.run { _ in await gate.wait() }.cancellable(id: 1, policy: .latest)
      .map { LedgerAction.add($0) }
    guard case .cancellable(_, EffectID(1), .latest) = effect.operation else {
      Issue.record("The id was lost: \(effect.operation).")
      return
    }
    let just = Effect<Int>.just(1, line: 7).map { LedgerAction.add($0) }
    guard case .just(let sent) = just.operation else {
      Issue.record("Not a single action any more: \(just.operation).")
      return
    }
    #expect(sent == DispatchedAction(.add(1), source: ActionSource(line: 7)))
  }
}

/// Allows an id in a pattern.
private func ~= (pattern: EffectID, value: EffectID) -> Bool { pattern == value }
