// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A grid of rows and columns.
///
/// Each column is as wide as its widest cell. The maximum number of columns is twelve: further
/// cells of a row are on the next line. A view that is not in a `GridRow` takes all columns.
public struct Grid<Content: View> {
  let alignment: Alignment
  let horizontalSpacing: CGFloat?
  let verticalSpacing: CGFloat?
  let content: Content

  /// Creates a grid.
  nonisolated public init(
    alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil,
    verticalSpacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
    self.content = content()
  }
}

extension Grid: View, PrimitiveView, BoxView {
  var box: Box {
    var style = InlineStyle()
    style.set(.columnGap, horizontalSpacing.map { max($0, 0) })
    style.set(.rowGap, verticalSpacing.map { max($0, 0) })
    return Box(
      name: "mv-grid" + BoxClass.alignment(alignment.nameWithBaseline), style: style)
  }
}

/// One row of a grid.
///
/// A modifier of a row applies to each of its cells. Use a row in a grid only: elsewhere the page
/// puts its cells directly into the container or modifier around the row.
public struct GridRow<Content: View> {
  let alignment: VerticalAlignment?
  let content: Content

  /// Creates a row.
  ///
  /// Without an alignment, the cells have that of the grid.
  nonisolated public init(
    alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.content = content()
  }
}

extension GridRow: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    guard (parent as? ElementNode ?? parent.enclosingElement)?.hasGridRows == true else {
      return Tree.mount(alone, parent: parent, scope: scope)
    }
    let node = OpenNode(tag: .div, box: alone.box, parent: parent, scope: scope)
    node.content = Tree.mount(content, parent: node, scope: scope)
    return node
  }

  func update(_ node: Node) {
    guard let node = node as? OpenNode else { return Tree.update(node, with: alone) }
    node.apply(alone.box)
    if let inside = node.content { Tree.update(inside, with: content) }
  }

  private var alone: LoneRow<Content> {
    let name = "mv-grid-row" + (alignment.map { " mv-cells-" + $0.name } ?? "")
    return LoneRow(box: Box(name: name), content: content)
  }
}

/// A row that is neither in a grid nor in a layout, which can become a grid.
private struct LoneRow<Content: View> {
  let box: Box
  let content: Content
}

extension LoneRow: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    let node = CellsNode(tag: .div, box: box, parent: parent, scope: scope)
    node.content = Tree.mount(content, parent: node, scope: scope)
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: CellsNode.self)
    node.apply(box)
    if let inside = node.content { Tree.update(inside, with: content) }
  }
}

/// The element of a row in a grid or layout, or of a view with a bar.
///
/// The wrappers of modifiers are around the elements in it, for example the cells of the row.
final class OpenNode: CellsNode {
  override var nodesWithWrappers: [Node] { childNodes }
}

/// An element of which decorations apply to the elements in it.
///
/// It is that of a row, which the browser does not draw, or of a view with a bar.
class CellsNode: BoxNode {
  // Sound: the node of a modifier around the row is released after the row.
  private struct Owned {
    unowned let owner: Node
    let decoration: Decoration
  }

  private var decorations: [Owned] = []

  /// The cells, each with the decorations of the row.
  override var elementsInside: [ElementNode] {
    let cells = super.elementsInside
    for cell in cells {
      for each in decorations { cell.decorate(each.decoration, by: each.owner) }
    }
    return cells
  }

  override func decorate(_ decoration: Decoration?, by owner: Node) {
    decorations.removeAll { $0.owner === owner }
    if let decoration { decorations.append(Owned(owner: owner, decoration: decoration)) }
    for cell in super.elementsInside { cell.decorate(decoration, by: owner) }
  }
}

extension ElementNode {
  /// Whether the element is a grid, or a layout, which can become one.
  fileprivate var hasGridRows: Bool {
    self is ArrangedNode || value(.class)?.split(separator: " ").first == "mv-grid"
  }
}

extension View {
  /// Makes a cell of a grid span several columns, at least one and at most twelve.
  nonisolated public func gridCellColumns(_ count: Int) -> some View {
    let count = min(max(count, 1), 12)
    return SpanView(content: decorated(.gridColumnEnd, "span \(count)"), columns: count)
  }

  /// Sets the horizontal alignment of all cells in the column of this cell of a grid.
  nonisolated public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View {
    decorated(.named(kind: "column", className: "mv-column-" + guide.name))
  }
}

/// Cells of a grid that span several columns.
///
/// For each further column, a cell is followed by an element that is not shown, so that the
/// selectors of the style sheet, which count elements, count columns.
private struct SpanView<Content: View> {
  let content: Content
  let columns: Int
}

extension SpanView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = SpanNode(columns, parent: parent, scope: scope)
    node.child = Tree.mount(content, parent: node, scope: scope)
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: SpanNode.self)
    if let child = node.child { Tree.update(child, with: content) }
    guard node.columns != columns else { return }
    node.columns = columns
    node.structureChanged()
  }
}

private final class SpanNode: ChildNode {
  var columns: Int
  private var others: [ElementNode] = []

  init(_ columns: Int, parent: Node, scope: Scope) {
    self.columns = columns
    super.init(parent: parent, scope: scope)
  }

  override var childNodes: [Node] { super.childNodes + others }
  override var nodesWithWrappers: [Node] { super.childNodes }

