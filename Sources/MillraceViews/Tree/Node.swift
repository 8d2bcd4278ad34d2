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

  init(parent: Node?, scope: Scope) {
    self.parent = parent
    self.scope = scope
    depth = (parent?.depth ?? -1) + 1
  }

  /// The nodes directly below, in document order.
  var childNodes: [Node] { [] }

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
