// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

/// Tests the executor through the behaviour of a test store.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct TestExecutorTests {
  private func notes(
    after effect: Effect<LedgerAction>, sending action: LedgerAction = .note("start")
  ) async -> [String] {
    let store = TestStore.ledger(on: action, starting: effect)
    store.exhaustivity = .off
    await store.send(action)
    return store.store.notes
  }

  @Test func aStepReturnsWhenChainsOfTasksHaveRun() async {
    let effect = Effect<LedgerAction>.run { send in
      for number in 0..<100 {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<3 { group.addTask { await Task.yield() } }
        }
        await send(.note("\(number)"))
      }
    }
    #expect(await notes(after: effect) == ["start"] + (0..<100).map(String.init))
  }

  /// A store runs them in many turns.
  @Test func aStepReturnsWhenManyActionsThatAnEffectSentAtOnceHaveRun() async {
    let effect = Effect<LedgerAction>.run { send in
      for number in 0..<5_000 { send.dispatch(.note("\(number)")) }
    }
    #expect(await notes(after: effect).count == 5_001)
  }

  /// A store starts them in many turns.
  @Test func aStepReturnsWhenManyEffectsThatAnEffectSentAtOnceHaveRun() async {
    let log = Log()
    let effect = Effect<LedgerAction>.run { send in
      for _ in 0..<5_000 { send.start(.perform { _ in log.append("effect") }) }
    }
    _ = await notes(after: effect)
    #expect(log.lines.count == 5_000)
  }

  @Test func whatEffectsDoOnTheMainActorIsWaitedForToo() async {
    let effect = Effect<LedgerAction>.run { send in
      for number in 0..<10 {
        let text = await MainActor.run { "\(number)" }
        await Self.detour()
        await send(.note(text))
      }
    }
    #expect(await notes(after: effect) == ["start"] + (0..<10).map(String.init))
  }

  @MainActor
  private static func detour() async {
    async let one: Void = Task.yield()
    await one
    await Task { @MainActor in }.value
  }

  @Test func effectsTakeTurnsInTheOrderInWhichTheyStarted() async {
    func counting(_ name: String) -> Effect<LedgerAction> {
      .run { send in for number in 0..<3 { await send(.note("\(name)\(number)")) } }
    }
    let first = await notes(after: .merge(counting("a"), counting("b"), counting("c")))
    #expect(first.count == 10)
    for _ in 0..<20 {
      #expect(await notes(after: .merge(counting("a"), counting("b"), counting("c"))) == first)
    }
  }
}
