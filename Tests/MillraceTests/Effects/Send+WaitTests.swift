// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct SendWaitTests {
  private typealias Work =
    @Sendable (Send<LedgerAction>, StateReader<Ledger>) async throws -> Void

  /// A middleware that runs the work for `.note("go")`, and logs the types of its errors.
  private func going(_ log: Log, _ work: @escaping Work) -> LedgerMiddleware {
    LedgerMiddleware { action, _, state in
      guard action == .note("go") else { return .none }
      return Effect.run { send in
        do {
          try await work(send, state)
        } catch {
          log.append("\(type(of: error))")
        }
      }
      .cancellable(id: "go")
    }
  }

  private func store(_ log: Log, _ work: @escaping Work) -> LedgerStore {
    let stop = LedgerMiddleware { action, _, _ in
      action == .note("stop") ? .cancel(id: "go") : .none
    }
    return LedgerStore(
      initialState: Ledger(), reducer: .ledger, middleware: going(log, work) <> stop)
  }

  /// Starts the work and returns when it waits.
  private func start(_ store: LedgerStore) async -> DispatchReceipt {
    let receipt = store.dispatch(.note("go"))
    await until { store.held.followers > 0 }
    return receipt
  }

  @Test func anEffectReadsTheStateOfTheMoment() async {
    let (log, gate) = (Log(), Gate())
    let store = store(log) { send, state in
      await gate.wait()
      log.append("\(try await send.read { state.count })")
    }
    let receipt = store.dispatch(.note("go"))
    store.dispatch(.add(7))
    await gate.open()
    await receipt.finish()
    #expect(log.lines == ["7"])
  }

  @Test func aReadSeesWhatWasSentBeforeIt() async {
    let log = Log()
    let store = store(log) { send, state in
      send.dispatch(.add(1))
      log.append("\(try await send.read { state.count })")
    }
    await store.dispatch(.note("go")).finish()
    #expect(log.lines == ["1"])
  }

  @Test func aConditionThatHoldsIsNotWaitedFor() async {
    let log = Log()
    let store = store(log) { send, state in
      try await send.until { state.count == 0 }
      log.append("holds")
    }
    await store.dispatch(.note("go")).finish()
    #expect(log.lines == ["holds"])
    #expect(store.held.followers == 0)
  }

  @Test func aConditionIsLookedAtAfterEachCommitUntilItHolds() async {
    let (log, looks) = (Log(), Log())
    let store = store(log) { send, state in
      try await send.until {
        looks.append("\(state.count)")
        return state.count == 2
      }
      log.append("holds")
    }
    let receipt = await start(store)
    store.batch {
      store.dispatch(.add(1))
      store.dispatch(.add(1))
    }
    store.dispatch(.add(1))
    await receipt.finish()
    #expect(looks.lines == ["0", "1", "2"])
    #expect(log.lines == ["holds"])
  }

  @Test func aStateThatIsReplacedEndsAWaitToo() async {
    let log = Log()
    let store = store(log) { send, state in
      try await send.until { state.count == 5 }
      log.append("holds")
    }
    let receipt = await start(store)
    #expect(store.engine.replace(Ledger(count: 5)))
    await receipt.finish()
    #expect(log.lines == ["holds"])
  }

  @Test func theNextActionThatMatchesIsReturnedAfterItsCommit() async {
    let log = Log()
    let store = store(log) { send, state in
      let action = try await send.next { if case .add = $0 { true } else { false } }
      log.append("\(action) \(try await send.read { state.count > 0 })")
    }
    store.dispatch(.add(3))
    let receipt = await start(store)
    store.dispatch(.setOther(1))
    store.dispatch(.add(4))
    store.dispatch(.add(5))
    await receipt.finish()
    #expect(log.lines == ["add(4) true"])
    #expect(store.held.followers == 0)
  }

  @Test func aRejectedActionIsNotTheNextOne() async {
    let log = Log()
    let store = LedgerStore(
      initialState: Ledger(), reducer: .throwingLedger,
      middleware: going(log) { send, _ in
        log.append("\(try await send.next { $0 != .note("go") })")
      })
    store.onRejection = { _ in }
    let receipt = await start(store)
    store.dispatch(.fail)
    store.dispatch(.setOther(1))
    await receipt.finish()
    #expect(log.lines == ["setOther(1)"])
  }

  @Test func allWaitsOfAnEffectEndWhenItIsCancelled() async {
    let log = Log()
    let store = store(log) { send, state in
      async let one: Void = send.until { state.count == 9 }
      async let two = send.next { $0 == .add(9) }
      _ = try await (one, two)
    }
    let receipt = store.dispatch(.note("go"))
    await until { store.held.followers == 2 }
    store.dispatch(.note("stop"))
    await receipt.finish()
    #expect(log.lines == ["CancellationError"])
    await until { store.held.followers == 0 }
    #expect(store.engine.isPlain == false)
  }

  @Test func aWaitInATaskOfItsOwnEndsWithTheEffectAndNotWithTheNextCommit() async {
    let log = Log()
    let store = store(log) { send, state in
      // The task of the effect is cancelled, but not this one.
      let waiting = Task { () async throws -> Void in
        try await send.until {
          log.append("look")
          return state.count == 9
        }
      }
      do {
        try await waiting.value
      } catch {
        log.append("ended \(type(of: error))")
      }
    }
    let receipt = await start(store)
    receipt.cancel()
    // No commit follows.
    #expect(store.held.followers == 0)
    await receipt.finish()
    #expect(log.lines == ["look", "ended CancellationError"])
  }

  @Test func whatACancelledEffectReadsIsNotAsked() async {
    let (log, gate) = (Log(), Gate())
    let store = store(log) { send, _ in
      await gate.wait()
      try await send.read { log.append("asked") }
    }
    let receipt = store.dispatch(.note("go"))
    store.dispatch(.note("stop"))
    await gate.open()
    await receipt.finish()
    #expect(log.lines == ["CancellationError"])
  }

  /// The action that cancels the effect is still in the mailbox when the effect begins to wait.
  @Test func anEffectThatIsCancelledByMailIsNotAsked() async throws {
    let (log, gate) = (Log(), Gate())
    let waits = Effect<LedgerAction>.run { _ in await gate.wait() }
    let store = LedgerStore.starting([
      "go": waits.cancellable(id: "go"), "stop": .cancel(id: "go"),
    ])
    let receipt = store.dispatch(.note("go"))
    let effect = try #require(store.engine.effects.nodes.first { _ in true })
    store.enqueue(.note("stop"))
    let follower = CommitFollower<LedgerAction>(of: effect, isForActions: false) { _ in
      log.append("asked")
      return true
    } onEnd: {
      log.append("ended")
    }
    #expect(store.engine.follow(follower) == nil)
    #expect(log.lines == ["ended"])
    await gate.open()
    await receipt.finish()
  }

  @Test func aWaitWhoseFirstCheckEndsTheStoreOrTheEffectEnds() {
    let log = Log()
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let token = EffectToken()
    func follow(_ token: EffectToken?, _ end: @escaping () -> Void) -> UInt64? {
      store.engine.follow(
        CommitFollower(of: token, isForActions: false) { _ in
          end()
          return false
        } onEnd: {
          log.append("ended")
        })
    }
    #expect(follow(token) { token.cancel() } == nil)
    #expect(follow(nil) { store.engine.shutDown() } == nil)
    #expect(log.lines == ["ended", "ended"])
    #expect(store.held.followers == 0)
  }

  @Test func aWaitKeepsNoStoreAliveAndEndsWithIt() async {
    let log = Log()
    var store: LedgerStore? = store(log) { send, state in
      try await send.until { state.count == 9 }
    }
    let engine = Weak(store?.engine)
    if let store { _ = await start(store) }
    let held = Weak(store)
    store = nil
    #expect(held.object == nil)
    await until { !log.lines.isEmpty }
    #expect(log.lines == ["CancellationError"])
    await until { engine.object == nil }
  }

  @Test func aWaitThatIsOverCostsNothingAnyMore() async {
    let log = Log()
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let receipt = store.addEffect(.run { send in _ = try? await send.next { $0 == .add(1) } })
    await until { store.held.followers > 0 }
    #expect(!store.engine.isPlain)
    store.dispatch(.add(1))
    await receipt.finish()
    #expect(store.engine.isPlain)
    #expect(log.lines.isEmpty)
  }

  @Test func aWaitCanRaceWithTheClock() async {
    let (log, clock) = (Log(), TestClock())
    let store = LedgerStore.starting(
      [
        "go": .run { send in
          let answer = await withTaskGroup(of: LedgerAction?.self) { group in
            group.addTask { try? await send.next { $0 == .add(1) } }
            group.addTask {
              try? await send.clock.sleep(for: .seconds(5))
              return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
          }
          log.append(answer == nil ? "too late" : "in time")
        }
      ], clock: clock)
    let receipt = store.dispatch(.note("go"))
    await until { store.held.followers > 0 && clock.sleepers == 1 }
    clock.advance(by: .seconds(5))
    await receipt.finish()
    #expect(log.lines == ["too late"])
    #expect(store.held.followers == 0)
  }

  @Test func withoutAStoreItReadsAndDoesNotWait() async throws {
    let send = Send<LedgerAction> { _ in }
    #expect(try await send.read { 7 } == 7)
    try await send.until { true }
    await #expect(throws: CancellationError.self) { try await send.until { false } }
    await #expect(throws: CancellationError.self) { try await send.next { _ in true } }
  }
}

