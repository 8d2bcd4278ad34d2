// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An arrangement of views: a stack or a grid.
///
/// The layouts of this module conform to it. An application cannot define layouts, because a view
/// on a page cannot measure other views.
public protocol Layout: Sendable {
  /// The element of the layout.
  var _arrangement: _Arrangement { get }
}

/// The element of a layout.
public struct _Arrangement: Sendable {
  let name: String
  let gaps: [InlineStyle.Property: CGFloat]

  @MainActor var box: Box {
    var style = InlineStyle()
    for (property, gap) in gaps.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      style.set(property, max(gap, 0))
    }
    return Box(name: name, style: style)
  }

  init(_ name: String, _ alignment: String, _ gaps: [InlineStyle.Property: CGFloat?] = [:]) {
    self.name = name + BoxClass.alignment(alignment)
    self.gaps = gaps.compactMapValues { $0 }
  }
}

extension Layout {
  /// Arranges views with this layout.
  @MainActor public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View {
    Arranged(arrangement: _arrangement, content: content())
  }
}

/// Views in a layout, which can change.
struct Arranged<Content: View> {
  let arrangement: _Arrangement
  let content: Content
}

extension Arranged: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    let node = ArrangedNode(tag: .div, box: arrangement.box, parent: parent, scope: scope)
    node.content = Tree.mount(content, parent: node, scope: scope)
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: ArrangedNode.self)
    node.apply(arrangement.box)
    if let inside = node.content { Tree.update(inside, with: content) }
  }
}

/// The element of a layout.
final class ArrangedNode: BoxNode {}

/// A layout whose type is not known.
///
/// When it changes, the views in it keep their state.
///
/// ```swift
/// let layout = isWide ? AnyLayout(HStackLayout()) : AnyLayout(VStackLayout(alignment: .leading))
/// layout { Text("Name"); TextField("Name", text: $name) }
/// ```
@frozen public struct AnyLayout: Layout {
  /// The element of the layout.
  public let _arrangement: _Arrangement

  /// Erases the type of a layout.
  public init<L: Layout>(_ layout: L) {
    _arrangement = layout._arrangement
  }
}

/// The layout of an `HStack`.
@frozen public struct HStackLayout: Layout {
  /// The vertical alignment of the views.
  public var alignment: VerticalAlignment
  /// The distance between the views, or nil for the default.
  public var spacing: CGFloat?

  /// Creates a layout.
  public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {
    self.alignment = alignment
    self.spacing = spacing
  }

  /// The element of the layout.
  public var _arrangement: _Arrangement {
    _Arrangement("mv-hstack", alignment.name, [.gap: spacing])
  }
}

/// The layout of a `VStack`.
@frozen public struct VStackLayout: Layout {
  /// The horizontal alignment of the views.
  public var alignment: HorizontalAlignment
  /// The distance between the views, or nil for the default.
  public var spacing: CGFloat?

  /// Creates a layout.
  public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {
    self.alignment = alignment
    self.spacing = spacing
  }

  /// The element of the layout.
  public var _arrangement: _Arrangement {
    _Arrangement("mv-vstack", alignment.name, [.gap: spacing])
  }
}

/// The layout of a `ZStack`.
@frozen public struct ZStackLayout: Layout {
  /// The alignment of the views.
  public var alignment: Alignment

  /// Creates a layout.
  public init(alignment: Alignment = .center) {
    self.alignment = alignment
  }

  /// The element of the layout.
  public var _arrangement: _Arrangement { _Arrangement("mv-zstack", alignment.name) }
}

/// The layout of a `Grid`.
@frozen public struct GridLayout: Layout {
  /// The alignment of the cells.
  public var alignment: Alignment
  /// The distance between columns, or nil for the default.
  public var horizontalSpacing: CGFloat?
  /// The distance between rows, or nil for the default.
  public var verticalSpacing: CGFloat?

  /// Creates a layout.
  public init(
    alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil
  ) {
    self.alignment = alignment
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
  }

  /// The element of the layout.
  public var _arrangement: _Arrangement {
    _Arrangement(
      "mv-grid", alignment.nameWithBaseline,
      [.columnGap: horizontalSpacing, .rowGap: verticalSpacing])
  }
}
