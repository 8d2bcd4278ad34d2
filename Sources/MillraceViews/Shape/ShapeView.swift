// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A shape that is drawn with a style.
@frozen public struct _ShapeView<Content: Shape, Style: ShapeStyle> {
  let shape: Content
  let paint: ShapePaint
}

/// The fill and the stroke of a shape.
@usableFromInline struct ShapePaint: Equatable, Sendable {
  var fill: Ink?
  var stroke: Ink?
  var style = StrokeStyle()
  var isEvenOdd = false

  init(
    fill: Ink? = nil, stroke: Ink? = nil, style: StrokeStyle = StrokeStyle(),
    isEvenOdd: Bool = false
  ) {
    self.fill = fill
    self.stroke = stroke
    self.style = style
    self.isEvenOdd = isEvenOdd
  }

  /// Whether only a background can have the fill or the stroke.
  var needsBackground: Bool { fill?.isBackground == true || stroke?.isBackground == true }

  /// The style of the `path` element.
  var inline: InlineStyle {
    var inline = InlineStyle().with(.fill, fill?.css ?? "none")
    if isEvenOdd { inline.set(.fillRule, "evenodd") }
    guard let stroke else { return inline }
    inline.set(.stroke, stroke.css)
    inline.set(.strokeWidth, max(style.lineWidth, 0))
    if style.lineCap != .butt { inline.set(.strokeLinecap, style.lineCap.rawValue) }
    if style.lineJoin != .miter { inline.set(.strokeLinejoin, style.lineJoin.rawValue) }
    if !style.dash.isEmpty {
      inline.set(
        .strokeDasharray, style.dash.map { InlineStyle.length($0) }.joined(separator: " "))
    }
    return inline
  }
}

extension _ShapeView {
  /// Draws the outline of the shape on top of its fill.
  nonisolated public func stroke<S: ShapeStyle>(
    _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
  ) -> _ShapeView<Content, Style> {
    stroke(content, style: StrokeStyle(lineWidth: lineWidth))
  }

  /// Draws the outline of the shape on top of its fill.
  nonisolated public func stroke<S: ShapeStyle>(
    _ content: S, style: StrokeStyle, antialiased: Bool = true
  ) -> _ShapeView<Content, Style> {
    var paint = paint
    paint.stroke = Ink(content)
    paint.style = style
    return _ShapeView(shape: shape, paint: paint)
  }
}

extension ShapePaint {
  /// The style of a `div` that has the shape itself, or nil if a `div` cannot have it.
  func divStyle(for shape: any SimpleShape) -> InlineStyle? {
    guard let corners = shape.corners else { return nil }
    if stroke?.isBackground == true { return lineStyle(for: shape, corners: corners) }
    var div = InlineStyle().with(.borderRadius, corners).with(.background, fill?.css)
      .with(.backdropFilter, fill?.paint?.backdrop)
    let width = stroke == nil ? 0 : max(style.lineWidth, 0)
    // The outer half of the line stays visible. The line hides the part of the fill below it.
    if fill != nil, shape.inset != 0 { div.set(.clipPath, shape.clip(inset: -width / 2)) }
    guard let stroke else { return div }
    let kind = style.dash.isEmpty ? "solid" : "dashed"
    div.set(.outline, "\(InlineStyle.length(width)) \(kind) \(stroke.css)")
    div.set(.outlineOffset, -width / 2 - shape.inset)
    return div
  }

  /// The style of a `div` whose background is visible only where the line of the shape is, or nil
  /// if there is a fill too, or if the line has gaps.
  private func lineStyle(for shape: any SimpleShape, corners: String) -> InlineStyle? {
    guard let stroke, fill == nil, style.dash.isEmpty else { return nil }
    let width = InlineStyle.length(max(style.lineWidth, 0))
    let beyond = max(style.lineWidth, 0) / 2 - shape.inset
    let all = "linear-gradient(#000 0 0)"
    var div = stroke.background.with(.borderRadius, corners)
      .with(.padding, width)
      .with(.mask, "\(all) content-box exclude,\(all)")
    if beyond != 0 {
      let size = "calc(100% + \(InlineStyle.length(beyond * 2)))"
      div.set(.margin, -beyond)
      div.set(.width, size)
      div.set(.height, size)
    }
    return div
  }
}

