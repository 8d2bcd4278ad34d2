// SPDX-License-Identifier: Apache-2.0

/// A view with swipe actions.
///
/// If its elements are rows of a list, the menus of the rows contain the actions. Otherwise a menu
/// beside the view contains them.
struct SwipeView<Content: View, Items: View> {
  let content: Content
  let items: Items
}

extension SwipeView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    guard scope.isOfRows else { return Tree.mount(withOwnMenu, parent: parent, scope: scope) }
    let actions = SwipeActions(AnyView(items), outer: scope.values.swipeActions)
    let node = ObjectNode(actions, parent: parent, scope: scope)
    node.child = Tree.mount(
      content, parent: node, scope: Scope(in: scope) { $0.swipeActions = actions })
    return node
  }

  func update(_ node: Node) {
    guard let node = node as? ObjectNode<SwipeActions> else {
      return Tree.update(node, with: withOwnMenu)
    }
    node.object.own = AnyView(items)
    node.object.isBeingUpdated = true
    if let child = node.child { Tree.update(child, with: content) }
    node.object.isBeingUpdated = false
    // The modifier around this one updates the menus after its content.
    if node.scope.values.swipeActions?.isBeingUpdated != true { node.updateRowMenus() }
  }

  @MainActor private var withOwnMenu: some View {
    BoxedView(
      content: content, box: Box(name: "mv-with-menu mv-x"),
      layer: ActionsMenu(name: "Actions") { items }, place: .after, isFadedLayer: true)
  }
}

/// The swipe actions of rows.
@MainActor final class SwipeActions {
  /// The actions of one modifier.
  fileprivate(set) var own: AnyView
  /// The actions of the modifiers around it.
  private let outer: SwipeActions?
  /// Whether the view of the modifier is being updated.
  fileprivate var isBeingUpdated = false

  fileprivate init(_ own: AnyView, outer: SwipeActions?) {
    self.own = own
    self.outer = outer
  }

  /// The actions of all modifiers, those of the innermost modifier first.
  var items: AnyView {
    guard let outer else { return own }
    return AnyView(TupleView(own, outer.items))
  }
}

extension EnvironmentValues {
  /// The swipe actions of the rows, or nil if they have none.
  var swipeActions: SwipeActions? {
    get { self[own: SwipeActions.self] }
    set { self[own: SwipeActions.self] = newValue }
  }
}
