// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor @Suite struct LiveSelectionTests {
  @Test func aStoreTellsWhatItSelectsAndWhatTheLastCommitChanged() throws {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    #expect(store.liveSelections.isEmpty)
    let double = createSelector(\Ledger.count) { $0 * 2 }
    let first = store.subscribe(to: double) { _ in }
    let second = store.subscribe(to: \.other) { _ in }
    #expect(store.liveSelections.map(\.hasChanged) == [false, false, false])
    store.dispatch(.add(1))
    let live = store.liveSelections
    #expect(live.map(\.rank) == [0, 1, 0])
    #expect(live.map(\.hasChanged) == [true, true, false])
    #expect(live.map(\.observers) == [0, 1, 1])
    #expect(live[1].inputs == [live[0].id])
    #expect(live[0].name.hasSuffix(": Int"))
    #expect(live[1].name == "Int")
    // A new subscription to the same selector has the same selection.
    first.cancel()
    let again = store.subscribe(to: double) { _ in }
    #expect(Set(store.liveSelections.map(\.id)) == Set(live.map(\.id)))
    store.dispatch(.setOther(4))
    #expect(store.liveSelections.filter(\.hasChanged).map(\.name) == [live[2].name])
    again.cancel()
    #expect(store.liveSelections.count == 1)
    second.cancel()
  }

  @Test func aProbeIsAttachedAndDetached() async {
    let log = Log()
    let probe = RecordingProbe(log)
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    store.dispatch(.add(1))
    store.attach(probe)
    store.attach(probe)
    store.dispatch(.add(1))
    #expect(log.lines == ["handling 0", "reducing 0", "idle 0"])
    store.detach(probe)
    store.dispatch(.add(1))
    #expect(log.lines.count == 3)
    #expect(store.state.count == 3)
  }

  @Test func aCancelledEffectIsTold() async {
    let gone = Cancellations()
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    store.attach(gone)
    let (shut, end) = AsyncStream<Void>.makeStream()
    let receipt = store.addEffect(
      .run { _ in for await _ in shut {} }.cancellable(id: "wait"))
    store.addEffect(.cancel(id: "wait"))
    #expect(gone.lines == ["start 1", "cancel 1"])
    await receipt.finish()
    #expect(gone.lines == ["start 1", "cancel 1", "end 1"])
    store.addEffect(.cancel(id: "wait"))
    #expect(gone.lines.count == 3)
    withExtendedLifetime(end) {}
  }

  private final class Cancellations: StoreProbe {
    var lines: [String] = []
    func startEffect(_ effect: UInt64, cause: UInt64?, running: Int) {
      lines.append("start \(effect)")
    }
    func cancelEffect(_ effect: UInt64) { lines.append("cancel \(effect)") }
    func endEffect(_ effect: UInt64, running: Int) { lines.append("end \(effect)") }
  }
}
