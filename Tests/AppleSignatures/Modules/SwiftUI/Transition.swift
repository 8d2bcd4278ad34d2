// SPDX-License-Identifier: Apache-2.0

// Types of SwiftUI whose names a public type of the library must not have.

public enum TransitionPhase: Sendable {
  case willAppear
  case identity
  case didDisappear
}
@MainActor @preconcurrency public protocol Transition {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content, phase: TransitionPhase)
    -> Self.Body
  typealias Content = PlaceholderContentView<Self>
}
@MainActor @preconcurrency public struct PlaceholderContentView<Value>: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}
@MainActor @preconcurrency public struct BlurReplaceTransition: Transition {
  public struct Configuration: Equatable {
    public static let downUp = Configuration()
    public static let upUp = Configuration()
  }
  public var configuration: BlurReplaceTransition.Configuration
  public init(configuration: BlurReplaceTransition.Configuration) { fatalError() }
  public func body(content: BlurReplaceTransition.Content, phase: TransitionPhase) -> some View {
    content
  }
}
extension Transition where Self == BlurReplaceTransition {
  @MainActor @preconcurrency public static func blurReplace(
    _ config: BlurReplaceTransition.Configuration = .downUp
  ) -> BlurReplaceTransition { fatalError() }
  @MainActor @preconcurrency public static var blurReplace: BlurReplaceTransition { fatalError() }
}
extension AnyTransition {
  public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition {
    AnyTransition()
  }
  public static func offset(_ offset: CGSize) -> AnyTransition { AnyTransition() }
  public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> AnyTransition { AnyTransition() }
  public static func push(from edge: Edge) -> AnyTransition { AnyTransition() }
}
extension Transaction {
  public var disablesAnimations: Bool {
    get { fatalError() }
    set {}
  }
}
extension Animation {
  @_disfavoredOverload public static func spring(
    response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0
  ) -> Animation { Animation() }
  public static func spring(
    duration: Double = 0.5, bounce: Double = 0.0, blendDuration: Double = 0
  ) -> Animation { Animation() }
  @_disfavoredOverload public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
  ) -> Animation { Animation() }
  public static func interactiveSpring(
    duration: Double = 0.15, extraBounce: Double = 0.0, blendDuration: Double = 0.25
  ) -> Animation { Animation() }
  public static var interactiveSpring: Animation { Animation() }
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0.0) -> Animation {
    Animation()
  }
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0.0) -> Animation {
    Animation()
  }
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0.0) -> Animation {
    Animation()
  }
  @_disfavoredOverload public static func interpolatingSpring(
    mass: Double = 1.0, stiffness: Double, damping: Double, initialVelocity: Double = 0.0
  ) -> Animation { Animation() }
  public static func timingCurve(
    _ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: Double = 0.35
  ) -> Animation { Animation() }
  public func delay(_ delay: Double) -> Animation { self }
  public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation { self }
  public func repeatForever(autoreverses: Bool = true) -> Animation { self }
}
