// SPDX-License-Identifier: Apache-2.0

/// A gesture of one or several presses, without their location.
public struct TapGesture {
  /// The gesture has no value.
  public typealias Value = Void

  /// The number of presses.
  public var count: Int

  /// Creates a gesture.
  nonisolated public init(count: Int = 1) {
    self.count = count
  }
}

extension TapGesture: PrimitiveGesture {
  func recognizer() -> Recognizer<Void> { Recognizer(.taps(count), in: .local) { _ in } }
}

/// A gesture of one or several presses, with their location.
public struct SpatialTapGesture {
  /// The location of the last press.
  public struct Value: Equatable, Sendable {
    /// The location.
    public var location: CGPoint
  }

  /// The number of presses.
  public var count: Int
  /// The origin of the coordinates.
  public var coordinateSpace: CoordinateSpace

  /// Creates a gesture.
  nonisolated public init(
    count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = .local
  ) {
    self.count = count
    self.coordinateSpace = coordinateSpace.coordinateSpace
  }
}

extension SpatialTapGesture: PrimitiveGesture {
  func recognizer() -> Recognizer<Value> {
    Recognizer(.taps(count), in: coordinateSpace) { Value(location: $0.location) }
  }
}

extension View {
  /// Runs an action when this view is pressed a number of times.
  ///
  /// A control in the view takes precedence.
  nonisolated public func onTapGesture(
    count: Int = 1, perform action: @escaping () -> Void
  ) -> some View {
    gesture(TapGesture(count: count).onEnded(action))
  }

  /// Runs an action with the location at which this view is pressed.
  ///
  /// A control in the view takes precedence.
  nonisolated public func onTapGesture(
    count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = .local,
    perform action: @escaping (CGPoint) -> Void
  ) -> some View {
    gesture(
      SpatialTapGesture(count: count, coordinateSpace: coordinateSpace)
        .onEnded { action($0.location) })
  }
}
