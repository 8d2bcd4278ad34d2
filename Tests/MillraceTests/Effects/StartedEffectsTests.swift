// SPDX-License-Identifier: Apache-2.0

import Millrace
import Synchronization
import TestSupport
import Testing

/// Effects that effects start: order, ends, depth.
///
/// Tests with the same number in their names prevent the same fault.
@MainActor
@Suite struct StartedEffectsTests {
  private typealias Started = Effect<LedgerAction>

  private func store() -> LedgerStore {
    LedgerStore(initialState: Ledger(), reducer: .ledger)
  }

  private func note(_ number: Int) -> Started { .just(.note("\(number)")) }

  @Test func fault1WhatAnEffectStartsAndSendsArrivesInItsOrder() async {
    for _ in 0..<20 {
      let store = store()
      let done = store.addEffect(
        .run { send in
          send.start(.just(.note("1")))
          send.dispatch(.note("2"))
          send.start(.sequence(.note("3"), .note("4")))
          send.start(.merge(.just(.note("5")), .just(.note("6"))))
          send.dispatch(.note("7"))
        })
      await done.finish()
      #expect(store.state.notes == ["1", "2", "3", "4", "5", "6", "7"])
    }
  }

  @Test func fault1ThePartAfterBeginsWhenWhatWasStartedIsCommitted() async {
    for _ in 0..<20 {
      let store = store()
      let done = store.addEffect(
        .concatenate(
          .run { send in send.start(.just(.note("first"))) },
          .promise { [weak store] complete in
            let notes = MainActor.assumeIsolated { store?.state.notes ?? [] }
            complete(.note("after \(notes)"))
          }))
      await done.finish()
      #expect(store.state.notes == ["first", "after [\"first\"]"])
    }
  }

  @Test func fault1AnActionThatWasStartedBeforeACancellationComesBeforeIt() async {
    struct ID: Hashable, Sendable {}
    let store = store()
    let done = store.addEffect(
      .run { send in
        send.start(.just(.note("before")))
        send.start(.cancel(id: ID()))
        send.start(.just(.note("after")))
      })
    await done.finish()
    #expect(store.state.notes == ["before", "after"])
  }

