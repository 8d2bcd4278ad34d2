// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Millrace
import MillraceUndo

/// Steps on a table of 10,000 rows: making one, taking it back, making it again.
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

  @MainActor
  static let scenarios = [
    Scenario(
      name: "U1.step",
      operation: "an action that makes a step; baseline: the same without a history",
      countsAllocations: false, ours: { forward(undoable) },
      baseline: { forward(reducer.feature) }),
    Scenario(
      name: "U1.undo",
      operation: "a step taken back or made again; baseline: an action that makes one",
      countsAllocations: false, ours: back, baseline: { forward(undoable) }),
  ]

  @MainActor
  private static func sum(_ store: Store<State, Action>) -> Int {
    store.state.entities.reduce(0) { $0 + $1.value }
  }

  @MainActor
  private static func forward(_ feature: Feature<State, Action>) -> Trial {
    let store = Store(initialState: State(), feature: feature)
    var cycle = Cycle(size)
    return Trial { count in
      for _ in 0..<count { store.dispatch(.add(cycle.next())) }
    } problem: {
      Trial.difference("the sum", is: sum(store), expected: $0)
    }
  }

  @MainActor
  private static func back() -> Trial {
    let store = Store(initialState: State(), feature: undoable)
    let steps = 1_000
    for id in 0..<steps { store.dispatch(.add(id)) }
    var (undone, isBack) = (0, true)
    return Trial { count in
      for _ in 0..<count {
        store.dispatch(.undo(isBack ? .undo() : .redo()))
        undone += isBack ? 1 : -1
        if undone == 0 || undone == steps { isBack.toggle() }
      }
    } problem: { _ in
      Trial.difference("the sum", is: sum(store), expected: steps - undone)
    }
  }
}
