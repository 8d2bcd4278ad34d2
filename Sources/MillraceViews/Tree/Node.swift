// SPDX-License-Identifier: Apache-2.0

/// One place in the retained tree: what remains between two runs of the bodies.
///
/// A plain `Node` renders nothing. Subclasses hold children, an element, or a component's state.
@MainActor class Node {
  // Sound: a parent owns its children and outlives them.
  unowned let parent: Node?
  let scope: Scope
  let depth: Int32
  private(set) var isMounted = true
  /// Whether the page does not have what is here, and may have it again.
  private(set) var isAway = false

  init(parent: Node?, scope: Scope) {
    self.parent = parent
    self.scope = scope
    depth = (parent?.depth ?? -1) + 1
  }

  /// The nodes directly below, in document order.
  var childNodes: [Node] { [] }

  /// Those of them that the page has whenever it has this node.
  var nodesOnPage: [Node] { childNodes }

  /// Appends the elements that stand for this node in its parent element.
  func collect(into elements: inout [ElementNode]) {
    scope.host?.visits += 1
    for child in childNodes { child.collect(into: &elements) }
  }

  /// Ends the life of this node and of all below it, inner ones first.
  final func unmount() {
    guard isMounted else { return }
    for child in childNodes { child.unmount() }
    isMounted = false
    didUnmount()
  }

  /// Called once, when the node leaves the tree.
  func didUnmount() {}

  /// Takes this node and all below it from the page and keeps their state, inner ones first.
  final func leavePage() {
    for child in nodesOnPage { child.leavePage() }
    isAway = true
    didLeavePage()
  }

  /// Ends what `leavePage` has begun; the page gets what is here anew.
  final func returnToPage() {
    guard isAway else { return }
    for child in nodesOnPage { child.returnToPage() }
    isAway = false
    didReturnToPage()
  }

  /// Whether a level, tab or column that is hidden has what is here.
  ///
  /// A dialog is on top of the page, wherever the view is that it belongs to.
  ///
  /// - Complexity: O(*n*) in the depth of the node.
  final var isCovered: Bool {
    var node: Node? = self
    while let current = node {
      if let element = current as? ElementNode {
        if element.isHidden { return true }
        if element.tag == .dialog { return false }
      }
      node = current.parent
    }
    return false
  }

  /// Tells all below this node, inner ones first, that they are covered now, or no longer; what is
  /// covered by something else as well hears nothing.
  final func tellCover(_ isCovered: Bool) {
    for child in childNodes {
      if let element = child as? ElementNode, element.isHidden || element.tag == .dialog {
        continue
      }
      child.tellCover(isCovered)
      child.coverChanged(isCovered)
    }
  }

  /// Called when the node is covered, or is so no longer; see ``isCovered``.
  func coverChanged(_ isCovered: Bool) {}

  /// Called when the page has no longer what is here.
  func didLeavePage() {}

  /// Called when the page is to have it again.
  func didReturnToPage() {}

  /// Whether something would be lost if this node began anew.
  final var holdsState: Bool {
    if let component = self as? ComponentBase, component.slots.contains(where: Self.isHeld) {
      return true
    }
    return childNodes.contains { $0.holdsState }
  }

  private static func isHeld(_ slot: AnyObject) -> Bool {
    (slot as? any HeldState)?.isHeld ?? false
  }

  /// The view with a body that this node belongs to.
  final var viewAround: Any.Type {
    var node: Node? = self
    while let current = node {
      if let component = current as? ComponentBase { return component.viewType }
      node = current.parent
    }
    return Never.self
  }

  /// The element around this node.
  final var enclosingElement: ElementNode? {
    var node = parent
    while let current = node {
      if let element = current as? ElementNode { return element }
      node = current.parent
    }
    return nil
  }

  /// Notes that the elements below this node may be others now.
  final func structureChanged() {
    var node: Node? = self
    while let current = node {
      if let element = current as? ElementNode {
        element.childrenChanged()
        return
      }
      node = current.parent
    }
  }
}