@MainActor
@Suite struct LiftedWaitTests {
  /// For `.setOther`, waits for the next `.note` of its own and until its own count is 2.
  private func waiting(_ log: Log) -> LedgerMiddleware {
    LedgerMiddleware { action, _, state in
      guard case .setOther = action else { return .none }
      return .run { send in
        async let note = send.next { if case .note = $0 { true } else { false } }
        async let count: Void = send.until { state.count == 2 }
        do {
          log.append("\(try await note)")
          try await count
          log.append("two")
        } catch {
          log.append("\(type(of: error))")
        }
      }
    }
  }

  private func begin(_ store: ShopStore, _ action: ShopAction) async -> DispatchReceipt {
    let receipt = store.dispatch(action)
    await until { store.held.followers == 2 }
    return receipt
  }

  @Test func aLiftedEffectSeesItsOwnActionsAndState() async {
    let log = Log()
    let store = ShopStore(
      initialState: Shop(),
      feature: Reducer.ledger.lift(action: \ShopAction.CasePaths.ledger, state: \.ledger),
      middleware: waiting(log).lift(action: \.ledger, state: \Shop.ledger))
    let receipt = await begin(store, .ledger(.setOther(1)))
    store.dispatch(.detail(.note("not mine")))
    store.dispatch(.ledger(.note("mine")))
    store.dispatch(.ledger(.add(2)))
    await receipt.finish()
    #expect(log.lines == ["note(\"mine\")", "two"])
  }

