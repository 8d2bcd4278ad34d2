// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

/// Selectors of random shapes: their values are those of a computation from scratch, and each one
/// runs only when one of its inputs has changed.
@MainActor
@Suite struct SelectorShapeTests {
  struct Cell: Identifiable, Hashable, Sendable {
    let id: Int
    var value: Int
  }

  struct Cells: Sendable {
    var one = 0
    var two = 0
    var list: [Int] = []
    var table = EntityTable<Cell>(sortedBy: \.value)
  }

  private struct App: Sendable {
    var other = 0
    var cells = Cells()
  }

  struct Change: Sendable {
    let writes: [(kind: Int, number: Int)]

    func apply(to cells: inout Cells) {
      for (kind, number) in writes {
        switch kind {
        case 0: cells.one = number
        case 1: cells.two += number % 2
        case 2: cells.list.append(number)
        case 3: cells.list = cells.list.reversed()
        case 4: cells.table[id: number]?.value = kind - number % 3
        case 5: cells.table.setOne(Cell(id: number, value: 4 - number % 3))
        case 6: cells.table.removeOne(number)
        case 7: cells.table.setAll((0..<number).map { Cell(id: $0, value: 4 - $0 % 3) })
        default: break
        }
      }
    }
  }

  /// A recipe for a selector whose inputs are earlier recipes.
  private enum Shape {
    case one, two, sum, listCount
    case row(Int), total, ids
    case derived([Int], modulus: Int)
    /// Selectors with a custom comparison, which ignores small changes.
    case coarse, coarselyDerived([Int])

    static func value(_ inputs: [Int], _ modulus: Int) -> Int { inputs.reduce(1, +) % modulus }
    static func isFar(_ old: Int, _ new: Int) -> Bool { abs(old - new) >= 2 }
  }

  /// The selectors, and their values in a state.
  private struct Selectors {
    var shapes: [Shape] = []
    var all: [StateSelector<Cells, Int>] = []

    init(_ generator: inout SeededGenerator, areSomeCoarse: Bool = false) {
      for _ in 0..<Int.random(in: 3...14, using: &generator) {
        add(Self.shape(shapes.count, areSomeCoarse, &generator))
      }
    }

    private static func shape(
      _ count: Int, _ areSomeCoarse: Bool, _ generator: inout SeededGenerator
    ) -> Shape {
      if areSomeCoarse && Int.random(in: 0..<4, using: &generator) == 0 {
        if count < 2 { return .coarse }
        return .coarselyDerived(
          (0..<2).map { _ in Int.random(in: 0..<count, using: &generator) })
      }
      let row = Int.random(in: 0..<4, using: &generator)
      if count > 1 && Int.random(in: 0..<3, using: &generator) > 0 {
        let inputs = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
          Int.random(in: 0..<count, using: &generator)
        }
        return .derived(inputs, modulus: [2, 3, 100].randomElement(using: &generator) ?? 2)
      }
      let leaves: [Shape] = [.one, .two, .sum, .listCount, .row(row), .total, .ids]
      return leaves.randomElement(using: &generator) ?? .one
    }

    private mutating func add(_ shape: Shape) {
      shapes.append(shape)
      let checks = SelectorChecks.off
      switch shape {
      case .one: all.append(StateSelector(\.one))
      case .two: all.append(StateSelector(\.two))
      case .sum: all.append(StateSelector { $0.list.reduce(0, +) })
      case .listCount: all.append(StateSelector(\.list.count))
      case .row(let id):
        let row: StateSelector<Cells, Cell?> = .row(id, of: \.table)
        all.append(createSelector(row, checks: checks) { $0?.value ?? -1 })
      case .total:
        let table: StateSelector<Cells, EntityTable<Cell>> = .all(of: \.table)
        all.append(createSelector(table, checks: checks) { $0.reduce(0) { $0 + $1.value } })
      case .ids:
        let ids: StateSelector<Cells, [Int]> = .ids(of: \.table)
        all.append(createSelector(ids, checks: checks) { $0.reduce(7) { $0 * 3 + $1 } })
      case .coarse: all.append(StateSelector(\.two, didChange: { Shape.isFar($0, $1) }))
      case .coarselyDerived(let inputs):
        all.append(
          createSelector(
            all[inputs[0]], all[inputs[1]], checks: checks, didChange: { Shape.isFar($0, $1) }
          ) { Shape.value([$0, $1], 100) })
      case .derived(let inputs, let modulus):
        let inputs = inputs.map { all[$0] }
        switch inputs.count {
        case 1:
          all.append(
            createSelector(inputs[0], checks: checks) { Shape.value([$0], modulus) })
        case 2:
          all.append(
            createSelector(inputs[0], inputs[1], checks: checks) { Shape.value([$0, $1], modulus) })
        default:
          all.append(
            createSelector(inputs[0], inputs[1], inputs[2], checks: checks) {
              Shape.value([$0, $1, $2], modulus)
            })
        }
      }
    }

