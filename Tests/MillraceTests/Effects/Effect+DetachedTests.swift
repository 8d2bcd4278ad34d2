// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct EffectDetachedTests {
  /// What an effect sends when somebody runs it by hand, until it has sent so many.
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
