// SPDX-License-Identifier: Apache-2.0

/// A pointer that is held down and moves.
public struct DragGesture {
  /// Where the pointer is and how it got there.
  public struct Value: Equatable, Sendable {
    /// When the report came.
    public var time: Date
    /// Where the pointer is.
    public var location: CGPoint
    /// Where it was pressed.
    public var startLocation: CGPoint
    /// Points per second.
    public let velocity: CGSize

    /// The way from where it was pressed.
    public var translation: CGSize { startLocation.way(to: location) }

    /// Where the pointer would end if it was let go now.
    public var predictedEndLocation: CGPoint {
      CGPoint(x: location.x + velocity.width / 4, y: location.y + velocity.height / 4)
    }

    /// The way to there.
    public var predictedEndTranslation: CGSize { startLocation.way(to: predictedEndLocation) }
  }

  /// How far the pointer must move before the gesture begins.
  public var minimumDistance: CGFloat
  /// What the points are measured from.
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
  /// The way to another point.
  fileprivate func way(to end: CGPoint) -> CGSize {
    CGSize(width: end.x - x, height: end.y - y)
  }
}
