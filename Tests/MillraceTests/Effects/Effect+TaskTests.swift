// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import TestSupport
import Testing

import Millrace

@MainActor
@Suite struct EffectTaskTests {
  private struct Failure: Error {}

  @Test func aTaskEndsWithItsAction() async {
    let gate = Gate()
    let store = LedgerStore.starting([
      "a": .task {
        await gate.wait()
        return .add(1)
      }
    ])
    let receipt = store.dispatch(.note("a"))
    #expect(store.count == 0)
    await gate.open()
    await receipt.finish()
    #expect(store.count == 1)
  }

  @Test func anErrorBecomesAnAction() async {
    let store = LedgerStore.starting([
      "works": .task {
        .add(1)
      } catch: { _ in
        .add(-1)
      },
      "fails": .task {
        throw Failure()
      } catch: {
        .note("\(type(of: $0))")
      },
    ])
    await store.dispatch(.note("works")).finish()
    await store.dispatch(.note("fails")).finish()
    #expect(store.count == 1)
    #expect(store.state.notes == ["works", "fails", "Failure"])
  }

  @Test func theErrorOfACancelledTaskIsNotReported() async {
    let log = Log()
    let clock = TestClock()
    let store = LedgerStore.starting([
      "a": Effect.task {
        try await clock.sleep(for: .seconds(1))
        return .add(1)
      } catch: { _ in
        log.append("asked")
        return .add(-1)
      }
      .cancellable(id: 1),
      "stop": .cancel(id: 1),
    ])
    let receipt = store.dispatch(.note("a"))
    await clock.untilAsleep()
    store.dispatch(.note("stop"))
    await receipt.finish()
    #expect(store.count == 0)
    #expect(log.lines.isEmpty)
  }

  @Test func theSourceIsThePlaceThatMadeTheEffect() async {
    var lines: [UInt] = []
    let one = AsyncStream<Int> {
      $0.yield(1)
      $0.finish()
    }
    let line: UInt = #line
    let effects: [Effect<LedgerAction>] = [
      .task(line: line) { .add(1) },
      .task(line: line + 1) {
        throw Failure()
      } catch: { _ in
        .add(1)
      },
      .promise(line: line + 2) { complete in complete(.add(1)) },
      .stream(one, line: line + 3) { .add($0) },
      .task { .add(1) },
    ]
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, source, _ in
        if case .add = action { lines.append(source.line) }
        if case .setOther(let index) = action { return effects[index] }
        return .none
      })
    for index in effects.indices { await store.dispatch(.setOther(index)).finish() }
    #expect(lines == [line, line + 1, line + 2, line + 3, line + 10])
  }

  @Test func whatIsFiredAndForgottenSendsNothingAndIsWaitedFor() async {
    let log = Log()
    let store = LedgerStore.starting(["a": .fireAndForget { log.append("done") }])
    await store.dispatch(.note("a")).finish()
    #expect(log.lines == ["done"])
    #expect(store.state.notes == ["a"])
  }
}
