// SPDX-License-Identifier: Apache-2.0

/// The description of a dialog.
struct Dialog<Inside: View> {
  /// The kinds of dialogs.
  enum Kind {
    /// Any content.
    case sheet
    /// An alert. Each of its buttons closes it.
    case alert(title: String)
    /// A confirmation dialog with several choices and a cancel button.
    case choices(title: String)

    /// The title, or nil for a sheet.
    var title: String? {
      switch self {
      case .sheet: nil
      case .alert(let title), .choices(let title): title
      }
    }
  }

  let kind: Kind
  let isPresented: Binding<Bool>
  let onDismiss: (@MainActor () -> Void)?
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