  @Test func fault1FinishWaitsForWhatARowOfSerialEffectsLeadsTo() async {
    struct Row: Hashable, Sendable {}
    let middleware = AnyMiddleware<LedgerAction, LedgerAction, Ledger> { action, _, _ in
      guard case .add(let number) = action else { return .none }
      return .task { .note("\(number)") }
    }
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger, middleware: middleware)
    let done = store.addEffect(
      .merge(
        Started.task { .note("row") }.cancellable(id: Row(), policy: .serial),
        Started.just(.add(1)).cancellable(id: Row(), policy: .serial),
        Started.just(.add(2)).cancellable(id: Row(), policy: .serial)))
    await done.finish()
    #expect(store.state.notes.first == "row")
    #expect(store.state.notes.sorted() == ["1", "2", "row"])
    #expect(store.runningEffects.isEmpty)
  }

  @Test func fault1WhatAStartedPerformSendsComesBeforeWhatIsSentAfterIt() async {
    for _ in 0..<20 {
      let store = store()
      let done = store.addEffect(
        .run { send in
          send.start(
            .merge(
              .just(.note("1")),
              .perform { inner in
                inner.dispatch(.note("2"))
                inner.start(
                  .perform { innermost in
                    innermost.dispatch(.note("3"))
                    innermost.start(.just(.note("4")))
                  })
                inner.dispatch(.note("5"))
              },
              .promise { complete in complete(.note("6")) },
              .just(.note("7"))))
          send.dispatch(.note("8"))
        })
      await done.finish()
      #expect(store.state.notes == ["1", "2", "3", "4", "5", "6", "7", "8"])
    }
  }

  @Test func fault1WhatOneSendSendsKeepsItsOrderWhileAnotherEffectStarts() async {
    let store = store()
    let done = store.addEffect(
      .perform { send in
        send.start(
          .perform { inner in
            send.dispatch(.note("3"))
            inner.dispatch(.note("1"))
          })
        send.dispatch(.note("2"))
      })
    await done.finish()
    #expect(store.state.notes == ["1", "2", "3"])
  }

  @Test func fault1WhatTheStoreIsGivenWhileAnEffectStartsTakesItsPlaceToo() async {
    let store = store()
    let done = store.addEffect(
      .run { [weak store] send in
        send.start(
          .perform { inner in
            store?.dispatch(.note("1"))
            inner.dispatch(.note("2"))
            store?.batch {
              store?.dispatch(.note("3"))
              inner.dispatch(.note("4"))
            }
          })
        send.dispatch(.note("5"))
      })
    await done.finish()
    #expect(store.state.notes == ["1", "2", "3", "4", "5"])
  }

  @Test func fault2QueuedActionsOfARemovedChildReachNoOther() async {
    let completion = Completion()
    let child = LedgerMiddleware { action, _, _ in
      guard case .add = action else { return .none }
      return .promise { completion.keep($0) }
    }
    // In one turn, the child is removed and another one gets its key. What the first child has sent
    // waits behind both. By then nothing holds the code of its effect.
    let parent = AnyMiddleware<ShopAction, ShopAction, Shop> { action, _, _ in
      guard case .ledger = action else { return .none }
      return Effect.perform { send in
        send.dispatch(.reset)
        send.dispatch(.branch(.count(0)))
        completion.complete(.note("old"))
      }
    }
    let store = ChildSupport.store(
      parent.feature <> child.forEach(action: ShopAction.casePaths.named, state: \Shop.named))
    store.dispatch(.named("1", .add(1)))
    store.dispatch(.ledger(.setOther(1)))
    #expect(store.state.named["1"]?.notes == [])
    #expect(store.runningEffects.isEmpty)
  }

  @Test func fault2ASendOfACancelledEffectStartsNothingInTheEffectAroundIt() async {
    struct ID: Hashable, Sendable {}
    let kept = Locked<Send<LedgerAction>?>(nil)
    let (gate, second) = (Gate(), Counter())
    let store = store()
    // The first run ends and is replaced by the second, which has its id; the whole goes on.
    let next = Effect<LedgerAction>.run { _ in
      _ = second.next()
      await gate.wait()
    }.cancellable(id: ID())
    let done = store.addEffect(
      .merge(
        .run { _ in await gate.wait() },
        Effect.run { send in
          kept.withLock { $0 = send }
          send.start(next)
        }.cancellable(id: ID(), policy: .concurrent)))
    while second.value == 0 || store.runningEffects.count(where: { $0.work == .task }) > 2 {
      await Task.yield()
    }
    store.addEffect(.cancel(id: ID()))
    let send = kept.withLock { $0 }
    #expect(send?.isCancelled == true)
    send?.start(.just(.note("late")))
    await gate.open()
    await done.finish()
    store.dispatch(.add(1))
    #expect(store.state.notes == [])
  }

  @Test func fault3APollingLoopKeepsADepth() async {
    let rounds = 30_000
    let counter = Counter()
    @Sendable func poll() -> Effect<LedgerAction> {
      .run { send in
        guard counter.next() <= rounds else { return }
        send.start(poll())
      }
    }
    let store = store()
    let done = store.addEffect(poll())
    await done.finish()
    #expect(counter.value == rounds + 1)
    #expect(store.runningEffects.isEmpty)
  }

  @Test func fault3ALoopUnderAnIDKeepsADepthAndCanBeCancelled() async {
    struct ID: Hashable, Sendable {}
    let (rounds, counter, gate) = (2_000, Counter(), Gate())
    @Sendable func poll() -> Effect<LedgerAction> {
      Effect.run { send in
        if counter.next() == rounds { await gate.wait() }
        if !send.isCancelled { send.start(poll()) }
      }.cancellable(id: ID(), policy: .concurrent)
    }
    let store = store()
    let done = store.addEffect(poll())
    while counter.value < rounds { await Task.yield() }
    // One root, the effect that runs, and effects whose tasks are ending: at most one per thread.
    #expect(store.runningEffects.count <= 64)
    store.addEffect(.cancel(id: ID()))
    await gate.open()
    await done.finish()
    #expect(counter.value == rounds)
    #expect(store.runningEffects.isEmpty)
  }

  @Test func fault4ASendOfAnEffectOfWhichAPartIsLeftIsCancelledWithTheWhole() async throws {
    struct ID: Hashable, Sendable {}
    let kept = Mutex<Send<LedgerAction>?>(nil)
    let (hasStarted, gate) = (Gate(), Gate())
    @Sendable func step(_ number: Int) -> Started {
      .run { send in
        if number == 1 { kept.withLock { $0 = send } }
        if number < 4 { return send.start(step(number + 1)) }
        await hasStarted.open()
        await gate.wait()
      }
    }
    let store = store()
    let done = store.addEffect(step(0).cancellable(id: ID()))
    await hasStarted.wait()
    // Of the effects 0 to 4 only the first, which has the id, and the last are left.
    while store.runningEffects.count > 2 { await Task.yield() }
    let send = try #require(kept.withLock { $0 })
    send.start(.just(.note("started")))
    await send(.note("sent"))
    #expect(store.state.notes == ["started", "sent"])
    #expect(!send.isCancelled)
    store.addEffect(.cancel(id: ID()))
    #expect(send.isCancelled)
    send.start(.just(.note("dropped")))
    await send(.note("dropped"))
    await gate.open()
    await done.finish()
    #expect(store.state.notes == ["started", "sent"])
    #expect(store.runningEffects.isEmpty)
  }

  @Test func fault4WhatSuchASendStartsDoesNotWakeAPartThatWaits() async throws {
    struct Row: Hashable, Sendable {}
    let kept = Mutex<Send<LedgerAction>?>(nil)
    let gate = Gate()
    let store = store()
    let first = store.addEffect(
      .run { _ in await gate.wait() }.cancellable(id: Row(), policy: .serial))
    let done = store.addEffect(
      .concatenate(
        .run { send in
          kept.withLock { $0 = send }
          send.start(Started.task { .note("2") }.cancellable(id: Row(), policy: .serial))
        }, .just(.note("3"))))
    // The started effect waits, and has taken the place of the effect that started it.
    while store.runningEffects.count != 3 || store.runningEffects.last?.work != .turn {
      await Task.yield()
    }
    let send = try #require(kept.withLock { $0 })
    send.start(.just(.note("1")))
    await send(.note("1"))
    #expect(store.state.notes == ["1", "1"])
    #expect(store.runningEffects.last?.work == .turn)
    await gate.open()
    await first.finish()
    await done.finish()
    #expect(store.state.notes == ["1", "1", "2", "3"])
  }

  @Test func fault5AnObjectOfAReplacedEffectMayReadTheStoreAsItGoes() async {
    struct ID: Hashable, Sendable {}
    let (store, log, gate) = (store(), Log(), Gate())
    let first = store.addEffect(
      .run { _ in await gate.wait() }
        .cancellable(id: ID(), policy: .serial))
    do {
      let farewell = ReadingFarewell { [weak store] in
        MainActor.assumeIsolated { log.append("\(store?.runningEffects.count ?? -1)") }
      }
      store.addEffect(
        .run { _ in withExtendedLifetime(farewell) {} }
          .cancellable(id: ID(), policy: .serial))
    }
    store.addEffect(.cancel(id: ID()))
    #expect(log.lines.count == 1)
    await gate.open()
    await first.finish()
  }

  @Test func fault6WhatAStartedEffectDispatchesAtOnceComesBeforeWhatIsSentAfterIt() async {
    for _ in 0..<20 {
      let store = store()
      let done = store.addEffect(
        .run { @MainActor send in
          send.start(.perform { $0.dispatchNow(.note("1")) })
          send.start(
            .perform { inner in
              inner.dispatchNow(.note("2"))
              inner.dispatch(.note("3"))
            })
          send.start(
            .listen { listener in
              listener.dispatch(DispatchedAction(.note("4")))
              listener.send(.note("5"))
              listener.finish()
            })
          await send(.note("6"))
        })
      await done.finish()
      #expect(store.state.notes == ["1", "2", "3", "4", "5", "6"])
    }
  }

  /// Effects that start each other, each under an id of its own: parts in parts.
  private final class Nest: Sendable {
    let depth: Int
    let gate = Gate()
    let isDeep = Gate()

    init(depth: Int) { self.depth = depth }

    func effect(_ level: Int) -> Effect<LedgerAction> {
      Effect<LedgerAction>.run { @MainActor [self] send in
        if level < depth { return send.start(effect(level + 1)) }
        await isDeep.open()
        await gate.wait()
      }.cancellable(id: level)
    }
  }

  @Test func fault7DeepNestsEndAndAreCancelledInConstantStack() async {
    for isCancelled in [false, true] {
      let (nest, store) = (Nest(depth: 50_000), store())
      let receipt = store.addEffect(nest.effect(0))
      await nest.isDeep.wait()
      if isCancelled { receipt.cancel() }
      await nest.gate.open()
      await receipt.finish()
      #expect(store.held.effects == 0)
    }
  }

  @Test func fault6AnEffectThatStandsByKeepsItsOrderWhileAnotherStarts() {
    @MainActor final class Watch { var subscription: StoreSubscription? }
    let (store, other, watch) = (store(), store(), Watch())
    store.addEffect(
      .listen { listener in
        watch.subscription = other.subscribe(to: \.count) {
          listener.dispatch(DispatchedAction(.note("\($0)")))
        }
      })
    store.addEffect(
      .perform { send in
        send.start(.perform { _ in other.dispatch(.add(1)) })
        other.dispatch(.add(1))
      })
    #expect(store.state.notes == ["1", "2"])
    watch.subscription?.cancel()
  }
}

/// Keeps the function that completes a promise, until it is used.
private final class Completion: Sendable {
  private let function = Mutex<(@Sendable (LedgerAction) -> Void)?>(nil)

  func keep(_ complete: @escaping @Sendable (LedgerAction) -> Void) {
    function.withLock { $0 = complete }
  }

  func complete(_ action: LedgerAction) {
    let complete = function.withLock { function in
      defer { function = nil }
      return function
    }
    complete?(action)
  }
}

/// Counts from any thread.
private final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .acquiring) }

  func next() -> Int { count.add(1, ordering: .acquiringAndReleasing).newValue }
}

/// Calls a closure when it is released.
private final class ReadingFarewell: Sendable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  deinit { action() }
}
