// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

import Millrace

@MainActor
@Suite struct DependencyTests {
  private let log = Log()
  private let store = LedgerStore(initialState: Ledger(), reducer: .ledger)

  /// A dependency that logs when it is selected and compared.
  private func logged<Value: Equatable & Sendable>(
    _ name: String, _ select: @escaping @Sendable (Ledger) -> Value
  ) -> StateSelector<Ledger, Value> {
    StateSelector { [log] state in
      log.append("select \(name)")
      return select(state)
    } didChange: { [log] old, new in
      log.append("compare \(name)")
      return old != new
    }
  }

  /// A selector with these dependencies that logs when its output is computed.
  private func selector<each Dependency>(
    _ dependency: repeat StateSelector<Ledger, each Dependency>
  ) -> StateSelector<Ledger, Int> {
    StateSelector(
      dependencySelector: repeat each dependency,
      outputSelector: StateSelector { [log] state in
        log.append("output")
        return state.count
      })
  }

  /// The lines that are logged during an action.
  private func send(_ action: LedgerAction) -> [String] {
    log.clear()
    store.dispatch(action)
    return log.lines
  }

  @Test func theFirstTimeNothingIsCompared() {
    let watch = store.subscribe(to: selector(logged("count") { $0.count })) { _ in }
    #expect(log.lines == ["select count", "output"])
    #expect(send(.setOther(1)) == ["select count", "compare count"])
    #expect(send(.add(1)) == ["select count", "compare count", "output"])
    #expect(send(.setOther(2)) == ["select count", "compare count"])
    watch.cancel()
  }

