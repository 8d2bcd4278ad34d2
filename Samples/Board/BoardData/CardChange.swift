// SPDX-License-Identifier: Apache-2.0

/// One change of one card by one person.
///
/// A change is idempotent: making it twice has the same effect as once, except for a move that made
/// the board replace its ranks (see ``Rank``). So it can be sent again if the answer was lost.
public struct CardChange: Identifiable, Equatable, Codable, Sendable {
  /// The kinds of changes.
  public enum Kind: Equatable, Codable, Sendable {
    /// Adds the card, or restores it after it was deleted.
    case add(Card)
    /// Changes the texts of the card. A text that is nil is not changed.
    case edit(title: String?, detail: String?)
    /// Moves the card.
    case move(to: Spot)
    /// Deletes the card.
    case delete
  }

  /// The identifier of the change.
  public let id: String
  /// The id of the board.
  public let board: BoardState.ID
  /// The id of the card.
  public let card: Card.ID
  /// The title of the card when the change was made, for messages.
  public let title: String
  /// The column of the card when the change was made, for messages.
  ///
  /// It is nil in changes that an older version of the program has written.
  public let column: Column?
  /// The kind of the change.
  public let kind: Kind
  /// The name of the person that made the change.
  public let person: String

  /// Creates a change.
  public init(id: String, board: BoardState.ID, card: Card, kind: Kind, by person: String) {
    self.id = id
    self.board = board
    self.card = card.id
    self.title = card.title
    self.column = card.spot.column
    self.kind = kind
    self.person = person
  }

  /// Applies the change to a card.
  ///
  /// - Parameter card: The card before the change, or nil if it does not exist.
  /// - Returns: The card after the change, or nil if it does not exist then.
  public func applied(to card: Card?) -> Card? {
    if case .add(let new) = kind { return card ?? new.changed(by: person) }
    guard var card else { return nil }
    switch kind {
    case .add: break
    case .edit(let title, let detail):
      if let title { card.title = title }
      if let detail { card.detail = detail }
    case .move(let spot): card.spot = spot
    case .delete: return nil
    }
    return card.changed(by: person)
  }

  /// Describes the change, for people.
  public var sentence: String {
    switch kind {
    case .add: "\(person) added “\(title)”."
    case .edit(let new?, _) where new != title: "\(person) renamed “\(title)” to “\(new)”."
    case .edit: "\(person) described “\(title)”."
    case .move(let spot) where spot.column == column:
      "\(person) moved “\(title)” in “\(spot.column.title)”."
    case .move(let spot): "\(person) moved “\(title)” to “\(spot.column.title)”."
    case .delete: "\(person) deleted “\(title)”."
    }
  }
}

extension Card {
  fileprivate func changed(by person: String) -> Card {
    var card = self
    card.changedBy = person
    return card
  }
}

/// The reason why a change was not saved.
public enum SaveProblem: Error, Equatable, Codable, Sendable {
  /// The server did not answer.
  case noAnswer
  /// Another person has deleted the card.
  case gone
  /// The board has the maximum number of cards.
  case full
  /// The title is empty, a text is too long or contains U+0000, the card to add has another id than
  /// the change names, or the board does not exist.
  case refused

  /// Describes what happened and what to do.
  public var message: String {
    switch self {
    case .noAnswer: "The server did not answer. Try again, or discard the change."
    case .gone: "The card has been deleted by another person. Discard the change."
    case .full: "The board has \(BoardState.limit) cards. Delete one, then try again."
    case .refused: "The server refused the change. Discard it."
    }
  }
}
