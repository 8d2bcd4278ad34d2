// SPDX-License-Identifier: Apache-2.0

/// A view with a node that is notified when its content is mounted, updated and unmounted.
@MainActor protocol HookView: PrimitiveView {
  associatedtype Content: View
  associatedtype Hook: HookNode

  /// The view inside, whose node is the child of the hook's node.
  var content: Content { get }

  /// Creates the node.
  func makeHook(parent: Node, scope: Scope) -> Hook

  /// Passes a new value of the view to the node, before the content is updated.
  func updateHook(_ node: Hook)
}

extension HookView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = makeHook(parent: parent, scope: scope)
    node.child = Tree.mount(content, parent: node, scope: scope)
    node.didMount()
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: Hook.self)
    updateHook(node)
    if let child = node.child { Tree.update(child, with: content) }
  }
}

/// The node of a hook.
class HookNode: ChildNode {
  /// Called when the content has been mounted.
  func didMount() {}

  /// Runs an action after the content was sent to the page, if the node is then on the page and not
  /// covered.
  final func whenShown(_ action: @escaping @MainActor () -> Void) {
    scope.host?.queue.add(appearance: { [weak self] in
      if let self, isMounted, !isAway, !isCovered { action() }
    })
  }
}
