// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct EffectDetachedTests {
  /// The first actions that an effect sends when it runs without a store.
  private func sent(_ effect: Effect<Int>, _ count: Int) async -> [Int] {
    let (actions, continuation) = AsyncStream.makeStream(of: Int.self)
    effect.runDetached(Send { continuation.yield($0.action) })
    var heard: [Int] = []
    for await action in actions {
      heard.append(action)
      if heard.count == count { break }
    }
    return heard
  }

  @Test func aRowKeepsItsOrder() async {
    let row = Effect<Int>.concatenate(
      .just(1), .run { await $0(2) }, .promise { $0(3) }, Effect(operation: .sleep(.zero)),
      .merge(.sequence(4, 5), .cancel(id: 1)), Effect.just(6).cancellable(id: 1),
      Effect.just(7).throttle(id: 1, for: .seconds(1)), .run { $0.start(.just(8)) })
    #expect(await sent(row, 8) == Array(1...8))
  }

  @Test func aSynchronousRowSendsAtOnce() {
    let log = Log()
    Effect<Int>.concatenate(.just(1), .sequence(2, 3), .merge(.just(4), .none))
      .runDetached(Send { log.append("\($0.action)") })
    #expect(log.lines == ["1", "2", "3", "4"])
  }

  @Test func aPromiseCompletesByHandToo() async {
    #expect(await sent(.promise { $0(1) }, 1) == [1])
    #expect(await sent(.concatenate(.promise { _ in }, .just(2)), 1) == [2])
  }

  @Test func itsIdsMeanItAlone() async {
    let waiting = Effect<Int>.just(1).delay(for: .seconds(86_400)).cancellable(id: 1)
    #expect(await sent(.concatenate(.merge(waiting, .cancel(id: 1)), .just(2)), 1) == [2])
  }

  @Test func whatWaitsForACommitSeesThoseOfItsOwnActions() async {
    let log = Log()
    let effect = Effect<Int>.run { send in
      try? await send.until {
        if log.lines.isEmpty {
          log.append("asked")
          send.dispatch(1)
        }
        return log.lines.contains("1")
      }
      await send(2)
    }
    effect.runDetached(Send { log.append("\($0.action)") })
    await until { log.lines.count == 3 }
    #expect(log.lines == ["asked", "1", "2"])
  }

  @Test func aClosureThatKeepsItsSendMaySendLater() async {
    final class Kept { var send: Send<Int>? }
    let (log, kept) = (Log(), Kept())
    Effect<Int>.merge(.just(1), .perform { kept.send = $0 }, .cancel(id: 1))
      .runDetached(Send { log.append("\($0.action)") })
    #expect(log.lines == ["1"])
    // The effect has ended long ago.
    for _ in 0..<10 { await Task.yield() }
    kept.send?.dispatch(2)
    kept.send = nil
    await until { log.lines.count == 2 }
    #expect(log.lines == ["1", "2"])
  }

  /// More actions than one turn of actions from outside runs.
  @Test func aClosureThatKeepsItsSendMaySendManyActionsAsItsLastWork() async {
    final class Kept { var send: Send<Int>? }
    let (log, kept) = (Log(), Kept())
    Effect<Int>.perform { kept.send = $0 }.runDetached(Send { log.append("\($0.action)") })
    for _ in 0..<10 { await Task.yield() }
    for number in 1...1_000 { kept.send?.dispatch(number) }
    kept.send = nil
    await until { log.lines.count == 1_000 }
    #expect(log.lines == (1...1_000).map { "\($0)" })
  }

  @Test func itKnowsWhatIsSynchronous() {
    let just = Effect<Int>.just(1)
    let task = Effect<Int>.task { 1 }
    #expect(Effect<Int>.merge(just, .none, .cancel(id: 1), .sequence(1, 2)).isSynchronous)
    #expect(just.cancellable(id: 1).isSynchronous)
    #expect(just.throttle(id: 1, for: .seconds(1), latest: false).isSynchronous)
    #expect(!just.throttle(id: 1, for: .seconds(1)).isSynchronous)
    #expect(!just.cancellable(id: 1, policy: .serial).isSynchronous)
    #expect(!Effect.merge(just, task).isSynchronous)
    #expect(!Effect.concatenate(just, .promise { $0(1) }).isSynchronous)
    #expect(Effect.concatenate(just).isSynchronous)
    #expect(!Effect.concatenate(just, just).isSynchronous)
    #expect(!just.delay(for: .seconds(1)).isSynchronous)
    #expect(!task.cancellable(id: 1).isSynchronous)
  }
}
