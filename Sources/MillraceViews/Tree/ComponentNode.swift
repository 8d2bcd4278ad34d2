// SPDX-License-Identifier: Apache-2.0

/// What every component node has, whatever its view is.
class ComponentBase: TrackedNode {
  /// What the component keeps for its dynamic properties, in the order of their declaration.
  var slots: [AnyObject] = []
  /// The next slot while properties are being connected.
  var slotIndex = 0
}

/// A view with a body, its state, and what its body has made.
final class ComponentNode<V: View>: ComponentBase {
  private var view: V
  private var child: Node?
  /// What stands in the child's place while the body cannot run.
  private var errorNode: Node?

  override var childNodes: [Node] { (errorNode ?? child).map { [$0] } ?? [] }

  override var name: String { String(describing: V.self) }

  init(_ view: V, parent: Node, scope: Scope) {
    self.view = view
    super.init(parent: parent, scope: scope)
    refresh()
  }

  /// Takes over a new value of the view; runs the body if its inputs are others.
  func update(with newView: V) {
    let isSame = withUnsafePointer(to: &view) { old in
      withUnsafePointer(to: newView) { TypeLayout.of(V.self).areEqual(old, $0) }
    }
    guard !isSame || isDirty else { return }
    view = newView
    refresh()
  }

  override func refresh() {
    var message: String?
    let body: V.Body? = track {
      message = PropertyInstaller(component: self).install(&view)
      return message == nil ? view.body : nil
    }
    guard let body else { return showError(message ?? "") }
    scope.host?.countBody(V.self)
    if let child {
      Tree.update(child, with: body)
    } else {
      errorNode?.unmount()
      errorNode = nil
      child = Tree.mount(body, parent: self, scope: scope)
      structureChanged()
    }
  }

  /// Shows an error in the place of what the body made, and reports it.
  private func showError(_ message: String) {
    scope.host?.faults.append(.unavailable(message: message, view: name))
    child?.unmount()
    child = nil
    errorNode?.unmount()
    errorNode = Tree.mount(UnavailableView(message: message), parent: self, scope: scope)
    structureChanged()
  }
}
