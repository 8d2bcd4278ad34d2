// SPDX-License-Identifier: Apache-2.0

/// A control for a single line of text, for several lines if its axis is vertical, or for a value
/// with a format.
///
/// A field with a vertical axis grows with its text, within the limits of `lineLimit`. Return
/// begins a new line in it, so it does not run the action of `onSubmit`. In browsers that cannot
/// fit the height of a field to its text, it begins with one line, or with the smallest number of
/// lines of `lineLimit`, and the user can change its height.
public struct TextField<Label: View> {
  let field: FieldInput
  let label: Label
}

extension TextField where Label == Text {
  /// Creates a field with a label and a binding to its text.
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
    self.init(Text(titleKey), text: text)
  }

  /// Creates a field with a label and a binding to its text.
  @_disfavoredOverload nonisolated public init(
    _ title: some StringProtocol, text: Binding<String>
  ) {
    self.init(Text(title), text: text)
  }

  /// Creates a field that shows a prompt while it is empty.
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
    self.init(Text(titleKey), text: text, prompt: prompt)
  }

  /// Creates a field that shows a prompt while it is empty.
  @_disfavoredOverload nonisolated public init(
    _ title: some StringProtocol, text: Binding<String>, prompt: Text?
  ) {
    self.init(Text(title), text: text, prompt: prompt)
  }

  /// Creates a field with a label and an axis.
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis) {
    self.init(Text(titleKey), text: text, axis: axis)
  }

  /// Creates a field with a label and an axis.
  @_disfavoredOverload nonisolated public init(
    _ title: some StringProtocol, text: Binding<String>, axis: Axis
  ) {
    self.init(Text(title), text: text, axis: axis)
  }

  /// Creates a field with an axis that shows a prompt while it is empty.
  nonisolated public init(
    _ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?, axis: Axis
  ) {
    self.init(Text(titleKey), text: text, prompt: prompt, axis: axis)
  }

  /// Creates a field with an axis that shows a prompt while it is empty.
  @_disfavoredOverload nonisolated public init(
    _ title: some StringProtocol, text: Binding<String>, prompt: Text?, axis: Axis
  ) {
    self.init(Text(title), text: text, prompt: prompt, axis: axis)
  }
}

extension TextField {
  /// Creates a field with any view as its label.
  nonisolated public init(
    text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label
  ) {
    self.init(label(), text: text, prompt: prompt)
  }

  /// Creates a field with an axis and any view as its label.
  nonisolated public init(
    text: Binding<String>, prompt: Text? = nil, axis: Axis, @ViewBuilder label: () -> Label
  ) {
    self.init(label(), text: text, prompt: prompt, axis: axis)
  }

  nonisolated private init(
    _ label: Label, text: Binding<String>, prompt: Text? = nil, axis: Axis = .horizontal
  ) {
    let kind: FieldInput.Kind = axis == .vertical ? .lines : .text
    field = FieldInput(text: text, prompt: prompt?.string, kind: kind)
    self.label = label
  }
}

extension TextField: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = SwitchNode(parent: parent, scope: scope)
    update(node)
    return node
  }

  /// Shows the field, or another field if the kind has changed.
  func update(_ node: Node) {
    Tree.cast(node, to: SwitchNode.self)
      .show(FieldView(field: field, label: label), key: field.kind)
  }
}

/// A field whose kind does not change.
private struct FieldView<Label: View> {
  let field: FieldInput
  let label: Label
}

extension FieldView: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    field.kind == .value
      ? ValueFieldNode(field, label: label, parent: parent, scope: scope)
      : FieldNode(field, label: label, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    Tree.cast(node, to: FieldNode<Label>.self).update(with: field, label: label)
  }
}
