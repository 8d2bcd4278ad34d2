// SPDX-License-Identifier: Apache-2.0

/// The element around the whole page: the content, and the dialogs on top of it.
final class RootNode: ElementNode {
  /// The content of the page.
  var main: Node?
  /// Dialogs that are open, in the order of their opening.
  ///
  /// Their views own them.
  private var overlays: [ElementNode] = []

  init(scope: Scope) {
    super.init(tag: .div, class: "mv-root", parent: nil, scope: scope)
  }

  override var childNodes: [Node] { main.map { [$0] } ?? [] }

  override var elementsInside: [ElementNode] {
    var elements: [ElementNode] = []
    main?.collect(into: &elements)
    return elements + overlays
  }

  /// Puts a dialog on top of the page.
  func open(_ dialog: ElementNode) {
    overlays.append(dialog)
    childrenChanged()
  }

  /// Takes a dialog away.
  func close(_ dialog: ElementNode) {
    overlays.removeAll { $0 === dialog }
    childrenChanged()
  }
}

extension Node {
  /// The element with this id, if it is in the tree below this node.
  ///
  /// Complexity: linear in the nodes.
  func element(_ id: NodeID) -> ElementNode? {
    if let element = self as? ElementNode, element.id == id { return element }
    // A loop: `lazy.compactMap(_:).first` calls its closure twice for what it finds, and so would
    // double its work with each level.
    for child in childNodes {
      if let element = child.element(id) { return element }
    }
    return nil
  }
}
