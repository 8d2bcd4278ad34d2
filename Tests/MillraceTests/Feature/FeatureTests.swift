// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import TestSupport
import Testing

@testable import Millrace

/// A state whose values are loaded, used alone and as a child.
private struct Loader: Identifiable, Equatable, Sendable {
  var id = 0
  var isLoading = false
  var values: [Int] = []
}

private enum LoaderAction: Equatable, Sendable {
  case load(Int)
  case loaded(Int)
  case cancel
  case fail
}

private struct LoadError: Error, Equatable {}

private func loader(_ gate: Gate) -> Feature<Loader, LoaderAction> {
  Feature { state, action in
    switch action {
    case .load(let value):
      state.isLoading = true
      return .run { send in
        await gate.wait()
        await send(.loaded(value))
      }
      .cancellable(id: "load")
    case .loaded(let value):
      state.isLoading = false
      state.values.append(value)
      return .none
    case .cancel:
      state.isLoading = false
      return .cancel(id: "load")
    case .fail:
      state.values = []
      throw LoadError()
    }
  }
}

private struct App: Equatable, Sendable {
  var first = Loader()
  var second = Loader()
  var detail: Loader?
  var rows = EntityTable<Loader>()
  var resets = 0
}

private enum AppAction: Equatable, Sendable, CasePathable {
  case first(LoaderAction)
  case second(LoaderAction)
  case detail(LoaderAction)
  case row(Int, LoaderAction)
  case show(Int?)
  case setRows([Int])

  struct CasePaths: Sendable {
    let first = CasePath(case: AppAction.first) {
      if case .first(let action) = $0 { action } else { nil }
    }
    let second = CasePath(case: AppAction.second) {
      if case .second(let action) = $0 { action } else { nil }
    }
    let detail = CasePath(case: AppAction.detail) {
      if case .detail(let action) = $0 { action } else { nil }
    }
    let row = CasePath(case: AppAction.row) {
      if case .row(let id, let action) = $0 { (id, action) } else { nil }
    }
  }
  static let casePaths = CasePaths()

  static func caseIndex(of action: AppAction) -> Int {
    switch action {
    case .first: 0
    case .second: 1
    case .detail: 2
    case .row: 3
    case .show: 4
    case .setRows: 5
    }
  }
}

private func app(_ gate: Gate) -> Feature<App, AppAction> {
  Feature.combine {
    loader(gate).lift(action: \.first, state: \.first)
    loader(gate).lift(action: \.second, state: \.second)
    loader(gate).ifLet(action: \.detail, state: \.detail)
    loader(gate).forEach(action: \.row, state: \.rows)
    Reducer { state, action in
      switch action {
      case .show(let id): state.detail = id.map { Loader(id: $0) }
      case .setRows(let ids): state.rows.setAll(ids.map { Loader(id: $0) })
      default: break
      }
    }
  }
}

@MainActor
@Suite struct FeatureTests {
  private let gate = Gate()

  @Test func itChangesAndStartsInOnePlace() async {
    let store = Store(initialState: Loader(), feature: loader(gate))
    let receipt = store.dispatch(.load(3))
    #expect(store.state.isLoading)
    await gate.open()
    await receipt.finish()
    #expect(store.state == Loader(values: [3]))
  }

  @Test func whatItStartsSeesTheCommittedState() {
    let log = Log()
    let feature = Feature<Int, Int> { count, amount in
      count += amount
      return amount == 1 ? .just(10) : .none
    }
    let store = Store(initialState: 0, feature: feature)
    let subscription = store.subscribe(to: \.self) { log.append("\($0)") }
    store.dispatch(1)
    #expect(log.lines == ["1", "11"])
    subscription.cancel()
  }

  @Test func ifItThrowsNothingChangesAndNothingStarts() {
    let feature = Feature<Int, Int> { count, amount in
      count += amount
      if amount < 0 { throw LoadError() }
      return .just(-1)
    }
    let store = Store(initialState: 5, feature: feature)
    store.onRejection = { _ in }
    #expect(throws: LoadError()) { try store.dispatch(-2).get() }
    #expect(store.state == 5)
    #expect(feature.canThrow)
  }

