// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A gesture of a pointer that is held down on a view.
///
/// Its value is true. `onChanged` and `updating` get it when the pointer is pressed, and `onEnded`
/// gets it when the pointer was held down long enough. The page cancels the gesture if the pointer
/// moves too far or is released too early. No press is reported after a long press.
///
/// A long press needs a pointer: offer its action also as a button or in a menu.
public struct LongPressGesture {
  /// The gesture has begun or has succeeded.
  public typealias Value = Bool

  /// The time in seconds for which the pointer is held down.
  public var minimumDuration: Double
  /// The maximum distance in points that the pointer can move.
  public var maximumDistance: CGFloat

  /// Creates a gesture.
  nonisolated public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) {
    self.minimumDuration = minimumDuration
    self.maximumDistance = maximumDistance
  }
}

extension LongPressGesture: PrimitiveGesture {
  func recognizer() -> Recognizer<Bool> {
    Recognizer(.hold(minimumDuration, maximumDistance: maximumDistance), in: .local) { _ in true }
  }
}

/// A long press that also reports when the pointer is pressed and released.
private struct WatchedPress {
  typealias Value = Bool

  let press: LongPressGesture
  let action: @MainActor () -> Void
  let watch: (@MainActor (Bool) -> Void)?
}

extension WatchedPress: PrimitiveGesture {
  func recognizer() -> Recognizer<Bool> {
    press.recognizer().doing { phase, _ in
      switch phase {
      case .changed: watch?(true)
      case .ended: action()
      case .over: watch?(false)
      }
    }
  }
}

extension View {
  /// Runs an action when a pointer is held down on this view.
  ///
  /// A control in the view takes precedence. A long press needs a pointer: offer the action also as
  /// a button or in a menu.
  ///
  /// - Parameters:
  ///   - minimumDuration: the time in seconds for which the pointer is held down.
  ///   - maximumDistance: the maximum distance in points that the pointer can move.
  ///   - action: runs when the pointer was held down long enough.
  ///   - onPressingChanged: runs with `true` when the pointer is pressed, and with `false` when the
  ///     gesture has succeeded or failed.
  /// - Returns: this view with the gesture.
  nonisolated public func onLongPressGesture(
    minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10,
    perform action: @escaping () -> Void, onPressingChanged: ((Bool) -> Void)? = nil
  ) -> some View {
    gesture(
      WatchedPress(
        press: LongPressGesture(
          minimumDuration: minimumDuration, maximumDistance: maximumDistance),
        action: onMain(action), watch: onPressingChanged.map { onMain($0) }))
  }
}

/// The position of the pointer above a view.
@frozen public enum HoverPhase: Equatable, Sendable {
  /// The pointer is above the view, at this location.
  case active(CGPoint)
  /// The pointer has left the view.
  case ended
}

extension View {
  /// Runs an action when the pointer enters this view or moves on it, and when it leaves the view.
  ///
  /// As for a drag, only one report of a movement is pending at a time.
  ///
  /// - Parameters:
  ///   - coordinateSpace: the origin of the coordinates.
  ///   - action: receives the location of the pointer.
  /// - Returns: this view with the action.
  nonisolated public func onContinuousHover(
    coordinateSpace: some CoordinateSpaceProtocol = .local,
    perform action: @escaping (HoverPhase) -> Void
  ) -> some View {
    let action = onMain(action)
    var box = Box(name: "mv-g").with(.dataOver, "")
      .with(.dataIn, coordinateSpace.coordinateSpace.attribute)
    box.events = .drag
    box.handler = { event in
      guard case .drag(let drag) = event else { return false }
      action(drag.phase == .changed ? .active(drag.location) : .ended)
      return true
    }
    return BoxedView(self, box)
  }
}
