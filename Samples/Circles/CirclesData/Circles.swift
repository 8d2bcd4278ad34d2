// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUndo

/// A place on the board, from its upper left corner.
public struct Place: Equatable, Codable, Sendable {
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
public struct Dot: Identifiable, Equatable, Codable, Sendable {
  /// Which one it is.
  public let id: Int
  /// Where its middle is.
  public var place: Place
}

/// A thousand circles on a board.
public struct CirclesState: Equatable, Codable, UndoableState {
  /// The width of the board.
  public static let width = 880.0
  /// The height of the board.
  public static let height = 550.0
  private static let distance = 22.0

  /// The circles.
  public internal(set) var dots = EntityTable<Dot>()
  /// How often one has moved.
  public internal(set) var moves = 0
  /// What can be taken back: a drag is one step.
  public internal(set) var history = UndoHistory<CirclesState>()

  /// Where the circles are, and not how often one has moved.
  public static let undoable: [UndoField<Self>] = [.table("dots", \.dots)]

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
public enum CirclesAction: Equatable, Codable, Sendable {
  /// One was moved to a place; one outside the board is taken as the nearest one on it.
  case move(Dot.ID, to: Place)
  /// All go back to where they were at first.
  case putBack
  /// Take back what was done, or do it again.
  case undo(UndoAction)
}

extension Feature where State == CirclesState, Action == CirclesAction {
  /// How actions change the circles, and which of them can be undone.
  public static var circles: Feature {
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
      case .undo: break
      }
    }
    .undoable(\State.history) { action in
      switch action {
      case .move(let id, _): .step("Move", group: "\(id)")
      case .putBack: .step("Put Back")
      case .undo(let action): .action(action)
      }
    }
  }
}

/// The store of the circles.
public typealias CirclesStore = Store<CirclesState, CirclesAction>