  @Test func whetherItCanThrowIsKnownFromItsType() {
    #expect(!Feature<Int, Int> { _, _ in .none }.canThrow)
    #expect(loader(gate).canThrow)
    #expect(app(gate).canThrow)
    let calm = Feature<Int, Int> { _, _ in .none }
    #expect(!(calm <> calm <> Reducer { $0 += $1 }).canThrow)
  }

  @Test func calledByHandItReturnsWhatItWouldStart() throws {
    var count = 1
    let feature = Feature<Int, Int> { count, amount in
      count += amount
      return .just(7)
    }
    let effect: Effect<Int> = try feature(&count, 2)
    #expect(count == 3)
    guard case .just(let sent) = effect.operation else {
      Issue.record("it starts an effect")
      return
    }
    #expect(sent.action == 7)
  }

  @Test func oneThatCannotThrowStaysInPlace() {
    let feature = Feature<Ledger, Int> { ledger, index in
      ledger.payload[index] += 1
      return .none
    }
    let store = Store(
      initialState: Ledger(payload: Array(repeating: 0, count: 1_000)), feature: feature)
    let address = store.state.payloadAddress
    for index in 0..<10 { store.dispatch(index) }
    #expect(store.state.payloadAddress == address)
    #expect(store.counters.statesCopied == 0)
  }

  @Test func liftedToTwoPlacesEachHasItsActions() async {
    let store = Store(initialState: App(), feature: app(gate))
    let receipts = [store.dispatch(.first(.load(1))), store.dispatch(.second(.load(2)))]
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(store.state.first.values == [1])
    #expect(store.state.second.values == [2])
  }

  @Test func aLiftedRefusalKeepsTheWholeState() {
    let store = Store(initialState: App(first: Loader(values: [1])), feature: app(gate))
    store.onRejection = { _ in }
    #expect(throws: LoadError()) { try store.dispatch(.first(.fail)).get() }
    #expect(store.state.first.values == [1])
  }

  @Test func effectsOfAChildEndWhenItGoes() async {
    let store = Store(initialState: App(), feature: app(gate))
    store.dispatch(.show(1))
    let receipt = store.dispatch(.detail(.load(1)))
    #expect(!store.runningEffects.isEmpty)
    store.dispatch(.show(nil))
    #expect(store.runningEffects.allSatisfy { $0.isCancelled })
    // Another child in the same place gets none of its actions.
    store.dispatch(.show(2))
    await gate.open()
    await receipt.finish()
    #expect(store.state.detail == Loader(id: 2))
    #expect(store.runningEffects.isEmpty)
  }

  @Test func aChildWithAnotherIdIsAnotherChild() async {
    let store = Store(initialState: App(), feature: app(gate))
    store.dispatch(.show(1))
    let receipt = store.dispatch(.detail(.load(1)))
    store.dispatch(.show(2))
    await gate.open()
    await receipt.finish()
    #expect(store.state.detail == Loader(id: 2))
  }

  @Test func eachRowHasItsEffectsToItself() async {
    let store = Store(initialState: App(), feature: app(gate))
    store.dispatch(.setRows([1, 2, 3]))
    let receipts = [1, 2, 3].map { store.dispatch(.row($0, .load($0))) }
    store.dispatch(.row(2, .cancel))
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(store.state.rows.map(\.values) == [[1], [], [3]])
  }

  @Test func aRowThatComesBackHasNothingOfItsFormerLife() async {
    let store = Store(initialState: App(), feature: app(gate))
    store.dispatch(.setRows([1]))
    let old = store.dispatch(.row(1, .load(1)))
    store.dispatch(.setRows([]))
    store.dispatch(.setRows([1]))
    let new = store.dispatch(.row(1, .load(2)))
    await gate.open()
    await old.finish()
    await new.finish()
    #expect(store.state.rows.map(\.values) == [[2]])
  }