  @Test func aChildSeesItsOwnActionsAndItsWaitsEndWithIt() async {
    let log = Log()
    let store = ChildSupport.store(waiting(log).forEach(action: \.named, state: \Shop.named))
    let keys = store.state.named.keys.sorted()
    let receipt = await begin(store, .named(keys[0], .setOther(1)))
    store.dispatch(.named(keys[1], .note("not mine")))
    store.dispatch(.named(keys[0], .note("mine")))
    store.dispatch(.reset)
    await receipt.finish()
    #expect(log.lines == ["note(\"mine\")", "CancellationError"])
  }

  @Test func anOnlyChildSeesItsOwnActions() async {
    let log = Log()
    let store = ChildSupport.store(waiting(log).ifLet(action: \.detail, state: \Shop.detail))
    let receipt = await begin(store, .detail(.setOther(1)))
    store.dispatch(.detail(.note("mine")))
    store.dispatch(.detail(.add(2)))
    await receipt.finish()
    #expect(log.lines == ["note(\"mine\")", "two"])
  }

  @Test func whatAnIOOfAChildReadsLaterIsNotReadWhenTheChildHasGone() async {
    let (log, gate) = (Log(), Gate())
    let child = LedgerMiddleware { _, _, state in
      Effect.perform { send in
        Task {
          await gate.wait()
          do {
            log.append("\(try await send.read { state.count })")
          } catch {
            log.append("\(type(of: error))")
          }
        }
      }
    }
    let store = ChildSupport.store(child.ifLet(action: \.detail, state: \Shop.detail))
    store.dispatch(.detail(.add(1)))
    store.dispatch(.reset)
    await gate.open()
    await until { !log.lines.isEmpty }
    #expect(log.lines == ["CancellationError"])
  }

  /// The effect has ended; only the child that it belonged to can end the wait.
  @Test func whatTheSendOfAnEndedEffectWaitsForEndsWithItsChild() async {
    let (log, box) = (Log(), Locked<Send<LedgerAction>?>(nil))
    let child = LedgerMiddleware { _, _, _ in .run { send in box.withLock { $0 = send } } }
    let store = ChildSupport.store(child.ifLet(action: \.detail, state: \Shop.detail))
    await store.dispatch(.detail(.add(1))).finish()
    let send = box.withLock { $0 }
    func wait(_ name: String) -> Task<Void, Never> {
      Task {
        do {
          try await send?.until { name == "late" }
          log.append(name)
        } catch {
          log.append("\(name) \(type(of: error))")
        }
      }
    }
    let early = wait("early")
    await until { store.held.followers > 0 }
    store.dispatch(.reset)
    await early.value
    await wait("late").value
    #expect(log.lines == ["early CancellationError", "late CancellationError"])
  }

  @Test func actionsThatAreFoundInNoWholeEndTheWait() async {
    let log = Log()
    let effect = Effect<Int>.run { send in
      do {
        _ = try await send.next { $0 == 1 }
      } catch {
        log.append("\(type(of: error))")
      }
    }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let reports = Log()
    await StoreWarnings.withHandler {
      reports.append($0)
    } operation: {
      _ = await store.addEffect(effect.map(LedgerAction.add)).finish()
    }
    #expect(log.lines == ["CancellationError"])
    #if DEBUG
      let report = reports.lines.joined()
      #expect(report.contains("waits with `send.next` for Int. Its actions are translated into"))
      #expect(report.contains("LedgerAction, and there is no translation back."))
    #endif
  }
}
