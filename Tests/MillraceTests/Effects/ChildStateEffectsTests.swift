// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// State-driven effects of children that are removed and added again before observers are called.
@MainActor
@Suite struct ChildStateEffectsTests {
  struct Child: Identifiable, Equatable, Sendable {
    var id: Int
    var isOn = false
  }

  enum ChildAction: Sendable {
    case turnOn
  }

  /// An element that has a child of its own.
  struct Box: Equatable, Sendable {
    var child: Child?
  }

  struct Root: Equatable, Sendable {
    var detail: Child?
    var rows = EntityTable<Child>()
    var boxes: [Int: Box] = [:]
  }

  enum RootAction: Sendable, CasePathable {
    case detail(ChildAction)
    case row(Int, ChildAction)
    case box(Int, ChildAction)
    case show(Int?)
    case setRows([Int])
    case fill(Int, Int?)

    struct CasePaths: Sendable {
      let detail = CasePath(case: RootAction.detail) {
        if case .detail(let action) = $0 { action } else { nil }
      }
      let row = CasePath(case: RootAction.row) {
        if case .row(let id, let action) = $0 { (id, action) } else { nil }
      }
      let box = CasePath(case: RootAction.box) {
        if case .box(let key, let action) = $0 { (key, action) } else { nil }
      }
    }
    static let casePaths = CasePaths()

    static func caseIndex(of action: RootAction) -> Int {
      switch action {
      case .detail: 0
      case .row: 1
      case .show: 2
      case .setRows: 3
      case .box: 4
      case .fill: 5
      }
    }
  }

  private let log = Log()

  private func store() -> Store<Root, RootAction> {
    let log = log
    let live = StateEffects<Child, ChildAction>(on: \.isOn) { isOn in
      guard isOn else { return [] }
      return [
        .effect(
          id: "live",
          .listen { listener in
            log.append("begins")
            listener.onCancel {
              log.append("ends")
              withExtendedLifetime(listener) {}
            }
          })
      ]
    }
    let child = Reducer<Child, ChildAction> { state, _ in state.isOn = true } <> live
    let feature = Feature<Root, RootAction>.combine {
      child.ifLet(action: \.detail, state: \.detail)
      child.forEach(action: \.row, state: \.rows)
      child.ifLet(action: CasePath<ChildAction, ChildAction>.identity, state: \Box.child)
        .forEach(action: \.box, state: \.boxes)
      Reducer { state, action in
        switch action {
        case .show(let id): state.detail = id.map { Child(id: $0) }
        case .setRows(let ids): state.rows.setAll(ids.map { Child(id: $0) })
        case .fill(let key, let id): state.boxes[key] = Box(child: id.map { Child(id: $0) })
        default: break
        }
      }
    }
    return Store(initialState: Root(), feature: feature)
  }

  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let there: [RootAction]
    let gone: RootAction
    let effectID: String
  }

  nonisolated static let ways = [
    Way(
      testDescription: "ifLet", there: [.show(1), .detail(.turnOn)], gone: .show(nil),
      effectID: "live"),
    Way(
      testDescription: "forEach", there: [.setRows([1, 2]), .row(2, .turnOn)], gone: .setRows([1]),
      effectID: "live of 2"),
    Way(
      testDescription: "ifLet in forEach", there: [.fill(1, 7), .box(1, .turnOn)],
      gone: .fill(1, nil), effectID: "live of 1"),
  ]

  @Test("A child that is removed and added again in a batch gets new effects", arguments: ways)
  func batch(way: Way) {
    let store = store()
    for action in way.there { store.dispatch(action) }
    store.batch {
      store.dispatch(way.gone)
      for action in way.there { store.dispatch(action) }
    }
    #expect(log.lines == ["begins", "ends", "begins"])
    store.batch { store.dispatch(way.gone) }
    #expect(log.lines == ["begins", "ends", "begins", "ends"])
    for action in way.there { store.dispatch(action) }
    #expect(log.lines.last == "begins")
  }

  @Test("A child that is removed without a notification gets new effects, too", arguments: ways)
  func rule(way: Way) {
    let store = store()
    for action in way.there { store.dispatch(action) }
    store.notifyObservers { _, state in
      state.detail != nil || state.rows.count > 1 || state.boxes[1]?.child != nil
    }
    store.dispatch(way.gone)
    #expect(log.lines == ["begins", "ends"])
    for action in way.there { store.dispatch(action) }
    #expect(log.lines == ["begins", "ends", "begins"])
  }

  @Test("The id of an effect names the declared id and the element", arguments: ways)
  func id(way: Way) {
    let store = store()
    for action in way.there { store.dispatch(action) }
    #expect(store.runningEffects.first?.id == way.effectID)
  }

  struct Shelf: Equatable, Sendable {
    var children: [String: Child] = [:]
  }

  /// L10: the order of a dictionary's keys differs between processes and between capacities.
  @Test("Effects of the values of a dictionary start in the order of their keys")
  func keys() {
    let log = log
    let live = StateEffects<Child, ChildAction>(on: \.id) { id in
      [.effect(id: "live", .perform { _ in log.append("\(id)") })]
    }
    let child = Feature<Child, ChildAction>.combine { live }
    let feature = Feature<Shelf, [Int]>.combine {
      child.forEach(
        action: CasePath(embed: { (_: (String, ChildAction)) in [Int]() }, extract: { _ in nil }),
        state: \.children)
      Reducer<Shelf, [Int]> { state, ids in
        for id in ids { state.children["\(id)"] = Child(id: id) }
      }
    }
    let store = Store(initialState: Shelf(), feature: feature)
    store.dispatch([15, 11, 18, 13, 19, 12, 17, 10, 16, 14])
    #expect(log.lines == (10...19).map { "\($0)" })
    store.dispatch([29, 21, 25])
    #expect(log.lines.suffix(3) == ["21", "25", "29"])
  }
}