    /// The values of all selectors, computed from scratch.
    func values(_ cells: Cells) -> [Int] {
      var values: [Int] = []
      for shape in shapes {
        switch shape {
        case .one: values.append(cells.one)
        case .two, .coarse: values.append(cells.two)
        case .sum: values.append(cells.list.reduce(0, +))
        case .listCount: values.append(cells.list.count)
        case .row(let id): values.append(cells.table.first { $0.id == id }?.value ?? -1)
        case .total: values.append(cells.table.reduce(0) { $0 + $1.value })
        case .ids: values.append(cells.table.map(\.id).reduce(7) { $0 * 3 + $1 })
        case .derived(let inputs, let modulus):
          values.append(Shape.value(inputs.map { values[$0] }, modulus))
        case .coarselyDerived(let inputs):
          values.append(Shape.value(inputs.map { values[$0] }, 100))
        }
      }
      return values
    }

    /// The number of runs that a commit, or the subscription that makes it live, must cause.
    func runs(_ place: Int, _ old: Cells, _ new: Cells, isNew: Bool) -> Int {
      let isInputChanged: Bool
      switch shapes[place] {
      case .one, .two, .sum, .listCount, .coarse: return 0
      case .row(let id): isInputChanged = old.table[id: id] != new.table[id: id]
      case .total: isInputChanged = old.table.stamp != new.table.stamp
      case .ids: isInputChanged = old.table.ids != new.table.ids
      case .derived(let inputs, _), .coarselyDerived(let inputs):
        let (before, after) = (values(old), values(new))
        isInputChanged = inputs.contains { before[$0] != after[$0] }
      }
      return isNew || isInputChanged ? 1 : 0
    }

