// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceAddress

/// The store of a page: `PlaceStore(initialState: BoardPlace(), reducer: .place)`.
public typealias PlaceStore = Store<BoardPlace, PlaceAction>

/// What a page shows; each has an address.
public enum BoardRoute: Hashable, Codable, Sendable {
  /// The list of boards.
  case boards
  /// A board.
  case board(BoardState.ID)
  /// A card of a board.
  case card(Card.ID, on: BoardState.ID)
  /// A place that there is not, with the parts of its address.
  case unknown([String])

  /// The route of an address.
  ///
  /// - Parameter path: The parts of the address behind that of the sample.
  public init(path: [String]) {
    switch (path.count, path.first, path.dropFirst().first) {
    case (0, _, _): self = .boards
    case (1, let board?, _): self = .board(board)
    case (3, let board?, "card"): self = .card(path[2], on: board)
    default: self = .unknown(path)
    }
  }

  /// The parts of its address.
  public var path: [String] {
    switch self {
    case .boards: []
    case .board(let board): [board]
    case .card(let card, let board): [board, "card", card]
    case .unknown(let path): path
    }
  }

  /// The board that is shown.
  public var board: BoardState.ID? {
    switch self {
    case .board(let board), .card(_, let board): board
    case .boards, .unknown: nil
    }
  }

  /// The card that is shown.
  public var card: Card.ID? {
    if case .card(let card, _) = self { card } else { nil }
  }

  /// Whether it is one of the pages that there are, for boards with these ids.
  public func isKnown(_ boards: [BoardState.ID]) -> Bool {
    switch self {
    case .boards: true
    case .board(let board), .card(_, let board): boards.contains(board)
    case .unknown: false
    }
  }
}

/// Where one page is, and what is searched there: all that its address tells.
public struct BoardPlace: Equatable, Codable, Sendable {
  /// What the page shows.
  public private(set) var route: BoardRoute
  /// What stands in the search field, as it was typed; nothing where there is no board.
  public private(set) var query: String

  /// Creates a place.
  public init(_ route: BoardRoute = .boards, query: String = "") {
    self.route = route
    self.query = route.board == nil ? "" : query
  }

  /// The place of an address.
  public init(_ address: PageAddress) {
    self.init(BoardRoute(path: address.path), query: address.query["q"] ?? "")
  }

  /// Whether a card is open.
  public var isCardOpen: Bool { route.card != nil }

  /// Its address.
  public var address: PageAddress {
    PageAddress(path: route.path, query: query.isEmpty ? [:] : ["q": query])
  }
}

/// What can happen to the place of a page.
public enum PlaceAction: Equatable, Codable, Sendable {
  /// Show something else; what is searched on a board stays with it.
  case show(BoardRoute)
  /// The search field was typed into.
  case search(String)
  /// Go to a place, as the buttons of a browser do.
  case visit(BoardPlace)
}

extension Reducer where State == BoardPlace, Action == PlaceAction {
  /// How actions change the place.
  public static var place: Reducer {
    Reducer { place, action in
      switch action {
      case .show(let route):
        let query = route.board == place.route.board ? place.query : ""
        place = BoardPlace(route, query: query)
      case .search(let query): place = BoardPlace(place.route, query: query)
      case .visit(let other): place = other
      }
    }
  }
}
