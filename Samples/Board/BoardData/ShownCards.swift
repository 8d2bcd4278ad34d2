// SPDX-License-Identifier: Apache-2.0

import Millrace
import TextData

extension Card {
  /// Applies unsaved changes to a card.
  ///
  /// A card whose deletion failed is still shown, because its view shows the error.
  ///
  /// - Parameters:
  ///   - saved: The card on the board, or nil if the board does not have it.
  ///   - changes: The unsaved changes of this card, the oldest first.
  /// - Returns: The card that the desk shows, or nil if it shows none.
  public static func shown(_ saved: Card?, _ changes: [UnsavedChange]) -> Card? {
    changes.reduce(saved) { card, unsaved in
      if unsaved.problem != nil, unsaved.change.kind == .delete { return card }
      return unsaved.change.applied(to: card)
    }
  }
}

/// The cards of a board with the unsaved changes of one desk applied.
public struct ShownCards: Equatable, Sendable {
  /// The cards, in the order of the board.
  public let cards: [Card]
  /// The failed changes of cards that are not shown.
  ///
  /// No card can show their errors.
  public let lost: [UnsavedChange]

  /// Applies the changes of a desk to the cards of a board.
  ///
  /// Complexity: O(n) in the number of cards; O(n log n) if there are changes.
  ///
  /// - Parameters:
  ///   - saved: The cards on the board.
  ///   - changes: All changes of the desk. Those of other boards are ignored.
  ///   - board: The id of the board.
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

  /// Returns the ids of the cards in a column whose texts contain all words of a query, in order.
  public func ids(in column: Column, matching query: String = "") -> [Card.ID] {
    let term = SearchTerm(query)
    return cards.filter { $0.spot.column == column && term.matches($0.title, or: $0.detail) }
      .map(\.id)
  }

  /// Returns the spot after the last card of a column.
  public func end(of column: Column) -> Spot {
    Spot(column, Rank(after: ranks(in: column).last))
  }

  /// Returns the spot of a card after a step up in its column, or nil if it is the first card.
  ///
  /// Cards have the same rank if people moved them to the same position at the same time. One step
  /// moves a card past all cards of one rank.
  public func spot(above card: Card) -> Spot? {
    let above = ranks(in: card.spot.column) { $0.isBefore(card) }
    guard let next = above.last else { return nil }
    return Spot(card.spot.column, Rank(after: above.last { $0 < next }, before: next))
  }

  /// Returns the spot of a card after a step down in its column, or nil if it is the last card.
  public func spot(below card: Card) -> Spot? {
    let below = ranks(in: card.spot.column) { card.isBefore($0) }
    guard let next = below.first else { return nil }
    return Spot(card.spot.column, Rank(after: next, before: below.first { $0 > next }))
  }

  private func ranks(
    in column: Column, where isIncluded: (Card) -> Bool = { _ in true }
  ) -> [Rank] {
    cards.filter { $0.spot.column == column && isIncluded($0) }.map(\.spot.rank)
  }
}