/// A shape with `corners` is a `div` if it has no fixed size or needs a background, and if
/// `divStyle` supports its paint. A shape that only has a fill with a gradient or a material is a
/// `div` that is clipped to the shape, if the shape of the clip is known. Any other shape is an
/// `svg`.
extension _ShapeView: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    let node = ShapeNode(parent: parent, scope: scope)
    update(node)
    return node
  }

  func update(_ node: Node) {
    Tree.cast(node, to: ShapeNode.self).show { size in
      if let div = div(size) { return ShapeBoxes(element: div, outline: nil) }
      let space = isPath ? nil : size ?? Self.standard
      return ShapeBoxes(
        element: box(size), outline: outline(size),
        masked: paint.needsBackground ? (paint, space) : nil)
    }
  }

  /// True for a `Path` or a part of one: the outline has its own size.
  private var isPath: Bool {
    shape is Path || (shape as? any PartialShape)?.isOfPath == true
  }

  @MainActor private func div(_ size: CGSize?) -> Box? {
    let simple = shape as? any SimpleShape
    if size == nil || paint.needsBackground, let simple, let style = paint.divStyle(for: simple) {
      let isMirrored = simple.mirrored != nil
      return Box(name: "mv-shape mv-x mv-y" + (isMirrored ? " mv-mirrored" : ""), style: style)
    }
    guard let fill = paint.fill, fill.isBackground, paint.stroke == nil else { return nil }
    // The function of CSS for a circle would ignore an inset.
    let isExact = simple.map { $0.corners != nil || $0.inset == 0 } ?? false
    let clip =
      isExact
      ? simple?.clip(inset: 0)
      : (isPath ? CGSize(width: 0, height: 0) : size).map { size in
        "path(\(paint.isEvenOdd ? "evenodd," : "")\"\(path(size).svg)\")"
      }
    return clip.map {
      Box(name: "mv-shape mv-x mv-y", style: fill.background.with(.clipPath, $0))
    }
  }

  @MainActor private func box(_ size: CGSize?) -> Box {
    let simple = shape as? any SimpleShape
    let isMirrored = simple?.mirrored != nil
    var box = Box(name: "mv-shape mv-x mv-y" + (isMirrored ? " mv-mirrored" : ""))
    box.set(.ariaHidden, "true")
    guard !isPath else { return box }
    let known = size ?? Self.standard
    box.set(
      .viewBox, "0 0 \(InlineStyle.number(known.width)) \(InlineStyle.number(known.height))")
    let keepsRatio =
      simple.map { size != nil || $0.corners == nil }
      ?? ((shape as? any PartialShape)?.keepsRatio == true)
    if !keepsRatio { box.set(.preserveAspectRatio, "none") }
    return box
  }

  @MainActor private func outline(_ size: CGSize?) -> Box {
    Box(style: paint.inline).with(.d, path(size ?? Self.standard).svg)
  }

  @MainActor private func path(_ size: CGSize) -> Path {
    shape.path(in: CGRect(origin: CGPoint(x: 0, y: 0), size: size))
  }

  private static var standard: CGSize { CGSize(width: 100, height: 100) }
}

/// The descriptions of the elements of a shape.
private struct ShapeBoxes {
  /// The `div` or `svg`.
  let element: Box
  /// The `path` in the `svg`, or nil for a `div`.
  let outline: Box?
  /// The fill and the stroke if one of them is a background behind a mask, with the size of the
  /// shape, which is nil for a path.
  var masked: (paint: ShapePaint, space: CGSize?)?

  /// Whether the elements of this description can become those of another one.
  func isLike(_ other: ShapeBoxes) -> Bool {
    (outline == nil) == (other.outline == nil) && (masked == nil) == (other.masked == nil)
  }
}

/// The content of an `svg` in which a background is visible only where a mask is drawn.
private struct MaskedShape: View {
  let outline: Box
  let paint: ShapePaint
  /// The size of the shape, or nil for a path.
  let space: CGSize?
  /// The name of the mask.
  let name: String

