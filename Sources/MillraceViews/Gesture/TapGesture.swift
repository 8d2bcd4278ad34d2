// SPDX-License-Identifier: Apache-2.0

/// One or several presses, wherever they are.
public struct TapGesture {
  /// It tells nothing.
  public typealias Value = Void

  /// How many presses it takes.
  public var count: Int

  /// Creates a gesture.
  nonisolated public init(count: Int = 1) {
    self.count = count
  }
}

extension TapGesture: PrimitiveGesture {
  func recognizer() -> Recognizer<Void> { Recognizer(.taps(count), in: .local) { _ in } }
}

/// One or several presses at a point.
public struct SpatialTapGesture {
  /// Where the last press was.
  public struct Value: Equatable, Sendable {
    /// The point.
    public var location: CGPoint
  }

  /// How many presses it takes.
  public var count: Int
  /// What the point is measured from.
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
  /// Runs an action when this view is pressed so many times; a control in it comes first.
  nonisolated public func onTapGesture(
    count: Int = 1, perform action: @escaping @MainActor () -> Void
  ) -> some View {
    gesture(TapGesture(count: count).onEnded(action))
  }

  /// Runs an action with the point at which this view is pressed; a control in it comes first.
  nonisolated public func onTapGesture(
    count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = .local,
    perform action: @escaping @MainActor (CGPoint) -> Void
  ) -> some View {
    gesture(
      SpatialTapGesture(count: count, coordinateSpace: coordinateSpace)
        .onEnded { action($0.location) })
  }
}
