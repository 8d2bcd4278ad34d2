// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import Synchronization
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct RunningEffectTests {
  private let gate = Gate()
  private let callbacks = Callbacks()

  /// Keeps the completions of promises.
  ///
  /// An effect ends when its completion is released.
  private final class Callbacks: Sendable {
    private let kept = Mutex<[@Sendable (LedgerAction) -> Void]>([])

    var effect: Effect<LedgerAction> {
      .promise { promise in self.kept.withLock { $0.append(promise) } }
    }
  }

  @Test func eachKindOfWorkIsTold() async {
    let gate = gate
    let store = LedgerStore.starting([
      "task": .run { _ in await gate.wait() },
      "delay": .just(.add(1)).delay(for: .seconds(1)),
      "callback": callbacks.effect,
      "row": Effect.run { _ in await gate.wait() }.cancellable(id: "row", policy: .serial),
      "throttled": .just(.add(1)).throttle(id: "t", for: .seconds(1), latest: false),
    ])
    #expect(store.runningEffects.isEmpty)
    store.dispatch(.note("throttled"))
    #expect(store.runningEffects.isEmpty)
    for name in ["task", "callback", "row", "row"] { store.dispatch(.note(name)) }
    #expect(store.runningEffects.map(\.work) == [.task, .callback, .task, .turn])
    #expect(store.runningEffects.map(\.id) == [nil, nil, "row", "row"])
    #expect(store.runningEffects.allSatisfy { $0.isAwaited && !$0.isCancelled })
    for (index, effect) in store.runningEffects.enumerated() {
      #expect(
        store.runningEffects(after: effect.number)
          == Array(store.runningEffects.dropFirst(index + 1)))
    }
    #expect(store.runningEffects(after: 0) == store.runningEffects)
    #expect(store.runningEffects(after: .max).isEmpty)
    store.dispatch(.note("delay"))
    let delay = store.runningEffects.suffix(2)
    #expect(delay.map(\.work) == [.parts, .delay])
    #expect(delay.last?.parent == delay.first?.number)
  }

  @Test func oneEffectIsCancelledWithItsParts() async {
    let clock = TestClock()
    let store = LedgerStore.starting(
      ["delay": .just(.add(1)).delay(for: .seconds(1)), "callback": callbacks.effect],
      clock: clock)
    let receipt = store.dispatch(.note("delay"))
    let other = store.dispatch(.note("callback"))
    await clock.untilAsleep()
    let effects = store.runningEffects
    store.cancel(effects[0])
    store.cancel(effects[2])
    #expect(store.runningEffects.allSatisfy { $0.isCancelled })
    await receipt.finish()
    await other.finish()
    #expect(store.runningEffects.isEmpty)
    store.cancel(effects[0])
    #expect(store.count == 0)
  }

  @Test func aReceiptDoesNotWaitForDeclaredEffects() {
    let callbacks = callbacks
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    store.run(StateEffects(on: \.count) { _ in [.effect(id: 1, callbacks.effect)] })
    #expect(store.runningEffects.map(\.isAwaited) == [false])
    #expect(store.runningEffects.map(\.id) == ["1"])
  }

  @Test func codeThatHasReturnedRunsNoMoreAndItsPartsDo() async {
    let gate = gate
    let store = LedgerStore.starting([
      "a": .run { send in
        send.start(.run { _ in await gate.wait() })
        send.start(.run { _ in await gate.wait() })
      }
    ])
    let receipt = store.dispatch(.note("a"))
    await until { store.runningEffects.count == 3 && store.runningEffects[0].work != .task }
    #expect(store.runningEffects.map(\.work) == [.parts, .task, .task])
    await gate.open()
    await receipt.finish()
  }
}
