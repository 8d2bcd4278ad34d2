// SPDX-License-Identifier: Apache-2.0

/// The description of a dialog.
struct Dialog<Inside: View> {
  /// The title of an alert, or nil for a sheet.
  var title: String?
  /// Whether an alert is a confirmation dialog with several choices.
  var hasChoices = false
  let isPresented: Binding<Bool>
  var onDismiss: (@MainActor () -> Void)?
  let inside: @MainActor () -> Inside
  /// The identity of the dialog's content.
  ///
  /// If it changes, the dialog is closed and a new one opened.
  var id: @MainActor () -> AnyHashable? = { nil }
}

/// A view with a dialog, which is on top of the page while a binding is true.
struct DialogView<Content: View, Inside: View> {
  let content: Content
  let dialog: Dialog<Inside>
}

extension DialogView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = DialogNode(dialog, parent: parent, scope: scope)
    node.content = Tree.mount(content, parent: node, scope: scope)
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: DialogNode<Inside>.self)
    if let content = node.content { Tree.update(content, with: self.content) }
    node.update(with: dialog)
  }
}
