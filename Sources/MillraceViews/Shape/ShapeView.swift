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
  /// The distance from the outline to the line inside it.
  var inset: CGFloat = 0

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
  /// The style of a `div` that has the shape itself.
  func divStyle(corners: String) -> InlineStyle {
    var div = InlineStyle().with(.borderRadius, corners).with(.background, fill?.css)
    guard let stroke else { return div }
    let width = max(style.lineWidth, 0)
    let kind = style.dash.isEmpty ? "solid" : "dashed"
    div.set(.outline, "\(InlineStyle.length(width)) \(kind) \(stroke.css)")
    div.set(.outlineOffset, -width / 2 - inset)
    return div
  }
}

/// A simple shape without a fixed size is a `div` with round corners. Other shapes are an `svg`.
extension _ShapeView: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    let size = Self.size(around: parent)
    if size == nil, let div { return BoxNode(tag: .div, box: div, parent: parent, scope: scope) }
    let node = BoxNode(tag: .svg, box: box(size), parent: parent, scope: scope)
    node.content = BoxNode(tag: .path, box: outline(size), parent: node, scope: scope)
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: BoxNode.self)
    guard let outline = node.content as? BoxNode else {
      if let div { node.apply(div) }
      return
    }
    let size = node.parent.flatMap(Self.size)
    node.apply(box(size))
    outline.apply(self.outline(size))
  }

  @MainActor private var div: Box? {
    (shape as? any SimpleShape)?.corners.map {
      Box(name: "mv-shape mv-x mv-y", style: paint.divStyle(corners: $0))
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
    let path = shape.path(in: frame.insetBy(dx: paint.inset, dy: paint.inset))
    return Box(style: paint.inline).with(.d, path.svg)
  }

  private static var standard: CGSize { CGSize(width: 100, height: 100) }

  /// Returns the size of a fixed frame directly around a node, or nil.
  @MainActor private static func size(around parent: Node) -> CGSize? {
    var node: Node? = parent
    while let current = node {
      if let element = current as? ElementNode { return (element as? WrapperNode)?.fixedSize }
      node = current.parent
    }
    return nil
  }
}
