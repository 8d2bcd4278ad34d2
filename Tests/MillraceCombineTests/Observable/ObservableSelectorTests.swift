// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceCombine
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#else
  @preconcurrency import OpenCombine
#endif

@MainActor
@Suite struct ObservableSelectorTests {
  private let store = LedgerStore(initialState: Ledger(count: 1), reducer: .ledger)

  @Test func itChangesInTheTurnAndSaysSoBefore() {
    let count = ObservableSelector(store, \.count)
    var seen: [Int] = []
    let cancellable = count.objectWillChange.sink { [unowned count] _ in
      MainActor.assumeIsolated { seen.append(count.output) }
    }
    #expect(count.output == 1)
    store.dispatch(.add(2))
    #expect(count.output == 3 && seen == [1])
    store.dispatch(.setOther(9))
    #expect(seen == [1])
    cancellable.cancel()
  }

  @Test func thePublishedOutputComesBeforeTheChange() {
    let count = ObservableSelector(store, \.count)
    var seen: [[Int]] = []
    let cancellable = count.$output.sink { [unowned count] output in
      MainActor.assumeIsolated { seen.append([output, count.output]) }
    }
    store.dispatch(.add(1))
    #expect(seen == [[1, 1], [2, 1]])
    cancellable.cancel()
  }

  @Test func theOutputIsComputedOnlyAfterItsDependencyChanged() {
    let log = Log()
    let selected = ObservableSelector(
      store,
      dependencySelector: StateSelector({ $0.other }),
      outputSelector: StateSelector({
        log.append("computed")
        return $0.count
      }))
    log.clear()
    store.dispatch(.add(1))
    #expect(log.lines.isEmpty && selected.output == 1)
    store.dispatch(.setOther(1))
    #expect(log.lines == ["computed"] && selected.output == 2)
  }

  @Test func aFilterDecidesWhetherItLooks() {
    let selected = ObservableSelector(
      store, filter: { $1 != .add(1) },
      dependencySelector: StateSelector({ $0.count }),
      outputSelector: StateSelector({ $0.count }))
    store.dispatch(.add(1))
    #expect(selected.output == 1)
    store.dispatch(.add(2))
    #expect(selected.output == 4)
  }

  @Test func neitherKeepsTheOtherAlive() {
    var mortal: LedgerStore? = LedgerStore(initialState: Ledger(count: 3), reducer: .ledger)
    let weakStore = Weak(mortal)
    var selected = mortal.map { ObservableSelector($0, \.count) }
    let weakSelected = Weak(selected)
    mortal = nil
    #expect(weakStore.object == nil && selected?.output == 3)
    selected = ObservableSelector(store, \.count)
    #expect(weakSelected.object == nil)
  }
}
