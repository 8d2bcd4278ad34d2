// SPDX-License-Identifier: Apache-2.0

/// A node of the retained tree, which persists between the runs of the bodies.
///
/// A plain `Node` renders nothing. Subclasses have children, an element, or a component's state.
@MainActor class Node {
  // Sound: a parent owns its children. A queue can hold an unmounted child for longer, but does not
  // use its parent.
  unowned let parent: Node?
  let scope: Scope
  let depth: Int32
  private(set) var isMounted = true
  /// True from ``leavePage()`` until ``returnToPage()``: the node is in the tree, but not on the
  /// page.
  private(set) var isAway = false

  init(parent: Node?, scope: Scope) {
    self.parent = parent
    self.scope = scope
    depth = (parent?.depth ?? -1) + 1
  }

  /// The child nodes, in document order.
  var childNodes: [Node] { [] }

  /// The child nodes that are on the page whenever this node is.
  var nodesOnPage: [Node] { childNodes }

  /// The child nodes in which the wrappers of a modifier around this node can be.
  ///
  /// By default they are around the outermost elements in the child nodes.
  var nodesWithWrappers: [Node] { childNodes }

  /// Appends the outermost elements of this node, which are children of the enclosing element.
  func collect(into elements: inout [ElementNode]) {
    scope.host?.visits += 1
    for child in childNodes { child.collect(into: &elements) }
  }

  /// The outermost elements of this node.
  final var outermostElements: [ElementNode] {
    var elements: [ElementNode] = []
    collect(into: &elements)
    return elements
  }

  /// Removes this node and all its descendants from the tree, inner nodes first.
  final func unmount() {
    guard isMounted else { return }
    for child in childNodes { child.unmount() }
    isMounted = false
    didUnmount()
  }

  /// Called once, when the node leaves the tree.
  func didUnmount() {}

  /// Removes this node and its descendants from the page, inner nodes first.
  ///
  /// Their state remains.
  final func leavePage() {
    for child in nodesOnPage { child.leavePage() }
    isAway = true
    didLeavePage()
  }

  /// Reverses `leavePage`.
  ///
  /// The elements are sent to the page again.
  final func returnToPage() {
    guard isAway else { return }
    for child in nodesOnPage { child.returnToPage() }
    isAway = false
    didReturnToPage()
  }

  /// True if this node is in a level, tab or column that is hidden.
  ///
  /// A dialog is always on top of the page, so hidden elements around a dialog do not count.
  ///
  /// - Complexity: O(*n*) in the depth of the node.
  final var isCovered: Bool { isInElement { $0.isHidden } }

  /// True if a modifier or an attribute makes this node invisible; see `ElementNode.isUnseen`.
  ///
  /// A dialog is on top of the page, as for ``isCovered``.
  ///
  /// - Complexity: O(*n*) in the depth of the node.
  final var isInvisible: Bool { isInElement { $0.isUnseen } }

  /// True if the page lets the user neither press nor focus this node, as in a view that is
  /// redacted.
  ///
  /// - Complexity: O(*n*) in the depth of the node.
  final var isInert: Bool { isInElement { $0.value(.inert) != nil } }

  /// True if the condition holds for this node or an element around it, at most up to a dialog.
  private func isInElement(_ condition: (ElementNode) -> Bool) -> Bool {
    var node: Node? = self
    while let current = node {
      if let element = current as? ElementNode {
        if condition(element) { return true }
        if element.tag == .dialog { return false }
      }
      node = current.parent
    }
    return false
  }

  /// Calls `coverChanged` of all descendants, inner nodes first.
  ///
  /// Nodes inside another hidden element or in a dialog are skipped.
  final func notifyCover(_ isCovered: Bool) {
    for child in childNodes {
      if let element = child as? ElementNode, element.isHidden || element.tag == .dialog {
        continue
      }
      child.notifyCover(isCovered)
      child.coverChanged(isCovered)
    }
  }

  /// Returns the node of the view with an id, if this node decides about it.
  ///
  /// It is this node, or the node of a row.
  func ownScrollTarget(_ id: AnyHashable) -> Node? { nil }

  /// Called with the value of ``isCovered`` when it may have changed.
  func coverChanged(_ isCovered: Bool) {}

  /// Called when an element inside this node has got, lost or moved child elements on the page.
  func contentChanged() {}

  /// Called when the node has left the page.
  func didLeavePage() {}

  /// Called when the node returns to the page.
  func didReturnToPage() {}

  /// True if this node itself, without its `State`, would be different if it were created again.
  var hasOwnState: Bool { false }

  /// True if this node or a descendant has a state, for example in a `State` or `FocusState`, that
  /// would be lost if the node were created again.
  final var holdsState: Bool {
    if hasOwnState { return true }
    if let component = self as? ComponentBase, component.slots.contains(where: Self.isHeld) {
      return true
    }
    return childNodes.contains { $0.holdsState }
  }

  private static func isHeld(_ slot: AnyObject) -> Bool {
    (slot as? any HeldState)?.isHeld ?? false
  }

  /// The type of the innermost view with a body that contains this node.
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

  /// Marks this element, or the element around this node, because the elements in it may have
  /// changed.
  final func structureChanged() {
    (self as? ElementNode ?? enclosingElement)?.childrenChanged()
  }
}

extension [Node] {
  /// The outermost elements of these nodes.
  @MainActor var elements: [ElementNode] {
    var elements: [ElementNode] = []
    for node in self { node.collect(into: &elements) }
    return elements
  }
}
