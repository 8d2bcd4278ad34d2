// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUndo

struct Card: Identifiable, Equatable, Codable, Sendable {
  var id: Int
  var text = ""
  var rank = 0

  static let order = EntityOrder<Card>(\.rank)
}

/// A document that several people change: a sorted table, an unsorted one, and two slices.
struct Desk: UndoableState, Equatable, Codable {
  var title = "first"
  var colour = 0
  var cards = EntityTable<Card>(sortedBy: Card.order)
  var notes = EntityTable<Card>()
  /// Not a field of the history.
  var clicks = 0
  var history = UndoHistory<Desk>()

  static let undoable: [UndoField<Self>] = [
    .slice("title", \.title), .slice("colour", \.colour), .table("cards", \.cards),
    .table("notes", \.notes, merging: \.text, \.rank),
  ]

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    title = try container.decode(String.self, forKey: .title)
    colour = try container.decode(Int.self, forKey: .colour)
    cards = try container.decode(EntityTable<Card>.self, forKey: .cards)
    cards.sort(by: Card.order)
    notes = try container.decode(EntityTable<Card>.self, forKey: .notes)
    notes.sort(by: nil)
    clicks = try container.decode(Int.self, forKey: .clicks)
    history = try container.decode(UndoHistory<Desk>.self, forKey: .history)
  }

  /// Three cards and three notes.
  static func withCards() -> Desk {
    var state = Desk()
    for id in 0..<3 {
      state.cards.addOne(Card(id: id, rank: id))
      state.notes.addOne(Card(id: id))
    }
    return state
  }

  /// The desk without its history, to compare.
  var slices: Desk {
    var copy = self
    copy.history = UndoHistory()
    return copy
  }
}

/// A change of a table.
enum Change: Equatable, Codable, Sendable {
  case add(Card), insert(Card, at: Int), write(Int, String), rank(Int, Int), remove([Int])
  case rewrite([Int], String), rankAll(Int), replace([Card]), rename(Int, Int), putBack(Int)
  case move([Int], to: Int)

  func apply(to table: inout EntityTable<Card>) {
    switch self {
    case .add(let card): table.addOne(card)
    case .insert(let card, let position): table.addOne(card, at: position)
    case .write(let id, let text): table[id: id]?.text = text
    case .rank(let id, let rank): table[id: id]?.rank = rank
    case .remove(let ids): table.removeMany(ids)
    case .rewrite(let ids, let text): table.updateMany(ids) { $0.text = text }
    case .rankAll(let count): table.updateMany(table.ids) { $0.rank = ($0.rank + count) % 3 }
    case .replace(let cards): table = EntityTable(cards, sortedBy: table.order)
    case .rename(let id, let new): table.updateOne(id) { $0.id = new }
    case .putBack(let id):
      if let position = table.index(of: id), let card = table.removeOne(id) {
        table.addOne(card, at: position)
      }
    case .move(let ids, let position):
      for id in ids.reversed() {
        if let card = table.removeOne(id) { table.addOne(card, at: position) }
      }
    }
  }
}

struct Refusal: Error {}

enum DeskAction: Equatable, Codable, Sendable {
  case title(String, by: String = "", group: String? = nil, at: Duration? = nil)
  case colour(Int, by: String = "")
  case cards(Change, by: String = "", group: String? = nil)
  case notes(Change, by: String = "")
  /// Both tables and a slice at once.
  case both(Change, String, by: String = "")
  /// Changes the cards and is no step.
  case load(Change)
  case refused
  case undo(UndoAction)

  var person: String {
    switch self {
    case .title(_, let person, _, _), .colour(_, let person), .cards(_, let person, _),
      .notes(_, let person), .both(_, _, let person), .undo(.undo(_, let person)),
      .undo(.redo(_, let person)), .undo(.begin(_, let person)), .undo(.end(let person)):
      person
    case .load: "server"
    case .refused, .undo(.clear): ""
    }
  }

  var role: UndoRole? {
    switch self {
    case .title(_, let person, let group, let time):
      .step(
        "Rename", by: person, group: group, within: group == "typing" ? .seconds(1) : nil,
        at: time)
    case .colour(_, let person): .step("Paint", by: person)
    case .cards(_, let person, let group): .step("Change Cards", by: person, group: group)
    case .notes(_, let person): .step("Change Notes", by: person)
    case .both(_, _, let person): .step("Change Both", by: person)
    case .refused: .step("Refused")
    case .load: nil
    case .undo(let action): .action(action)
    }
  }
}

extension Reducer where State == Desk, Action == DeskAction {
  static let plain = Reducer { state, action in
    switch action {
    case .title(let title, _, _, _): state.title = title
    case .colour(let colour, _): state.colour = colour
    case .cards(let change, _, _): change.apply(to: &state.cards)
    case .notes(let change, _): change.apply(to: &state.notes)
    case .both(let change, let title, _):
      change.apply(to: &state.cards)
      change.apply(to: &state.notes)
      state.title = title
    case .load(let change):
      change.apply(to: &state.cards)
      state.clicks += 1
    case .refused, .undo: break
    }
  }
}

/// The feature of a desk with its history.
let desk = Reducer.plain.undoable(\Desk.history, limit: 1_000) { $0.role }

extension Desk {
  mutating func run(_ actions: DeskAction...) {
    for action in actions { _ = try? desk(&self, action) }
  }
}
