// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceAddress

/// The store of a page: `PlaceStore(initialState: BoardPlace(), reducer: .place)`.
public typealias PlaceStore = Store<BoardPlace, PlaceAction>

/// The routes of a page.
///
/// The address of a page contains its route.
public enum BoardRoute: Hashable, Codable, Sendable {
  /// The list of boards.
  case boards
  /// A board.
  case board(BoardState.ID)
  /// A card of a board.
  case card(Card.ID, on: BoardState.ID)
  /// A path that has no view. The value contains the components of the path.
  case unknown([String])

  /// Creates the route of an address.
  ///
  /// - Parameter path: The components of the path, without the page's own path.
  public init(path: [String]) {
    switch (path.count, path.first, path.dropFirst().first) {
    case (0, _, _): self = .boards
    case (1, let board?, _): self = .board(board)
    case (3, let board?, "card"): self = .card(path[2], on: board)
    default: self = .unknown(path)
    }
  }

  /// The components of the route's path.
  public var path: [String] {
    switch self {
    case .boards: []
    case .board(let board): [board]
    case .card(let card, let board): [board, "card", card]
    case .unknown(let path): path
    }
  }

  /// The board that the route names, or nil.
  public var board: BoardState.ID? {
    switch self {
    case .board(let board), .card(_, let board): board
    case .boards, .unknown: nil
    }
  }

  /// The card that the route names, or nil.
  public var card: Card.ID? {
    if case .card(let card, _) = self { card } else { nil }
  }

  /// Whether the route has a view, if the boards have these ids.
  ///
  /// Cards are not checked.
  public func isKnown(_ boards: [BoardState.ID]) -> Bool {
    switch self {
    case .boards: true
    case .board(let board), .card(_, let board): boards.contains(board)
    case .unknown: false
    }
  }
}

/// The state of one page: its route and its search.
///
/// The address of the page contains both.
public struct BoardPlace: Equatable, Codable, Sendable {
  /// The route of the view that the page shows.
  public private(set) var route: BoardRoute
  /// The text in the search field, as typed.
  ///
  /// It is empty if the route names no board.
  public private(set) var query: String

  /// Creates a place.
  public init(_ route: BoardRoute = .boards, query: String = "") {
    self.route = route
    self.query = route.board == nil ? "" : query
  }

  /// Creates the place of an address.
  public init(_ address: PageAddress) {
    self.init(BoardRoute(path: address.path), query: address.query["q"] ?? "")
  }

  /// Whether a card is open.
  public var isCardOpen: Bool { route.card != nil }

  /// The address of the place.
  public var address: PageAddress {
    PageAddress(path: route.path, query: query.isEmpty ? [:] : ["q": query])
  }
}

/// The actions on the place of a page.
public enum PlaceAction: Equatable, Codable, Sendable {
  /// Shows another view. The search remains if the board is the same.
  case show(BoardRoute)
  /// Changes the text in the search field.
  case search(String)
  /// Goes to a place, as the back and forward buttons of a browser do.
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
