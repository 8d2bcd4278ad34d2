// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A shape that is drawn with a style.
@frozen public struct _ShapeView<Content: Shape, Style: ShapeStyle> {
  let shape: Content
  let paint: ShapePaint
}

/// The fill and the stroke of a shape.
@usableFromInline struct ShapePaint: Equatable, Sendable {
  var fill: Color?
  var stroke: Color?
  var style = StrokeStyle()

  init(fill: Color? = nil, stroke: Color? = nil, style: StrokeStyle = StrokeStyle()) {
    self.fill = fill
    self.stroke = stroke
    self.style = style
  }

  /// The style of the `path` element.
  var inline: InlineStyle {
    var inline = InlineStyle().with(.fill, fill?.css ?? "none")
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
    var paint = paint
    paint.stroke = content._color
    paint.style = StrokeStyle(lineWidth: lineWidth)
    return _ShapeView(shape: shape, paint: paint)
  }
}

extension ShapePaint {
  /// The style of a `div` that has the shape itself, or nil if a `div` cannot have it.
  func divStyle(for shape: any SimpleShape) -> InlineStyle? {
    guard let corners = shape.corners else { return nil }
    var div = InlineStyle().with(.borderRadius, corners).with(.background, fill?.css)
    let width = stroke == nil ? 0 : max(style.lineWidth, 0)
    // The outer half of the line stays visible. The line hides the part of the fill below it.
    if fill != nil, shape.inset != 0 { div.set(.clipPath, shape.clip(inset: -width / 2)) }
    guard let stroke else { return div }
    let kind = style.dash.isEmpty ? "solid" : "dashed"
    div.set(.outline, "\(InlineStyle.length(width)) \(kind) \(stroke.css)")
    div.set(.outlineOffset, -width / 2 - shape.inset)
    return div
  }
}

/// A shape with `corners` and without a fixed size is a `div`. Any other shape is an `svg`.
extension _ShapeView: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    let node = ShapeNode(parent: parent, scope: scope)
    update(node)
    return node
  }

  func update(_ node: Node) {
    Tree.cast(node, to: ShapeNode.self).show { size in
      if size == nil, let div { return ShapeBoxes(element: div, outline: nil) }
      return ShapeBoxes(element: box(size), outline: outline(size))
    }
  }

  @MainActor private var div: Box? {
    (shape as? any SimpleShape).flatMap(paint.divStyle).map {
      Box(name: "mv-shape mv-x mv-y", style: $0)
    }
  }

  @MainActor private func box(_ size: CGSize?) -> Box {
    var box = Box(name: "mv-shape mv-x mv-y")
    box.set(.ariaHidden, "true")
    guard !(shape is Path) else { return box }
    let size = size ?? Self.standard
    box.set(.viewBox, "0 0 \(InlineStyle.number(size.width)) \(InlineStyle.number(size.height))")
    if !(shape is any SimpleShape) { box.set(.preserveAspectRatio, "none") }
    return box
  }

  @MainActor private func outline(_ size: CGSize?) -> Box {
    let frame = CGRect(origin: CGPoint(x: 0, y: 0), size: size ?? Self.standard)
    return Box(style: paint.inline).with(.d, shape.path(in: frame).svg)
  }

  private static var standard: CGSize { CGSize(width: 100, height: 100) }
}

/// The descriptions of the elements of a shape.
private struct ShapeBoxes {
  /// The `div` or `svg`.
  let element: Box
  /// The `path` in the `svg`, or nil for a `div`.
  let outline: Box?
}

/// The node of a shape, whose elements depend on the frame around it.
final class ShapeNode: Node {
  private var element: BoxNode?
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
    guard let element, (element.content == nil) == (new.outline == nil) else {
      return replaceElement(by: new)
    }
    element.apply(new.element)
    if let outline = new.outline { (element.content as? BoxNode)?.apply(outline) }
  }

  private func replaceElement(by new: ShapeBoxes) {
    let tag: HTMLTag = new.outline == nil ? .div : .svg
    let node = BoxNode(tag: tag, box: new.element, parent: self, scope: scope)
    node.content = new.outline.map { BoxNode(tag: .path, box: $0, parent: node, scope: scope) }
    let old = element
    element = node
    guard let old else { return }
    old.unmount()
    // The modifiers around the wrappers decorate the new element.
    var outer = enclosingElement
    while let current = outer {
      current.childrenChanged()
      outer = (current as? BoxNode)?.inner == nil ? nil : current.enclosingElement
    }
  }

  /// The size of a fixed frame directly around the shape, or nil.
  private var size: CGSize? { (enclosingElement as? WrapperNode)?.fixedSize }
}
