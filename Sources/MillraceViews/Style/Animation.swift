// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The duration and the timing curve of an animated change.
///
/// The browser runs the animation.
public struct Animation: Equatable, Sendable {
  private let duration: Double
  /// The timing curve as CSS.
  let curve: String

  private init(_ curve: String, _ duration: Double) {
    self.curve = curve
    self.duration = duration
  }

  /// The default animation.
  public static let `default` = Animation("ease-in-out", 0.35)
  /// An animation with constant speed.
  public static let linear = Animation("linear", 0.35)
  /// An animation that starts slowly.
  public static let easeIn = Animation("ease-in", 0.35)
  /// An animation that ends slowly.
  public static let easeOut = Animation("ease-out", 0.35)
  /// An animation that starts and ends slowly.
  public static let easeInOut = Animation("ease-in-out", 0.35)
  /// An animation like a spring.
  ///
  /// A page shows it as a curve that overshoots a little.
  public static let spring = Animation("cubic-bezier(0.3, 1.3, 0.6, 1)", 0.5)
  /// An animation like a spring that does not overshoot.
  public static let smooth = Animation("cubic-bezier(0.2, 0.8, 0.2, 1)", 0.5)
  /// An animation like a fast spring.
  public static let snappy = Animation("cubic-bezier(0.3, 1.1, 0.5, 1)", 0.4)
  /// An animation like a spring that overshoots.
  public static let bouncy = Animation("cubic-bezier(0.3, 1.6, 0.6, 1)", 0.5)

  /// An animation with constant speed and a duration in seconds.
  public static func linear(duration: Double) -> Animation { linear.lasting(duration) }
  /// An animation that starts slowly, with a duration in seconds.
  public static func easeIn(duration: Double) -> Animation { easeIn.lasting(duration) }
  /// An animation that ends slowly, with a duration in seconds.
  public static func easeOut(duration: Double) -> Animation { easeOut.lasting(duration) }
  /// An animation that starts and ends slowly, with a duration in seconds.
  public static func easeInOut(duration: Double) -> Animation { easeInOut.lasting(duration) }

  /// Returns this animation with its speed multiplied by a factor.
  public func speed(_ speed: Double) -> Animation {
    speed > 0 ? lasting(duration / speed) : self
  }

  private func lasting(_ duration: Double) -> Animation {
    Animation(curve, min(max(duration, 0), 60))
  }

  /// The duration as CSS.
  var time: String { "\(InlineStyle.number(CGFloat(duration)))s" }
}

/// The context of one change: its animation.
public struct Transaction {
  /// The animation of the change, or nil.
  public var animation: Animation?

  /// Creates a transaction without an animation.
  public init() {}

  /// Creates a transaction with an animation.
  public init(animation: Animation?) {
    self.animation = animation
  }
}

/// Runs a change.
///
/// The animation is ignored.
///
/// On a page each view declares which of its changes are animated, with `animation(_:value:)` and
/// `transition(_:)`.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try body()
}

/// Runs a change.
///
/// The transaction is ignored.
public func withTransaction<Result>(
  _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result {
  try body()
}

extension Binding {
  /// Returns this binding.
  ///
  /// The animation is ignored: the views that read the binding declare whether a change is
  /// animated.
  public func animation(_ animation: Animation? = .default) -> Binding<Value> { self }

  /// Returns this binding.
  ///
  /// The transaction is ignored: the views that read the binding declare whether a change is
  /// animated.
  public func transaction(_ transaction: Transaction) -> Binding<Value> { self }
}

/// The animation of a view that appears.
///
/// It runs in reverse when the view disappears. The browser runs the animation.
public struct AnyTransition: Sendable {
  fileprivate let name: String?

  /// No animation.
  public static let identity = AnyTransition(name: nil)
  /// The view fades in.
  public static let opacity = AnyTransition(name: "opacity")
  /// The view grows to its size.
  public static let scale = AnyTransition(name: "scale")
  /// The view moves in from the leading edge, as with ``move(edge:)``.
  public static let slide = AnyTransition(name: "leading")

  /// The view moves in from an edge.
  ///
  /// On a page the leading edge is the left one, also if text runs from right to left.
  public static func move(edge: Edge) -> AnyTransition {
    let name =
      switch edge {
      case .top: "top"
      case .leading: "leading"
      case .bottom: "bottom"
      case .trailing: "trailing"
      }
    return AnyTransition(name: name)
  }

  /// Returns the transition for the insertion.
  ///
  /// A page uses it for the removal too, in reverse.
  public static func asymmetric(
    insertion: AnyTransition, removal: AnyTransition
  ) -> AnyTransition { insertion }

  /// Returns this transition, or the other one if this one is `identity`.
  ///
  /// A page shows only one transition at a time.
  public func combined(with other: AnyTransition) -> AnyTransition { name == nil ? other : self }

  /// Returns this transition.
  ///
  /// The animation is ignored: the style sheet sets the duration.
  public func animation(_ animation: Animation?) -> AnyTransition { self }
}

extension View {
  /// Animates changes of the appearance of this view.
  ///
  /// Changes of size, spacing, position, rotation, colour and opacity are animated. If the user's
  /// system is set to reduced motion, there is no animation. The parameter `value` is ignored.
  nonisolated public func animation<V: Equatable>(
    _ animation: Animation?, value: V
  ) -> some View {
    DecoratedView(
      content: decorated(.time, animation?.time).decorated(.curve, animation?.curve),
      decoration: animation.map { _ in .named(kind: "animation", className: "mv-animated") })
  }

  /// Sets the animation with which this view appears and disappears.
  nonisolated public func transition(_ t: AnyTransition) -> some View {
    DecoratedView(
      content: self,
      decoration: t.name.map {
        .named(kind: "transition", className: "mv-enter mv-enter-\($0)")
      })
  }
}
