// SPDX-License-Identifier: Apache-2.0

/// One row of a `ForEach`.
///
/// What its closure reads is observed for this row alone.
final class ForEachRow<Element, Content: View>: TrackedNode {
  private var element: Element
  private var content: (Element) -> Content
  private var child: Node?

  override var childNodes: [Node] { child.map { [$0] } ?? [] }
  override var name: String { "ForEach over \(Element.self)" }

  init(
    _ element: Element, content: @escaping (Element) -> Content, parent: Node, scope: Scope
  ) {
    self.element = element
    self.content = content
    super.init(parent: parent, scope: scope)
    refresh()
  }

  func update(with element: Element, content: @escaping (Element) -> Content) {
    self.element = element
    self.content = content
    refresh()
  }

  override func refresh() {
    let view = track { content(element) }
    if let child {
      Tree.update(child, with: view)
    } else {
      child = Tree.mount(view, parent: self, scope: scope)
    }
  }
}
