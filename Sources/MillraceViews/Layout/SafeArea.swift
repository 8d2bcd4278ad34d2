// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The parts of a screen that are not safe for content.
@frozen public struct SafeAreaRegions: OptionSet, Sendable {
  /// The set as bits, one for each part.
  public let rawValue: UInt

  /// Creates a set from bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The parts that belong to the device and to bars.
  public static let container = SafeAreaRegions(rawValue: 1)
  /// The part that a keyboard covers.
  public static let keyboard = SafeAreaRegions(rawValue: 2)
  /// All parts.
  public static let all = SafeAreaRegions(rawValue: .max)
}

extension View {
  /// Puts a view at the top or the bottom edge of this view, where it stays visible while this view
  /// scrolls.
  ///
  /// On a page the other view takes space above or below this view. If this view scrolls with the
  /// page, the other view is at the edge of the window and in front of this view; give it a
  /// background.
  ///
  /// ```swift
  /// List(messages) { MessageRow(message: $0) }
  ///   .safeAreaInset(edge: .bottom) { MessageField().padding().background(.bar) }
  /// ```
  nonisolated public func safeAreaInset<V: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> V
  ) -> some View {
    let style = InlineStyle().with(.gap, InlineStyle.length(max(spacing ?? 0, 0)))
    return BoxedView(
      content: self, box: Box(name: "mv-vstack mv-inset", style: style), layer: content(),
      place: edge == .top ? .top : .bottom,
      alignment: Alignment(horizontal: alignment, vertical: .center))
  }

  /// Adds space at some edges of this view: a length, or 16 points if it is nil.
  ///
  /// On a page this is a padding.
  nonisolated public func safeAreaPadding(
    _ edges: Edge.Set = .all, _ length: CGFloat? = nil
  ) -> some View { padding(edges, length) }

  /// Adds the same space at all edges of this view.
  ///
  /// On a page this is a padding.
  nonisolated public func safeAreaPadding(_ length: CGFloat) -> some View { padding(length) }

  /// Adds space at each edge of this view.
  ///
  /// On a page this is a padding.
  nonisolated public func safeAreaPadding(_ insets: EdgeInsets) -> some View { padding(insets) }

  /// Returns this view.
  ///
  /// A page has no unsafe parts: the browser keeps it away from its own bars and from those of the
  /// device.
  nonisolated public func ignoresSafeArea(
    _ regions: SafeAreaRegions = .all, edges: Edge.Set = .all
  ) -> some View { self }
}
