// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A place on the board, from its upper left corner.
public struct Place: Equatable, Sendable {
  /// The distance from the left.
  public var x: Double
  /// The distance from the top.
  public var y: Double

  /// Creates a place.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// One of the circles.
public struct Dot: Identifiable, Equatable, Sendable {
  /// Which one it is.
  public let id: Int
  /// Where its middle is.
  public var place: Place
}

/// A thousand circles on a board.
public struct CirclesState: Equatable, Sendable {
  /// The width of the board.
  public static let width = 880.0
  /// The height of the board.
  public static let height = 550.0
  private static let distance = 22.0

  /// The circles.
  public internal(set) var dots = EntityTable<Dot>()
  /// How often one has moved.
  public internal(set) var moves = 0

  /// Puts circles on the board, forty in a row.
  public init(count: Int = 1_000) {
    for id in 0..<count { dots.addOne(Dot(id: id, place: Self.home(of: id))) }
  }

  static func home(of id: Dot.ID) -> Place {
    let (row, column) = id.quotientAndRemainder(dividingBy: Int(width / distance))
    return Place(x: (Double(column) + 0.5) * distance, y: (Double(row) + 0.5) * distance)
  }
}

/// What can happen to the circles.
public enum CirclesAction: Equatable, Sendable {
  /// One was moved to a place; one outside the board is taken as the nearest one on it.
  case move(Dot.ID, to: Place)
  /// All go back to where they were at first.
  case putBack
}

extension Reducer where State == CirclesState, Action == CirclesAction {
  /// How actions change the circles.
  public static var circles: Reducer {
    Reducer { state, action in
      switch action {
      case .move(let id, let place):
        let place = Place(
          x: min(max(place.x, 0), State.width), y: min(max(place.y, 0), State.height))
        guard let dot = state.dots[id: id], dot.place != place else { return }
        state.dots.updateOne(id) { $0.place = place }
        state.moves += 1
      case .putBack:
        for id in state.dots.ids where state.dots[id: id]?.place != State.home(of: id) {
          state.dots.updateOne(id) { $0.place = State.home(of: id) }
        }
      }
    }
  }
}

/// The store of the circles.
public typealias CirclesStore = Store<CirclesState, CirclesAction>
