// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The duration, the timing curve, the delay and the repetitions of an animated change.
///
/// The browser runs the animation. A duration is at most 60 seconds.
public struct Animation: Hashable, Sendable {
  private var duration: Double
  /// The timing curve as CSS.
  private(set) var curve: String
  private var wait = 0.0
  /// The number of runs; 0 for an animation that never ends.
  private var count = 1
  private var reverses = false

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

  /// An animation along a curve with two control points, with a duration in seconds.
  public static func timingCurve(
    _ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: Double = 0.35
  ) -> Animation {
    let points = [min(max(p1x, 0), 1), p1y, min(max(p2x, 0), 1), p2y]
    let list = points.map { InlineStyle.number(CGFloat($0)) }.joined(separator: ",")
    return Animation("cubic-bezier(\(list))", 0).lasting(duration)
  }

  /// Returns this animation with its speed multiplied by a factor.
  ///
  /// A factor that is not positive has no effect.
  public func speed(_ speed: Double) -> Animation {
    guard speed > 0 else { return self }
    var copy = lasting(duration / speed)
    copy.wait = min(wait / speed, 60)
    return copy
  }

  /// Returns this animation with a further delay in seconds before it.
  ///
  /// The delays together are limited to the range from 0 to 60 seconds.
  public func delay(_ delay: Double) -> Animation {
    var copy = self
    copy.wait = min(max(wait + delay, 0), 60)
    return copy
  }

  /// Returns this animation with a number of runs.
  ///
  /// With `autoreverses`, every second run goes back. The delay is before the first run only.
  public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation {
    var copy = self
    copy.count = min(max(repeatCount, 1), 1_000_000)
    copy.reverses = autoreverses
    return copy
  }

  /// Returns this animation, which runs until the value changes again or the view is removed.
  ///
  /// With `autoreverses`, every second run goes back.
  public func repeatForever(autoreverses: Bool = true) -> Animation {
    var copy = self
    copy.count = 0
    copy.reverses = autoreverses
    return copy
  }

  private func lasting(_ duration: Double) -> Animation {
    var copy = self
    copy.duration = min(max(duration, 0), 60)
    return copy
  }

  /// The duration as CSS.
  var time: String { "\(InlineStyle.number(CGFloat(duration)))s" }

  /// The delay as CSS, or nil if there is none.
  var pause: String? { wait == 0 ? nil : "\(InlineStyle.number(CGFloat(wait)))s" }

  /// The class and the properties of an animated view.
  fileprivate var decoration: Decoration {
    .styled(
      kind: "animation", className: "mv-animated",
      InlineStyle().with(.time, time).with(.curve, curve).with(.pause, pause)
        .with(.repetition, repetition))
  }

  /// The repetitions for the page's script, or nil for a single run.
  var repetition: String? {
    guard count != 1 else { return nil }
    return "\(count) \(reverses ? "alternate" : "normal")"
  }
}

extension Animation {
  /// An animation like a spring.
  ///
  /// - Parameters:
  ///   - duration: about the time until the change is complete; the spring still moves a little
  ///     afterwards.
  ///   - bounce: 0 for no bounce, up to 1 for the most bounce, below 0 for a slow end.
  ///   - blendDuration: not used on a page.
  /// - Returns: the animation.
  public static func spring(
    duration: TimeInterval = 0.5, bounce: Double = 0, blendDuration: Double = 0
  ) -> Animation {
    Spring(duration: duration, bounce: bounce).animation
  }

  /// An animation like a spring.
  ///
  /// - Parameters:
  ///   - response: the stiffness of the spring, as the time of one swing without damping.
  ///   - dampingFraction: 1 for no bounce, less for more bounce.
  ///   - blendDuration: not used on a page.
  /// - Returns: the animation.
  @_disfavoredOverload public static func spring(
    response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: TimeInterval = 0
  ) -> Animation {
    Spring(response: response, damping: dampingFraction).animation
  }

  /// An animation like a fast spring, for changes that follow the user's movements.
  public static var interactiveSpring: Animation { interactiveSpring() }

  /// An animation like a fast spring, for changes that follow the user's movements.
  ///
  /// On a page the parameter `blendDuration` is not used.
  public static func interactiveSpring(
    duration: TimeInterval = 0.15, extraBounce: Double = 0, blendDuration: TimeInterval = 0.25
  ) -> Animation {
    Spring(duration: duration, bounce: 0.14 + extraBounce).animation
  }

