// SPDX-License-Identifier: Apache-2.0

import Millrace
import TextData

/// The store of a board, shared by all people who have it open.
public typealias BoardStore = Store<BoardState, BoardAction>

/// One board: its cards, and the people who look at it.
public struct BoardState: Identifiable, Equatable, Sendable {
  /// The maximum number of cards; only additions check it.
  public static let limit = 300

  /// The identifier of the board, which is also a part of its address.
  public let id: String
  /// The title of the board.
  public let title: String
  /// The cards of all columns, sorted by rank.
  ///
  /// So the cards of each column are sorted too.
  public var cards: EntityTable<Card>
  /// The name of the person of each visit.
  ///
  /// Each open page of the board is a visit with its own id.
  public var visits: [String: String] = [:]
  /// The last change that changed a card, or nil if there was none.
  ///
  /// The change can also have replaced the ranks of all cards; this value does not say so.
  public var lastChange: CardChange?

  /// Creates a board.
  public init(id: String, title: String, cards: [Card] = []) {
    self.id = id
    self.title = title
    self.cards = EntityTable(cards, sortedBy: Card.order)
  }

  /// The names of the people who look at the board, sorted and without duplicates.
  public var people: [String] { Set(visits.values).sorted() }
}

extension BoardState: Codable {
  private enum CodingKeys: CodingKey { case id, title, cards, visits, lastChange }

  /// Decodes a board, and sorts the cards by rank.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try values.decode(String.self, forKey: .id),
      title: try values.decode(String.self, forKey: .title),
      cards: try values.decode([Card].self, forKey: .cards))
    visits = try values.decode([String: String].self, forKey: .visits)
    lastChange = try values.decodeIfPresent(CardChange.self, forKey: .lastChange)
  }
}

/// The actions on a board.
public enum BoardAction: Equatable, Codable, Sendable {
  /// Adds, edits, moves or deletes a card.
  case change(CardChange)
  /// A person has opened the board. The values are the id of the visit and the person's name.
  case come(String, String)
  /// The visit with this id has ended.
  case go(String)
}

extension Reducer where State == BoardState, Action == BoardAction {
  /// How actions change a board.
  ///
  /// It throws a ``SaveProblem`` for a change that cannot be made.
  public static var board: Reducer {
    Reducer { state, action throws(SaveProblem) in
      switch action {
      case .change(let change): try state.make(change)
      case .come(let visit, let person): state.visits[visit] = person
      case .go(let visit): state.visits[visit] = nil
      }
    }
  }
}

extension BoardState {
  fileprivate mutating func make(_ change: CardChange) throws(SaveProblem) {
    let old = cards[id: change.card]
    let new = change.applied(to: old)
    switch change.kind {
    case .add: if old == nil, cards.count >= Self.limit { throw .full }
    case .edit, .move: if old == nil { throw .gone }
    case .delete: break
    }
    guard change.board == id, new.map({ $0.id == change.card && $0.isAcceptable }) ?? true else {
      throw .refused
    }
    guard old != new else { return }
    if let new { cards.setOne(new) } else { cards.removeOne(change.card) }
    lastChange = change
    if let new, new.spot.rank.text.utf8.count > Rank.limit / 2 { spreadRanks() }
  }

  /// Replaces the ranks of all cards with short ones, in the same order.
  private mutating func spreadRanks() {
    let ranks = Rank.row(of: cards.count)
    cards.setAll(
      zip(cards.entities, ranks).map { card, rank in
        var card = card
        card.spot.rank = rank
        return card
      })
  }
}

extension Card {
  fileprivate var isAcceptable: Bool {
    title.hasVisibleText && Self.titleLimit.fits(title) && Self.detailLimit.fits(detail)
  }
}
