// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The animation of a view that appears, and of a view that disappears.
///
/// The browser runs the animation.
public struct AnyTransition: Sendable {
  /// The names of the changes of a view that appears.
  private var enter: [String]
  /// The names of the changes of a view that disappears, which run in reverse.
  private var leave: [String]
  /// The properties that the key frames of a view that appears use.
  private var style: [Property: String] = [:]
  /// The same properties for a view that disappears.
  private var leaveStyle: [Property: String] = [:]

  private typealias Property = InlineStyle.Property

  /// The properties with their counterparts for a view that disappears in another way.
  private static let counterparts: [(Property, Property)] = [
    (.enterCurve, .leaveCurve), (.enterPause, .leavePause), (.enterTime, .leaveTime),
    (.fromAnchor, .leaveAnchor), (.fromOffset, .leaveOffset), (.fromScale, .leaveScale),
  ]

  private init(_ names: String...) {
    (enter, leave) = (names, names)
  }

  private init(_ name: String, _ style: [Property: String]) {
    self.init(name)
    (self.style, leaveStyle) = (style, style)
  }

  /// No animation.
  public static let identity = AnyTransition()
  /// The view fades in and out.
  public static let opacity = AnyTransition("opacity")
  /// The view grows to its size, and shrinks when it disappears.
  public static let scale = AnyTransition("scale")
  /// The view moves in from the leading edge, and out to the trailing edge.
  ///
  /// On a page the leading edge is the left one, also if text runs from right to left.
  public static let slide = asymmetric(
    insertion: move(edge: .leading), removal: move(edge: .trailing))

  /// The view grows from a part of its size, around a point.
  public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition {
    let scaled = AnyTransition("scale", [.fromScale: InlineStyle.number(scale)])
    return anchor == .center
      ? scaled : scaled.combined(with: AnyTransition("anchor", [.fromAnchor: anchor.css]))
  }

  /// The view moves in from another place, and back to it.
  public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> AnyTransition {
    AnyTransition("offset", [.fromOffset: "\(InlineStyle.number(x))px \(InlineStyle.number(y))px"])
  }

  /// The view moves in from another place, and back to it.
  public static func offset(_ offset: CGSize) -> AnyTransition {
    self.offset(x: offset.width, y: offset.height)
  }

  /// The view moves in from an edge, and out to the same edge.
  ///
  /// On a page the leading edge is the left one, also if text runs from right to left.
  public static func move(edge: Edge) -> AnyTransition {
    AnyTransition("\(edge)")
  }

  /// The view moves in from an edge, and out to the opposite edge.
  ///
  /// On a page the leading edge is the left one, also if text runs from right to left.
  public static func push(from edge: Edge) -> AnyTransition {
    let opposite: Edge =
      switch edge {
      case .top: .bottom
      case .leading: .trailing
      case .bottom: .top
      case .trailing: .leading
      }
    return asymmetric(insertion: move(edge: edge), removal: move(edge: opposite))
  }

  /// Returns a transition with one animation for a view that appears, and another one for a view
  /// that disappears.
  public static func asymmetric(
    insertion: AnyTransition, removal: AnyTransition
  ) -> AnyTransition {
    var both = insertion
    (both.leave, both.leaveStyle) = (removal.leave, removal.leaveStyle)
    return both
  }

  /// Returns a transition that runs this one and another one at the same time.
  public func combined(with other: AnyTransition) -> AnyTransition {
    var both = self
    both.enter += other.enter.filter { !enter.contains($0) }
    both.leave += other.leave.filter { !leave.contains($0) }
    both.style.merge(other.style) { first, _ in first }
    both.leaveStyle.merge(other.leaveStyle) { first, _ in first }
    return both
  }

  /// Returns this transition with the duration, curve and delay of an animation.
  ///
  /// Repetitions are ignored. On a page a view that disappears is removed after a second at most.
  public func animation(_ animation: Animation?) -> AnyTransition {
    guard let animation else { return self }
    var copy = self
    for style in [\AnyTransition.style, \.leaveStyle] {
      copy[keyPath: style][.enterTime] = animation.time
      copy[keyPath: style][.enterCurve] = animation.curve
      copy[keyPath: style][.enterPause] = animation.pause
    }
    return copy
  }

  /// The class and the style of the transition, or nil if there is no animation.
  fileprivate var decoration: Decoration? {
    if enter.isEmpty, leave.isEmpty { return nil }
    var style = InlineStyle()
    for (property, _) in Self.counterparts { style.set(property, self.style[property]) }
    guard enter != leave || enter.count > 1 || self.style != leaveStyle else {
      return .styled(kind: "transition", className: "mv-enter mv-enter-\(enter[0])", style)
    }
    func list(_ names: [String]) -> String {
      names.isEmpty ? "none" : names.map { "mv-" + $0 }.joined(separator: ",")
    }
    style.set(.enter, list(enter))
    style.set(.leave, list(leave))
    for (property, own) in Self.counterparts { style.set(own, leaveStyle[property]) }
    return .styled(kind: "transition", className: "mv-enter mv-enter-list", style)
  }

  /// The blur of a transition.
  fileprivate static let blur = AnyTransition("blur")
}

/// A transition in which a view is blurred and faded.
public struct BlurReplaceTransition: Sendable {
  /// The direction of a change of size.
  ///
  /// A page does not change the size.
  public struct Configuration: Equatable, Sendable {
    private let name: String
    /// Smaller views appear, and larger ones disappear.
    public static let downUp = Configuration(name: "downUp")
    /// Views grow in both cases.
    public static let upUp = Configuration(name: "upUp")
  }

  /// The direction of the change of size.
  public var configuration: Configuration

  /// Creates a transition.
  public init(configuration: Configuration) {
    self.configuration = configuration
  }

  /// A view is blurred and faded.
  public static var blurReplace: BlurReplaceTransition { blurReplace() }

  /// A view is blurred and faded.
  public static func blurReplace(
    _ config: Configuration = .downUp
  ) -> BlurReplaceTransition {
    BlurReplaceTransition(configuration: config)
  }
}

extension View {
  /// Sets the animation with which this view appears and disappears.
  nonisolated public func transition(_ t: AnyTransition) -> some View {
    decorated(t.decoration)
  }

  /// Sets the animation with which this view appears and disappears.
  nonisolated public func transition(_ transition: BlurReplaceTransition) -> some View {
    decorated(AnyTransition.blur.decoration)
  }
}