  @Test func allAreSelectedThenComparedUpToTheFirstChange() {
    let watch = store.subscribe(
      to: selector(
        logged("count") { $0.count }, logged("other") { $0.other }, logged("notes") { $0.notes })
    ) { _ in }
    let selected = ["select count", "select other", "select notes"]
    #expect(
      send(.setOther(0)) == selected + ["compare count", "compare other", "compare notes"])
    #expect(send(.setOther(1)) == selected + ["compare count", "compare other", "output"])
    watch.cancel()
  }

  @Test func whatIsNotComparedIsRememberedToo() {
    let watch = store.subscribe(
      to: selector(logged("count") { $0.count }, logged("other") { $0.other })
    ) { _ in }
    log.clear()
    // Both change, the second is not compared; afterwards it must not count as changed.
    store.batch {
      store.dispatch(.add(1))
      store.dispatch(.setOther(1))
    }
    let selected = ["select count", "select other"]
    #expect(log.lines == selected + ["compare count", "output"])
    #expect(send(.setOther(1)) == selected + ["compare count", "compare other"])
    watch.cancel()
  }

  @Test func theLastValueIsRememberedAlsoWhenItDidNotCountAsChanged() {
    let byTwo = StateSelector(
      { (state: Ledger) in state.count }, didChange: { old, new in new >= old + 2 })
    let watch = store.subscribe(to: selector(byTwo)) { _ in }
    #expect(send(.add(1)) == [])
    #expect(send(.add(1)) == [])
    #expect(send(.add(2)) == ["output"])
    watch.cancel()
  }

  @Test func aMissingValueIsAValue() {
    let watch = store.subscribe(to: selector(StateSelector { $0.notes.first })) { _ in }
    #expect(send(.add(1)) == [])
    #expect(send(.note("a")) == ["output"])
    #expect(send(.note("b")) == [])
    log.clear()
    store.replaceState(with: Ledger())
    #expect(log.lines == ["output"])
    #expect(send(.add(1)) == [])
    watch.cancel()
  }

  @Test func selectorsWithOneDependencySelectItOnceAndCompareItEach() {
    let count = logged("count") { $0.count }
    var all = [store.subscribe(to: selector(count)) { _ in }]
    store.dispatch(.add(1))
    all.append(store.subscribe(to: selector(count)) { _ in })
    #expect(send(.setOther(1)) == ["select count", "compare count", "compare count"])
    let double = [String](repeating: "compare count", count: 2) + ["output", "output"]
    #expect(send(.add(1)).sorted() == double + ["select count"])
    all.forEach { $0.cancel() }
  }

  @Test(arguments: [true, false]) func readFromALargerStateItBehavesTheSame(isPath: Bool) {
    struct App: Sendable { var ledger = Ledger() }
    let store = Store<App, LedgerAction>(
      initialState: App(),
      reducer: Reducer { app, action in try? Reducer.ledger(&app.ledger, action) })
    let part: StoreProjection<Ledger, LedgerAction> =
      isPath
      ? store.projection(action: { $0 }, state: \.ledger)
      : store.projection(action: { $0 }, state: { (app: App) in app.ledger })
    let watch = part.subscribe(to: selector(logged("count") { $0.count })) { _ in }
    let changes: [(LedgerAction, [String])] = [
      (.setOther(1), []), (.add(1), ["output"]), (.setOther(2), []),
    ]
    for (action, output) in changes {
      log.clear()
      store.dispatch(action)
      #expect(log.lines == ["select count", "compare count"] + output)
    }
    watch.cancel()
  }

  /// The cost of an unchanged dependency does not depend on the number of observers.
  @Test func observersOfAnUnchangedDependencyCostNothing() {
    let all = (0..<10).map { index in
      store.subscribe(
        to: StateSelector(
          dependencySelector: StateSelector(\.count),
          outputSelector: StateSelector { $0.count + index })
      ) { _ in }
    }
    let same = store.cost { store.dispatch(.setOther(1)) }
    #expect(same.slicesCompared == 1)
    #expect(same.selectorsComputed == 0)
    #expect(store.cost { store.dispatch(.add(1)) }.selectorsComputed == 10)
    all.forEach { $0.cancel() }
  }

  /// The count when it has changed by more than ten since it was last compared.
  private var coarseCount: StateSelector<Ledger, Int> {
    StateSelector(
      dependencySelector: StateSelector(\.count, didChange: { abs($0 - $1) > 10 }),
      outputSelector: StateSelector(\.count))
  }

  @Test func anObserverComparesSinceTheLastActionThatItsFilterAccepted() {
    let selector = coarseCount
    var (even, odd, all) = ([Int](), [Int](), [Int]())
    let watches = [
      store.subscribe(to: selector, filter: { state, _ in state.count % 2 == 1 }) {
        even.append($0)
      },
      store.subscribe(to: selector, filter: { state, _ in state.count % 2 == 0 }) {
        odd.append($0)
      },
      store.subscribe(to: selector) { all.append($0) },
    ]
    for _ in 0..<10 { store.dispatch(.add(7)) }
    #expect(even == [14, 28, 42, 56, 70])
    #expect(odd == [21, 35, 49, 63])
    #expect(all == [])
    watches.forEach { $0.cancel() }
  }

  @Test(arguments: [false, true]) func aReadInABatchIsNoComparison(isRead: Bool) {
    var counts: [Int] = []
    let watch = store.subscribe(to: coarseCount) { counts.append($0) }
    let other = createSelector(\Ledger.other) { $0 + 1 }
    store.batch {
      store.dispatch(.add(7))
      if isRead { _ = store.select(other) }
      store.dispatch(.add(7))
    }
    #expect(counts == [14])
    watch.cancel()
  }

  @Test(arguments: [false, true]) func aReadInABatchChangesNoLaterComparison(isRead: Bool) {
    var counts: [Int] = []
    let watch = store.subscribe(to: coarseCount) { counts.append($0) }
    let other = createSelector(\Ledger.other) { $0 + 1 }
    // The read is behind the last action of the batch.
    store.batch {
      store.dispatch(.add(7))
      if isRead { _ = store.select(other) }
    }
    store.dispatch(.add(7))
    #expect(counts == [])
    // The value at the read is not that at the end of the batch.
    store.batch {
      store.dispatch(.add(11))
      if isRead { _ = store.select(other) }
      store.dispatch(.add(4))
    }
    store.dispatch(.add(7))
    #expect(counts == [29])
    store.batch {
      store.dispatch(.add(11))
      if isRead { _ = store.select(other) }
    }
    store.dispatch(.add(7))
    #expect(counts == [29, 47])
    watch.cancel()
  }

  @MainActor private final class Watches {
    var all: [StoreSubscription] = []
    var last: Int?
    var calls = 0
    var onRead: () -> Void = {}
  }

  private struct Boxed: Sendable {
    var box: Farewell?
    var number = 0
  }

  private enum BoxedAction: Sendable { case replace(Farewell?, Int), nothing }

  private func boxedStore() -> Store<Boxed, BoxedAction> {
    Store(
      initialState: Boxed(),
      reducer: Reducer { state, action in
        if case .replace(let box, let number) = action { state = Boxed(box: box, number: number) }
      })
  }

  /// The node of the selector is refreshed again during its own refresh.
  @Test func anOldValueCanSubscribeToTheSelector() {
    let (store, watches) = (boxedStore(), Watches())
    let selector = StateSelector(
      dependencySelector: StateSelector(\Boxed.box, didChange: { $0 !== $1 }),
      outputSelector: StateSelector<Boxed, Int>(\.number))
    let farewell = Farewell { [unowned store] in
      MainActor.assumeIsolated { watches.all.append(store.subscribe(to: selector) { _ in }) }
    }
    store.dispatch(.replace(consume farewell, 1))
    var numbers: [Int] = []
    watches.all.append(
      store.subscribe(to: selector, filter: { _, _ in true }) { numbers.append($0) })
    store.dispatch(.replace(nil, 2))
    store.dispatch(.replace(Farewell {}, 3))
    #expect(numbers == [2, 3])
    #expect(watches.all.count == 2)
    watches.all = []
  }

  /// An observer with a filter that begins while the nodes are brought up to date.
  @Test func anObserverThatBeginsDuringARefreshMissesNothing() {
    let (store, watches) = (boxedStore(), Watches())
    let selector = createSelector(\Boxed.number) { $0 }
    let farewell = Farewell { [unowned store] in
      MainActor.assumeIsolated {
        watches.all.append(
          store.subscribe(to: selector, filter: { _, _ in true }, initial: true) {
            watches.last = $0
          })
      }
    }
    store.dispatch(.replace(consume farewell, 1))
    watches.all = [
      store.subscribe(to: createSelector(\Boxed.box) { $0 == nil }) { _ in },
      store.subscribe(to: \.number) { _ in },
    ]
    store.dispatch(.replace(nil, 5))
    #expect(store.select(selector) == 5)
    for _ in 0..<3 { store.dispatch(.nothing) }
    #expect(watches.last == 5)
    watches.all = []
  }

  /// An observer that begins during a refresh can already have the value after the refresh.
  @Test func anObserverThatBeginsDuringARefreshIsNotCalledWithItsFirstValue() {
    let (store, watches) = (boxedStore(), Watches())
    let box = StateSelector(\Boxed.box)
    let farewell = Farewell { [unowned store] in
      MainActor.assumeIsolated {
        watches.all.append(store.subscribe(to: box) { _ in watches.calls += 1 })
      }
    }
    store.dispatch(.replace(consume farewell, 1))
    // An observer of the box would hold its old value longer than the node does.
    let first = store.subscribe(to: createSelector(\Boxed.box) { $0 == nil }) { _ in }
    store.dispatch(.replace(nil, 5))
    #expect(watches.all.count == 1)
    #expect(watches.calls == 0)
    store.dispatch(.replace(Farewell {}, 5))
    #expect(watches.calls == 1)
    store.dispatch(.nothing)
    #expect(watches.calls == 1)
    watches.all = []
    first.cancel()
  }

  /// The node of the ended observer was not refreshed for the commit during which it ended.
  @Test func aSelectorWhoseObserverEndsDuringARefreshIsComputedAgain() {
    let (store, watches) = (boxedStore(), Watches())
    let double = createSelector(\Boxed.number) { $0 * 2 }
    #expect(store.select(double) == 0)
    let farewell = Farewell { MainActor.assumeIsolated { watches.all = [] } }
    store.dispatch(.replace(consume farewell, 1))
    let first = store.subscribe(to: createSelector(\Boxed.box) { $0 == nil }) { _ in }
    watches.all = [store.subscribe(to: double) { _ in }]
    store.dispatch(.replace(nil, 5))
    #expect(watches.all.isEmpty)
    #expect(store.select(double) == 10)
    var values: [Int] = []
    let later = store.subscribe(to: double, initial: true) { values.append($0) }
    store.dispatch(.replace(nil, 6))
    #expect(values == [10, 12])
    later.cancel()
    first.cancel()
  }

  /// A selector can be read while its node is being made.
  @Test func aSelectorThatIsReadDuringItsFirstComputationHasOneNode() {
    let (store, watches) = (boxedStore(), Watches())
    let selector = createSelector(\Boxed.number) { number in
      MainActor.assumeIsolated { watches.onRead() }
      return number * 2
    }
    watches.onRead = { [unowned store, unowned watches] in
      watches.onRead = {}
      _ = store.select(selector)
      watches.all.append(store.subscribe(to: selector) { watches.last = $0 })
    }
    #expect(store.select(selector) == 0)
    store.subscribe(to: selector) { _ in }.cancel()
    #expect(store.select(selector) == 0)
    store.dispatch(.replace(nil, 5))
    #expect(watches.last == 10)
    #expect(store.select(selector) == 10)
    watches.all = []
  }

  /// A released value can read a selector, while the nodes are not up to date.
  @Test(arguments: [1, 2]) func anOldValueCanReadTheSelector(count: Int) {
    final class Token: @unchecked Sendable {
      // Sound: a test writes it once, before the token is released.
      var onEnd: () -> Void = {}
      deinit { onEnd() }
    }
    let store = Store<Token?, Bool>(
      initialState: Token(), reducer: Reducer { token, _ in token = nil })
    let token = StateSelector<Token?, Token?>({ $0 }, didChange: { $0 !== $1 })
    let isGone = StateSelector<Token?, Bool> { $0 == nil }
    let selector =
      count == 1
      ? StateSelector(dependencySelector: token, outputSelector: isGone)
      : StateSelector(dependencySelector: token, token, outputSelector: isGone)
    var answers: [Bool] = []
    let watch = store.subscribe(to: selector) { answers.append($0) }
    store.state?.onEnd = { [unowned store] in answers.append(store.read(selector)) }
    store.dispatch(true)
    #expect(answers == [true, true])
    watch.cancel()
  }
}
