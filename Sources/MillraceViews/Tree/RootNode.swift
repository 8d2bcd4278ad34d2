// SPDX-License-Identifier: Apache-2.0

/// The root element of the page.
///
/// It contains the content and the dialogs on top of the content.
final class RootNode: ElementNode {
  /// The content of the page.
  var main: Node?
  /// The open dialogs, in the order in which they were opened.
  ///
  /// The nodes of their views own them.
  private var overlays: [ElementNode] = []

  init(scope: Scope) {
    super.init(tag: .div, class: "mv-root", parent: nil, scope: scope)
  }

  override var childNodes: [Node] { main.map { [$0] } ?? [] }

  override var elementsInside: [ElementNode] {
    (main?.outermostElements ?? []) + overlays
  }

  /// Puts a dialog on top of the page.
  func open(_ dialog: ElementNode) {
    overlays.append(dialog)
    childrenChanged()
  }

  /// Updates the titles of the open sheets.
  func showTitles(_ titles: TitleList) {
    for case let sheet as SheetElement in overlays { sheet.showTitle(titles) }
  }

  /// Removes a dialog from the page.
  func close(_ dialog: ElementNode) {
    overlays.removeAll { $0 === dialog }
    childrenChanged()
  }
}

extension Node {
  /// Returns the element with an id, if this node or a descendant is that element.
  ///
  /// - Complexity: O(n) in the number of nodes.
  func element(_ id: NodeID) -> ElementNode? {
    if let element = self as? ElementNode, element.id == id { return element }
    // This is a loop, because `lazy.compactMap(_:).first` calls its closure twice for the element
    // that it finds. The work would double with each level.
    for child in childNodes {
      if let element = child.element(id) { return element }
    }
    return nil
  }
}
