// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct EngineEffectsTests {
  private func store(_ effects: [LedgerAction: Effect<LedgerAction>]) -> LedgerStore {
    LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in effects[action] ?? .none })
  }

  @Test func anEffectThatEndsIsForgotten() async {
    let store = store([.add(1): Effect.run { send in await send(.note("x")) }.cancellable(id: 1)])
    await store.dispatch(.add(1)).finish()
    #expect(store.held.effects == 0)
    #expect(store.held.effectIDs == 0)
    #expect(store.state.notes == ["x"])
  }

  @Test func cancellingBeforeStartingDoesNothing() async {
    let store = store([
      .add(1): .cancel(id: "later"),
      .add(2): Effect.run { send in await send(.note("ran")) }.cancellable(id: "later"),
    ])
    store.dispatch(.add(1))
    await store.dispatch(.add(2)).finish()
    #expect(store.state.notes == ["ran"])
  }

  @Test func cancellingAndStartingAgainInOneEffectReplaces() async {
    let log = Log()
    let gate = Gate()
    let work = Effect<LedgerAction>.run { send in
      await gate.wait()
      log.append(Task.isCancelled ? "cancelled" : "ran")
      await send(.note("sent"))
    }
    .cancellable(id: "work")
    let store = store([.add(1): .merge(.cancel(id: "work"), work)])
    let first = store.dispatch(.add(1))
    let second = store.dispatch(.add(1))
    await gate.open()
    await first.finish()
    await second.finish()
    #expect(log.lines.sorted() == ["cancelled", "ran"])
    #expect(store.state.notes == ["sent"])
  }

  @Test func anEffectMayCancelItself() async {
    let store = store([
      .add(1): Effect.run { send in
        await send(.add(2))
        await send(.note("too late"))
      }
      .cancellable(id: "self"),
      .add(2): .cancel(id: "self"),
    ])
    await store.dispatch(.add(1)).finish()
    #expect(store.state.notes.isEmpty)
    #expect(store.held.effects == 0)
  }

  @Test func ioMaySendLongAfterItsTurn() async {
    let gate = Gate()
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        guard action == .add(1) else { return .none }
        return Effect.perform { output in
          Task.detached {
            await gate.wait()
            output.dispatch(.note("late"))
            await output(.note("later"))
            output.dispatch(.note("last"))
          }
        }
      })
    let notes = store.values(of: \.notes)
    store.dispatch(.add(1))
    await gate.open()
    for await value in notes where value.count == 3 { break }
    #expect(store.state.notes == ["late", "later", "last"])
  }
}
