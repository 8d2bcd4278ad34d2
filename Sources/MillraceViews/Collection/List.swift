// SPDX-License-Identifier: Apache-2.0

/// Rows below each other.
///
/// Every view that makes an element becomes a row of its own, also inside `Group`, `ForEach`,
/// conditions and views with a body.
public struct List<SelectionValue: Hashable, Content: View> {
  let content: Content
}

extension List where SelectionValue == Never {
  /// Creates a list of the views of a closure.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// Creates a list with a row for each element.
  public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
    content = ForEach(data, content: rowContent)
  }

  /// Creates a list with a row for each element and its id.
  public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> {
    content = ForEach(data, id: id, content: rowContent)
  }
}

extension List: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    let node = ElementNode(tag: .ul, class: "mv-list", parent: parent, scope: scope)
    let rows = Scope(in: scope, slot: .row(inside: scope))
    node.content = Tree.mount(content, parent: node, scope: rows)
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: ElementNode.self)
    if let inside = node.content { Tree.update(inside, with: content) }
  }
}

/// A list item around one row.
final class RowNode: ElementNode {
  override func decorate(_ decoration: Decoration?, by owner: Node) {
    for element in elementsInside { element.decorate(decoration, by: owner) }
  }
}
