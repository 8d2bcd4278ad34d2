// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDevTools
import TestSupport
import Testing

/// Commands from an observer of `control`, which are queued.
@MainActor
@Suite struct TimeMachineQueuedTests {
  /// Calls `body` once, after the first command for which `isFirst` is true.
  private func observing(
    _ machine: TimeMachine<Tally, TallyAction>, after isFirst: @escaping (Command) -> Bool,
    _ body: @escaping () -> Void
  ) -> StoreSubscription {
    var isDone = false
    return machine.control.subscribeToActions { dispatched in
      guard !isDone, isFirst(dispatched.action) else { return }
      isDone = true
      body()
    }
  }

  private static func isJump(_ command: Command) -> Bool {
    if case .jumpToState = command { true } else { false }
  }

  private static func isPerform(_ command: Command) -> Bool {
    if case .perform = command { true } else { false }
  }

  @Test func aCommandOfAnObserverIsShownToo() {
    let store = makeTally()
    let machine = TimeMachine(store)
    let window = machine.window
    for amount in [1, 2, 4] { store.dispatch(.add(amount)) }
    let subscription = observing(machine, after: Self.isJump) { machine(.jumpToState(0)) }
    machine.control.dispatch(.jumpToState(2))
    subscription.cancel()
    #expect(machine.line.index == 0)
    #expect(window.state.value == 0)
  }

  @Test func aCommandThatAnObserverSendsAfterANewActionIsShownToo() {
    let store = makeTally()
    let machine = TimeMachine(store)
    let window = machine.window
    store.dispatch(.add(1))
    store.dispatch(.add(2))
    let subscription = observing(machine, after: Self.isPerform) { machine(.jumpToState(1)) }
    store.dispatch(.add(4))
    subscription.cancel()
    #expect(machine.line.index == 1)
    #expect(window.state.value == 1)
  }

  @Test func anActionAfterALockByAnObserverIsMissed() {
    let store = makeTally()
    let machine = TimeMachine(store)
    store.dispatch(.add(1))
    let subscription = observing(machine, after: Self.isJump) {
      machine(.lock(true))
      store.dispatch(.add(2))
    }
    machine(.jumpToState(1))
    subscription.cancel()
    #expect(!machine.isInPresent)
    machine(.lock(false))
    #expect(machine.isInPresent)
    #expect(machine.line.values == [3])
  }

  @Test func anUnlockThatIsQueuedBehindTheLockAndAMissedActionLeadsBackToThePresent() {
    let store = makeTally()
    let machine = TimeMachine(store)
    let window = machine.window
    store.dispatch(.add(1))
    let subscription = observing(machine, after: Self.isJump) {
      window.dispatch(.add(8))
      machine(.lock(true))
      store.dispatch(.add(2))
      machine(.lock(false))
    }
    machine(.jumpToState(0))
    subscription.cancel()
    #expect(machine.isInPresent)
    #expect(machine.waiting.isEmpty)
    #expect(store.state.value == 11)
    #expect(machine.line.values == [3, 11])
    #expect(window.state == store.state)
    store.dispatch(.add(4))
    #expect(machine.line.values == [3, 11, 15])
  }

  @Test func aCommandThatIsQueuedBehindAnUnlockAfterAMissedActionIsNotLost() {
    let store = makeTally()
    let machine = TimeMachine(store)
    store.dispatch(.add(1))
    machine(.lock(true))
    store.dispatch(.add(2))
    let subscription = observing(machine, after: Self.isJump) {
      machine(.lock(false))
      machine(.pause)
    }
    machine(.jumpToState(0))
    subscription.cancel()
    #expect(machine.line.isPaused)
    #expect(!machine.line.isLocked)
    #expect(machine.line.values == [3])
  }

  @Test func aReturnByAnObserverSendsWhatWaits() {
    let store = makeTally()
    let machine = TimeMachine(store)
    let window = machine.window
    store.dispatch(.add(1))
    store.dispatch(.add(2))
    machine(.jumpToState(0))
    window.dispatch(.add(4))
    let subscription = observing(machine, after: Self.isPerform) { machine.returnToPresent() }
    store.dispatch(.add(8))
    subscription.cancel()
    #expect(machine.isInPresent)
    #expect(machine.waiting.isEmpty)
    #expect(store.state.value == 15)
    #expect(window.state == store.state)
  }

  @Test func whatWaitsIsSentWhenAnObserverGoesOn() {
    let store = makeTally()
    let machine = TimeMachine(store)
    let window = machine.window
    for amount in [1, 2, 4] { store.dispatch(.add(amount)) }
    machine(.jumpToState(2))
    window.dispatch(.add(8))
    let subscription = observing(machine, after: Self.isJump) { #expect(machine.goOn()) }
    machine.control.dispatch(.jumpToState(1))
    subscription.cancel()
    #expect(machine.isInPresent)
    #expect(machine.waiting.isEmpty)
    #expect(machine.line.values == [1, 9])
    #expect(store.state.value == 9)
    #expect(window.state.value == 9)
  }
}
