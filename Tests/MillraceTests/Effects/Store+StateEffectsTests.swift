// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct StoreStateEffectsTests {
  private typealias Declared = StateEffects<Ledger, LedgerAction>

  /// Logs when it is started and cancelled.
  private nonisolated func socket(_ name: String, _ log: Log) -> Effect<LedgerAction> {
    .run { _ in
      log.append("open \(name)")
      let (never, continuation) = AsyncStream.makeStream(of: Void.self)
      for await _ in never {}
      log.append("close \(name)")
      continuation.finish()
    }
  }

  private func store() -> LedgerStore {
    LedgerStore(initialState: Ledger(), reducer: .ledger)
  }

  @Test func aSocketIsOpenWhileItsRoomIs() async {
    let log = Log()
    let store = store()
    store.run(
      Declared(on: \.other) { room in
        room == 0 ? [] : [.effect(id: room, self.socket("\(room)", log))]
      })
    #expect(store.held.effects == 0)
    store.dispatch(.setOther(1))
    await until { log.lines == ["open 1"] }
    store.dispatch(.add(1))
    #expect(store.held.effects == 1)
    store.dispatch(.setOther(2))
    await until { log.lines.count == 3 }
    #expect(log.lines.sorted() == ["close 1", "open 1", "open 2"])
    store.dispatch(.setOther(0))
    await until { store.held.effects == 0 }
    #expect(log.lines.last == "close 2")
    #expect(store.held.effectIDs == 0)
  }

  @Test func theListIsMadeAgainOnlyWhenTheSliceChanged() {
    let log = Log()
    let store = store()
    store.run(
      Declared(on: \.other) { room in
        log.append("\(room)")
        return []
      })
    for action in [LedgerAction.add(1), .setOther(0), .note("x"), .setOther(3)] {
      store.dispatch(action)
    }
    #expect(log.lines == ["0", "3"])
  }

  @Test func theStateOfTheBeginningCounts() {
    let store = LedgerStore(initialState: Ledger(other: 5), reducer: .ledger)
    store.run(Declared(on: \.other) { [.effect(id: $0, .just(.add($0)))] })
    #expect(store.count == 5)
  }

  @Test func whatIsStillDeclaredRunsOnUntouched() async {
    let log = Log()
    let store = store()
    store.run(
      Declared(on: \.count) { count in
        (0..<count).map { .effect(id: $0, self.socket("\($0)", log)) }
      })
    store.dispatch(.add(2))
    await until { log.lines.count == 2 }
    store.dispatch(.add(1))
    await until { log.lines.count == 3 }
    store.dispatch(.add(-2))
    await until { log.lines.count == 5 }
    #expect(log.lines.prefix(2).sorted() == ["open 0", "open 1"])
    #expect(log.lines[2] == "open 2")
    #expect(log.lines.suffix(2).sorted() == ["close 1", "close 2"])
  }

  @Test func aTimerTicksWhileTheStateSaysSo() async {
    let clock = TestClock()
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger, clock: clock)
    let ticks = Effect<LedgerAction>.run { send in
      while (try? await clock.sleep(for: .seconds(1))) != nil { await send(.add(1)) }
    }
    store.run(Declared(on: \.other) { $0 == 1 ? [.effect(id: "timer", ticks)] : [] })
    store.dispatch(.setOther(1))
    for tick in 1...3 {
      await clock.untilAsleep()
      clock.advance(by: .seconds(1))
      await until { store.count == tick }
    }
    store.dispatch(.setOther(0))
    await until { store.held.effects == 0 }
    #expect(store.count == 3)
    #expect(clock.sleepers == 0)
  }

  @Test func aStreamIsReadWhileTheStateSaysSo() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = store()
    store.run(
      Declared(on: \.other) { $0 == 1 ? [.effect(id: 1, .stream(stream) { .add($0) })] : [] })
    continuation.yield(5)
    store.dispatch(.setOther(1))
    await until { store.count == 5 }
    store.dispatch(.setOther(0))
    await until { store.held.effects == 0 }
    continuation.yield(5)
    store.dispatch(.note("after"))
    #expect(store.count == 5)
  }

  @Test func inABatchTheLastStateCounts() async {
    let log = Log()
    let store = store()
    store.run(Declared(on: \.other) { [.effect(id: $0, self.socket("\($0)", log))] })
    await until { log.lines == ["open 0"] }
    store.batch {
      store.dispatch(.setOther(1))
      store.dispatch(.setOther(0))
      store.dispatch(.setOther(2))
    }
    await until { log.lines.count == 3 }
    #expect(log.lines.sorted() == ["close 0", "open 0", "open 2"])
  }

  @Test func idsOfOtherDeclarationsAndCancelIdsDoNotMeet() {
    let store = LedgerStore.starting(["stop": .cancel(id: 1)])
    let log = Log()
    let one = Declared(on: \.count) { _ in [.effect(id: 1, self.socket("a", log))] }
    let two = Declared(on: \.other) { $0 == 0 ? [.effect(id: 1, self.socket("b", log))] : [] }
    store.run(one <> two)
    store.dispatch(.note("stop"))
    #expect(store.engine.effects.nodes.allSatisfy { !$0.isCancelled })
    store.dispatch(.setOther(1))
    #expect(store.held.effectIDs == 1)
  }

  @Test func anEffectThatHasEndedComesBackOnlyWhenItWasGone() {
    let store = store()
    store.run(
      Declared(on: \.other) { other in
        other < 0 ? [] : [.effect(id: "once", .just(.note("\(other)")))]
      })
    for other in [1, 2, -1, 3] { store.dispatch(.setOther(other)) }
    #expect(store.state.notes == ["0", "3"])
  }

  @Test func theyEndWithTheStoreAndDoNotKeepIt() async {
    let log = Log()
    var store: LedgerStore? = store()
    let kept = Weak(store)
    store?.run(Declared(on: \.other) { _ in [.effect(id: 1, self.socket("a", log))] })
    await until { log.lines == ["open a"] }
    store = nil
    #expect(kept.object == nil)
    await until { log.lines == ["open a", "close a"] }
  }

  @Test func finishDoesNotWaitForThem() async {
    let log = Log()
    let store = store()
    store.run(Declared(on: \.other) { [.effect(id: $0, self.socket("\($0)", log))] })
    await store.dispatch(.setOther(1)).finish()
    #expect(store.held.effectIDs == 1)
  }
}
