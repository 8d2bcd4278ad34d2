// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@MainActor
@Suite struct StoreTests {
  #if os(Linux)
    /// In debug builds nothing is specialized, and Swift itself allocates.
    @Test func aPlainDispatchAllocatesNothing() async {
      await #expect(processExitsWith: .success) {
        await MainActor.run {
          let store = LedgerStore(
            initialState: Ledger(payload: Array(repeating: 0, count: 1_000)), reducer: .ledger)
          store.dispatch(.write(0))
          precondition(AllocationCounter.install(), "the runtime has no hook")
          let before = AllocationCounter.allocations
          for index in 0..<1_000 {
            store.dispatch(.add(1))
            store.dispatch(.write(index))
          }
          let allocations = AllocationCounter.allocations - before
          // Proves that the counter works.
          var probes: [Log] = []
          for _ in 0..<3 { probes.append(Log()) }
          precondition(AllocationCounter.allocations - before - allocations >= 3)
          withExtendedLifetime(probes) {}
          #if !DEBUG
            precondition(allocations == 0, "\(allocations) allocations")
          #endif
        }
      }
    }

    /// Key paths in generic code are created anew each time, which took most of the time.
    @Test func creatingAStoreFormsNoKeyPath() async {
      await #expect(processExitsWith: .success) {
        await MainActor.run {
          _ = LedgerStore(initialState: Ledger(), reducer: .ledger)
          precondition(AllocationCounter.install(), "the runtime has no hook")
          let before = AllocationCounter.allocations
          for _ in 0..<100 { _ = LedgerStore(initialState: Ledger(), reducer: .ledger) }
          let allocations = (AllocationCounter.allocations - before) / 100
          #if !DEBUG
            precondition(allocations <= 40, "\(allocations) allocations")
          #endif
        }
      }
    }

    /// Outside of a tracked scope, a field is read from the state.
    @Test func anUntrackedReadAllocatesNothing() async {
      await #expect(processExitsWith: .success) {
        await MainActor.run {
          let store = DirectoryStore(count: 10)
          let rows: StoreProjection<EntityTable<Entry>, Int> = store.projection(
            action: { _ in nil }, state: \.entries)
          @MainActor func read() -> Int {
            let title = store.title.count + store.select(\.title).count
            return title + store.entries.count + (store.entries[7]?.value ?? 1) + rows.count
          }
          _ = read()
          precondition(AllocationCounter.install(), "the runtime has no hook")
          let before = AllocationCounter.allocations
          for _ in 0..<1_000 { precondition(read() == 20) }
          let allocations = AllocationCounter.allocations - before
          #if !DEBUG
            precondition(allocations == 0, "\(allocations) allocations")
          #endif
        }
      }
    }
  #endif

  @Test func aStandInStopsWithItsMessageWhereverItIsUsed() async {
    let output = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = LedgerStore(unavailable: "no store here").state }
    }
    let message = String(decoding: output?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("no store here"))
    await #expect(processExitsWith: .failure) {
      LedgerStore(unavailable: "no store here").enqueue(.add(1))
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        _ = StoreProjection<Ledger, LedgerAction>(unavailable: "no store here").state
      }
    }
  }

  @Test func aStandInCanBeMadeAndReleasedOnAnyThread() async {
    await Task.detached { _ = LedgerStore(unavailable: "unused") }.value
  }

  @Test func theChainLimitIsAtLeastOne() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    #expect(store.chainLimit == 100_000)
    store.chainLimit = -5
    #expect(store.chainLimit == 1)
  }

  @Test func aNewStoreIsIdleAndHasDoneNothing() {
    let store = LedgerStore(initialState: Ledger(count: 3), reducer: .ledger)
    #expect(store.phase == .idle)
    #expect(store.counters == StoreCounters())
    #expect(store.state == Ledger(count: 3))
  }
}
