// SPDX-License-Identifier: Apache-2.0

import Millrace

extension Card {
  /// The card with changes that have not been saved; nil: there is none.
  ///
  /// A card whose deletion failed is shown, so that it can say so.
  ///
  /// - Parameters:
  ///   - saved: The card as the board has it; nil: it has none.
  ///   - changes: The changes of this card, in their order.
  /// - Returns: The card as its desk shows it.
  public static func shown(_ saved: Card?, _ changes: [UnsavedChange]) -> Card? {
    changes.reduce(saved) { card, unsaved in
      if unsaved.problem != nil, unsaved.change.kind == .delete { return card }
      return unsaved.change.applied(to: card)
    }
  }
}

/// The cards of a board as one desk shows them: with its changes that have not been saved.
public struct ShownCards: Equatable, Sendable {
  /// The cards, in the order of the board.
  public let cards: [Card]
  /// The changes that failed and whose cards are not there to say so.
  public let lost: [UnsavedChange]

  /// Puts the changes on top of the cards.
  ///
  /// Complexity: O(n) in the number of cards; O(n log n) if there are changes.
  ///
  /// - Parameters:
  ///   - saved: The cards as the board has them.
  ///   - changes: The changes of the desk, also those of other boards.
  ///   - board: The board.
  public init(
    _ saved: EntityTable<Card>, changes: [UnsavedChange], on board: BoardState.ID
  ) {
    let own = changes.filter { $0.change.board == board }
    guard !own.isEmpty else {
      cards = saved.entities
      lost = []
      return
    }
    let byCard = Dictionary(grouping: own, by: \.change.card)
    var shown = saved.filter { byCard[$0.id] == nil }
    var lost: [UnsavedChange] = []
    for (id, changes) in byCard {
      if let card = Card.shown(saved[id: id], changes) {
        shown.append(card)
      } else {
        lost += changes.filter { $0.problem != nil }
      }
    }
    cards = shown.sorted { $0.isBefore($1) }
    self.lost = lost.sorted { $0.change.id < $1.change.id }
  }

  /// The ids of a column's cards that have all words of a query in their texts, in order.
  public func ids(in column: Column, matching query: String = "") -> [Card.ID] {
    let words = query.lowercased().split(whereSeparator: \.isWhitespace)
    return cards.filter { card in
      guard card.spot.column == column else { return false }
      if words.isEmpty { return true }
      let text = "\(card.title)\n\(card.detail)".lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    .map(\.id)
  }

  /// The spot behind the last card of a column.
  public func end(of column: Column) -> Spot {
    Spot(column, Rank(after: ranks(in: column).last))
  }

  /// The spot of a card after a step up in its column; nil: it is the first.
  ///
  /// Cards of one rank, which two people have moved to one place, are passed together.
  public func spot(above card: Card) -> Spot? {
    let above = ranks(in: card.spot.column) { $0.isBefore(card) }
    guard let next = above.last else { return nil }
    return Spot(card.spot.column, Rank(after: above.last { $0 < next }, before: next))
  }

  /// The spot of a card after a step down in its column; nil: it is the last.
  public func spot(below card: Card) -> Spot? {
    let below = ranks(in: card.spot.column) { card.isBefore($0) }
    guard let next = below.first else { return nil }
    return Spot(card.spot.column, Rank(after: next, before: below.first { $0 > next }))
  }

  private func ranks(
    in column: Column, where isMeant: (Card) -> Bool = { _ in true }
  ) -> [Rank] {
    cards.filter { $0.spot.column == column && isMeant($0) }.map(\.spot.rank)
  }
}
