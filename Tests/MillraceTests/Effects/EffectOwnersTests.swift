// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

/// The children that own effects, after commits that remove some of them.
@MainActor
@Suite struct EffectOwnersTests {
  /// An id that counts how often it is hashed.
  struct CountedID: Hashable, Sendable {
    let number: Int
    let hashes: Locked<Int>

    static func == (one: CountedID, other: CountedID) -> Bool { one.number == other.number }

    func hash(into hasher: inout Hasher) {
      hashes.withLock { $0 += 1 }
      hasher.combine(number)
    }
  }

  struct Leaf: Identifiable, Sendable {
    let id: Int
  }

  struct Row: Identifiable, Sendable {
    let id: CountedID
    var count = 0
    var leaf: Leaf?
    var leaves = EntityTable<Leaf>()
  }

  struct Root: Sendable {
    var rows = EntityTable<Row>()
    var list: [Leaf] = []
    var other = 0
  }

  enum LeafAction: Sendable {
    case start(String)
  }

  enum RowAction: Sendable {
    case start(String)
    case count
    case countLater
    case leaf(LeafAction)
    case leaves(Int, LeafAction)
  }

  enum RootAction: Sendable {
    case row(CountedID, RowAction)
    case list(Int, LeafAction)
    case change(@Sendable (inout Root) -> Void)
  }

  /// An effect that runs until its child disappears.
  private nonisolated static func running<Action>(_ name: String) -> Effect<Action> {
    .listen { listener in
      listener.onCancel { withExtendedLifetime(listener) {} }
    }
    .cancellable(id: name)
  }

  private nonisolated static func feature() -> Feature<Root, RootAction> {
    let leaf = Feature<Leaf, LeafAction> { _, action in
      guard case .start(let name) = action else { return .none }
      return running(name)
    }
    let row = Feature<Row, RowAction>.combine {
      leaf.ifLet(
        action: CasePath(case: RowAction.leaf) {
          if case .leaf(let action) = $0 { action } else { nil }
        }, state: \.leaf)
      leaf.forEach(
        action: CasePath(case: RowAction.leaves) {
          if case .leaves(let id, let action) = $0 { (id, action) } else { nil }
        }, state: \.leaves)
      Feature<Row, RowAction> { row, action in
        switch action {
        case .start(let name): return running(name)
        case .count: row.count += 1
        case .countLater: return .just(.count)
        case .leaf, .leaves: break
        }
        return .none
      }
    }
    return Feature<Root, RootAction>.combine {
      row.forEach(
        action: CasePath(case: RootAction.row) {
          if case .row(let id, let action) = $0 { (id, action) } else { nil }
        }, state: \.rows)
      leaf.forEach(
        action: CasePath(case: RootAction.list) {
          if case .list(let index, let action) = $0 { (index, action) } else { nil }
        }, state: \.list)
      Reducer<Root, RootAction> { root, action in
        if case .change(let change) = action { change(&root) }
      }
    }
  }

  private let hashes = Locked(0)
  private let store = Store(initialState: Root(), feature: feature())

  private func id(_ number: Int) -> CountedID { CountedID(number: number, hashes: hashes) }

  private func change(_ change: @escaping @Sendable (inout Root) -> Void) {
    store.dispatch(.change(change))
  }

  /// The number of times that ids are hashed while `body` runs.
  private func hashes(_ body: () -> Void) -> Int {
    let before = hashes.withLock { $0 }
    body()
    return hashes.withLock { $0 } - before
  }

  /// Adds rows and starts an effect in each; returns the number of hashes for the starts.
  private func addRows(_ numbers: Range<Int>) -> Int {
    let rows = numbers.map { Row(id: id($0)) }
    change { $0.rows.addMany(rows) }
    return hashes {
      for number in numbers { store.dispatch(.row(id(number), .start("\(number)"))) }
    }
  }

  /// The names of the running effects.
  private var running: Set<String> {
    Set(store.runningEffects.filter { $0.work == .callback }.compactMap(\.id))
  }

