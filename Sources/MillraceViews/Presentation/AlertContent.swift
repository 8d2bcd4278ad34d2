// SPDX-License-Identifier: Apache-2.0

/// What an alert shows: title, explanation, buttons.
struct AlertContent<Actions: View, Message: View> {
  let title: String
  let actions: Actions
  let message: Message
  /// Whether a button that changes nothing comes after the others.
  var addsCancel = false
}

extension AlertContent: View {
  var body: some View {
    AlertPart(tag: .h2, name: "mv-title", content: Text(title))
    if Message.self != EmptyView.self {
      AlertPart(tag: .div, name: "mv-message", content: message)
    }
    AlertPart(tag: .div, name: "mv-actions", content: buttons)
  }

  @ViewBuilder private var buttons: some View {
    if Actions.self == EmptyView.self {
      Button("OK", role: .cancel) {}
    } else {
      actions
      if addsCancel { Button("Cancel", role: .cancel) {} }
    }
  }
}

/// One of the parts, in an element of its own.
private struct AlertPart<Content: View> {
  let tag: HTMLTag
  let name: String
  let content: Content
}

extension AlertPart: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = ElementNode(tag: tag, class: name, parent: parent, scope: scope)
    node.content = Tree.mount(content, parent: node, scope: scope)
    return node
  }

  func update(_ node: Node) {
    if let inside = Tree.cast(node, to: ElementNode.self).content {
      Tree.update(inside, with: content)
    }
  }
}
