// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import Synchronization
import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct StoreProbeTests {
  private let log = Log()

  private func store(
    _ reducer: Reducer<Ledger, LedgerAction> = .ledger,
    _ handle: @escaping (LedgerAction) -> Effect<LedgerAction> = { _ in .none }
  ) -> LedgerStore {
    LedgerStore(
      initialState: Ledger(), reducer: reducer,
      middleware: LedgerMiddleware { action, _, _ in handle(action) }
        <> ProbingMiddleware(RecordingProbe(log)))
  }

  @Test func anActionWithoutObservers() {
    store().dispatch(.add(1))
    #expect(log.lines == ["handling 0", "reducing 0", "idle 0"])
  }

  @Test func anActionWithAnObserverAndWork() {
    let store = store { _ in Effect.perform { _ in } }
    let subscription = store.subscribe { _ in }
    store.dispatch(.add(1))
    #expect(
      log.lines == [
        "handling 0", "reducing 0", "selecting 0", "notifying 0", "effects 0", "idle 0",
      ])
    subscription.cancel()
  }

  @Test func theQueueIsCounted() {
    let store = store { $0 == .add(1) ? .sequence(.add(2), .add(3)) : .none }
    store.dispatch(.add(1))
    let handling = log.lines.filter { $0.hasPrefix("handling") }
    #expect(handling == ["handling 0", "handling 1", "handling 0"])
  }

  @Test func aRejectionEndsTheReducersPhase() {
    let store = store(.throwingLedger)
    store.onRejection = { _ in }
    store.dispatch(.fail)
    #expect(log.lines == ["handling 0", "reducing 0", "effects 0", "idle 0"])
  }

  /// Reads its store when an action begins.
  private final class Reader: StoreProbe {
    weak var store: LedgerStore?
    var counts: [Int] = []

    func begin(_ action: ActionSource) { counts.append(store?.state.count ?? -1) }
  }

  @Test func aProbeReadsTheStoreBetweenTheActionsOfATurn() {
    let reader = Reader()
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    reader.store = store
    store.attach(reader)
    store.enqueue(.add(1))
    store.enqueue(.add(2))
    store.dispatch(.add(4))
    #expect(reader.counts == [0, 1, 3])
    #expect(store.count == 7)
  }

  @Test func aStoreThatEndsInATurnIsIdleThen() {
    var store: LedgerStore? = store { _ in .perform { _ in } }
    let parent = store
    let subscription = store?.subscribe { _ in parent?.engine.shutDown() }
    store?.dispatch(.add(1))
    #expect(log.lines.last == "idle 0")
    subscription?.cancel()
    store = nil
  }

  @Test func aBatchNotifiesInTheEnd() {
    let store = store()
    let subscription = store.subscribe { _ in }
    store.batch {
      store.dispatch(.add(1))
      store.dispatch(.add(2))
    }
    #expect(
      log.lines.map { $0.split(separator: " ")[0] }.filter { $0 != "idle" }
        == ["handling", "reducing", "handling", "reducing", "selecting", "notifying"])
    #expect(log.lines.last == "idle 0")
    subscription.cancel()
  }

  @Test func effectsAreCountedFromStartToEnd() async {
    let gate = Gate()
    let store = store { action in
      guard case .add = action else { return .none }
      return .run { _ in await gate.wait() }
    }
    let first = store.dispatch(.add(1))
    let second = store.dispatch(.add(2))
    await gate.open()
    await first.finish()
    await second.finish()
    let effects = log.lines.filter { $0.contains("start") || $0.contains("end") }
    #expect(effects.prefix(4) == ["start 1 1", "started 1", "start 2 2", "started 2"])
    #expect(log.lines.contains("part 1 of 1"))
    #expect(Set(effects.suffix(2).map { $0.prefix(5) }) == ["end 1", "end 2"])
    #expect(effects.last?.hasSuffix(" 0") == true)
  }

  @Test func anEffectInheritsTheTaskLocalValuesOfTheProbe() async {
    let store = store { action in
      guard case .add = action else { return .none }
      return .run { send in await send(.note("\(RecordingProbe.effect ?? 0)")) }
    }
    await store.dispatch(.add(1)).finish()
    await store.dispatch(.add(1)).finish()
    #expect(store.state.notes == ["1", "2"])
  }

  /// The lines of the log that are about effects.
  private var effects: [String] {
    log.lines.filter { ["start", "part", "fail", "end"].contains($0.prefix { $0 != " " }) }
  }

  @Test func anErrorThatNothingCatchesIsToldBeforeTheEnd() async {
    let kinds: [(String, Effect<LedgerAction>)] = [
      ("run", .run(line: 7) { _ in throw LedgerError() }),
      ("main", .run(line: 7) { @MainActor _ in throw LedgerError() }),
      ("task", .task(line: 7) { throw LedgerError() }),
      ("fire", .fireAndForget(line: 7) { throw LedgerError() }),
      ("promise", .promise(line: 7) { _ in throw LedgerError() }),
      ("listen", .listen(line: 7) { _ in throw LedgerError() }),
      (
        "stream",
        .stream(
          AsyncThrowingStream<Int, any Error> { $0.finish(throwing: LedgerError()) }, line: 7
        ) { .add($0) }
      ),
      ("mapped", Effect<Int>.promise(line: 7) { _ in throw LedgerError() }.map { .add($0) }),
      ("translated", Effect<Int>.run(line: 7) { _ in throw LedgerError() }.map { .add($0) }),
      ("heard", .listen(line: 7, { _ in throw LedgerError() }, catch: nil)),
    ]
    for (kind, effect) in kinds {
      log.clear()
      let store = store { action in action == .add(1) ? effect : .none }
      await store.dispatch(.add(1)).finish()
      #expect(
        effects == ["start 1 1", "part 1 of 1", "fail 1 LedgerError() 7", "end 1 0"], "\(kind)")
    }
  }

  @Test func anErrorOfAPartIsOneOfTheWholeEffect() async {
    let store = store { action in
      guard action == .add(1) else { return .none }
      return .concatenate(.run { _ in }, .run(line: 7) { _ in throw LedgerError() })
    }
    await store.dispatch(.add(1)).finish()
    #expect(effects.suffix(2) == ["fail 1 LedgerError() 7", "end 1 0"])
  }

  @Test func whatIsCaughtOrCancelledIsNoError() async {
    let gate = Gate()
    let store = store { action in
      switch action {
      case .add(1): .run({ _ in throw LedgerError() }, catch: { _, _ in })
      case .add(2): .promise({ _ in throw LedgerError() }, catch: { _ in .note("caught") })
      case .add(3): .run { _ in throw CancellationError() }
      case .add(4): .promise { _ in throw CancellationError() }
      case .add(5):
        .run { _ in
          await gate.wait()
          throw LedgerError()
        }.cancellable(id: 1)
      case .add(6): .cancel(id: 1)
      default: .none
      }
    }
    let receipts = (1...6).map { store.dispatch(.add($0)) }
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(effects.count { $0.hasPrefix("end") } == 5)
    #expect(effects.count { $0.hasPrefix("fail") } == 0)
    #expect(store.state.notes == ["caught"])
  }

  @Test func anEffectOfSeveralPartsIsOne() async {
    let clock = TestClock()
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        guard action == .add(1) else { return .none }
        let note = Effect<LedgerAction>.run { send in
          await send(.note("\(RecordingProbe.effect ?? 0)"))
        }
        return .merge(note, note.delay(for: .seconds(1))).cancellable(id: 1)
      } <> ProbingMiddleware(RecordingProbe(log)), clock: clock)
    let receipt = store.dispatch(.add(1))
    await clock.untilAsleep()
    #expect(effects == ["start 1 1", "part 2 of 1", "part 4 of 1"])
    clock.advance(by: .seconds(1))
    await receipt.finish()
    #expect(effects == ["start 1 1", "part 2 of 1", "part 4 of 1", "part 5 of 1", "end 1 0"])
    #expect(store.state.notes == ["1", "1"])
  }

  @Test func callbacksAreEffectsToo() async {
    let completion = Mutex<(@Sendable (LedgerAction) -> Void)?>(nil)
    let listener = Mutex<Effect<LedgerAction>.Listener?>(nil)
    let store = store { action in
      switch action {
      case .add(1): .promise { made in completion.withLock { $0 = made } }
      case .add(2): .listen { made in listener.withLock { $0 = made } }
      default: .none
      }
    }
    let receipts = [store.dispatch(.add(1)), store.dispatch(.add(2))]
    #expect(effects == ["start 1 1", "part 1 of 1", "start 2 2", "part 2 of 2"])
    completion.withLock { $0 }?(.add(3))
    await receipts[0].finish()
    listener.withLock { $0 }?.finish()
    await receipts[1].finish()
    #expect(store.state.count == 6)
    #expect(effects.suffix(2) == ["end 1 1", "end 2 0"])
  }

  @Test func whatWaitsForItsTurnHasBegunAndAThrottlesTimerIsNoEffect() async {
    let gate = Gate()
    let store = store { action in
      switch action {
      case .add: .run { _ in await gate.wait() }.cancellable(id: "queue", policy: .serial)
      case .setOther: Effect.just(.note("a")).throttle(id: "window", for: .seconds(60))
      default: .none
      }
    }
    store.dispatch(.setOther(1))
    #expect(effects.isEmpty)
    let receipts = [store.dispatch(.add(1)), store.dispatch(.add(2))]
    #expect(effects.filter { $0.hasPrefix("start") }.map { $0.suffix(2) } == [" 1", " 2"])
    #expect(effects.count { $0.hasPrefix("part") } == 1)
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(effects.last?.suffix(2) == " 0")
  }

  @Test func aCancelledEffectEndsOnceItsTaskHas() async {
    let gate = Gate()
    let store = store { action in
      switch action {
      case .add: .run { _ in await gate.wait() }.cancellable(id: 1)
      case .setOther: .cancel(id: 1)
      default: .none
      }
    }
    let receipt = store.dispatch(.add(1))
    store.dispatch(.setOther(1))
    #expect(!log.lines.contains("end 1 0"))
    await gate.open()
    await receipt.finish()
    #expect(log.lines.filter { $0 == "end 1 0" }.count == 1)
  }

  @Test func effectsEndWithTheStore() async {
    let gate = Gate()
    var store: LedgerStore? = store { _ in .run { _ in await gate.wait() } }
    store?.dispatch(.add(1))
    store?.dispatch(.add(2))
    store = nil
    #expect(log.lines.suffix(2) == ["end 1 1", "end 2 0"])
    await gate.open()
    #expect(log.lines.suffix(2) == ["end 1 1", "end 2 0"])
  }

  @Test func aProbeThatDoesNothingChangesNothing() async {
    final class Silent: StoreProbe {}
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        action == .add(1) ? .run { send in await send(.add(10)) } : .none
      } <> ProbingMiddleware(Silent()))
    await store.dispatch(.add(1)).finish()
    #expect(store.state.count == 11)
  }

  /// An effect that waits for this end starts in the phase `effects`, not in `reducing`.
  @Test func theEndOfAnEffectIsAPhaseOfItsOwn() async {
    let store = store { action in
      guard case .add(let number) = action else { return .none }
      return Effect.run { @MainActor send in
        send.dispatch(.note("\(number)"))
      }.cancellable(id: 1, policy: .serial)
    }
    let receipts = [store.dispatch(.add(1)), store.dispatch(.add(2))]
    for receipt in receipts { await receipt.finish() }
    let phases = log.lines.map { String($0.prefix { $0 != " " }) }
    let starts = phases.indices.filter { phases[$0] == "part" }
    #expect(starts.count == 2)
    for start in starts {
      let phase = phases[..<start].last { !["start", "part", "started", "end"].contains($0) }
      #expect(phase == "effects", "\(log.lines)")
    }
  }
}
