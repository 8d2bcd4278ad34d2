// SPDX-License-Identifier: Apache-2.0

import Millrace
import TextData

/// The columns of a board, in their order.
public enum Column: String, CaseIterable, Codable, Sendable {
  /// Tasks that have not been started.
  case toDo = "to do"
  /// Tasks in progress.
  case doing
  /// Finished tasks.
  case done

  /// The title of the column.
  public var title: String {
    switch self {
    case .toDo: "To Do"
    case .doing: "Doing"
    case .done: "Done"
    }
  }
}

/// The position of a card: its column, and its rank in that column.
public struct Spot: Hashable, Codable, Sendable {
  /// The column.
  public var column: Column
  /// The position in the column.
  public var rank: Rank

  /// Creates a spot.
  public init(_ column: Column, _ rank: Rank) {
    self.column = column
    self.rank = rank
  }
}

/// One card of a board.
public struct Card: Identifiable, Equatable, Codable, Sendable {
  /// The maximum length of a title.
  public static let titleLimit = TextLimit(120)
  /// The maximum length of a description.
  public static let detailLimit = TextLimit(4_000)

  /// The identifier of the card.
  ///
  /// It is unique on all boards and never changes.
  public let id: String
  /// The title of the card.
  public var title: String
  /// The description.
  ///
  /// It can be empty.
  public var detail: String
  /// The position of the card.
  public var spot: Spot
  /// The name of the person that made the last change.
  public var changedBy: String

  /// Creates a card.
  public init(id: String, title: String, detail: String = "", spot: Spot, changedBy: String) {
    self.id = id
    self.title = title
    self.detail = detail
    self.spot = spot
    self.changedBy = changedBy
  }

  /// The order of cards on a board: by rank, and by id if two ranks are equal.
  public static let order = EntityOrder<Card> { $0.isBefore($1) }

  func isBefore(_ other: Card) -> Bool {
    if spot.rank != other.spot.rank { return spot.rank < other.spot.rank }
    return id < other.id
  }
}
