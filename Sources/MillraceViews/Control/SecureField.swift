// SPDX-License-Identifier: Apache-2.0

/// A control for a single line of secret text, which is not shown.
///
/// The text is sent from the page to the binding, but never from the binding to the page: neither
/// the HTML nor a patch contains it. When the binding becomes empty, the page clears the field. It
/// also clears the field if the text of the user was refused, for example because the field has
/// been disabled: the binding keeps its text then, but the page does not show it.
public struct SecureField<Label: View> {
  let field: FieldInput
  let label: Label
}

extension SecureField where Label == Text {
  /// Creates a field with a label and a binding to its text.
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
    self.init(text: text) { Text(titleKey) }
  }

  /// Creates a field with a label and a binding to its text.
  @_disfavoredOverload nonisolated public init(
    _ title: some StringProtocol, text: Binding<String>
  ) {
    self.init(text: text) { Text(title) }
  }

  /// Creates a field that shows a prompt while it is empty.
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
    self.init(text: text, prompt: prompt) { Text(titleKey) }
  }

  /// Creates a field that shows a prompt while it is empty.
  @_disfavoredOverload nonisolated public init(
    _ title: some StringProtocol, text: Binding<String>, prompt: Text?
  ) {
    self.init(text: text, prompt: prompt) { Text(title) }
  }
}

extension SecureField {
  /// Creates a field with any view as its label.
  nonisolated public init(
    text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label
  ) {
    field = FieldInput(text: text, prompt: prompt?.string, kind: .password)
    self.label = label()
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
