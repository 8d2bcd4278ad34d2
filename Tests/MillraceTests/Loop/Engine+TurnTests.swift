// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct EngineTurnTests {
  @Test func aDrainWithoutJobsDoesNothing() {
    let engine = EngineTests.make()
    engine.drain()
    #expect(engine.phase == .idle)
    #expect(engine.state == Ledger(payload: [0, 0]))
  }

  @Test func jobsOfACancelledSenderAreDropped() {
    let engine = EngineTests.make()
    let sender = EffectToken()
    for amount in [1, 2] {
      let pending = PendingAction(
        DispatchedAction(LedgerAction.add(amount)), dispatchID: 1, isChained: false,
        sender: amount == 1 ? sender : nil)
      engine.mailbox.post(.action(pending))
    }
    sender.cancel()
    engine.drain()
    #expect(engine.state.count == 2)
    engine.receive(DispatchedAction(.add(10)), dispatchID: 1, sender: sender, watch: 0)
    #expect(engine.state.count == 2)
  }

  @Test func aLargeBurstLeavesNoLargeQueueBehind() {
    let engine = EngineTests.make()
    post(10_000, to: engine)
    repeat { engine.drain() } while !engine.queue.isEmpty
    #expect(engine.state.count == 10_000)
    #expect(engine.queue.capacity == 0)
  }

  @Test func aDrainAndTheEndOfAnEffectRunAPartOfTheActionsFromOutside() {
    let engine = EngineTests.make()
    post(1_000, to: engine)
    engine.drain()
    #expect(engine.state.count == 100)
    engine.end(of: 0)
    #expect(engine.state.count == 200)
    #expect(engine.runPendingJobs())
    #expect(engine.state.count == 1_000)
  }

  @Test func theStartOfAnEffectThatSendsNothingLeavesDeferredJobsPrepared() {
    let engine = EngineTests.make()
    post(150, to: engine)
    engine.mailbox.post(.effect(PendingEffect(.none, from: Sender(dispatchID: 0, token: nil))))
    post(10, to: engine)
    engine.drain()
    #expect(engine.queue.visited == 100..<161)
    engine.drain()
    #expect(engine.queue.isEmpty)
    #expect(engine.queue.visited == 100..<161)
  }

  private func post(_ count: Int, to engine: Engine<Ledger, LedgerAction>) {
    for _ in 0..<count {
      engine.mailbox.post(
        .action(PendingAction(DispatchedAction(.add(1)), dispatchID: 0, isChained: false)))
    }
  }

  @Test func aCutTurnAsksForADrainAndLosesNothing() async {
    let engine = Engine<Ledger, LedgerAction>(
      state: Ledger(), feature: Reducer.ledger.feature,
      middleware: ComposedMiddleware {
        LedgerMiddleware { _, _, state in state.count < 50 ? .just(.add(1)) : .none }
      })
    engine.chainLimit = 20
    engine.onRunaway = { _ in }
    _ = engine.dispatch(.add(1), source: ActionSource())
    #expect(engine.phase == .idle)
    #expect(!engine.queue.isEmpty)
    for _ in 0..<2 { await Task { @MainActor in }.value }
    #expect(engine.queue.isEmpty)
    // The last one was sent when the count was 49.
    #expect(engine.state.count == 51)
    #expect(engine.counters.turnsCut == 2)
  }

  /// Each read would prepare the deferred jobs again, and report an end of a turn to the probes: a
  /// probe that reads a selector at that time would never end.
  @Test func aReadAfterACutTurnDefersNothingAgain() {
    let log = Log()
    let engine = Engine<Ledger, LedgerAction>(
      state: Ledger(), feature: Reducer.ledger.feature,
      middleware: LedgerMiddleware { _, _, state in state.count < 50 ? .just(.add(1)) : .none }
        <> ProbingMiddleware(RecordingProbe(log)))
    engine.chainLimit = 20
    engine.onRunaway = { _ in }
    _ = engine.dispatch(.add(1), source: ActionSource())
    #expect(!engine.queue.isEmpty)
    let lines = log.lines
    #expect(lines.last == "idle 1")
    let double = createSelector(\Ledger.count) { $0 * 2 }
    #expect(engine.currentValue(of: double, isCached: true) == engine.state.count * 2)
    let observer = engine.subscribe(double) { _ in }
    #expect(log.lines == lines)
    observer.cancel()
  }

  /// Random programs of nested dispatches and batches against a model: every commit is counted, and
  /// the last value of the observer is that of the last state.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func anyMixOfBatchesAndDispatchesIsHeardInTheEnd(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let engine = EngineTests.make()
    var heard: [Int] = []
    _ = engine.subscribe(StateSelector(\.count)) { heard.append($0) }
    var expected = 0
    func play(depth: Int) {
      for _ in 0..<Int.random(in: 0..<6, using: &generator) {
        if depth < 3 && Int.random(in: 0..<3, using: &generator) == 0 {
          engine.batch { play(depth: depth + 1) }
        } else {
          expected += 1
          _ = engine.dispatch(.add(1), source: ActionSource())
        }
      }
    }
    for _ in 0..<10 { play(depth: 0) }
    #expect(engine.state.count == expected, "seed \(seed)")
    #expect(heard.last ?? 0 == expected, "seed \(seed)")
    #expect(heard == heard.sorted(), "seed \(seed)")
    #expect(engine.batchDepth == 0, "seed \(seed)")
  }
}
