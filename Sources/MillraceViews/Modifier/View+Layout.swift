// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Puts space around this view; the page decides how much if the length is nil.
  nonisolated public func padding(
    _ edges: Edge.Set = .all, _ length: CGFloat? = nil
  ) -> some View {
    BoxedView(self, Box(name: "mv-g", style: edges.padding(length)))
  }

  /// Puts the same space on all sides of this view.
  nonisolated public func padding(_ length: CGFloat) -> some View {
    padding(.all, length)
  }

  /// Puts a space of its own on each side of this view.
  nonisolated public func padding(_ insets: EdgeInsets) -> some View {
    BoxedView(self, Box(name: "mv-g", style: insets.padding()))
  }

  /// Gives this view a frame of a fixed size; the view decides in a direction that is nil.
  ///
  /// The view stands in its frame as the alignment says.
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

  /// Gives this view a frame with bounds; an infinite one takes all the space that there is.
  ///
  /// With a least width as well as an infinite greatest one, the frame may be narrower than what is
  /// in it.
  nonisolated public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
    minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View {
    var style = InlineStyle()
    style.set(.minWidth, minWidth)
    style.set(.minHeight, minHeight)
    // A frame with a greatest width takes it, as far as there is so much space.
    let width = maxWidth.map { $0.isFinite ? max($0, 0) : nil } ?? idealWidth
    style.set(.width, width)
    if let maxHeight, maxHeight.isFinite { style.set(.maxHeight, maxHeight) }
    if maxHeight == nil { style.set(.height, idealHeight) }
    var name = maxWidth == .infinity ? " mv-x mv-wide" : width == nil ? "" : " mv-w mv-max"
    if [minWidth, width].contains(where: { ($0 ?? 0) > 600 }) { name += " mv-wide" }
    if maxWidth == .infinity, minWidth != nil { name += " mv-loose" }
    if maxHeight != nil { name += " mv-y" }
    return BoxedView(self, .frame(name, style: style, alignment: alignment))
  }

  /// Puts a view behind this one, which decides on the size.
  nonisolated public func background<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View {
    BoxedView(
      content: self, box: Box(name: "mv-g mv-layers"), layer: content(), place: .under,
      alignment: alignment)
  }

  /// Puts a view behind this one, which decides on the size.
  @_disfavoredOverload nonisolated public func background<Background: View>(
    _ background: Background, alignment: Alignment = .center
  ) -> some View {
    self.background(alignment: alignment) { background }
  }

  /// Fills the frame behind this view with a style.
  nonisolated public func background<S: ShapeStyle>(
    _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View {
    BoxedView(
      self, Box(name: "mv-g", style: InlineStyle().with(.background, style._color.css)))
  }

  /// Puts a view on top of this one, which decides on the size.
  nonisolated public func overlay<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View {
    BoxedView(
      content: self, box: Box(name: "mv-g mv-layers"), layer: content(), alignment: alignment)
  }

  /// Puts a view on top of this one, which decides on the size.
  @_disfavoredOverload nonisolated public func overlay<Overlay: View>(
    _ overlay: Overlay, alignment: Alignment = .center
  ) -> some View {
    self.overlay(alignment: alignment) { overlay }
  }

  /// Fills the frame on top of this view with a style.
  nonisolated public func overlay<S: ShapeStyle>(
    _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View {
    overlay { style._color }
  }

  /// Draws a line around this view, inside of its frame.
  nonisolated public func border<S: ShapeStyle>(_ content: S, width: CGFloat = 1) -> some View {
    let line = "inset 0 0 0 \(InlineStyle.length(max(width, 0))) \(content._color.css)"
    return BoxedView(
      self, Box(name: "mv-g mv-border", style: InlineStyle().with(.border, line)))
  }

  /// Keeps the size of a view where there is less space than its stack asks for.
  ///
  /// In a stack the views with the least priority are squeezed first.
  nonisolated public func layoutPriority(_ value: Double) -> some View {
    decorated(.flexShrink, value > 0 ? "0" : value < 0 ? "1000" : nil)
  }

  /// Keeps this view from being squeezed.
  nonisolated public func fixedSize() -> some View {
    fixedSize(horizontal: true, vertical: true)
  }

  /// Keeps this view from being squeezed in some directions.
  nonisolated public func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
    let name = "mv-g" + (horizontal ? " mv-fixed-x" : "") + (vertical ? " mv-fixed-y" : "")
    return BoxedView(self, Box(name: name))
  }

  /// Makes this view less visible.
  nonisolated public func opacity(_ opacity: Double) -> some View {
    DecoratedView(content: self, decoration: .opacity(min(max(opacity, 0), 1)))
  }

  /// Keeps the space of this view, and shows nothing there.
  nonisolated public func hidden() -> some View {
    decorated(.visibility, "hidden")
  }

  /// Moves this view; its neighbours stay where they are.
  nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    let value = "\(InlineStyle.number(x))px \(InlineStyle.number(y))px"
    return BoxedView(self, Box(name: "mv-g", style: InlineStyle().with(.translate, value)))
  }

  /// Moves this view; its neighbours stay where they are.
  nonisolated public func offset(_ offset: CGSize) -> some View {
    self.offset(x: offset.width, y: offset.height)
  }

  /// Puts the middle of this view at a point of the space, all of which it takes.
  nonisolated public func position(_ position: CGPoint) -> some View {
    self.position(x: position.x, y: position.y)
  }

  /// Puts the middle of this view at a point of the space, all of which it takes.
  nonisolated public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    let place = "calc(\(InlineStyle.number(x))px - 50%) calc(\(InlineStyle.number(y))px - 50%)"
    let placed = BoxedView(
      self, Box(name: "mv-g mv-at", style: InlineStyle().with(.translate, place)))
    return BoxedView(placed, Box(name: "mv-g mv-x mv-y mv-place"))
  }

  /// Makes this view larger or smaller; its neighbours stay where they are.
  nonisolated public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View {
    BoxedView(
      self,
      Box(
        name: "mv-g",
        style: InlineStyle().with(.scale, InlineStyle.number(s))
          .with(.transformOrigin, anchor.css)))
  }

  /// Puts this view above or below others of a stack in depth.
  nonisolated public func zIndex(_ value: Double) -> some View {
    decorated(.zIndex, String(Int(min(max(value, -1000), 1000).rounded())))
  }

  /// Gives this view a frame with a ratio of width to height.
  nonisolated public func aspectRatio(
    _ aspectRatio: CGFloat? = nil, contentMode: ContentMode
  ) -> some View {
    let name = contentMode == .fill ? "mv-g mv-cover" : "mv-g mv-contain"
    return BoxedView(
      self,
      Box(
        name: name,
        style: InlineStyle().with(.aspectRatio, aspectRatio.map { InlineStyle.number($0) })))
  }

  /// Fits an image into the space that there is.
  nonisolated public func scaledToFit() -> some View { aspectRatio(contentMode: .fit) }

  /// Fills the space that there is with an image.
  nonisolated public func scaledToFill() -> some View { aspectRatio(contentMode: .fill) }

  /// Draws a shadow behind this view.
  nonisolated public func shadow(
    color: Color = Color(white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
  ) -> some View {
    let lengths = [x, y, max(radius, 0)].map { InlineStyle.length($0) }.joined(separator: " ")
    let value = "drop-shadow(\(lengths) \(color.css))"
    return BoxedView(self, Box(name: "mv-g", style: InlineStyle().with(.filter, value)))
  }
}

/// How something with a ratio of its own is put into a frame with another one.
@frozen public enum ContentMode: Hashable, CaseIterable, Sendable {
  /// All of it is seen.
  case fit
  /// All of the room is filled.
  case fill
}

extension Box {
  /// The box of a frame.
  static func frame(_ name: String, style: InlineStyle, alignment: Alignment) -> Box {
    Box(
      name: "mv-g mv-frame" + name + BoxClass.alignment(alignment.name, unless: "center"),
      style: style)
  }
}

extension UnitPoint {
  /// The point as CSS.
  var css: String { "\(InlineStyle.number(x * 100))% \(InlineStyle.number(y * 100))%" }
}
