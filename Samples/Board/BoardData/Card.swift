// SPDX-License-Identifier: Apache-2.0

import Millrace
import TextData

/// The columns of a board, in their order.
public enum Column: String, CaseIterable, Codable, Sendable {
  /// What is to be done.
  case toDo = "to do"
  /// What is being done.
  case doing
  /// What has been done.
  case done

  /// Its title.
  public var title: String {
    switch self {
    case .toDo: "To Do"
    case .doing: "Doing"
    case .done: "Done"
    }
  }
}

/// Where a card is: in which column, and where in it.
public struct Spot: Hashable, Codable, Sendable {
  /// The column.
  public var column: Column
  /// Where in it.
  public var rank: Rank

  /// Creates a spot.
  public init(_ column: Column, _ rank: Rank) {
    self.column = column
    self.rank = rank
  }
}

/// One card of a board.
public struct Card: Identifiable, Equatable, Codable, Sendable {
  /// How long a title may be.
  public static let titleLimit = TextLimit(120)
  /// How long a description may be.
  public static let detailLimit = TextLimit(4_000)

  /// Names this card for good, on all boards.
  public let id: String
  /// What it is about.
  public var title: String
  /// All that there is to say about it.
  public var detail: String
  /// Where it is.
  public var spot: Spot
  /// The name of the person whose change was the last one.
  public var changedBy: String

  /// Creates a card.
  public init(id: String, title: String, detail: String = "", spot: Spot, changedBy: String) {
    self.id = id
    self.title = title
    self.detail = detail
    self.spot = spot
    self.changedBy = changedBy
  }

  /// The order of cards on a board: by their spots, and by their ids where those are equal.
  public static let order = EntityOrder<Card> { $0.isBefore($1) }

  func isBefore(_ other: Card) -> Bool {
    if spot.rank != other.spot.rank { return spot.rank < other.spot.rank }
    return id < other.id
  }
}
