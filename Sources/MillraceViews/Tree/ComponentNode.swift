// SPDX-License-Identifier: Apache-2.0

/// The part of a component node that does not depend on the type of its view.
class ComponentBase: TrackedNode {
  /// The stored objects of the component's dynamic properties, in the order of their declaration.
  var slots: [AnyObject] = []
  /// The index of the next slot while properties are being connected.
  var slotIndex = 0

  /// The type of the view.
  var viewType: Any.Type { Never.self }
}

/// The node of a view with a body: the view, its state, and the node that its body has made.
final class ComponentNode<V: View>: ComponentBase {
  private var view: V
  private var child: Node?
  /// The node that replaces the child while the body cannot run.
  private var errorNode: Node?

  override var childNodes: [Node] { (errorNode ?? child).map { [$0] } ?? [] }

  override var name: String { String(describing: V.self) }
  override var viewType: Any.Type { V.self }

  init(_ view: V, parent: Node, scope: Scope) {
    self.view = view
    super.init(parent: parent, scope: scope)
    refresh()
  }

  /// Stores a new value of the view and runs the body, if the value differs or the node is dirty.
  func update(with newView: V) {
    let isSame = withUnsafePointer(to: &view) { old in
      withUnsafePointer(to: newView) { TypeLayout.of(V.self).areEqual(old, $0) }
    }
    guard !isSame || isDirty else { return }
    view = newView
    refresh()
  }

  override func refresh() {
    let host = scope.host
    guard host?.hasFailed != true else { return }
    var message = tooDeep
    let outer = ViewActivity.enter(V.self)
    let body: V.Body? = track {
      if message == nil { message = PropertyInstaller(component: self).install(&view) }
      return message == nil ? view.body : nil
    }
    ViewActivity.leave(to: outer)
    guard let body else { return showError(message ?? "") }
    host?.countBody(V.self)
    if let child {
      Tree.update(child, with: body)
    } else {
      errorNode?.unmount()
      errorNode = nil
      child = Tree.mount(body, parent: self, scope: scope)
      structureChanged()
    }
  }

  /// The message for a view that is too deep in the tree to be shown, or nil.
  private var tooDeep: String? {
    guard depth > Tree.greatestDepth else { return nil }
    return """
      The view is more than \(Tree.greatestDepth) levels deep in the tree, so it is not shown. \
      Most likely its body contains the view itself endlessly. End the recursion where the data \
      ends.
      """
  }

  /// Ends the page, or reports a fault and replaces the child by an error.
  ///
  /// A view that is too deep is replaced by nothing.
  private func showError(_ message: String) {
    guard scope.host?.fail(name, message) != true else { return }
    scope.host?.faults.append(.unavailable(message: message, view: name))
    child?.unmount()
    child = nil
    errorNode?.unmount()
    errorNode =
      tooDeep == nil
      ? Tree.mount(UnavailableView(message: message), parent: self, scope: scope) : nil
    structureChanged()
  }
}
