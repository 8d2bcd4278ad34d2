// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct StoreChildrenTests {
  private func store() -> LedgerStore { .starting(["wait": .run { _ in await Gate().wait() }]) }

  @Test func aParentKeepsItsChildAlive() {
    let parent = store()
    weak var kept: LedgerStore?
    do {
      let child = store()
      kept = child
      parent.addChild(child)
    }
    #expect(kept != nil)
  }

  @Test func aChildEndsWithItsParentEvenIfItIsHeld() async {
    var parent: LedgerStore? = store()
    let child = store()
    parent?.addChild(child)
    let clock = TestClock()
    child.addEffect(.fireAndForget { try? await clock.sleep(for: .seconds(1)) })
    await clock.untilAsleep()
    let updates = child.updates(on: \.count)
    var heard = 0
    let subscription = child.subscribe { _ in heard += 1 }
    child.dispatch(.add(1))
    parent = nil
    // Its effects are cancelled and its streams end.
    await clock.untilAwake()
    for await _ in updates {}
    #expect(throws: DispatchReceipt.StoreEnded()) { try child.dispatch(.add(10)).get() }
    child.enqueue(.add(10))
    let receipt = child.addEffect(.just(.add(10)))
    #expect(throws: DispatchReceipt.StoreEnded()) { try receipt.get() }
    await receipt.finish()
    #expect(child.count == 1)
    #expect(heard == 1)
    subscription.cancel()
  }

  /// A store of only a reducer has a fast path, which must end first.
  @Test func aPlainChildThatIsEndingRejectsWhatItsEffectsDispatch() {
    @MainActor final class Kept {
      var listener: Effect<LedgerAction>.Listener?
      var receipt: DispatchReceipt?
    }
    let kept = Kept()
    var parent: LedgerStore? = store()
    let child = LedgerStore(initialState: Ledger(), reducer: .ledger)
    parent?.addChild(child)
    child.addEffect(
      .listen { [weak child] listener in
        kept.listener = listener
        listener.onCancel {
          MainActor.assumeIsolated { kept.receipt = child?.dispatch(.add(10)) }
        }
      })
    child.dispatch(.add(1))
    parent = nil
    #expect(throws: DispatchReceipt.StoreEnded()) { try kept.receipt?.get() }
    #expect(child.count == 1)
  }

  @Test func grandchildrenEndToo() {
    var parent: LedgerStore? = store()
    let (child, grandchild) = (store(), store())
    child.addChild(grandchild)
    parent?.addChild(child)
    parent = nil
    #expect(throws: DispatchReceipt.StoreEnded()) { try grandchild.dispatch(.add(1)).get() }
  }

  @Test func aChildThatWasRemovedLivesOn() throws {
    var parent: LedgerStore? = store()
    let child = store()
    parent?.addChild(child)
    parent?.removeChild(child)
    parent = nil
    try child.dispatch(.add(1)).get()
    #expect(child.count == 1)
  }

  @Test func aChildThatEndsInItsOwnTurnStopsThere() {
    var parent: LedgerStore? = store()
    let child = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { _, _, _ in
        .run { _ in Issue.record("an effect of a store that has ended") }
      })
    parent?.addChild(child)
    let subscription = child.subscribe(to: \.count) { [unowned child] _ in
      child.dispatch(.add(100))
      parent = nil
    }
    child.dispatch(.add(1))
    #expect(child.count == 1)
    #expect(child.phase == .idle)
    #expect(child.held.effects == 0)
    subscription.cancel()
  }

  @Test func aBindingOfAChildEndsWithIt() {
    var parent: LedgerStore? = store()
    let (child, other) = (store(), store())
    parent?.addChild(child)
    child.bind(to: other, on: \.count) { .add($0) }
    parent = nil
    #expect(other.held.observers == 0)
  }

  @Test func theErrorSaysWhatHappenedAndWhatToDo() {
    let text = DispatchReceipt.StoreEnded().description
    #expect(text.contains("ended together with its parent"))
    #expect(text.contains("takes no more actions"))
    #expect(text.contains("other code still holds the store"))
    #expect(text.contains("Release that reference"))
    #expect(text.contains("removeChild"))
  }

  /// Holds a parent, so that any closure can release that parent.
  @MainActor
  private final class Family {
    private var parent: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    func adopt(_ child: LedgerStore) { parent?.addChild(child) }
    func end() { parent = nil }
  }

  @Test func aChildThatEndsAfterItSentSomethingEndsItsTurn() {
    let family = Family()
    let child = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { _, _, _ in
        Effect.perform { send in
          send.dispatch(.add(100))
          family.end()
        }
      })
    family.adopt(child)
    child.dispatch(.add(1))
    #expect(child.count == 1)
    #expect(child.phase == .idle)
  }

  @Test func aStoreThatItsMiddlewareEndsCommitsNothingMore() {
    let (family, log) = (Family(), Log())
    let child = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { _, _, _ in
        family.end()
        return .just(.add(100))
      }
        <> LedgerMiddleware { _, _, _ in
          log.append("asked")
          return .none
        })
    family.adopt(child)
    #expect(throws: DispatchReceipt.StoreEnded()) { try child.dispatch(.add(1)).get() }
    #expect(child.count == 0)
    #expect(child.phase == .idle)
    #expect(child.engine.decided.isEmpty)
    #expect(log.lines.isEmpty)
  }

  @Test func aStoreThatAFilterEndsCommitsNothingMore() {
    let family = Family()
    let child = store()
    family.adopt(child)
    let filter: (Ledger, LedgerAction) -> Bool = { _, _ in
      family.end()
      return true
    }
    let subscription = child.subscribe(to: StateSelector(\.count), filter: filter) { _ in
      Issue.record("an observer of a store that has ended")
    }
    #expect(throws: DispatchReceipt.StoreEnded()) { try child.dispatch(.add(1)).get() }
    #expect(child.count == 0)
    #expect(child.phase == .idle)
    subscription.cancel()
  }

  @Test func nothingStartsInAStoreThatHasEnded() async throws {
    let family = Family()
    let log = Log()
    let child = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { _, _, _ in
        .merge(
          .perform { _ in family.end() }, .just(.add(100)),
          .run { _ in log.append("effect") }, .perform { _ in log.append("closure") })
      })
    family.adopt(child)
    let receipt = child.dispatch(.add(1))
    #expect(child.count == 1)
    try #require(child.held.effects == 0)
    await receipt.finish()
    child.run(
      StateEffects(on: \.count) { _ in [.effect(id: 1, .run { _ in log.append("late") })] })
    #expect(child.held.effects == 0)
    #expect(log.lines.isEmpty)
  }

  @Test func whatAClosureSendsLateDoesNotReachAStoreThatHasEnded() async {
    let family = Family()
    let gate = Gate()
    var late: Task<Void, Never>?
    let child = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { _, _, _ in
        Effect.perform { send in
          late = Task {
            await gate.wait()
            await send(.add(100))
          }
        }
      })
    family.adopt(child)
    child.dispatch(.add(1))
    family.end()
    await gate.open()
    await late?.value
    #expect(child.count == 1)
  }

  @Test func aChildOfAStoreThatHasEndedEndsAtOnce() {
    let family = Family()
    let (child, grandchild) = (store(), store())
    family.adopt(child)
    family.end()
    child.addChild(grandchild)
    #expect(throws: DispatchReceipt.StoreEnded()) { try grandchild.dispatch(.add(1)).get() }
  }

  @Test func aStoreMayEndWhileAPartOfAnEffectIsCancelled() async {
    let family = Family()
    let part = Effect<LedgerAction>.listen { listener in
      listener.onCancel {
        withExtendedLifetime(listener) { MainActor.assumeIsolated { family.end() } }
      }
    }
    let child = LedgerStore.starting([
      "start": .merge(part.cancellable(id: "part"), .run { _ in }).cancellable(id: "all"),
      "stop": .cancel(id: "part"),
    ])
    family.adopt(child)
    let receipt = child.dispatch(.note("start"))
    child.dispatch(.note("stop"))
    #expect(child.hasEnded && child.held.effects == 0)
    await receipt.finish()
  }

  @Test func nothingStartsBehindACancellationThatEndsTheStore() async {
    let (family, log) = (Family(), Log())
    let child = LedgerStore.starting([
      "first": Effect.listen { listener in
        listener.onCancel {
          withExtendedLifetime(listener) { MainActor.assumeIsolated { family.end() } }
        }
      }.cancellable(id: 1),
      "second": .run { _ in log.append("second") }.cancellable(id: 1, policy: .latest),
    ])
    family.adopt(child)
    child.dispatch(.note("first"))
    let receipt = child.dispatch(.note("second"))
    #expect(child.hasEnded && child.held.effects == 0)
    await receipt.finish()
    #expect(log.lines.isEmpty)
  }

  @Test func aPartThatWaitedMayEndTheStore() async {
    let (family, gate) = (Family(), Gate())
    let end = Effect<LedgerAction>.perform { _ in family.end() }
    let child = LedgerStore.starting([
      "busy": .run { _ in await gate.wait() }.cancellable(id: 1, policy: .serial),
      "go": .concatenate(.just(.add(1)), end.cancellable(id: 1, policy: .serial)),
    ])
    family.adopt(child)
    child.dispatch(.note("busy"))
    let receipt = child.dispatch(.note("go"))
    await gate.open()
    await receipt.finish()
    #expect(child.hasEnded && child.held.effects == 0)
    #expect(child.count == 1)
  }

  @Test func whatAnEffectHasSentInPlaceEndsWithTheStore() {
    let family = Family()
    let child = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        guard case .add(1) = action else { return .none }
        return .perform { send in
          send.start(.merge(.just(.add(100)), .perform { _ in family.end() }))
        }
      })
    family.adopt(child)
    child.dispatch(.add(1))
    #expect(child.hasEnded)
    #expect(child.count == 1)
  }

  @Test func aChildThatIsRemovedMayRemoveAnotherAsItGoes() {
    let (parent, other) = (store(), store())
    parent.addChild(other)
    weak var child: LedgerStore?
    do {
      let listen = Effect<LedgerAction>.listen { listener in
        listener.onCancel {
          withExtendedLifetime(listener) { MainActor.assumeIsolated { parent.removeChild(other) } }
        }
      }
      let made = LedgerStore.starting(["listen": listen])
      made.dispatch(.note("listen"))
      parent.addChild(made)
      child = made
    }
    if let child { parent.removeChild(child) }
    #expect(child == nil)
    #expect(parent.children.isEmpty)
  }

  @Test func aChildThatIsAddedAgainIsNotThereTwice() {
    let (one, two) = (store(), store())
    for _ in 0..<3 { one.addChild(two) }
    for _ in 0..<3 { two.addChild(one) }
    #expect(one.children.count == 1 && two.children.count == 1)
    #expect(two.children.first?.kept == nil)
    // The ring is open now, so the parent keeps the child.
    one.removeChild(two)
    two.addChild(one)
    #expect(two.children.count == 1)
    #expect(two.children.first?.kept != nil)
  }

  /// Counts the calls of `keeps`.
  private final class Asked: ChildStore {
    var count = 0

    func end() {}

    func keeps(_ store: any ChildStore, _ visited: inout Set<ObjectIdentifier>) -> Bool {
      count += 1
      return false
    }
  }

  @Test func anAdditionLooksAtEachStoreOnce() {
    let (asked, top) = (Asked(), store())
    var level = [store(), store()]
    for one in level { one.children.append(ChildReference(asked, isKept: true)) }
    for _ in 0..<8 {
      let above = [store(), store()]
      for one in above { for child in level { one.addChild(child) } }
      level = above
    }
    asked.count = 0
    top.addChild(level[0])
    #expect(asked.count == 1)
  }

  @Test(arguments: 2...5)
  func storesThatAreEachOthersChildrenGoAwayWhenNothingElseHoldsThem(count: Int) {
    var ring = (0..<count).map { _ in store() }
    for (index, one) in ring.enumerated() { one.addChild(ring[(index + 1) % count]) }
    let seen = ring.map(Weak.init)
    ring = []
    for store in seen { #expect(store.object == nil) }
  }

  @Test(arguments: 2...3)
  func eachOfStoresInARingEndsTheOthers(count: Int) {
    for first in 0..<count {
      let ring = (0..<count).map { _ in store() }
      for (index, one) in ring.enumerated() { one.addChild(ring[(index + 1) % count]) }
      var parent: LedgerStore? = store()
      parent?.addChild(ring[first])
      parent = nil
      for store in ring {
        #expect(throws: DispatchReceipt.StoreEnded()) { try store.dispatch(.add(1)).get() }
      }
    }
  }

  @Test func aStoreThatIsItsOwnChildStopsTheProgramWithAMessage() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let store = LedgerStore.starting([:])
        store.addChild(store)
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("Millrace: a store cannot be its own child."))
  }
}
