// SPDX-License-Identifier: Apache-2.0

/// A control for a single line of text.
public struct TextField<Label: View> {
  let field: FieldInput
  let label: Label
}

extension TextField where Label == Text {
  /// Creates a field with a label and a binding to its text.
  nonisolated public init(_ title: some StringProtocol, text: Binding<String>) {
    self.init(title, text: text, prompt: nil)
  }

  /// Creates a field that shows a prompt while it is empty.
  nonisolated public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text?) {
    field = FieldInput(text: text, prompt: prompt?.string, kind: .text)
    label = Text(title)
  }
}

extension TextField where Label == Text {
  /// Creates a field with a label.
  ///
  /// The axis is ignored: on a page the field always has one line.
  nonisolated public init(_ title: some StringProtocol, text: Binding<String>, axis: Axis) {
    self.init(title, text: text, prompt: nil)
  }
}

extension TextField {
  /// Creates a field with any view as its label.
  nonisolated public init(
    text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label
  ) {
    field = FieldInput(text: text, prompt: prompt?.string, kind: .text)
    self.label = label()
  }
}

extension TextField: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    FieldNode(field, label: label, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    Tree.cast(node, to: FieldNode<Label>.self).update(with: field, label: label)
  }
}
