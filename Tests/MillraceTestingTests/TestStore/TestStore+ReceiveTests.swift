// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct TestStoreReceiveTests {
  @Test func actionsAreReceivedByValueByCaseAndByCondition() async {
    let store = TestStore.ledger(starting: .sequence(.add(1), .add(2)))
    await store.send(.fail)
    await store.receive(.add(1)) { $0.count = 1 }
    await store.receive(where: { if case .add = $0 { true } else { false } }) { $0.count = 3 }
    await store.finish()
  }

  @Test func aThunkAndASubscriptionAreDrivenToo() async {
    let store = TestStore(initialState: Ledger(), reducer: .ledger)
    await store.run(
      Subscriptions(on: \.count) { count in
        count == 1 ? [.effect(id: "ticks", .just(.note("tick")).delay(for: .seconds(1)))] : []
      })
    let count = await store.dispatch { handler, reader in
      handler.dispatch(.add(1))
      await Task.yield()
      return reader.select(\.count)
    }
    #expect(count == 1)
    await store.receive(.add(1)) { $0.count = 1 }
    await store.advance(by: .seconds(1))
    await store.receive(.note("tick")) { $0.notes = ["tick"] }
    await store.finish()
  }

  @Test func anActionThatTheReducerRefusesIsTold() async {
    let reports = await Reports.of {
      let store = TestStore(
        initialState: Ledger(), reducer: .throwingLedger,
        middleware: LedgerMiddleware { action, _, _ in
          action == .add(1) ? IO(.just(.fail)) : .pure()
        })
      await store.send(.add(1)) { $0.count = 1 }
      await store.receive(.fail)
      #expect(store.state.count == 1)
      await store.finish()
    }
    #expect(reports.all.count == 1)
    #expect(
      reports.texts.dropFirst(0).first?.hasPrefix(
        "Expected `LedgerAction.fail` to be committed, but the reducer") == true)
  }

  @Test func somebodyOutsideIsWaitedFor() async {
    let gate = Gate()
    let store = TestStore.search { text in
      await gate.wait()
      return [text]
    }
    await store.send(.search) { $0.isSearching = true }
    Task.detached { await gate.open() }
    await store.receive(\.found, [""], timeout: .seconds(60)) {
      $0.isSearching = false
      $0.hits = [""]
    }
    await store.finish()
  }

  /// Opens a gate when whoever waits for it in vain for no time has long given up.
  private func openLater(_ gate: Gate) {
    Task {
      for _ in 0..<100 { await Task.yield() }
      await gate.open()
    }
  }

  @Test func somebodyOutsideIsWaitedForAgain() async {
    let gates = [Gate(), Gate(), Gate()]
    let store = TestStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        guard case .setOther(let number) = action else { return .pure() }
        return IO(
          .task {
            await gates[number - 1].wait()
            return .add(1)
          })
      })
    for number in 1...3 {
      await store.send(.setOther(number)) { $0.other = number }
      openLater(gates[number - 1])
      await store.receive(.add(1), timeout: .seconds(60)) { $0.count = number }
    }
    await store.finish()
  }

  @Test func severalStepsThatWaitAtOnceTakeTurns() async {
    let gate = Gate()
    let numbers = 1...50
    let store = TestStore.ledger(
      starting: .run { send in
        await gate.wait()
        for number in numbers { await send(.setOther(number)) }
      })
    await store.send(.fail)
    let steps = numbers.map { number in
      Task {
        await store.receive(.setOther(number), timeout: .seconds(60)) { $0.other = number }
      }
    }
    openLater(gate)
    for step in steps { await step.value }
    await store.finish()
  }

  @Test func whatIsSkippedDoesNotEndTheWaitForTheOther() async {
    let gate = Gate()
    let store = TestStore.ledger(
      starting: .run { send in
        await send(.note("at once"))
        await gate.wait()
        await send(.note("later"))
      })
    store.exhaustivity = .off
    await store.send(.fail)
    openLater(gate)
    await store.receive(.note("later"), timeout: .seconds(60)) {
      $0.notes = ["at once", "later"]
    }
    await store.finish()
  }

  @Test func somebodyOutsideIsWaitedForWhileOthersSleep() async {
    let gate = Gate()
    let clock = TestClock()
    let store = TestStore.ledger(
      starting: .merge(
        .run { _ in
          async let one: Void? = try? clock.sleep(for: .seconds(1))
          async let two: Void? = try? clock.sleep(for: .seconds(2))
          _ = await (one, two)
        },
        .task {
          await gate.wait()
          return .add(1)
        }), clock: clock)
    let sleeper = Task { try? await clock.sleep(for: .seconds(1)) }
    await store.send(.fail)
    openLater(gate)
    await store.receive(.add(1), timeout: .seconds(60)) { $0.count = 1 }
    await store.advance(by: .seconds(2))
    await sleeper.value
    await store.finish()
  }
}
