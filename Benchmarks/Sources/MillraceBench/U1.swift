// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Millrace
import MillraceUndo

/// Undo steps on a table of 10,000 rows: making, undoing and redoing a step.
enum U1 {
  struct Entity: Identifiable, Equatable, Codable, Sendable {
    let id: Int
    var value = 0
  }

  struct State: UndoableState {
    var entities = EntityTable((0..<size).map { Entity(id: $0) })
    var history = UndoHistory<State>()

    static let undoable: [UndoField<Self>] = [.table("entities", \.entities)]
  }

  enum Action: Sendable {
    case add(Int)
    case undo(UndoAction)
  }

  static let reducer = Reducer<State, Action> { state, action in
    if case .add(let id) = action { state.entities.updateOne(id) { $0.value += 1 } }
  }

  static let undoable = reducer.undoable(\State.history) { action in
    switch action {
    case .add: .step("Add")
    case .undo(let action): .action(action)
    }
  }

  static let size = 10_000
  static let limit = 1_000

  @MainActor
  static let scenarios = [
    Scenario(
      name: "U1.step",
      operation: "an action that makes an undo step; baseline: a handwritten array of rows",
      countsAllocations: false, ours: { forward(undoable) }, baseline: { byHand() },
      simpler: { forward(reducer.feature) }),
    Scenario(
      name: "U1.watched",
      operation: "the same, each row watched by an observer; baseline: as above, watched",
      countsAllocations: false, ours: { forward(undoable, isWatched: true) },
      baseline: { byHand(isWatched: true) },
      simpler: { forward(reducer.feature, isWatched: true) }),
    Scenario(
      name: "U1.undo",
      operation: "an undo or redo of a step; baseline: the same by hand",
      countsAllocations: false, ours: back, baseline: backByHand,
      simpler: { forward(undoable) }),
  ]

  @MainActor
  private static func forward(
    _ feature: Feature<State, Action>, isWatched: Bool = false
  ) -> Trial {
    let store = Store(initialState: State(), feature: feature)
    return forward(store, \.entities, isWatched) { .add($0) }
  }

  @MainActor
  private static func back() -> Trial {
    let store = Store(initialState: State(), feature: undoable)
    return back(store, \.entities) {
      .add($0)
    } back: {
      .undo($0 ? .undo() : .redo())
    }
  }

  /// Changes one row after the other.
  @MainActor
  private static func forward<AnyState, AnyAction: Sendable>(
    _ store: Store<AnyState, AnyAction>,
    _ table: KeyPath<AnyState, EntityTable<Entity>> & Sendable, _ isWatched: Bool,
    _ add: @escaping (Int) -> AnyAction
  ) -> Trial {
    var (cycle, calls) = (Cycle(size), 0)
    let subscriptions = (0..<(isWatched ? size : 0)).map { id in
      store.subscribe(to: .row(id, of: table)) { (_: Entity?) in calls += 1 }
    }
    return Trial { count in
      for _ in 0..<count { store.dispatch(add(cycle.next())) }
    } problem: { total in
      withExtendedLifetime(subscriptions) {
        Trial.difference("the sum", is: store.state[keyPath: table].sum, expected: total)
          ?? Trial.difference("calls", is: calls, expected: isWatched ? total : 0)
      }
    }
  }

  /// Undoes all steps, redoes all of them, and so on.
  @MainActor
  private static func back<AnyState, AnyAction: Sendable>(
    _ store: Store<AnyState, AnyAction>, _ table: KeyPath<AnyState, EntityTable<Entity>>,
    _ add: (Int) -> AnyAction, back: @escaping (Bool) -> AnyAction
  ) -> Trial {
    for id in 0..<limit { store.dispatch(add(id)) }
    var (undone, isBack) = (0, true)
    return Trial { count in
      for _ in 0..<count {
        store.dispatch(back(isBack))
        undone += isBack ? 1 : -1
        if undone == 0 || undone == limit { isBack.toggle() }
      }
    } problem: { _ in
      Trial.difference(
        "the sum", is: store.state[keyPath: table].sum, expected: limit - undone)
    }
  }
}

/// The baseline: an array of the rows before and after each step.
extension U1 {
  struct Inverse {
    let before: Entity
    let after: Entity
  }

  struct HandState {
    var entities = EntityTable((0..<size).map { Entity(id: $0) })
    var done: [Inverse] = []
    var undone: [Inverse] = []
  }

  enum HandAction: Sendable {
    case add(Int)
    case undo
    case redo
  }

  static let hand = Reducer<HandState, HandAction> { state, action in
    switch action {
    case .add(let id):
      guard let before = state.entities[id: id] else { return }
      state.entities.updateOne(id) { $0.value += 1 }
      guard let after = state.entities[id: id] else { return }
      // This happens so rarely that its cost per step is negligible.
      if state.done.count == 2 * limit { state.done.removeFirst(limit) }
      state.done.append(Inverse(before: before, after: after))
      state.undone.removeAll(keepingCapacity: true)
    case .undo:
      guard let step = state.done.popLast() else { return }
      if state.entities[id: step.after.id] == step.after { state.entities.setOne(step.before) }
      state.undone.append(step)
    case .redo:
      guard let step = state.undone.popLast() else { return }
      if state.entities[id: step.before.id] == step.before { state.entities.setOne(step.after) }
      state.done.append(step)
    }
  }

  @MainActor
  private static func byHand(isWatched: Bool = false) -> Trial {
    forward(Store(initialState: HandState(), reducer: hand), \.entities, isWatched) { .add($0) }
  }

  @MainActor
  private static func backByHand() -> Trial {
    let store = Store(initialState: HandState(), reducer: hand)
    return back(store, \.entities) {
      .add($0)
    } back: {
      $0 ? .undo : .redo
    }
  }
}

extension EntityTable<U1.Entity> {
  fileprivate var sum: Int { reduce(0) { $0 + $1.value } }
}
