// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct PromiseTests {
  private typealias Complete = @Sendable (LedgerAction) -> Void

  /// Keeps the completions of promises for later.
  private final class Callbacks: Sendable {
    private let kept = Mutex<[Complete]>([])
    var count: Int { kept.withLock { $0.count } }
    func keep(_ complete: @escaping Complete) { kept.withLock { $0.append(complete) } }
    func take() -> [Complete] {
      kept.withLock { kept in
        defer { kept = [] }
        return kept
      }
    }
  }

  @Test func whatCompletesAtOnceIsDispatchedInTheSameTurn() async {
    let store = LedgerStore.starting(["a": .promise { $0(.add(1)) }])
    let receipt = store.dispatch(.note("a"))
    #expect(store.count == 1)
    await receipt.finish()
    #expect(store.held.effects == 0)
  }

  @Test func whatCompletesAtOnceEndsInTheSameTurnWithoutATask() {
    let store = LedgerStore.starting(["a": .promise { $0(.add(1)) }])
    store.dispatch(.note("a"))
    #expect(store.count == 1)
    #expect(store.held.effects == 0)
    // No drain of the mailbox is scheduled.
    #expect(store.engine.mailbox.word.load(ordering: .relaxed) == 0)
  }

  @Test func whatCompletesAtOnceLeavesNothingUnderItsId() async {
    let store = LedgerStore.starting([
      "a": Effect.promise { $0(.add(1)) }.cancellable(id: 1, policy: .dropIfRunning)
    ])
    await store.dispatch(.note("a")).finish()
    await store.dispatch(.note("a")).finish()
    #expect(store.count == 2)
    #expect(store.held.effectIDs == 0)
  }

  @Test func aCallbackMayComeLaterFromAnyThread() async {
    let callbacks = Callbacks()
    let store = LedgerStore.starting(["a": .promise { callbacks.keep($0) }])
    let receipt = store.dispatch(.note("a"))
    #expect(callbacks.count == 1)
    Task.detached { for complete in callbacks.take() { complete(.add(1)) } }
    await receipt.finish()
    #expect(store.count == 1)
    #expect(store.held.effects == 0)
  }

  @Test func onlyTheFirstCompletionCounts() async {
    let store = LedgerStore.starting([
      "a": .promise { complete in
        complete(.add(1))
        complete(.add(10))
      }
    ])
    await store.dispatch(.note("a")).finish()
    #expect(store.count == 1)
  }

  @Test func aPromiseThatIsLetGoOfEnds() async {
    let store = LedgerStore.starting(["a": .concatenate(.promise { _ in }, .just(.note("after")))])
    await store.dispatch(.note("a")).finish()
    #expect(store.state.notes == ["a", "after"])
    #expect(store.held.effects == 0)
  }

  @Test func aCancelledPromiseEndsAtOnceAndIsNotHeardAnyMore() async {
    let callbacks = Callbacks()
    let store = LedgerStore.starting([
      "a": Effect.promise { callbacks.keep($0) }.cancellable(id: 1), "stop": .cancel(id: 1),
    ])
    let receipt = store.dispatch(.note("a"))
    store.dispatch(.note("stop"))
    #expect(store.held.effects == 0)
    await receipt.finish()
    for complete in callbacks.take() { complete(.add(1)) }
    await store.dispatch(.note("b")).finish()
    #expect(store.count == 0)
  }

  @Test func mapTranslatesWhatItBrings() async {
    let kept = Effect<Int>.promise { $0(7) }.map { LedgerAction.add($0) }
    let broken = Effect<Int>.promise { _ in }.map { LedgerAction.add($0) }
    let store = LedgerStore.starting(["a": kept, "b": broken])
    await store.dispatch(.note("a")).finish()
    await store.dispatch(.note("b")).finish()
    #expect(store.count == 7)
    #expect(store.held.effects == 0)
  }

  @Test func aCompletionThatIsDroppedEndsThePromiseAsWell() async {
    let callbacks = Callbacks()
    let promise = Effect<LedgerAction>.promise { callbacks.keep($0) }
    let store = LedgerStore.starting([
      "a": promise.translated(
        ActionTranslation { (action: LedgerAction) in
          if case .add(let number) = action, number > 0 { action } else { nil }
        })
    ])
    let receipt = store.dispatch(.note("a"))
    let completions = callbacks.take()
    for complete in completions { complete(.add(-1)) }
    await receipt.finish()
    #expect(store.held.effects == 0)
    // The completions still exist, so a caller can call them again.
    for complete in completions { complete(.add(1)) }
    await store.dispatch(.note("b")).finish()
    #expect(store.count == 0)
  }
}
