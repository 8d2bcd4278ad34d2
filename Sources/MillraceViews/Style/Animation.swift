// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How a change of a view takes its time; the browser carries it out.
public struct Animation: Equatable, Sendable {
  private var duration: Double
  private var curve: String

  private init(_ curve: String, _ duration: Double) {
    self.curve = curve
    self.duration = duration
  }

  /// The usual one.
  public static let `default` = Animation("ease-in-out", 0.35)
  /// At one speed.
  public static let linear = Animation("linear", 0.35)
  /// Slow at first.
  public static let easeIn = Animation("ease-in", 0.35)
  /// Slow at the end.
  public static let easeOut = Animation("ease-out", 0.35)
  /// Slow at first and at the end.
  public static let easeInOut = Animation("ease-in-out", 0.35)
  /// Like a spring; a page draws it as a curve that goes a little too far.
  public static let spring = Animation("cubic-bezier(0.3, 1.3, 0.6, 1)", 0.5)
  /// Like a spring that does not go too far.
  public static let smooth = Animation("cubic-bezier(0.2, 0.8, 0.2, 1)", 0.5)
  /// Like a quick spring.
  public static let snappy = Animation("cubic-bezier(0.3, 1.1, 0.5, 1)", 0.4)
  /// Like a spring that goes too far.
  public static let bouncy = Animation("cubic-bezier(0.3, 1.6, 0.6, 1)", 0.5)

  /// At one speed, in so many seconds.
  public static func linear(duration: Double) -> Animation { linear.lasting(duration) }
  /// Slow at first, in so many seconds.
  public static func easeIn(duration: Double) -> Animation { easeIn.lasting(duration) }
  /// Slow at the end, in so many seconds.
  public static func easeOut(duration: Double) -> Animation { easeOut.lasting(duration) }
  /// Slow at first and at the end, in so many seconds.
  public static func easeInOut(duration: Double) -> Animation { easeInOut.lasting(duration) }

  /// So many times as fast.
  public func speed(_ speed: Double) -> Animation {
    speed > 0 ? lasting(duration / speed) : self
  }

  private func lasting(_ duration: Double) -> Animation {
    Animation(curve, min(max(duration, 0), 60))
  }

  /// The properties of the style.
  var time: String { "\(InlineStyle.number(CGFloat(duration)))s" }
  var timing: String { curve }
}

/// What belongs to one change: how it takes its time.
public struct Transaction {
  /// How the change takes its time.
  public var animation: Animation?

  /// Creates a change that takes no time.
  public init() {}

  /// Creates a change that takes its time.
  public init(animation: Animation?) {
    self.animation = animation
  }
}

/// Runs a change that takes its time.
///
/// On a page a view says for itself which of its changes take time: with `animation(_:value:)` and
/// `transition(_:)`.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try body()
}

/// Runs a change with what belongs to it.
public func withTransaction<Result>(
  _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result {
  try body()
}

extension Binding {
  /// The same binding; the views that read it say whether a change takes time.
  public func animation(_ animation: Animation? = .default) -> Binding<Value> { self }

  /// The same binding; the views that read it say whether a change takes time.
  public func transaction(_ transaction: Transaction) -> Binding<Value> { self }
}

/// How a view comes and goes; the browser carries it out.
public struct AnyTransition: Sendable {
  fileprivate let name: String?

  /// At once.
  public static let identity = AnyTransition(name: nil)
  /// It becomes visible.
  public static let opacity = AnyTransition(name: "opacity")
  /// It grows.
  public static let scale = AnyTransition(name: "scale")
  /// It comes from where lines start.
  public static let slide = AnyTransition(name: "leading")

  /// It comes from a side.
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

  /// It comes in one way and goes in another; a page shows both ways as the first.
  public static func asymmetric(
    insertion: AnyTransition, removal: AnyTransition
  ) -> AnyTransition { insertion }

  /// Both at once; a page shows the first.
  public func combined(with other: AnyTransition) -> AnyTransition { name == nil ? other : self }

  /// This one, with a time of its own; a page takes its own time.
  public func animation(_ animation: Animation?) -> AnyTransition { self }
}

extension View {
  /// Makes changes of the looks of this view take time.
  ///
  /// Sizes, places, colours and visibility change step by step. Where the system is set to
  /// less motion, they change at once.
  nonisolated public func animation<V: Equatable>(
    _ animation: Animation?, value: V
  ) -> some View {
    DecoratedView(
      content: decorated(.time, animation?.time).decorated(.curve, animation?.timing),
      decoration: animation.map { _ in .named(kind: "animation", className: "mv-animated") })
  }

  /// Says how this view comes and goes.
  nonisolated public func transition(_ t: AnyTransition) -> some View {
    DecoratedView(
      content: self,
      decoration: t.name.map {
        .named(kind: "transition", className: "mv-enter mv-enter-\($0)")
      })
  }
}