  /// Appends the cells, each with its further elements, which are created and removed here.
  ///
  /// A cell of an inner modifier has the columns of that modifier, as in its style.
  override func collect(into elements: inout [ElementNode]) {
    let inside = (child?.outermostElements ?? []).map { ($0, isOwn: isOwn($0)) }
    let count = inside.count(where: \.isOwn) * (columns - 1)
    while others.count > count { others.removeLast().unmount() }
    while others.count < count {
      others.append(SpanElement(tag: .div, class: "mv-span", parent: self, scope: scope))
    }
    var rest = others[...]
    for (element, isOwn) in inside {
      elements.append(element)
      guard isOwn else { continue }
      elements += rest.prefix(columns - 1)
      rest = rest.dropFirst(columns - 1)
    }
  }

  /// Whether an element is in no further modifier inside this one.
  private func isOwn(_ element: ElementNode) -> Bool {
    var node = element.parent
    while let current = node, current !== self {
      if current is SpanNode { return false }
      node = current.parent
    }
    return true
  }
}

/// An element for a further column of a cell.
///
/// Modifiers around the cell do not apply to it.
private final class SpanElement: ElementNode {
  override func decorate(_ decoration: Decoration?, by owner: Node) {}
}

/// The size of a column of a vertical lazy grid, or of a row of a horizontal lazy grid.
public struct GridItem: Sendable {
  /// The sizes of an item, described here for columns.
  public enum Size: Sendable {
    /// One column of this width.
    case fixed(CGFloat)
    /// One column between a minimum and a maximum width, with a share of the remaining space.
    case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
    /// As many columns of the minimum width as fit, which share the remaining space.
    ///
    /// On a page they can become wider than `maximum`; SwiftUI leaves space beside them instead. A
    /// second adaptive item of a grid is one column.
    case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
  }

  /// The size.
  public var size: Size
  /// The distance to the next item.
  ///
  /// On a page, the spacing of the first item applies to all items.
  public var spacing: CGFloat?
  /// The alignment of the cells.
  ///
  /// A page uses it only if all items of the grid have the same alignment.
  public var alignment: Alignment?

  /// Creates an item.
  public init(
    _ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil
  ) {
    self.size = size
    self.spacing = spacing
    self.alignment = alignment
  }

  /// The value of `place-items`, or nil if the items have no alignment or different ones.
  fileprivate static func placement(of items: [GridItem]) -> String? {
    let alignment = items.first?.alignment
    return items.allSatisfy { $0.alignment == alignment } ? alignment?.css : nil
  }

  /// The track list of CSS.
  ///
  /// CSS allows only one repetition in a list, so a second adaptive item is a single track.
  fileprivate static func tracks(of items: [GridItem]) -> String {
    var canRepeat = true
    return items.map { $0.track(&canRepeat) }.joined(separator: " ")
  }

  private func track(_ canRepeat: inout Bool) -> String {
    func bounds(_ minimum: CGFloat, _ maximum: CGFloat) -> String {
      let most = maximum == .infinity ? "1fr" : InlineStyle.length(max(maximum, minimum))
      return "minmax(\(InlineStyle.length(max(minimum, 0))),\(most))"
    }
    switch size {
    case .fixed(let length): return InlineStyle.length(max(length, 0))
    case .flexible(let minimum, let maximum): return bounds(minimum, maximum)
    case .adaptive(let minimum, _):
      // With a definite maximum, a browser would compute the number of columns from the maximum,
      // and fewer columns would fit.
      let track = bounds(minimum, .infinity)
      defer { canRepeat = false }
      return canRepeat ? "repeat(auto-fill,\(track))" : track
    }
  }
}

/// A grid with given columns, whose views fill one row after another.
///
/// It takes all the available width. All of its views are created at once.
public struct LazyVGrid<Content: View> {
  let columns: [GridItem]
  let alignment: HorizontalAlignment
  let spacing: CGFloat?
  let content: Content

  /// Creates a grid.
  ///
  /// `spacing` is the distance between the rows. `alignment` is that of the columns in the grid. It
  /// is also that of the views in the cells, if the columns do not set one.
  nonisolated public init(
    columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) {
    self.columns = columns
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }
}

extension LazyVGrid: View, PrimitiveView, BoxView {
  var box: Box {
    var style = InlineStyle()
    style.set(.gridTemplateColumns, GridItem.tracks(of: columns))
    style.set(.placeItems, GridItem.placement(of: columns))
    style.set(.columnGap, columns.first?.spacing.map { max($0, 0) })
    style.set(.rowGap, spacing.map { max($0, 0) })
    return Box(
      name: "mv-lazy-grid mv-x" + BoxClass.alignment(alignment.name),
      style: style)
  }
}

/// A grid with given rows, whose views fill one column after another.
///
/// It takes all the available height. All of its views are created at once.
public struct LazyHGrid<Content: View> {
  let rows: [GridItem]
  let alignment: VerticalAlignment
  let spacing: CGFloat?
  let content: Content

  /// Creates a grid.
  ///
  /// `spacing` is the distance between the columns. `alignment` is that of the rows in the grid. It
  /// is also that of the views in the cells, if the rows do not set one.
  nonisolated public init(
    rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
  ) {
    self.rows = rows
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }
}

extension LazyHGrid: View, PrimitiveView, BoxView {
  var box: Box {
    var style = InlineStyle()
    style.set(.gridTemplateRows, GridItem.tracks(of: rows))
    style.set(.placeItems, GridItem.placement(of: rows))
    style.set(.rowGap, rows.first?.spacing.map { max($0, 0) })
    style.set(.columnGap, spacing.map { max($0, 0) })
    return Box(
      name: "mv-lazy-grid mv-down mv-y" + BoxClass.alignment(alignment.name),
      style: style)
  }
}
