// SPDX-License-Identifier: Apache-2.0

/// A control that chooses one of several values.
///
/// Each option is a `Text`, or the title of a `Label`. Another view, except a `Divider`, is left
/// out, and is reported as a ``ViewFault/unavailable(message:view:)``; a picker that shows all its
/// options (``View/pickerStyle(_:)``) accepts any view with a value. Options can be in a `Section`;
/// its header is left out. The value of an option is its tag, or its id in a `ForEach` if it has no
/// tag. The first value whose type differs from the type of the selection is reported as a
/// ``ViewFault/tagOfAnotherType(tag:type:selection:)`` when its option is created.
///
/// ```swift
/// Picker("Size", selection: $size) {
///   Text("Small").tag(Size.small)
///   Text("Large").tag(Size.large)
/// }
/// ```
public struct Picker<Label: View, SelectionValue: Hashable, Content: View> {
  let selection: Binding<SelectionValue>
  let content: Content
  let label: Label

  /// Creates a picker with any view as its label.
  nonisolated public init(
    selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content,
    @ViewBuilder label: () -> Label
  ) {
    self.selection = selection
    self.content = content()
    self.label = label()
  }
}

extension Picker where Label == Text {
  /// Creates a picker with a text as its label.
  nonisolated public init(
    _ title: some StringProtocol, selection: Binding<SelectionValue>,
    @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { Text(title) }
  }
}

extension Picker where Label == MillraceViews.Label<Text, Image> {
  /// Creates a picker with a text and a system image as its label.
  nonisolated public init(
    _ title: some StringProtocol, systemImage: String, selection: Binding<SelectionValue>,
    @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) {
      MillraceViews.Label(title, systemImage: systemImage)
    }
  }
}

extension Picker: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    let look = scope.values.pickerLook
    return look.name == nil
      ? PickerNode(self, parent: parent, scope: scope)
      : ChoicesNode(self, look: look, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    Tree.cast(node, to: PickerControl<Label, SelectionValue, Content>.self).update(with: self)
  }
}