  @Test func anActionThatRemovesItsChildStartsNothing() {
    let log = Log()
    let child = Feature<Loader, LoaderAction> { _, _ in
      log.append("decided")
      return .listen { _ in log.append("started") }
    }
    let feature = Feature<App, AppAction>.combine {
      child.ifLet(action: \.detail, state: \.detail)
      Reducer { state, action in if action == .detail(.cancel) { state.detail = nil } }
    }
    let store = Store(initialState: App(detail: Loader()), feature: feature)
    store.dispatch(.detail(.cancel))
    #expect(log.lines == ["decided"])
    #expect(store.runningEffects.isEmpty)
  }

  @Test func whatAChildSentBeforeItWentIsDropped() {
    // The child's action waits in the queue behind the one that removes it.
    let child = Feature<Loader, LoaderAction> { state, action in
      state.values.append(action == .cancel ? 1 : 2)
      return action == .cancel ? .just(.load(2)) : .none
    }
    let feature = Feature<App, AppAction>.combine {
      Feature { state, action in
        if action == .detail(.cancel) { return .sequence(.show(nil), .show(0)) }
        switch action {
        case .show(let id): state.detail = id.map { Loader(id: $0) }
        default: break
        }
        return .none
      }
      child.ifLet(action: \.detail, state: \.detail)
    }
    let store = Store(initialState: App(detail: Loader()), feature: feature)
    store.dispatch(.detail(.cancel))
    #expect(store.state.detail == Loader(id: 0))
  }

  @Test func theSameFeatureInTwoPlacesHasItsChildrenApart() async {
    struct Pair: Equatable, Sendable {
      var left = App(detail: Loader())
      var right = App(detail: Loader())
    }
    enum PairAction: Sendable {
      case left(AppAction)
      case right(AppAction)
    }
    let app = app(gate)
    let feature = Feature<Pair, PairAction>.combine {
      app.lift(
        action: CasePath(case: PairAction.left) { if case .left(let a) = $0 { a } else { nil } },
        state: \.left)
      app.lift(
        action: CasePath(case: PairAction.right) { if case .right(let a) = $0 { a } else { nil } },
        state: \.right)
    }
    let store = Store(initialState: Pair(), feature: feature)
    let receipts = [
      store.dispatch(.left(.detail(.load(1)))), store.dispatch(.right(.detail(.load(2)))),
    ]
    store.dispatch(.left(.show(nil)))
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(store.state.left.detail == nil)
    #expect(store.state.right.detail?.values == [2])
  }

  @Test func replacingTheStateEndsTheEffectsOfAbsentChildren() async {
    let store = Store(initialState: App(detail: Loader()), feature: app(gate))
    let receipt = store.dispatch(.detail(.load(1)))
    store.replaceState(with: App())
    #expect(store.runningEffects.allSatisfy { $0.isCancelled })
    await gate.open()
    await receipt.finish()
    #expect(store.state == App())
  }

