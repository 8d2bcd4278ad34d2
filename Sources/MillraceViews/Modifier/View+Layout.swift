// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Adds space at some edges of this view: a length, or 16 points if it is nil.
  nonisolated public func padding(
    _ edges: Edge.Set = .all, _ length: CGFloat? = nil
  ) -> some View {
    boxed(edges.padding(length))
  }

  /// Adds the same space at all edges of this view.
  nonisolated public func padding(_ length: CGFloat) -> some View {
    padding(.all, length)
  }

  /// Adds space at each edge of this view.
  nonisolated public func padding(_ insets: EdgeInsets) -> some View {
    boxed(insets.padding())
  }

  /// Puts this view into a frame of a fixed size.
  ///
  /// If a length is nil, the frame has the length of the view.
  ///
  /// The alignment is the position of the view in the frame.
  nonisolated public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View {
    var style = InlineStyle()
    style.set(.width, width.map { max($0, 0) })
    style.set(.height, height.map { max($0, 0) })
    let name =
      (width == nil ? "" : " mv-w") + (height == nil ? "" : " mv-h")
      + ((width ?? 0) > 600 ? " mv-wide" : "")
    return BoxedView(self, .frame(name, style: style, alignment: alignment))
  }

  /// Puts this view into a frame with minimum and maximum lengths.
  ///
  /// With an infinite maximum the frame takes all the available space. An ideal length is used if
  /// there is no maximum.
  ///
  /// With a minimum width and an infinite maximum width, the frame can be narrower than its
  /// content.
  nonisolated public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
    minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View {
    var style = InlineStyle()
    style.set(.minWidth, minWidth)
    style.set(.minHeight, minHeight)
    // A frame with a finite maximum width has that width if there is enough space.
    let width = maxWidth.map { $0.isFinite ? max($0, 0) : nil } ?? idealWidth
    // A column, unlike a width, does not make the containers around the frame wider.
    style.set(
      .gridTemplateColumns, width.map { "minmax(var(--mv-least,0),\(InlineStyle.length($0)))" })
    if let maxHeight, maxHeight.isFinite { style.set(.maxHeight, maxHeight) }
    if maxHeight == nil { style.set(.height, idealHeight) }
    var name = maxWidth == .infinity ? " mv-x mv-wide" : width == nil ? "" : " mv-w mv-max"
    if [minWidth, width].contains(where: { ($0 ?? 0) > 600 }) { name += " mv-wide" }
    if maxWidth == .infinity, minWidth != nil { name += " mv-loose" }
    if maxHeight != nil { name += " mv-y" }
    return BoxedView(self, .frame(name, style: style, alignment: alignment))
  }

  /// Puts a view behind this view.
  ///
  /// This view determines the size.
  nonisolated public func background<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View {
    BoxedView(
      content: self, box: Box(name: "mv-g mv-layers"), layer: content(), place: .under,
      alignment: alignment)
  }

  /// Puts a view behind this view.
  ///
  /// This view determines the size.
  @_disfavoredOverload nonisolated public func background<Background: View>(
    _ background: Background, alignment: Alignment = .center
  ) -> some View {
    self.background(alignment: alignment) { background }
  }

  /// Fills the frame behind this view with a style.
  nonisolated public func background<S: ShapeStyle>(
    _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View {
    painted(Ink(style).background)
  }

  /// Puts a view on top of this view.
  ///
  /// This view determines the size.
  nonisolated public func overlay<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View {
    BoxedView(
      content: self, box: Box(name: "mv-g mv-layers"), layer: content(), alignment: alignment)
  }

  /// Puts a view on top of this view.
  ///
  /// This view determines the size.
  @_disfavoredOverload nonisolated public func overlay<Overlay: View>(
    _ overlay: Overlay, alignment: Alignment = .center
  ) -> some View {
    self.overlay(alignment: alignment) { overlay }
  }

  /// Fills the frame on top of this view with a style.
  nonisolated public func overlay<S: ShapeStyle>(
    _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View {
    overlay { InkView(ink: Ink(style)) }
  }

  /// Draws a border around this view, inside its frame.
  ///
  /// On a page a border has one colour: of a gradient the first one.
  nonisolated public func border<S: ShapeStyle>(_ content: S, width: CGFloat = 1) -> some View {
    let line = "inset 0 0 0 \(InlineStyle.length(max(width, 0))) \(content._color.css)"
    return painted(InlineStyle().with(.border, line), class: "mv-g mv-border")
  }

  /// Sets the priority with which this view keeps its size if its stack has too little space.
  ///
  /// A view with a positive value keeps its size. A view with a negative value shrinks before all
  /// others. The amount of the value has no effect.
  nonisolated public func layoutPriority(_ value: Double) -> some View {
    decorated(.flexShrink, value > 0 ? "0" : value < 0 ? "1000" : nil)
  }

  /// Prevents this view from shrinking.
  nonisolated public func fixedSize() -> some View {
    fixedSize(horizontal: true, vertical: true)
  }

  /// Prevents this view from shrinking in some directions.
  nonisolated public func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
    let name = "mv-g" + (horizontal ? " mv-fixed-x" : "") + (vertical ? " mv-fixed-y" : "")
    return BoxedView(self, Box(name: name))
  }

  /// Sets the opacity of this view, from 0 (transparent) to 1 (opaque).
  ///
  /// If it is 0, the user cannot press or focus the controls in this view, and the host refuses
  /// their events; only the keyboard shortcuts of buttons work, as in SwiftUI.
  nonisolated public func opacity(_ opacity: Double) -> some View {
    decorated(.opacity(min(max(opacity, 0), 1)))
  }

  /// Hides this view.
  ///
  /// Its space stays empty. The user cannot press or focus the controls in this view, and the host
  /// refuses their events; only the keyboard shortcuts of buttons work, as in SwiftUI.
  nonisolated public func hidden() -> some View {
    decorated(.visibility, "hidden")
  }

  /// Moves this view.
  ///
  /// The layout of other views does not change.
  nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    let value = "\(InlineStyle.number(x))px \(InlineStyle.number(y))px"
    return boxed(InlineStyle().with(.translate, value))
  }

  /// Moves this view.
  ///
  /// The layout of other views does not change.
  nonisolated public func offset(_ offset: CGSize) -> some View {
    self.offset(x: offset.width, y: offset.height)
  }

  /// Puts the centre of this view at a point of the available space.
  ///
  /// The result takes all of this space.
  nonisolated public func position(_ position: CGPoint) -> some View {
    self.position(x: position.x, y: position.y)
  }

  /// Puts the centre of this view at a point of the available space.
  ///
  /// The result takes all of this space.
  nonisolated public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    let place = "calc(\(InlineStyle.number(x))px - 50%) calc(\(InlineStyle.number(y))px - 50%)"
    let placed = boxed(InlineStyle().with(.translate, place), class: "mv-g mv-at")
    return BoxedView(placed, Box(name: "mv-g mv-x mv-y mv-place"))
  }

  /// Scales this view.
  ///
  /// The layout of other views does not change.
  nonisolated public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View {
    boxed(
      InlineStyle().with(.scale, InlineStyle.number(s)).with(.transformOrigin, anchor.css))
  }

  /// Sets the order of overlapping views: a view with a higher value is on top.
  ///
  /// On a page, the value is rounded to a whole number from -1000 to 1000.
  nonisolated public func zIndex(_ value: Double) -> some View {
    // The conversion of NaN to an integer would stop the program.
    let order = value.isNaN ? 0 : Int(min(max(value, -1000), 1000).rounded())
    return decorated(.zIndex, String(order))
  }

  /// Puts this view into a frame with a ratio of width to height.
  ///
  /// With `nil`, an image keeps its own ratio.
  nonisolated public func aspectRatio(
    _ aspectRatio: CGFloat? = nil, contentMode: ContentMode
  ) -> some View {
    boxed(
      InlineStyle().with(.aspectRatio, aspectRatio.map { InlineStyle.number($0) }),
      class: contentMode == .fill ? "mv-g mv-cover" : "mv-g mv-contain")
  }

  /// Puts this view into a frame with the ratio of width to height of a size.
  ///
  /// If the ratio is not a positive number, an image keeps its own ratio.
  nonisolated public func aspectRatio(
    _ aspectRatio: CGSize, contentMode: ContentMode
  ) -> some View {
    let ratio = aspectRatio.width / aspectRatio.height
    return self.aspectRatio(ratio.isFinite && ratio > 0 ? ratio : nil, contentMode: contentMode)
  }

  /// Scales an image so that all of it fits into the available space.
  nonisolated public func scaledToFit() -> some View { aspectRatio(contentMode: .fit) }

  /// Scales an image so that it fills the available space.
  nonisolated public func scaledToFill() -> some View { aspectRatio(contentMode: .fill) }

  /// Draws a shadow behind this view.
  nonisolated public func shadow(
    color: Color = Color(white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
  ) -> some View {
    let lengths = [x, y, max(radius, 0)].map { InlineStyle.length($0) }.joined(separator: " ")
    let value = "drop-shadow(\(lengths) \(color.css))"
    return boxed(InlineStyle().with(.filter, value))
  }
}

/// The way in which content is scaled to a frame with another ratio of width to height.
@frozen public enum ContentMode: Hashable, CaseIterable, Sendable {
  /// All of the content is visible.
  case fit
  /// All of the frame is filled.
  case fill
}

extension Box {
  /// The box of a frame.
  static func frame(_ name: String, style: InlineStyle, alignment: Alignment) -> Box {
    Box(
      name: "mv-g mv-frame" + name + BoxClass.alignment(alignment.name),
      style: style)
  }
}

extension UnitPoint {
  /// The point as CSS.
  var css: String { "\(InlineStyle.number(x * 100))% \(InlineStyle.number(y * 100))%" }
}