    /// The selector at a place and those that it depends on.
    func closure(_ place: Int) -> Set<Int> {
      guard case .derived(let inputs, _) = shapes[place] else { return [place] }
      return inputs.reduce([place]) { $0.union(closure($1)) }
    }
  }

  private static func change(_ generator: inout SeededGenerator) -> Change {
    let writes = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
      (
        kind: Int.random(in: 0..<9, using: &generator),
        number: Int.random(in: 0..<5, using: &generator)
      )
    }
    return Change(writes: writes)
  }

  /// An observer, and the number of the step in which it subscribed.
  private struct Watcher {
    let place: Int
    let step: Int
    let subscription: StoreSubscription
  }

  /// Subscribes, cancels, and dispatches one by one and in batches, directly and by a projection.
  @Test(arguments: 0..<60 as Range<UInt64>, [false, true])
  func eachSelectorRunsOnceForEachChangeOfItsInputs(seed: UInt64, isProjected: Bool) {
    var generator = SeededGenerator(seed: seed)
    let selectors = Selectors(&generator)
    let store = Store(
      initialState: App(), reducer: Reducer<App, Change> { $1.apply(to: &$0.cells) })
    let part = store.projection(action: { (change: Change) in change }, state: \App.cells)
    let heard = Log()
    func watch(_ place: Int, _ step: Int) -> StoreSubscription {
      let note: (Int) -> Void = { heard.append("\(step): \($0)") }
      let whole = StateGetter<App, Cells>(\.cells)
      return isProjected
        ? part.subscribe(to: selectors.all[place], onChange: note)
        : store.subscribe(to: whole.translated(selectors.all[place]), onChange: note)
    }
    var watchers: [Watcher] = []
    for step in 0..<120 {
      let counts = selectors.all.map(\.recomputations)
      let live = watchers.reduce(into: Set<Int>()) { $0.formUnion(selectors.closure($1.place)) }
      let old = store.state.cells
      switch Int.random(in: 0..<10, using: &generator) {
      case 0, 1:
        let place = Int.random(in: 0..<selectors.all.count, using: &generator)
        watchers.append(Watcher(place: place, step: step, subscription: watch(place, step)))
      case 2 where !watchers.isEmpty:
        let place = Int.random(in: 0..<watchers.count, using: &generator)
        watchers.remove(at: place).subscription.cancel()
      case 3:
        store.batch { for _ in 0..<3 { part.dispatch(Self.change(&generator)) } }
      default:
        part.dispatch(Self.change(&generator))
      }
      let new = store.state.cells
      let (before, after) = (selectors.values(old), selectors.values(new))
      let calls = watchers.filter { before[$0.place] != after[$0.place] }
      let isRight = heard.lines == calls.map { "\($0.step): \(after[$0.place])" }
      heard.clear()
      let nowLive = watchers.reduce(into: Set<Int>()) { $0.formUnion(selectors.closure($1.place)) }
      let runs = selectors.all.indices.map { place in
        guard nowLive.contains(place) else { return 0 }
        return selectors.runs(place, old, new, isNew: !live.contains(place))
      }
      let counted = zip(selectors.all, counts).map { $0.recomputations - $1 }
      if !isRight || counted != runs {
        Issue.record(
          """
          seed \(seed), step \(step), projected: \(isProjected), \(selectors.shapes): \
          runs \(counted), expected \(runs); the calls are \(isRight ? "right" : "wrong")
          """)
        return
      }
    }
  }

  /// Calls random selectors without a store.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func aDirectCallRunsNoSelectorTwice(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let selectors = Selectors(&generator)
    var cells = Cells()
    for step in 0..<120 {
      Self.change(&generator).apply(to: &cells)
      let place = Int.random(in: 0..<selectors.all.count, using: &generator)
      let counts = selectors.all.map(\.recomputations)
      #expect(
        selectors.all[place](cells) == selectors.values(cells)[place], "seed \(seed), step \(step)")
      let once = selectors.all.map(\.recomputations)
      #expect(zip(once, counts).allSatisfy { $0 - $1 <= 1 }, "seed \(seed), step \(step)")
      _ = selectors.all[place](cells)
      #expect(selectors.all.map(\.recomputations) == once, "seed \(seed), step \(step)")
    }
  }

  /// A custom comparison of an input compares with the value that was used last.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func customComparisonsCompareWithTheValueThatWasUsedLast(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let selectors = Selectors(&generator, areSomeCoarse: true)
    let store = Store(initialState: Cells(), reducer: Reducer<Cells, Change> { $1.apply(to: &$0) })
    let heard = Log()
    let subscriptions = selectors.all.enumerated().map { place, selector in
      store.subscribe(to: selector) { heard.append("\(place): \($0)") }
    }
    var values = selectors.values(store.state)
    var (delivered, used) = (values, values.map { _ in values })
    func isCoarse(_ place: Int) -> Bool {
      switch selectors.shapes[place] {
      case .coarse, .coarselyDerived: true
      default: false
      }
    }
    for step in 0..<120 {
      let (old, counts) = (store.state, selectors.all.map(\.recomputations))
      if Int.random(in: 0..<4, using: &generator) == 0 {
        store.batch { for _ in 0..<3 { store.dispatch(Self.change(&generator)) } }
      } else {
        store.dispatch(Self.change(&generator))
      }
      let (new, before) = (store.state, values)
      var (runs, calls) = (values.map { _ in 0 }, [String]())
      for (place, shape) in selectors.shapes.enumerated() {
        switch shape {
        case .derived(let inputs, _), .coarselyDerived(let inputs):
          let isChanged = inputs.contains { input in
            isCoarse(input)
              ? Shape.isFar(used[place][input], values[input]) : before[input] != values[input]
          }
          guard isChanged else { continue }
          let modulus = if case .derived(_, let modulus) = shape { modulus } else { 100 }
          values[place] = Shape.value(inputs.map { values[$0] }, modulus)
          used[place] = values
          runs[place] = 1
        default:
          values[place] = selectors.values(new)[place]
          runs[place] = selectors.runs(place, old, new, isNew: false)
        }
      }
      for (place, value) in values.enumerated() {
        let last = delivered[place]
        guard isCoarse(place) ? Shape.isFar(last, value) : last != value else { continue }
        delivered[place] = value
        calls.append("\(place): \(value)")
      }
      let counted = zip(selectors.all, counts).map { $0.recomputations - $1 }
      if heard.lines != calls || counted != runs {
        Issue.record(
          """
          seed \(seed), step \(step), \(selectors.shapes): runs \(counted), expected \(runs); \
          calls \(heard.lines), expected \(calls)
          """)
        return
      }
      heard.clear()
    }
    withExtendedLifetime(subscriptions) {}
  }
}
