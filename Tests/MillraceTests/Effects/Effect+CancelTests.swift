// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct EffectCancelTests {
  private enum Timers: Hashable, Sendable { case main, other }

  /// The store of an effect that uses it.
  @MainActor
  private final class Watched {
    weak var store: LedgerStore?
    var listener: Effect<LedgerAction>.Listener?
  }

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

  /// They have ended while they started; what comes after them does not start.
  @Test func cancellingDoesNotDropWhatSynchronousPartsHaveSent() async {
    let firsts: [Effect<LedgerAction>] = [
      .just(.add(1)), .sequence(.add(1)), .perform { $0.dispatch(.add(1)) },
    ]
    for first in firsts {
      let both = Effect<LedgerAction>.concatenate(first, .just(.add(5)))
      let store = store([
        "go": .merge(both.cancellable(id: Timers.main), .cancel(id: Timers.main))
      ])
      await store.dispatch(.note("go")).finish()
      #expect(store.count == 1)
      #expect(store.held.effects == 0)
    }
  }

  /// The forms of an effect that must do the same: alone, with a part that does nothing, with an id
  /// that nothing else has, and made later.
  private func forms(_ effect: Effect<LedgerAction>) -> [Effect<LedgerAction>] {
    [
      effect, .merge(effect, .deferred { .none }), effect.cancellable(id: "unused"),
      .deferred { effect },
    ]
  }

  @Test func aPartThatDoesNothingAndAnUnusedIDChangeNothing() async {
    let just = Effect<LedgerAction>.just(.add(1))
    let stop = Effect<LedgerAction>.cancel(id: 1)
    let watched = Watched()
    let stopFromOutside = Effect<LedgerAction>.perform { send in
      send.dispatch(.add(1))
      watched.store?.addEffect(.cancel(id: 1))
    }
    let effects: [(effect: Effect<LedgerAction>, policy: EffectPolicy, count: Int)] = [
      (just, .concurrent, 2), (just, .latest, 2), (just, .dropIfRunning, 2), (just, .serial, 2),
      (.merge(just, stop), .concurrent, 2), (.merge(stop, just), .concurrent, 0),
      (.merge(stopFromOutside, just), .concurrent, 2),
      (.merge(just, just.cancellable(id: 2, policy: .latest)), .latest, 4),
      (.merge(.merge(just, stop), just), .dropIfRunning, 2),
      (.merge(just, .merge(just, stop)), .serial, 4),
      (.merge(stop, just).cancellable(id: 3), .concurrent, 0),
      (.merge(just.throttle(id: 1, for: .seconds(1), latest: false), just), .concurrent, 3),
      (.concatenate(just, .merge(stop, just)), .latest, 2),
    ]
    for (effect, policy, count) in effects {
      for form in forms(effect) {
        for whole in forms(form.cancellable(id: 1, policy: policy)) {
          let store = store(["go": .merge(whole, whole)])
          watched.store = store
          await store.dispatch(.note("go")).finish()
          #expect(store.count == count, "\(whole)")
          store.addEffect(stop)
          await until { store.held.effects == 0 }
        }
      }
    }
  }

  @Test func whatFollowsAWaitingPartStartsWhenItsActionsAreCommitted() async {
    let (gate, log, watched) = (Gate(), Log(), Watched())
    let waiting = Effect<LedgerAction>.merge(
      .just(.note("a")), .just(.note("b")).cancellable(id: 2)
    )
    .cancellable(id: 1, policy: .serial)
    let store = store([
      "block": Effect.run { _ in await gate.wait() }.cancellable(id: 1),
      "go": .concatenate(waiting, .perform { _ in log.append("\(watched.store?.notes ?? [])") }),
    ])
    watched.store = store
    let receipts = ["block", "go"].map { store.dispatch(.note($0)) }
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(log.lines == ["\(["block", "go", "a", "b"])"])
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

  @Test(arguments: [true, false])
  func aHandlerOfTheCancellationCanStartAnEffectWithTheSameID(isPart: Bool) {
    let watched = Watched()
    let listening = Effect<LedgerAction>.listen { listener in
      watched.listener = listener
      listener.onCancel {
        MainActor.assumeIsolated {
          let next = Effect<LedgerAction>.just(.add(1))
          watched.store?.addEffect(next.cancellable(id: 1, policy: .dropIfRunning))
        }
      }
    }
    let work = listening.cancellable(id: 1)
    let store = store(["start": isPart ? .concatenate(work, .just(.add(5))) : work])
    watched.store = store
    store.dispatch(.note("start")).cancel()
    #expect(store.count == 1)
    #expect(store.held.effects == 0)
    #expect(store.held.effectIDs == 0)
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
