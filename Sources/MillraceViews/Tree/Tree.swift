// SPDX-License-Identifier: Apache-2.0

/// Creates and updates nodes from views.
@MainActor enum Tree {
  /// The maximum depth in the tree at which the body of a view runs.
  ///
  /// It limits the use of the call stack.
  static let greatestDepth = 4000

  /// Creates the node of a view.
  static func mount<V: View>(_ view: V, parent: Node, scope: Scope) -> Node {
    scope.host?.visits += 1
    guard let primitive = view as? any PrimitiveView else {
      return ComponentNode(view, parent: parent, scope: scope)
    }
    return mount(primitive: primitive, parent: parent, scope: scope)
  }

  private static func mount<V: PrimitiveView>(
    primitive view: V, parent: Node, scope: Scope
  ) -> Node {
    guard V.makesElement, !(V.holdsRows && scope.isOfOptions) else {
      return view.mount(parent: parent, scope: scope)
    }
    switch scope.slot {
    case .wrapped(let wrappings, _):
      let outer = V.holdsRows ? scope.untagged : scope
      let wrapper = wrappings[0].makeWrapper(parent: parent, scope: outer)
      wrapper.inner = mount(primitive: view, parent: wrapper, scope: scope.inside)
      return wrapper
    case .option(let options, _) where V.self != Text.self:
      if V.self != Divider.self { scope.host?.faults += options.fault(ofOption: "\(V.self)") }
      return Node(parent: parent, scope: scope)
    case .tab:
      return mount(page: view, parent: parent, scope: scope)
    case .plain, .option:
      return view.mount(parent: parent, scope: scope)
    }
  }

  /// Updates a node with a new value of the view that created it.
  static func update<V: View>(_ node: Node, with view: V) {
    node.scope.host?.visits += 1
    guard let primitive = view as? any PrimitiveView else {
      cast(node, to: ComponentNode<V>.self).update(with: view)
      return
    }
    update(node, primitive: primitive)
  }

  private static func update<V: PrimitiveView>(_ node: Node, primitive view: V) {
    guard V.makesElement, !(V.holdsRows && node.scope.isOfOptions) else {
      return view.update(node)
    }
    switch node.scope.slot {
    case .wrapped:
      if let inner = cast(node, to: BoxNode.self).inner { update(inner, primitive: view) }
    case .option where V.self != Text.self:
      break
    case .tab:
      update(node, page: view)
    case .plain, .option:
      view.update(node)
    }
  }

  // Functions of their own: every level of views needs stack for all that `mount` declares.

  @inline(never) private static func mount<V: PrimitiveView>(
    page: V, parent: Node, scope: Scope
  ) -> Node {
    TabItemView(bare: page).mount(parent: parent, scope: scope)
  }

  @inline(never) private static func update<V: PrimitiveView>(_ node: Node, page: V) {
    TabItemView(bare: page).update(node)
  }

  /// Returns the node, cast to the type of node that its view has created.
  ///
  /// Sound: the static type of a view and its slot determine the type of its node. A node keeps its
  /// slot, and is only updated with views of the static type that created it.
  static func cast<N: Node>(_ node: Node, to type: N.Type) -> N {
    unsafeDowncast(node, to: type)
  }
}
