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
@Suite struct ObservableViewModelTests {
  private let store = LedgerStore(initialState: Ledger(), reducer: .ledger)

  @Test func itAnnouncesAChangeBeforeItAndNoChangeNever() {
    let model = store.asObservableViewModel()
    var seen: [Int] = []
    let cancellable = model.objectWillChange.sink { [unowned model] _ in
      MainActor.assumeIsolated { seen.append(model.state.count) }
    }
    model.dispatch(.add(2))
    #expect(model.state.count == 2 && seen == [0])
    model.dispatch(.add(0))
    #expect(seen == [0])
    cancellable.cancel()
  }

  @Test func itShowsAProjectionAndDispatchesThroughIt() {
    let model = store.projection(action: { LedgerAction.add($0) }, state: \.count)
      .asObservableViewModel()
    model.dispatch(4)
    #expect(model.state == 4 && store.state.count == 4)
    store.dispatch(.setOther(1))
    #expect(model.state == 4)
  }

  @Test func aRuleOfItsOwnDecidesWhatIsAChange() {
    let model = store.asObservableViewModel(didChange: { $0.other != $1.other })
    store.dispatch(.add(1))
    #expect(model.state.count == 0)
    store.dispatch(.setOther(1))
    #expect(model.state == Ledger(count: 1, other: 1))
  }

  @Test func itIsAStoreItself() {
    let model = store.asObservableViewModel()
    var counts: [Int] = []
    let subscription = model.subscribe(to: \.count) { counts.append($0) }
    let part = model.projection(action: { LedgerAction.add($0) }, state: \.count)
    part.dispatch(1)
    #expect(counts == [1] && part.state == 1)
    #expect(model.select(\.count) == 1 && model.read(StateSelector(\.count)) == 1)
    subscription.cancel()
  }

  @Test func itsPublisherIsThatOfAPublishedProperty() {
    let model = store.asObservableViewModel()
    var counts: [Int] = []
    let cancellable = model.statePublisher.sink { counts.append($0.count) }
    model.dispatch(.add(1))
    #expect(counts == [0, 1])
    cancellable.cancel()
  }

  @Test func itsStateIsPublishedBeforeItIsShown() {
    let model = store.asObservableViewModel()
    var seen: [[Int]] = []
    let cancellable = model.$state.map(\.count).sink { [unowned model] count in
      MainActor.assumeIsolated { seen.append([count, model.state.count]) }
    }
    model.dispatch(.add(1))
    store.dispatch(.add(2))
    model.dispatch(.add(0))
    #expect(seen == [[0, 0], [1, 0], [3, 1]])
    cancellable.cancel()
  }

  @Test func nothingIsLeftWhenItGoes() {
    var model: ObservableViewModel? = store.asObservableViewModel()
    let weakModel = Weak(model)
    model?.dispatch(.add(1))
    model = nil
    #expect(weakModel.object == nil)
    let before = store.counters.observersCalled
    store.dispatch(.add(1))
    #expect(store.counters.observersCalled == before)
  }
}
