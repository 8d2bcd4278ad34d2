// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceTrace
import TestSupport
import Testing

@testable import MillraceLink

@MainActor @Suite struct MonitorProbeTests {
  /// A probe whose clock moves one microsecond forward, or back, each time it is read.
  private func probe(
    _ store: LedgerStore, limit: Int = 100, isSetBack: Bool = false
  ) -> MonitorProbe {
    var time: UInt64 = 1 << 40
    let probe = MonitorProbe(
      limit: limit,
      clock: {
        time = isSetBack ? time - 1_000 : time + 1_000
        return time
      }, counters: { store.counters },
      name: { store.runningEffects(after: $0 - 1).first?.id })
    store.attach(probe)
    return probe
  }

  @Test func theTimeOfEachPhaseIsKept() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let subscription = store.subscribe(to: \.count) { _ in }
    let probe = probe(store)
    store.dispatch(.add(1))
    let cost = probe.cost(of: 1)
    #expect(cost?.reducing == 1_000)
    #expect(cost?.selecting == 1_000)
    #expect(cost?.notifying == 1_000)
    #expect(cost?.slices == 1)
    #expect(cost?.observers == 1)
    #expect(probe.cost(of: 2) == nil)
    subscription.cancel()
  }

  @Test func asManyCostsAreKeptAsAreNeeded() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let probe = probe(store, limit: 10)
    for _ in 0..<35 { store.dispatch(.add(1)) }
    #expect((26...35).allSatisfy { probe.cost(of: $0) != nil })
    #expect(probe.cost(of: 10) == nil)
  }

  @Test func aChainOfActionsHasACostEach() {
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { action, _, _ in
        action == .add(1) ? .sequence(.add(2), .add(3)) : .none
      })
    let probe = probe(store)
    store.dispatch(.add(1))
    #expect((1...3).allSatisfy { probe.cost(of: $0)?.reducing == 1_000 })
  }

  @Test func observersAreCalledForAnActionAndNoneIsLeft() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let probe = probe(store)
    var heard: [UInt64?] = []
    probe.onObservers = { heard.append($0) }
    store.dispatch(.add(1))
    #expect(heard == [])
    let subscription = store.subscribe(to: \.count) { [unowned store] in
      heard.append(1_000 + UInt64($0))
      if $0 == 2 { store.dispatch(.add(5)) }
    }
    store.dispatch(.add(1))
    #expect(heard == [2, 1_002, nil, 3, 1_007, nil])
    heard = []
    store.batch {
      store.dispatch(.add(1))
      store.dispatch(.add(1))
    }
    #expect(heard == [5, 1_009, nil])
    subscription.cancel()
  }

  @Test func theEndOfABatchCountsForTheLastAction() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let subscription = store.subscribe(to: \.count) { _ in }
    let probe = probe(store, limit: 2)
    var noted: [UInt64] = []
    probe.onSelections = { noted.append($0) }
    for first in [1, 4, 7, 10] as [UInt64] {
      let (last, next) = (first + 1, first + 2)
      store.batch {
        store.dispatch(.add(1))
        store.dispatch(.add(1))
      }
      store.dispatch(.setOther(1))
      #expect(probe.cost(of: first) == ActionCost(handling: 2_000, reducing: 1_000))
      #expect(
        probe.cost(of: last)
          == ActionCost(
            handling: 2_000, reducing: 1_000, selecting: 1_000, notifying: 1_000, slices: 1,
            observers: 1))
      #expect(probe.cost(of: next)?.observers == 0)
      #expect(noted == [last, next])
      noted = []
    }
    subscription.cancel()
  }

  @Test func anActionThatTheEndOfABatchDispatchesHasItsOwnCost() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let subscription = store.subscribe(to: \.count) { [unowned store] _ in
      if store.state.other == 0 { store.dispatch(.setOther(1)) }
    }
    let probe = probe(store)
    store.batch { store.dispatch(.add(1)) }
    #expect(probe.cost(of: 1)?.observers == 1)
    #expect(probe.cost(of: 2)?.observers == 0)
    #expect(probe.cost(of: 2)?.slices == 1)
    subscription.cancel()
  }

  @Test func workBetweenActionsCountsForNone() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let subscription = store.subscribe(to: \.count) { _ in }
    let probe = probe(store)
    let replacements = store.subscribeToActions(onReplacement: { probe.noteReplacement() }) { _ in }
    var observers: [UInt64?] = []
    probe.onObservers = { observers.append($0) }
    let doubled = createSelector(\Ledger.count) { $0 * 2 }
    store.dispatch(.add(1))
    let cost = probe.cost(of: 1)
    observers = []
    store.replaceState(with: Ledger(count: 7))
    #expect(store.select(doubled) == 14)
    store.replaceState(with: Ledger(count: 8))
    #expect(store.select(doubled) == 16)
    #expect(observers.allSatisfy { $0 == nil })
    store.dispatch(.add(1))
    #expect(probe.cost(of: 1) == cost)
    #expect(probe.cost(of: 2)?.slices == cost?.slices)
    #expect(probe.cost(of: 2)?.observers == 1)
    #expect(probe.cost(of: 2)?.selecting == 1_000)
    subscription.cancel()
    replacements.cancel()
  }

  @Test func aSumOfTimesThatIsTooLargeIsTheMaximum() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var time: UInt64 = 1 << 40
    let probe = MonitorProbe(
      limit: 10,
      clock: {
        time += 3_000_000_000
        return time
      }, counters: { store.counters }, name: { _ in nil })
    // The repeated phase adds another step of the clock to the same sum.
    let subscription = store.subscribe(to: \.count) { _ in probe.enter(.notifying, queued: 0) }
    store.attach(probe)
    store.dispatch(.add(1))
    #expect(probe.cost(of: 1)?.reducing == 3_000_000_000)
    #expect(probe.cost(of: 1)?.notifying == .max)
    subscription.cancel()
  }

  @Test func bodiesCountForTheirAction() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let probe = probe(store, limit: 10)
    for _ in 0..<25 { store.dispatch(.add(1)) }
    for number in [1, 24, 25, 25, 26] as [UInt64] { probe.countBody(of: number) }
    #expect(probe.cost(of: 24)?.bodies == 1)
    #expect(probe.cost(of: 25)?.bodies == 2)
    #expect(probe.cost(of: 23)?.bodies == 0)
  }

  @Test func costsOfAnEarlierVersionAreRead() throws {
    let old = try TraceValue(json: "[1,2,3,4,5,6,7,8,9]").decoded(as: ActionCost.self)
    #expect(old.observers == 9)
    #expect(old.bodies == 0)
    let cost = ActionCost(handling: 1, observers: 9, bodies: 10)
    #expect(try TraceValue(encoding: cost).json == "[1,0,0,0,0,0,0,0,9,10]")
    #expect(try TraceValue(encoding: cost).decoded(as: ActionCost.self) == cost)
  }

  @Test func effectsHaveABeginningAndAnEnd() async {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let probe = probe(store)
    let (gate, open) = AsyncStream<Void>.makeStream()
    let run = Effect<LedgerAction>.run { _ in for await _ in gate {} }
    let first = store.addEffect(run.cancellable(id: "save", policy: .serial))
    let second = store.addEffect(
      Effect<LedgerAction>.run { _ in }.cancellable(id: "save", policy: .serial))
    #expect(probe.effects.map(\.name) == ["save", "save"])
    #expect(probe.effects[0].begin != nil)
    #expect(probe.effects[1].begin == nil)
    open.finish()
    await first.finish()
    await second.finish()
    #expect(probe.effects.allSatisfy { $0.end != nil && $0.begin != nil && $0.cancelled == nil })
    let (shut, end) = AsyncStream<Void>.makeStream()
    let third = store.addEffect(
      Effect<LedgerAction>.run { _ in for await _ in shut {} }.cancellable(id: "wait"))
    store.addEffect(.cancel(id: "wait"))
    await third.finish()
    #expect(probe.effects[2].cancelled != nil)
    #expect(probe.effects[2].end != nil)
    withExtendedLifetime(end) {}
  }

  @Test func theFirstErrorThatNothingCatchesIsKept() async {
    struct Fault: Error, CustomStringConvertible {
      var description: String
    }
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let probe = probe(store)
    await store.addEffect(
      .concatenate(
        .run { _ in throw Fault(description: String(repeating: "x", count: 2_000)) },
        .run { _ in throw Fault(description: "second") })
    ).finish()
    #expect(probe.effects.map(\.error) == [String(repeating: "x", count: 1_000)])
    #expect(probe.effects[0].end != nil)
  }

  @Test func ofAClockThatIsSetBackNothingIsBeforeTheStart() async {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let probe = probe(store, isSetBack: true)
    let (gate, open) = AsyncStream<Void>.makeStream()
    let receipt = store.addEffect(
      Effect<LedgerAction>.run { _ in for await _ in gate {} }.cancellable(id: "wait"))
    store.addEffect(.cancel(id: "wait"))
    await receipt.finish()
    let span = probe.effects[0]
    #expect(span.begin == span.start)
    #expect(span.cancelled == span.start)
    #expect(span.end == span.start)
    #expect(StoreAnswer.effects(probe.effects).canBeShown)
    withExtendedLifetime(open) {}
  }

  @Test func thePhasesOfAClockThatIsSetBackTakeNoTime() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let probe = probe(store, isSetBack: true)
    store.dispatch(.add(1))
    let cost = probe.cost(of: 1)
    #expect(cost?.handling == 0 && cost?.reducing == 0 && cost?.notifying == 0)
  }

  @Test func whatBecomesOfAnEffectIsTold() async {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let probe = probe(store)
    var told: [String] = []
    probe.onEffects = { [unowned probe] in
      guard let span = probe.effects.last else { return }
      let parts = [
        ("begun", span.begin != nil), ("cancelled", span.cancelled != nil),
        ("failed", span.error != nil), ("ended", span.end != nil),
      ]
      told.append(parts.filter(\.1).map(\.0).joined(separator: " "))
    }
    await store.addEffect(.run { _ in }).finish()
    #expect(told == ["begun", "begun ended"])
    told = []
    struct Fault: Error {}
    await store.addEffect(.run { _ in throw Fault() }).finish()
    #expect(told == ["begun", "begun failed", "begun failed ended"])
    told = []
    let (gate, open) = AsyncStream<Void>.makeStream()
    let receipt = store.addEffect(
      Effect<LedgerAction>.run { _ in for await _ in gate {} }.cancellable(id: "wait"))
    store.addEffect(.cancel(id: "wait"))
    await receipt.finish()
    #expect(told == ["begun", "begun cancelled", "begun cancelled ended"])
    withExtendedLifetime(open) {}
  }

  @Test func theOldestEffectsThatHaveEndedAreForgotten() async {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let probe = probe(store)
    for _ in 0..<600 { await store.addEffect(.run { _ in }).finish() }
    #expect(probe.effects.count == 500)
    #expect(probe.effects.last?.id == 600)
  }
}
