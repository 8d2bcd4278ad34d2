// SPDX-License-Identifier: Apache-2.0

import IssueReporting
import Millrace
import TestSupport
import Testing

@testable import MillraceTesting

@MainActor
@Suite(.timeLimit(.minutes(5))) struct TestStoreFinishTests {
  @Test func anEffectThatNoActionStartedMayRunOn() async {
    let store = TestStore.search()
    await store.addEffect(.just(.tick).delay(for: .seconds(5)))
    await store.finish()
  }

  @Test func anEffectThatTheAppAddsBetweenActionsIsNotThatOfTheLastOne() async {
    let reports = await Reports.of {
      let store = TestStore.ledger(starting: .none)
      await store.send(.add(1)) { $0.count = 1 }
      store.store.addEffect(.just(.add(1)).delay(for: .seconds(5)))
      await store.finish()
    }
    #expect(!reports.texts.contains { $0.contains("started by `LedgerAction.add(1)`") })
  }

  @Test func skippingEndsEffects() async {
    let store = TestStore.search()
    await store.send(.tick)
    await store.skipInFlightEffects()
    await store.advance(by: .seconds(2))
    #expect(store.store.runningEffects.isEmpty)
    await store.finish()
  }

  @Test func skippingStartsNoneOfTheEffectsThatWaitForTheirTurn() async {
    let store = TestStore.ledger(
      starting: .concatenate(.just(.note("started")), .just(.add(1)).delay(for: .seconds(60)))
        .cancellable(id: "queue", policy: .serial))
    await store.send(.fail)
    await store.receive(.note("started")) { $0.notes = ["started"] }
    await store.send(.fail)
    await store.send(.fail)
    await store.skipInFlightEffects()
    #expect(store.store.state.notes == ["started"])
    #expect(store.store.runningEffects.isEmpty)
    await store.finish()
  }

  @Test func skippedActionsCountForTheState() async {
    let store = TestStore.search()
    await store.send(.search) { $0.isSearching = true }
    await store.skipReceivedActions()
    #expect(store.state.hits == ["", ""])
    await store.finish()
  }

  @Test func anErrorThatNothingCatchesFailsATestThatTellsAll() async {
    struct Offline: Error {}
    let effects: [Effect<LedgerAction>] = [
      .run { _ in throw Offline() }, .fireAndForget { throw Offline() },
      .listen { _ in throw Offline() }, .promise { _ in throw Offline() },
      .run { _ in throw CancellationError() },
      .run({ _ in throw Offline() }, catch: { _, _ in }),
    ]
    var counts: [Int] = []
    let line: UInt = #line + 4
    for effect in effects {
      let reports = await Reports.of {
        let store = TestStore.ledger(on: .add(1), starting: effect)
        await store.send(.add(1)) { $0.count = 1 }
        await store.finish()
        await store.finish()
      }
      counts.append(reports.all.count)
      // An error is reported at the step in which it appears.
      #expect(reports.all.allSatisfy { $0.line == line })
      if let text = reports.texts.first {
        #expect(text.hasPrefix("Expected effects to end without an error, but they threw 1"))
        #expect(text.contains("started by `LedgerAction.add(1)`: Offline()"))
      }
    }
    #expect(counts == [1, 1, 1, 1, 0, 0])
    let partial = await Reports.of {
      let store = TestStore.ledger(on: .add(1), starting: effects[0])
      store.exhaustivity = .off
      await store.send(.add(1))
      await store.finish()
    }
    #expect(partial.all == [])
  }

  @Test func aTestThatForgetsToFinishIsCheckedAtItsLastStepWhenItEnds() async {
    let line: UInt = #line + 3
    let reports = await Reports.of {
      let store = TestStore.ledger(on: .add(1), starting: .just(.note("a")))
      await store.send(.add(1)) { $0.count = 1 }
    }
    #expect(reports.all.map(\.line) == [line])
    #expect(
      reports.texts.first?.hasPrefix("Expected the test to receive all actions, but 1") == true)
  }

  @Test nonisolated func aTestOffTheMainActorIsCheckedToo() async {
    let reports = Reports()
    await withIssueReporters([reports]) {
      let store = await TestStore.ledger(on: .add(1), starting: .just(.note("a")))
      await store.send(.add(1)) { $0.count = 1 }
    }
    #expect(reports.all.count == 1)
    #expect(
      reports.texts.first?.hasPrefix("Expected the test to receive all actions, but 1") == true)
  }

  /// A store in which `.fail` starts an effect that does not end.
  private func endless() -> TestStore<Ledger, LedgerAction> {
    .ledger(starting: .just(.add(1)).delay(for: .seconds(60)))
  }

  @Test func anActionFromWhereverMustNotLeaveEffects() async {
    let left = "started by `LedgerAction.fail`: it waits for its delay to end"
    let ofSubscription = await Reports.of {
      let store = endless()
      await store.run(StateEffects(on: \.other) { _ in [.effect(id: 1, .just(.fail))] })
      await store.receive(.fail)
      await store.finish()
    }
    let ofAddEffect = await Reports.of {
      let store = endless()
      await store.addEffect(.just(.fail))
      await store.receive(.fail)
      await store.finish()
    }
    let ofThread = await Reports.of {
      let store = endless()
      await Task.detached { [store = store.store] in store.enqueue(.fail) }.value
      await store.receive(.fail)
      await store.finish()
    }
    for reports in [ofSubscription, ofAddEffect, ofThread] {
      #expect(reports.all.count == 1)
      #expect(reports.texts.first?.contains(left) == true)
    }
  }

  @Test func whatFollowsTheStateMayRunOn() async {
    let store = endless()
    await store.run(
      StateEffects(on: \.other) { other in
        other == 0 ? [] : [.effect(id: other, .just(.add(1)).delay(for: .seconds(60)))]
      })
    await store.send(.setOther(1)) { $0.other = 1 }
    store.store.batch {
      store.store.dispatch(.note("a"))
      store.store.dispatch(.setOther(2))
    }
    await store.receive(.note("a")) { $0.notes = ["a"] }
    await store.receive(.setOther(2)) { $0.other = 2 }
    #expect(store.store.runningEffects.count { $0.parent == nil && !$0.isCancelled } == 1)
    await store.finish()
  }

  @Test func aWaitThatIsCancelledEndsAndIsTold() async {
    let gate = Gate()
    let reports = await Reports.of {
      let store = TestStore.ledger(starting: .run { _ in await gate.wait() })
      await store.send(.fail)
      let finishing = Task { await store.finish(timeout: .seconds(3_600)) }
      await until { !store.waiters.isEmpty }
      finishing.cancel()
      await finishing.value
      await gate.open()
    }
    #expect(reports.all.count == 1)
    #expect(
      reports.texts.first?.hasPrefix("Expected all effects to have ended, but 1 effect") == true)
  }

  @Test func whatEndsLaterOutsideIsWaitedFor() async {
    let gate = Gate()
    let store = TestStore.ledger(starting: .run { _ in await gate.wait() })
    await store.send(.fail)
    Task.detached { await gate.open() }
    await store.finish(timeout: .seconds(60))
  }
}
