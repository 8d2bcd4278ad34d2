// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUndo

/// A point on the board, measured from the upper left corner.
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
  /// The number of the circle, counted from zero.
  public let id: Int
  /// The center of the circle.
  public var place: Place
}

/// Circles on a board.
public struct CirclesState: Equatable, Codable, UndoableState {
  /// The width of the board.
  public static let width = 880.0
  /// The height of the board.
  public static let height = 550.0
  private static let distance = 22.0

  /// The circles.
  public internal(set) var dots = EntityTable<Dot>()
  /// The number of moves.
  public internal(set) var moves = 0
  /// The number of other actions: put back, undo, redo, and the end of a drag.
  public internal(set) var otherActions = 0
  /// The steps that can be undone.
  ///
  /// A drag is one step.
  public internal(set) var history = UndoHistory<CirclesState>()

  /// The history covers the positions of the circles, but not the numbers of actions.
  public static let undoable: [UndoField<Self>] = [.table("dots", \.dots)]

  /// Creates a board with circles, forty in a row.
  public init(count: Int = 1_000) {
    for id in 0..<count { dots.addOne(Dot(id: id, place: Self.home(of: id))) }
  }

  static func home(of id: Dot.ID) -> Place {
    let (row, column) = id.quotientAndRemainder(dividingBy: Int(width / distance))
    return Place(x: (Double(column) + 0.5) * distance, y: (Double(row) + 0.5) * distance)
  }
}

/// The actions on the circles.
public enum CirclesAction: Equatable, Codable, Sendable {
  /// Moves a circle. A place outside the board is replaced with the nearest place on it. A place
  /// with a NaN changes nothing.
  case move(Dot.ID, to: Place)
  /// Moves all circles back to their initial places.
  case putBack
  /// Undoes or redoes a step, or ends a drag.
  case undo(UndoAction)
}

extension Feature where State == CirclesState, Action == CirclesAction {
  /// How actions change the circles, and which actions can be undone.
  public static var circles: Feature {
    Reducer { state, action in
      switch action {
      case .move(let id, let place):
        guard !place.x.isNaN, !place.y.isNaN else { return }
        let place = Place(
          x: min(max(place.x, 0), State.width), y: min(max(place.y, 0), State.height))
        guard let dot = state.dots[id: id], dot.place != place else { return }
        state.dots.updateOne(id) { $0.place = place }
        state.moves += 1
      case .putBack:
        state.otherActions += 1
        for id in state.dots.ids where state.dots[id: id]?.place != State.home(of: id) {
          state.dots.updateOne(id) { $0.place = State.home(of: id) }
        }
      case .undo: state.otherActions += 1
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
