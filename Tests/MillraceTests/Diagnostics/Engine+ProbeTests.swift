// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct EngineProbeTests {
  /// Starts each part of an effect `starts` times.
  private final class Faulty: StoreProbe {
    let starts: Int
    init(starts: Int) { self.starts = starts }

    func startPart(_ part: UInt64, of effect: UInt64, _ start: () -> Void) {
      for _ in 0..<starts { start() }
    }
  }

  private func store(_ probing: ProbingMiddleware<LedgerAction, Ledger>) -> LedgerStore {
    LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        action == .add(1) ? .run { send in await send(.add(10)) } : .none
      } <> probing)
  }

  @Test func probesStandAroundEachOther() {
    let log = Log()
    let store = store(
      ProbingMiddleware(RecordingProbe(log, name: "a "), RecordingProbe(log, name: "b ")))
    store.dispatch(.add(1))
    let starts = log.lines.filter { $0.contains("start") || $0.contains("part") }
    #expect(
      starts == [
        "a start 1 1", "b start 1 1", "a part 1 of 1", "b part 1 of 1", "b started 1",
        "a started 1",
      ])
    #expect(log.lines.prefix(2) == ["a handling 0", "b handling 0"])
  }

  @Test(arguments: [0, 1, 3])
  func anEffectRunsOnceWhateverAProbeDoes(starts: Int) async {
    let store = store(ProbingMiddleware(Faulty(starts: starts)))
    await store.dispatch(.add(1)).finish()
    #expect(store.state.count == 11)
    #expect(store.held.effects == 0)
  }

  /// Cancels each effect, when it begins or when its part starts.
  private final class Cancelling: StoreProbe {
    weak var store: LedgerStore?
    let isAtPart: Bool
    init(isAtPart: Bool) { self.isAtPart = isAtPart }

    func startEffect(_ effect: UInt64, cause: UInt64?, running: Int) {
      if !isAtPart { cancel(effect) }
    }

    func startPart(_ part: UInt64, of effect: UInt64, _ start: () -> Void) {
      if isAtPart { cancel(effect) }
      start()
    }

    private func cancel(_ number: UInt64) {
      guard let store else { return }
      for effect in store.runningEffects where effect.number == number { store.cancel(effect) }
    }
  }

  @Test(arguments: [false, true])
  func anEffectThatAProbeCancelsDoesNotStart(isAtPart: Bool) async {
    let log = Log()
    let store = LedgerStore.starting([
      "go": .merge(
        .listen { _ in log.append("listener") },
        Effect.run { _ in log.append("task") }.cancellable(id: 1))
    ])
    let probe = Cancelling(isAtPart: isAtPart)
    probe.store = store
    store.attach(probe)
    await store.dispatch(.note("go")).finish()
    #expect(log.lines.isEmpty)
    #expect(store.held.effects == 0)
    #expect(store.held.effectIDs == 0)
  }

  @Test func aStoreWithoutProbesHasNone() {
    let plain = LedgerStore(initialState: Ledger(), reducer: .ledger)
    #expect(plain.held.probes == 0)
    #expect(store(ProbingMiddleware()).held.probes == 0)
  }

  @Test func probesComeThroughEveryWrapper() {
    let probing = ProbingMiddleware<Int, Int>(RecordingProbe(Log()))
    #expect(probing.probes.count == 1)
    #expect(AnyMiddleware(probing).probes.count == 1)
    #expect(probing.lift(state: { (state: Int) in state + 1 }).probes.count == 1)
    #expect((probing <> AnyMiddleware(probing) <> ComposedMiddleware()).probes.count == 2)
  }

  @Test func aProbeThatComesTwiceIsToldOnce() async {
    let log = Log()
    let probe = RecordingProbe(log)
    let store = store(ProbingMiddleware(probe, RecordingProbe(Log()), probe))
    await store.dispatch(.add(1)).finish()
    #expect(store.held.probes == 2)
    #expect(log.lines.filter { $0.contains("start") } == ["start 1 1", "started 1"])
  }

  /// The lines of a log that are about effects.
  private func effects(in log: Log) -> [String] {
    log.lines.filter { ["start", "part", "fail", "end"].contains($0.prefix { $0 != " " }) }
  }

  @Test func anEffectThatEndsWhereThereIsNoProbeIsNotCountedLater() async {
    let gate = Gate()
    let (first, second) = (Log(), Log())
    let store = LedgerStore.starting([
      "wait": .run { _ in await gate.wait() }, "go": .run { _ in },
    ])
    let probe = RecordingProbe(first)
    store.attach(probe)
    let receipt = store.dispatch(.note("wait"))
    store.detach(probe)
    await gate.open()
    await receipt.finish()
    store.attach(RecordingProbe(second))
    await store.dispatch(.note("go")).finish()
    #expect(effects(in: first) == ["start 1 1", "part 1 of 1"])
    #expect(effects(in: second) == ["start 2 1", "part 2 of 2", "end 2 0"])
  }

  @Test func aProbeHearsNothingOfAnEffectThatAProbeBeforeItCancelsAtItsStart() async {
    let (first, last) = (Log(), Log())
    let store = LedgerStore.starting(["go": .run { _ in }])
    let canceller = Cancelling(isAtPart: false)
    canceller.store = store
    store.attach(RecordingProbe(first))
    store.attach(canceller)
    store.attach(RecordingProbe(last))
    await store.dispatch(.note("go")).finish()
    store.detach(canceller)
    await store.dispatch(.note("go")).finish()
    let second = ["start 2 1", "part 2 of 2", "end 2 0"]
    #expect(effects(in: first) == ["start 1 1", "end 1 0"] + second)
    #expect(effects(in: last) == second)
  }

  @Test func aProbeHearsNothingOfEffectsThatBeganBeforeIt() async {
    let gate = Gate()
    let (early, late) = (Log(), Log())
    let store = LedgerStore.starting([
      "wait": .concatenate(
        .run { _ in await gate.wait() }, .run(line: 7) { _ in throw LedgerError() }),
      "go": .run { _ in },
    ])
    store.attach(RecordingProbe(early))
    let receipt = store.dispatch(.note("wait"))
    store.attach(RecordingProbe(late))
    await gate.open()
    await receipt.finish()
    await store.dispatch(.note("go")).finish()
    let waiting = [
      "start 1 1", "part 2 of 1", "part 3 of 1", "fail 1 LedgerError() 7", "end 1 0",
    ]
    let going = ["start 4 1", "part 4 of 4", "end 4 0"]
    #expect(effects(in: early) == waiting + going)
    #expect(effects(in: late) == going)
  }
}
