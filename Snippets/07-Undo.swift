// SPDX-License-Identifier: Apache-2.0

// Undo: the parts of a state that can be undone, the actions that are steps, two people with one
// store, and an effect that sends the restored rows to a server. The article of MillraceUndo
// explains the code.

import Foundation
import Millrace
import MillraceUndo

// snippet.state
struct Card: Identifiable, Equatable, Codable, Sendable {
  var id: Int
  var title: String
  var place = 0
}

struct BoardState: UndoableState, Codable {
  var title = "Plan"
  var cards = EntityTable((1...3).map { Card(id: $0, title: "Card \($0)") })
  var history = UndoHistory<BoardState>()

  static let undoable: [UndoField<Self>] = [
    .slice("title", \.title), .table("cards", \.cards, merging: \.title, \.place),
  ]
}

enum BoardAction: Codable, Sendable {
  case name(String, by: String)
  case write(Card.ID, String, by: String)
  case drag(Card.ID, to: Int, by: String)
  case undo(UndoAction)
}
// snippet.end

let board = Reducer<BoardState, BoardAction> { state, action in
  switch action {
  case .name(let title, _): state.title = title
  case .write(let card, let title, _): state.cards[id: card]?.title = title
  case .drag(let card, let place, _): state.cards[id: card]?.place = place
  case .undo: break
  }
}

// snippet.undoable
let feature = board.undoable(\.history, limit: 500) { action in
  switch action {
  case .name(_, let person): .step("Rename Board", by: person)
  case .write(_, _, let person): .step("Rename Card", by: person)
  case .drag(let card, _, let person): .step("Move Card", by: person, group: "drag \(card)")
  case .undo(let action): .action(action)
  }
} restored: { step, _ in
  let rows = step.rows(of: \.cards).compactMap(\.after)
  return .fireAndForget { print("to the server:", rows.map { "\($0.title) at \($0.place)" }) }
}
// snippet.end

@MainActor
func run() async throws {
  let store = Store(initialState: BoardState(), feature: feature)

  // A drag is one step.
  for place in 1...9 { store.dispatch(.drag(1, to: place, by: "ada")) }
  store.dispatch(.undo(.end(by: "ada")))
  print("Undo", store.state.history.undoTitle(by: "ada") ?? "")

  // An undo keeps the changes of other people.
  store.dispatch(.write(1, "By Bob", by: "bob"))
  await store.dispatch(.undo(.undo(by: "ada"))).finish()

  // The history is part of the state. So a decoded state can undo and redo earlier steps.
  let kept = try JSONEncoder().encode(store.state)
  let state = try JSONDecoder().decode(BoardState.self, from: kept)
  let later = Store(initialState: state, feature: feature)
  await later.dispatch(.undo(.redo(by: "ada"))).finish()
  await later.dispatch(.undo(.undo(by: "bob"))).finish()

  // A new step after an undo starts a branch.
  later.dispatch(.name("A", by: "bob"))
  print("branches:", later.state.history.branches(by: "bob").count)
  await later.dispatch(.undo(.undo(by: "bob"))).finish()
  print("branches:", later.state.history.branches(by: "bob").map(\.title))
}

try await run()

// Prints:
// Undo Move Card
// to the server: ["By Bob at 0"]
// to the server: ["By Bob at 9"]
// to the server: ["Card 1 at 9"]
// branches: 0
// to the server: []
// branches: ["Rename Card"]
