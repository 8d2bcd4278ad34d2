// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct EffectCancelTests {
  private enum Timers: Hashable, Sendable { case main, other }

  /// A store whose actions `.note(name)` start the effects of those names.
  private func store(_ effects: [String: Effect<LedgerAction>]) -> LedgerStore {
    LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        guard case .note(let name) = action, let effect = effects[name] else { return .none }
        return effect
      })
  }

  /// Work that ends when its task is cancelled, and then still sends.
  private func untilCancelled(_ log: Log, _ name: String) -> Effect<LedgerAction> {
    .run { send in
      let (never, continuation) = AsyncStream.makeStream(of: Void.self)
      for await _ in never {}
      log.append("\(name) cancelled: \(Task.isCancelled)")
      send.dispatch(.add(1))
      await send(.add(1))
      continuation.finish()
    }
  }

  @Test func cancellingEndsTheTaskAndDropsWhatItSendsFromThenOn() async {
    let log = Log()
    let store = store([
      "start": untilCancelled(log, "work").cancellable(id: Timers.main),
      "stop": .cancel(id: Timers.main),
    ])
    let receipt = store.dispatch(.note("start"))
    store.dispatch(.note("stop"))
    await receipt.finish()
    #expect(log.lines == ["work cancelled: true"])
    #expect(store.count == 0)
    #expect(store.held.effects == 0)
    #expect(store.held.effectIDs == 0)
  }

  /// A `just` has ended when its action is committed, a `perform` when its closure has returned.
  @Test func cancellingDropsWhatAJustHasSentButNotWhatAPerformHasSent() async {
    let firsts: [(effect: Effect<LedgerAction>, count: Int)] = [
      (.just(.add(1)), 0), (.perform { $0.dispatch(.add(1)) }, 1),
    ]
    for first in firsts {
      let both = Effect<LedgerAction>.concatenate(first.effect, .just(.add(5)))
      let store = store([
        "go": .merge(both.cancellable(id: Timers.main), .cancel(id: Timers.main))
      ])
      await store.dispatch(.note("go")).finish()
      #expect(store.count == first.count)
      #expect(store.held.effects == 0)
    }
  }

  @Test func otherIdsGoOn() async {
    let log = Log()
    let gate = Gate()
    let store = store([
      "start": .merge(
        untilCancelled(log, "main").cancellable(id: Timers.main),
        .run { send in
          await gate.wait()
          await send(.add(5))
        }
        .cancellable(id: Timers.other)),
      "stop": .cancel(id: Timers.main),
    ])
    let receipt = store.dispatch(.note("start"))
    store.dispatch(.note("stop"))
    await gate.open()
    await receipt.finish()
    #expect(log.lines == ["main cancelled: true"])
    #expect(store.count == 5)
  }

  @Test func oneIdMayStandForSeveralEffects() async {
    let log = Log()
    let work = Effect.merge(untilCancelled(log, "a"), untilCancelled(log, "a"))
    let store = store([
      "start": work.cancellable(id: 1), "stop": .cancel(id: 1),
    ])
    let first = store.dispatch(.note("start"))
    let second = store.dispatch(.note("start"))
    // Two effects with the id, each with two parts.
    #expect(store.held.effects == 6)
    store.dispatch(.note("stop"))
    await first.finish()
    await second.finish()
    #expect(log.lines == Array(repeating: "a cancelled: true", count: 4))
    #expect(store.held.effects == 0)
  }

  @Test func anEffectMayHaveSeveralIds() async {
    let log = Log()
    let work = untilCancelled(log, "a").cancellable(id: 1).cancellable(id: "one")
    for id in ["inner", "outer"] {
      let store = store(["start": work, "inner": .cancel(id: 1), "outer": .cancel(id: "one")])
      let receipt = store.dispatch(.note("start"))
      store.dispatch(.note(id))
      await receipt.finish()
      #expect(store.held.effectIDs == 0)
    }
    #expect(log.lines.count == 2)
  }

  @Test func whatWaitsInTheMailboxIsDroppedToo() async {
    final class Link: Sendable {
      let mailbox = Mutex<Mailbox<LedgerAction>?>(nil)
      let sender = Mutex<Send<LedgerAction>?>(nil)
      var hasMail: Bool { mailbox.withLock { $0?.isEmpty == false } }
    }
    let link = Link()
    let (hasBegun, mayEnd) = (Gate(), Gate())
    let work = Effect<LedgerAction>.run { send in
      link.sender.withLock { $0 = send }
      await hasBegun.open()
      await mayEnd.wait()
    }
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        switch action {
        case .note("start"): return work.cancellable(id: 1)
        case .note("stop"):
          // The effect sends in the middle of the turn, and is cancelled after that.
          let send = link.sender.withLock { $0 }
          onAnotherThread { send?.dispatch(.add(1)) }
          #expect(link.hasMail)
          return .cancel(id: 1)
        default: return .none
        }
      })
    link.mailbox.withLock { $0 = store.engine.mailbox }
    let receipt = store.dispatch(.note("start"))
    await hasBegun.wait()
    store.dispatch(.note("stop"))
    await mayEnd.open()
    await receipt.finish()
    #expect(store.count == 0)
    #expect(store.notes == ["start", "stop"])
  }

  @Test func cancellingWhatDoesNotRunDoesNothing() {
    let store = store(["stop": .merge(.cancel(id: 1), .just(.add(1)))])
    store.dispatch(.note("stop"))
    #expect(store.count == 1)
  }

  @Test func idsBelongToOneStore() async {
    let log = Log()
    let effects: [String: Effect<LedgerAction>] = [
      "start": untilCancelled(log, "a").cancellable(id: 1), "stop": .cancel(id: 1),
    ]
    let (one, two) = (store(effects), store(effects))
    let first = one.dispatch(.note("start"))
    let second = two.dispatch(.note("start"))
    one.dispatch(.note("stop"))
    await first.finish()
    #expect(log.lines.count == 1)
    #expect(one.held.effects == 0)
    #expect(two.held.effects == 1)
    two.dispatch(.note("stop"))
    await second.finish()
    #expect(log.lines.count == 2)
  }
}