  @Test func aCommitThatChangesNoRowLooksUpNoRow() {
    _ = addRows(0..<100)
    #expect(hashes { change { $0.other += 1 } } == 0)
    #expect(running.count == 100)
  }

  @Test func aCommitThatChangesOneRowLooksUpThatRow() {
    let counts = [10, 1_000].map { count in
      _ = addRows(store.state.rows.count..<count)
      change { $0.other += 1 }
      return hashes { store.dispatch(.row(id(3), .count)) }
    }
    #expect(counts[0] == counts[1] && counts[0] < 10)
  }

  @Test func theStartsInAllRowsLookUpEachRowAFewTimes() {
    #expect(addRows(0..<400) < 400 * 20)
    #expect(running.count == 400)
  }

  @Test func ownersThatNothingUsesAreRemoved() {
    _ = addRows(0..<50)
    for number in 0..<50 { store.dispatch(.row(id(number), .countLater)) }
    let ids = store.state.rows.ids
    let actions = ids.map { RootAction.row($0, .countLater) }
    store.batch { for action in actions { store.dispatch(action) } }
    change { $0.rows.removeAll() }
    #expect(store.engine.owners.isEmpty)
    change { root in root.rows.addMany(ids.map { Row(id: $0) }) }
    for action in actions { store.dispatch(action) }
    for _ in 0..<5 { change { $0.other += 1 } }
    #expect(store.engine.owners.isEmpty)
    #expect(store.state.rows.allSatisfy { $0.count == 1 })
  }

  /// The children of a state: the names of their effects, and the actions that start these.
  private func children(of state: Root) -> [(name: String, start: RootAction)] {
    var children = state.list.indices.map { index in
      (name: "list \(index)", start: RootAction.list(index, .start("list \(index)")))
    }
    for row in state.rows {
      let name = "\(row.id.number)"
      children.append((name, .row(row.id, .start(name))))
      if let leaf = row.leaf {
        let name = "\(name) leaf \(leaf.id)"
        children.append((name, .row(row.id, .leaf(.start(name)))))
      }
      for leaf in row.leaves {
        let name = "\(name) leaves \(leaf.id)"
        children.append((name, .row(row.id, .leaves(leaf.id, .start(name)))))
      }
    }
    return children
  }

  /// Makes a random change of the children.
  private func change(_ old: Root, using generator: inout SeededGenerator) {
    let key = id(Int.random(in: 0..<5, using: &generator))
    let leaf = Int.random(in: 0..<3, using: &generator)
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: change { $0.rows.removeOne(key) }
    case 1: change { $0.rows.addOne(Row(id: key)) }
    case 2: change { $0.rows[id: key]?.leaf = nil }
    case 3: change { $0.rows[id: key]?.leaf = Leaf(id: leaf) }
    case 4: change { $0.rows[id: key]?.leaves.addOne(Leaf(id: leaf)) }
    case 5: change { $0.rows[id: key]?.leaves.removeOne(leaf) }
    case 6: change { $0.list = (0..<leaf).map { Leaf(id: $0) } }
    case 7: change { $0 = old }
    default: store.replaceState(with: old)
    }
  }

  @Test(
    "An effect runs exactly as long as its child exists", arguments: 1...20 as ClosedRange<UInt64>)
  func life(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (expected, olds) = (Set<String>(), [Root()])
    for step in 0..<200 {
      let child = children(of: store.state).randomElement(using: &generator)
      if let child, Bool.random(using: &generator) {
        store.dispatch(child.start)
        expected.insert(child.name)
      } else {
        change(olds[Int.random(in: 0..<olds.count, using: &generator)], using: &generator)
      }
      if Int.random(in: 0..<10, using: &generator) == 0 { olds.append(store.state) }
      expected.formIntersection(children(of: store.state).map(\.name))
      #expect(running == expected, "seed \(seed), step \(step)")
    }
  }
}
