// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@testable import MillraceTesting

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
      StateEffects(on: \.count) { count in
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
          action == .add(1) ? .just(.fail) : .none
        })
      await store.send(.add(1)) { $0.count = 1 }
      await store.receive(.fail)
      #expect(store.state.count == 1)
      await store.finish()
    }
    #expect(reports.all.count == 1)
    #expect(
      reports.texts.first?.hasPrefix(
        "Expected `LedgerAction.fail` to be committed, but the reducer") == true)
  }

  @Test func workOutsideIsWaitedFor() async {
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

  /// Opens a gate when `count` steps wait, the first for the effect and the others for their turn.
  private func open<State, Action>(
    _ gate: Gate, onceAwaitedIn store: TestStore<State, Action>, by count: Int = 1
  ) {
    Task {
      await until { !store.waiters.isEmpty && store.receivers.count == count - 1 }
      await gate.open()
    }
  }

  @Test func workOutsideIsWaitedForAgain() async {
    let gates = [Gate(), Gate(), Gate()]
    let store = TestStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        guard case .setOther(let number) = action else { return .none }
        return .task {
          await gates[number - 1].wait()
          return .add(1)
        }
      })
    for number in 1...3 {
      await store.send(.setOther(number)) { $0.other = number }
      open(gates[number - 1], onceAwaitedIn: store)
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
    open(gate, onceAwaitedIn: store, by: numbers.count)
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
    open(gate, onceAwaitedIn: store)
    await store.receive(.note("later"), timeout: .seconds(60)) {
      $0.notes = ["at once", "later"]
    }
    await store.finish()
  }

  @Test func workOutsideIsWaitedForWhileOthersSleep() async {
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
    open(gate, onceAwaitedIn: store)
    await store.receive(.add(1), timeout: .seconds(60)) { $0.count = 1 }
    await store.advance(by: .seconds(2))
    await sleeper.value
    await store.finish()
  }

  /// The window of a throttle sleeps on the clock, and not the effect whose action has opened it.
  @Test func workOutsideIsWaitedForInTheWindowOfAThrottle() async {
    let gate = Gate()
    let store = TestStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        switch action {
        case .add(5):
          .run { send in
            await send(.add(1))
            await gate.wait()
            await send(.note("late"))
          }
        case .add: Effect.just(.note("first")).throttle(id: "window", for: .seconds(1))
        default: .none
        }
      })
    await store.send(.add(5)) { $0.count = 5 }
    await store.receive(.add(1)) { $0.count = 6 }
    await store.receive(.note("first")) { $0.notes = ["first"] }
    open(gate, onceAwaitedIn: store)
    await store.receive(.note("late"), timeout: .seconds(60)) { $0.notes = ["first", "late"] }
    await store.advance(by: .seconds(1))
    await store.finish()
  }

  /// A store that sends actions when a gate is opened.
  private func store(
    sending actions: LedgerAction..., after gate: Gate, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> TestStore<Ledger, LedgerAction> {
    .ledger(
      starting: .run { send in
        await gate.wait()
        for action in actions { await send(action) }
      }, fileID: fileID, line: line)
  }

  /// Longer than a test may take.
  private let forEver = Duration.seconds(3_600)

  @Test func aStepThatIsCancelledWhileItWaitsTakesNothing() async {
    let gate = Gate()
    let store = store(sending: .add(1), after: gate)
    await store.send(.fail)
    let step = Task { await store.receive(.add(7), timeout: forEver) }
    await until { !store.waiters.isEmpty }
    step.cancel()
    await step.value
    #expect(store.waiters.isEmpty && !store.isReceiving)
    open(gate, onceAwaitedIn: store)
    await store.receive(.add(1), timeout: forEver) { $0.count = 1 }
    await store.finish()
  }

  @Test func aStepOfACancelledTaskDoesNotTakeWhatHasArrived() async {
    let store = TestStore.ledger(starting: .just(.add(1)))
    await store.send(.fail)
    let step = Task { await store.receive(.add(1)) { $0.count = 1 } }
    step.cancel()
    await step.value
    #expect(store.state.count == 0 && !store.isReceiving)
    await store.receive(.add(1)) { $0.count = 1 }
    await store.finish()
  }

  @Test func aStepThatIsCancelledAsItsActionArrivesDoesNotTakeIt() async {
    let gate = Gate()
    let store = store(after: gate)
    await store.send(.fail)
    let step = Task { await store.receive(.add(1), timeout: forEver) { $0.count = 1 } }
    await until { !store.waiters.isEmpty }
    step.cancel()
    store.store.dispatch(.add(1))
    await step.value
    #expect(store.state.count == 0)
    await store.receive(.add(1), timeout: forEver) { $0.count = 1 }
    await gate.open()
    await store.finish()
  }

  @Test func aStepThatIsCancelledInItsTurnPassesItOn() async {
    let gate = Gate()
    let store = store(sending: .add(1), after: gate)
    await store.send(.fail)
    let first = Task { await store.receive(.add(7), timeout: forEver) }
    await until { !store.waiters.isEmpty }
    let second = Task { await store.receive(.add(1), timeout: forEver) { $0.count = 1 } }
    await until { store.receivers.count == 1 }
    first.cancel()
    await first.value
    open(gate, onceAwaitedIn: store)
    await second.value
    await store.finish()
  }

  @Test func aStepThatIsCancelledBeforeItsTurnLeavesTheLine() async {
    let gate = Gate()
    let store = store(sending: .add(1), .add(2), after: gate)
    await store.send(.fail)
    let first = Task { await store.receive(.add(1), timeout: forEver) { $0.count = 1 } }
    await until { !store.waiters.isEmpty }
    let second = Task { await store.receive(.add(7), timeout: forEver) }
    await until { store.receivers.count == 1 }
    let third = Task { await store.receive(.add(2), timeout: forEver) { $0.count = 3 } }
    await until { store.receivers.count == 2 }
    second.cancel()
    await second.value
    #expect(store.receivers.count == 1)
    let early = Task { await store.receive(.add(7), timeout: forEver) }
    early.cancel()
    await early.value
    #expect(store.receivers.count == 1)
    open(gate, onceAwaitedIn: store, by: 2)
    await first.value
    await third.value
    await store.finish()
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func whatAStepWaitsForIsNotTakenFromItByWhatComesNext(_ exhaustivity: Exhaustivity) async {
    let gate = Gate()
    let store = store(after: gate)
    store.exhaustivity = exhaustivity
    await store.send(.fail)
    for number in 1...2 {
      let step = Task {
        await store.receive(.add(1), timeout: forEver) { $0.count = number }
      }
      await until { !store.waiters.isEmpty }
      store.store.dispatch(.add(1))
      if number == 1 {
        await store.send(.setOther(1)) { $0.other = 1 }
      } else {
        await store.skipReceivedActions(strict: false)
      }
      await step.value
    }
    await gate.open()
    await store.finish()
  }
}