  @Test func aReducerAndAMiddlewareAreAFeature() async {
    let log = Log()
    let watching = AnyMiddleware<LoaderAction, LoaderAction, Loader> { action, _, state in
      log.append("\(action) of \(state.id), \(state.values)")
      return action == .cancel ? .just(.loaded(9)) : .none
    }
    let reducer = Reducer<Loader, LoaderAction> { state, action in
      if case .loaded(let value) = action { state.values.append(value) }
    }
    let feature = Feature<App, AppAction>.combine {
      Feature(reducer, middleware: watching).lift(action: \.first, state: \.first)
      Feature(reducer, middleware: watching).forEach(action: \.row, state: \.rows)
    }
    var state = App()
    state.rows.addOne(Loader(id: 4))
    let store = Store(initialState: state, feature: feature)
    store.dispatch(.first(.cancel))
    store.dispatch(.row(4, .cancel))
    store.dispatch(.row(5, .cancel))
    #expect(
      log.lines == [
        "cancel of 0, []", "loaded(9) of 0, []", "cancel of 4, []", "loaded(9) of 4, []",
      ])
    #expect(store.state.first.values == [9])
    #expect(store.state.rows.map(\.values) == [[9]])
  }

  @Test func stateDrivenEffectsAreAPartOfAFeature() async {
    let log = Log()
    func live(_ name: String) -> StateEffects<Loader, LoaderAction> {
      StateEffects(on: \.isLoading) { isLoading in
        guard isLoading else { return [] }
        return [
          .effect(
            id: "live",
            .listen { listener in
              log.append("\(name) begins")
              listener.onCancel {
                log.append("\(name) ends")
                withExtendedLifetime(listener) {}
              }
            })
        ]
      }
    }
    let switching = Reducer<Loader, LoaderAction> { state, action in
      state.isLoading = if case .load = action { true } else { false }
    }
    let feature = Feature<App, AppAction>.combine {
      Feature.combine {
        switching
        live("first")
      }
      .lift(action: \.first, state: \.first)
      (switching <> live("detail")).ifLet(action: \.detail, state: \.detail)
      (switching <> live("row")).forEach(action: \.row, state: \.rows)
      Reducer { state, action in
        switch action {
        case .show(let id): state.detail = id.map { Loader(id: $0) }
        case .setRows(let ids): state.rows.setAll(ids.map { Loader(id: $0) })
        default: break
        }
      }
    }
    let store = Store(initialState: App(), feature: feature)
    store.dispatch(.first(.load(1)))
    store.dispatch(.first(.cancel))
    store.dispatch(.show(1))
    store.dispatch(.detail(.load(1)))
    store.dispatch(.show(nil))
    store.dispatch(.setRows([1, 2]))
    store.dispatch(.row(2, .load(1)))
    store.dispatch(.setRows([1]))
    #expect(
      log.lines == [
        "first begins", "first ends", "detail begins", "detail ends", "row begins", "row ends",
      ])
  }

  @Test func anEffectOfAChildWaitsForTheChildsActions() async {
    let child = Feature<Loader, LoaderAction> { state, action in
      if case .loaded(let value) = action { state.values.append(value) }
      guard action == .load(0) else { return .none }
      return .run { send in
        try await send.next { $0 == .loaded(1) }
        await send(.loaded(2))
      }
    }
    let feature = Feature<App, AppAction>.combine { child.forEach(action: \.row, state: \.rows) }
    var state = App()
    state.rows.addOne(Loader(id: 1))
    state.rows.addOne(Loader(id: 2))
    let store = TestStore(initialState: state, feature: feature)
    store.exhaustivity = .off
    await store.send(.row(1, .load(0)))
    await store.send(.row(2, .loaded(1)))
    await store.send(.row(1, .loaded(1)))
    await store.finish()
    #expect(store.state.rows.map(\.values) == [[1, 2], [1]])
  }

  @Test func anActionIsRoutedToTheFeaturesOfItsCase() async {
    let log = Log()
    func noting(_ name: String) -> Feature<Loader, LoaderAction> {
      Feature { _, _ in
        log.append(name)
        return .none
      }
    }
    let feature = Feature<App, AppAction>.combine {
      noting("first").lift(action: \.first, state: \.first)
      noting("second").lift(action: \.second, state: \.second)
    }
    let store = Store(initialState: App(), feature: feature)
    store.dispatch(.second(.cancel))
    #expect(log.lines == ["second"])
  }

  @Test func idsOfAFeatureWithChildrenAreTheStoresAlsoWhenItIsLifted() async {
    enum OuterAction: Sendable {
      case app(AppAction)
      case stop
    }
    let app = Feature<App, AppAction>.combine {
      loader(gate).lift(action: \.first, state: \.first)
      loader(gate).ifLet(action: \.detail, state: \.detail)
    }
    let feature = Feature<App, OuterAction>.combine {
      app.lift(
        action: CasePath(case: OuterAction.app) { if case .app(let a) = $0 { a } else { nil } },
        state: \.self)
      Feature { _, action in if case .stop = action { .cancel(id: "load") } else { .none } }
    }
    let store = Store(initialState: App(detail: Loader()), feature: feature)
    let receipts = [
      store.dispatch(.app(.first(.load(1)))), store.dispatch(.app(.detail(.load(2)))),
    ]
    store.dispatch(.stop)
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    // The id of the child's effect belongs to the child alone.
    #expect(store.state.first.values == [])
    #expect(store.state.detail?.values == [2])
  }

  @Test func whatTheFirstStateAsksForIsDoneWhenTheStoreIsThere() {
    let counting = Feature<Int, Int>.combine {
      Reducer { $0 += $1 }
      StateEffects(on: \.self) { $0 < 3 ? [.effect(id: $0, .just(1))] : [] }
    }
    let store = Store(initialState: 0, feature: counting)
    #expect(store.state == 3)
    #expect(store.phase == .idle)
  }

  @Test func aStateDrivenEffectOfAChildWaitsForTheChildsActions() async {
    let child = Feature<Loader, LoaderAction>.combine {
      Reducer { state, action in if case .loaded(let value) = action { state.values.append(value) }
      }
      StateEffects(on: \.id) { _ in
        [
          .effect(
            id: "echo",
            .run { send in
              try await send.next { $0 == .loaded(1) }
              await send(.loaded(2))
            })
        ]
      }
    }
    let feature = Feature<App, AppAction>.combine {
      child.lift(action: \.first, state: \.first)
      child.forEach(action: \.row, state: \.rows)
    }
    var state = App()
    state.rows.addOne(Loader(id: 1))
    let store = TestStore(initialState: state, feature: feature)
    store.exhaustivity = .off
    await store.send(.first(.loaded(1)))
    #expect(store.store.state.first.values == [1, 2])
    #expect(store.store.state.rows.map(\.values) == [[]])
    await store.send(.row(1, .loaded(1)))
    #expect(store.store.state.rows.map(\.values) == [[1, 2]])
    await store.finish()
  }

  @Test func onlyChildrenWithEffectsAreLookedAt() async {
    let log = Log()
    struct Cells: KeyedElements, Sendable {
      var loaders = [Loader(id: 0), Loader(id: 1), Loader(id: 2)]
      let log: Log
      var elementKeys: [Int] { Array(loaders.indices) }
      func element(for key: Int) -> Loader? {
        log.append("\(key)")
        return loaders.element(for: key)
      }
      mutating func changeElement(for key: Int, _ change: (inout Loader) -> Void) -> Bool {
        loaders.changeElement(for: key, change)
      }
    }
    struct Board: Sendable { var cells: Cells }
    let all = CasePath<(Int, LoaderAction), (Int, LoaderAction)>.identity
    let feature = loader(gate).forEach(action: all, state: \Board.cells)
    let store = Store(initialState: Board(cells: Cells(log: log)), feature: feature)
    for key in 0..<3 { store.dispatch((key, .loaded(1))) }
    #expect(log.lines.isEmpty)
    let receipt = store.dispatch((1, .load(1)))
    log.clear()
    store.dispatch((2, .loaded(1)))
    #expect(log.lines == ["1"])
    await gate.open()
    await receipt.finish()
    // After one more commit, the store does not look at the child any more.
    store.dispatch((2, .loaded(1)))
    log.clear()
    store.dispatch((2, .loaded(1)))
    #expect(log.lines.isEmpty)
  }

  @Test func aTypeOfYourOwnIsAFeature() {
    struct Counting: FeatureType {
      let step: Int
      var feature: Feature<Int, Int> {
        Feature { count, amount in
          count += amount * step
          return .none
        }
      }
    }
    let store = Store(
      initialState: 0,
      feature: Feature.combine {
        Counting(step: 2)
        if Bool(true) { Counting(step: 3) }
        for step in 4...5 { Counting(step: step) }
      })
    store.dispatch(1)
    #expect(store.state == 14)
  }
}
