// SPDX-License-Identifier: Apache-2.0

/// A view with a node of its own that hears of the life of its content.
@MainActor protocol HookView: PrimitiveView {
  associatedtype Content: View
  associatedtype Hook: HookNode

  /// The view that the hook belongs to.
  var content: Content { get }

  /// Makes the node.
  func makeHook(parent: Node, scope: Scope) -> Hook

  /// Hands a new value to the node, before the content is updated.
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
class HookNode: Node {
  final var child: Node?

  override var childNodes: [Node] { child.map { [$0] } ?? [] }

  /// Called when the content is there for the first time.
  func didMount() {}

  /// Runs an action when the page has been told of the content, if it is still there and not
  /// covered.
  final func whenShown(_ action: @escaping @MainActor () -> Void) {
    scope.host?.queue.add(appearance: { [weak self] in
      if let self, isMounted, !isAway, !isCovered { action() }
    })
  }
}