  /// An animation like a fast spring, for changes that follow the user's movements.
  ///
  /// On a page the parameter `blendDuration` is not used.
  @_disfavoredOverload public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: TimeInterval = 0.25
  ) -> Animation {
    Spring(response: response, damping: dampingFraction).animation
  }

  /// An animation like a spring that overshoots only if it has extra bounce.
  public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation {
    Spring(duration: duration, bounce: extraBounce).animation
  }

  /// An animation like a spring that overshoots a little, with extra bounce.
  public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation {
    Spring(duration: duration, bounce: 0.15 + extraBounce).animation
  }

  /// An animation like a spring that overshoots, with extra bounce.
  public static func bouncy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation {
    Spring(duration: duration, bounce: 0.3 + extraBounce).animation
  }

  /// An animation like a spring with a mass.
  ///
  /// On a page the parameter `initialVelocity` is not used.
  public static func interpolatingSpring(
    mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
  ) -> Animation {
    let (mass, stiffness) = (max(mass, 1e-6), max(stiffness, 1e-6))
    return Spring(
      response: 2 * .pi * (mass / stiffness).squareRoot(),
      damping: damping / (2 * (stiffness * mass).squareRoot())
    ).animation
  }

  /// A spring, which is sampled for the browser.
  private struct Spring {
    private let speed: Double
    private let damping: Double

    /// With the limit as the first argument, `max` returns the limit instead of NaN.
    init(response: Double, damping: Double) {
      speed = 2 * .pi / min(max(0.01, response), 10)
      self.damping = min(max(0.05, damping), 10)
    }

    init(duration: Double, bounce: Double) {
      self.init(response: duration, damping: bounce < 0 ? 1 / max(1 + bounce, 0.1) : 1 - bounce)
    }

    /// The distance from the end, which is 1 at first.
    private func rest(_ time: Double) -> Double {
      let decay = damping * speed
      if abs(damping - 1) < 1e-6 { return (1 + speed * time) * exp(-speed * time) }
      if damping < 1 {
        let swing = speed * (1 - damping * damping).squareRoot()
        return exp(-decay * time) * (cos(swing * time) + decay / swing * sin(swing * time))
      }
      let root = speed * (damping * damping - 1).squareRoot()
      let (slow, fast) = (decay - root, decay + root)
      return (fast * exp(-slow * time) - slow * exp(-fast * time)) / (fast - slow)
    }

    var animation: Animation {
      let slowest =
        damping <= 1
        ? damping * speed : speed * (damping - (damping * damping - 1).squareRoot())
      // The time after which less than about a thousandth of the way is left.
      let end = (damping < 0.9 ? 7 : 9.3) / slowest
      let swings = end * speed / (2 * .pi)
      // 12 samples for each swing, within limits.
      let count = Int(min(max(swings * 12, 16), damping < 1 ? 300 : 60))
      let places = (0...count).map { step in
        let place = step == count ? 1 : 1 - rest(end * Double(step) / Double(count))
        return InlineStyle.number(CGFloat(place))
      }
      return Animation("linear(\(places.joined(separator: ",")))", 0).lasting(end)
    }
  }
}

/// The context of one change: its animation.
public struct Transaction {
  /// The animation of the change, or nil.
  public var animation: Animation?
  /// Whether the views that declare animations are not animated.
  public var disablesAnimations = false

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
  /// Returns this binding with an animation in its transaction.
  ///
  /// The change is not animated by it: the views that read the binding declare which of their
  /// changes are animated.
  public func animation(_ animation: Animation? = .default) -> Binding<Value> {
    var copy = self
    copy.transaction.animation = animation
    return copy
  }

  /// Returns this binding with another transaction.
  ///
  /// The change is not animated by it: the views that read the binding declare which of their
  /// changes are animated.
  public func transaction(_ transaction: Transaction) -> Binding<Value> {
    var copy = self
    copy.transaction = transaction
    return copy
  }
}

extension View {
  /// Animates changes of the appearance of this view.
  ///
  /// Changes of size, spacing, offset, scale, rotation, colour, opacity and filters are animated. A
  /// view that moves because other views have changed moves at once. If the user's system is set to
  /// reduced motion, there is no animation. The parameter `value` is ignored. With nil, the
  /// animation of a view around this one still applies; see ``transaction(_:)``.
  nonisolated public func animation<V: Equatable>(
    _ animation: Animation?, value: V
  ) -> some View {
    decorated(animation?.decoration)
  }

  /// Changes the animation of all changes in this view.
  ///
  /// On a page the closure runs when the view is created, with a transaction that has the default
  /// animation. If it removes the animation, or disables animations, nothing in this view is
  /// animated. If it sets another animation, changes in this view have it, as with
  /// ``animation(_:value:)``.
  ///
  /// ```swift
  /// Counter().transaction { $0.animation = nil }
  /// ```
  nonisolated public func transaction(
    _ transform: @escaping (inout Transaction) -> Void
  ) -> some View {
    var transaction = Transaction(animation: .default)
    transform(&transaction)
    let isStill = transaction.animation == nil || transaction.disablesAnimations
    let other = isStill || transaction.animation == .default ? nil : transaction.animation
    return animation(other, value: 0)
      .decorated(isStill ? .named(kind: "stillness", className: "mv-still") : nil)
  }
}
