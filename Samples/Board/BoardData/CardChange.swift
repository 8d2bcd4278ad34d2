// SPDX-License-Identifier: Apache-2.0

/// One change of one card by one person.
///
/// Made twice it does the same as once, so it may be sent again where the answer got lost.
public struct CardChange: Identifiable, Equatable, Codable, Sendable {
  /// What is changed.
  public enum Kind: Equatable, Codable, Sendable {
    /// The card is added, or put back after it was deleted.
    case add(Card)
    /// Its texts are others now; nil leaves one as it is.
    case edit(title: String?, detail: String?)
    /// It is somewhere else now.
    case move(to: Spot)
    /// It is deleted.
    case delete
  }

  /// Names this change for good.
  public let id: String
  /// The board.
  public let board: BoardState.ID
  /// The card.
  public let card: Card.ID
  /// The title of the card when the change was made, for messages.
  public let title: String
  /// The column of the card when the change was made, for messages; nil in a change that an older
  /// version of the program has written.
  public let column: Column?
  /// What is changed.
  public let kind: Kind
  /// The name of the person.
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

  /// What the card is after the change; nil: there is none.
  ///
  /// - Parameter card: What it was before; nil: there was none.
  /// - Returns: The card with the change.
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

  /// What was done, in words.
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

/// Why a change was not saved.
public enum SaveProblem: Error, Equatable, Codable, Sendable {
  /// The server did not answer.
  case noAnswer
  /// The card has been deleted meanwhile.
  case gone
  /// The board has as many cards as it may have.
  case full
  /// A text is empty or too long, or the board is not there.
  case refused

  /// What happened, and what can be done.
  public var message: String {
    switch self {
    case .noAnswer: "The server did not answer. Try again, or discard the change."
    case .gone: "The card has been deleted by another person. Discard the change."
    case .full: "The board has \(BoardState.limit) cards. Delete one, then try again."
    case .refused: "The server refused the change. Discard it."
    }
  }
}
