// SPDX-License-Identifier: Apache-2.0

/// A control for a single line of secret text, which is not shown.
///
/// The text is sent from the page to the binding, but never from the binding to the page: neither
/// the HTML nor a patch contains it. When the binding becomes empty, the page clears the field.
public struct SecureField<Label: View> {
  let field: FieldInput
  let label: Label
}

extension SecureField where Label == Text {
  /// Creates a field with a label and a binding to its text.
  nonisolated public init(_ title: some StringProtocol, text: Binding<String>) {
    self.init(title, text: text, prompt: nil)
  }

  /// Creates a field that shows a prompt while it is empty.
  nonisolated public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text?) {
    field = FieldInput(text: text, prompt: prompt?.string, kind: .password)
    label = Text(title)
  }
}

extension SecureField: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    FieldNode(field, label: label, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    Tree.cast(node, to: FieldNode<Label>.self).update(with: field, label: label)
  }
}