  var body: some View {
    part(paint.fill, "f", ShapePaint(fill: Ink(Color.white), isEvenOdd: paint.isEvenOdd))
    part(paint.stroke, "s", ShapePaint(stroke: Ink(Color.white), style: paint.style))
  }

  /// The element for a background, which a line exceeds by half of its width.
  private func area(_ mask: ShapePaint, _ suffix: String) -> Box {
    let box = Box(style: InlineStyle().with(.mask, "url(#\(name)\(suffix))"))
    let beyond = mask.stroke == nil ? 0 : max(mask.style.lineWidth, 0) / 2
    guard let space, beyond > 0 else {
      return box.with(.width, "100%").with(.height, "100%")
    }
    return box.with(.x, InlineStyle.number(-beyond)).with(.y, InlineStyle.number(-beyond))
      .with(.width, InlineStyle.number(space.width + 2 * beyond))
      .with(.height, InlineStyle.number(space.height + 2 * beyond))
  }

  /// The background of the fill or of the stroke.
  @ViewBuilder private func part(_ ink: Ink?, _ suffix: String, _ mask: ShapePaint) -> some View {
    if let ink {
      ElementView(
        .mask,
        Box().with(.id, name + suffix).with(.maskUnits, "userSpaceOnUse").with(.x, "-100%")
          .with(.y, "-100%").with(.width, "300%").with(.height, "300%")
      ) {
        ElementView(.path, drawn(mask)) { EmptyView() }
      }
      ElementView(.foreignObject, area(mask, suffix)) {
        ElementView(.div, Box(name: "mv-masked", style: ink.background)) { EmptyView() }
      }
    }
  }

  private func drawn(_ paint: ShapePaint) -> Box {
    var box = outline
    box.style = paint.inline
    return box
  }
}

/// The node of a shape, whose elements depend on the frame around it.
final class ShapeNode: Node {
  private var element: BoxNode?
  private var present: ShapeBoxes?
  private var boxes: @MainActor (CGSize?) -> ShapeBoxes = { _ in
    ShapeBoxes(element: Box(), outline: nil)
  }

  override var childNodes: [Node] { element.map { [$0] } ?? [] }

  /// Shows a shape, whose elements the closure describes for a size.
  fileprivate func show(_ boxes: @escaping @MainActor (CGSize?) -> ShapeBoxes) {
    self.boxes = boxes
    frameChanged()
  }

  /// Updates the elements for the size of the frame.
  func frameChanged() {
    let new = boxes(size)
    guard let element, present?.isLike(new) == true else { return replaceElement(by: new) }
    present = new
    element.apply(new.element)
    guard let outline = new.outline, let content = element.content else { return }
    if let masked = new.masked {
      Tree.update(content, with: view(of: masked, outline, in: element))
    } else {
      (content as? BoxNode)?.apply(outline)
    }
  }

  private func replaceElement(by new: ShapeBoxes) {
    let tag: HTMLTag = new.outline == nil ? .div : .svg
    let node = BoxNode(tag: tag, box: new.element, parent: self, scope: scope)
    if let outline = new.outline, let masked = new.masked {
      node.content = Tree.mount(
        view(of: masked, outline, in: node), parent: node, scope: Scope(in: scope, slot: .plain))
    } else {
      node.content = new.outline.map { BoxNode(tag: .path, box: $0, parent: node, scope: scope) }
    }
    let old = element
    (element, present) = (node, new)
    guard let old else { return }
    old.unmount()
    // The modifiers around the wrappers decorate the new element.
    var outer = enclosingElement
    while let current = outer {
      current.childrenChanged()
      outer = (current as? BoxNode)?.inner == nil ? nil : current.enclosingElement
    }
  }

  private func view(
    of masked: (paint: ShapePaint, space: CGSize?), _ outline: Box, in element: BoxNode
  ) -> MaskedShape {
    MaskedShape(
      outline: outline, paint: masked.paint, space: masked.space,
      name: "millrace-m\(element.id.rawValue)")
  }

  /// The size of a fixed frame directly around the shape, or nil.
  private var size: CGSize? { (enclosingElement as? WrapperNode)?.fixedSize }
}
