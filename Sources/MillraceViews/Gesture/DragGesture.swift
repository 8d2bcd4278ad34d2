// SPDX-License-Identifier: Apache-2.0

/// A gesture of a pointer that moves while it is pressed.
public struct DragGesture {
  /// The state of a drag.
  public struct Value: Equatable, Sendable {
    /// The time at which the event from the page was handled.
    public var time: Date
    /// The present location of the pointer.
    public var location: CGPoint
    /// The location at which the pointer was pressed.
    public var startLocation: CGPoint
    /// The velocity in points per second.
    public let velocity: CGSize

    /// The distance from the start location to the present location.
    public var translation: CGSize { startLocation.distance(to: location) }

    /// The predicted location at which the movement would end if the pointer were released now.
    public var predictedEndLocation: CGPoint {
      CGPoint(x: location.x + velocity.width / 4, y: location.y + velocity.height / 4)
    }

    /// The distance from the start location to the predicted end location.
    public var predictedEndTranslation: CGSize { startLocation.distance(to: predictedEndLocation) }
  }

  /// The distance in points that the pointer must move before the gesture begins.
  public var minimumDistance: CGFloat
  /// The origin of the coordinates.
  public var coordinateSpace: CoordinateSpace

  /// Creates a gesture.
  nonisolated public init(
    minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol = .local
  ) {
    self.minimumDistance = minimumDistance
    self.coordinateSpace = coordinateSpace.coordinateSpace
  }
}

extension DragGesture: PrimitiveGesture {
  func recognizer() -> Recognizer<Value> {
    Recognizer(.drag(minimumDistance: minimumDistance), in: coordinateSpace) {
      Value(
        time: Date(), location: $0.location, startLocation: $0.startLocation,
        velocity: $0.velocity)
    }
  }
}

extension CGPoint {
  /// Returns the horizontal and the vertical distance to another point.
  fileprivate func distance(to end: CGPoint) -> CGSize {
    CGSize(width: end.x - x, height: end.y - y)
  }
}
