// SPDX-License-Identifier: Apache-2.0

/// The properties of a text field, except its label.
struct FieldInput {
  let text: Binding<String>
  let prompt: String?
  /// The kind of field; the raw value is the `type` of the `input` element.
  enum Kind: String {
    /// A field that shows its text.
    case text
    /// A field that does not show its text.
    case password
    /// A field for a search text.
    case search
  }

  let kind: Kind
}

/// The node of a text field: a label around a caption and an input.
final class FieldNode<Label: View>: ControlNode {
  private var field: FieldInput
  private let input: ElementNode
  private let caption: Node

  init(_ field: FieldInput, label: Label, parent: Node, scope: Scope) {
    self.field = field
    let frame = ControlFrame(label, isLabelFirst: true, parent: parent, scope: scope) { parent in
      field.kind == .password
        ? SecretElementNode(tag: .input, parent: parent, scope: scope)
        : ElementNode(tag: .input, parent: parent, scope: scope)
    }
    input = frame.control
    caption = frame.caption
    super.init(parent: parent, scope: scope)
    element = frame.element
    input.set(.type, field.kind.rawValue)
    input.listen([.input, .submit], self)
    refresh()
  }

  func update(with field: FieldInput, label: Label) {
    self.field = field
    Tree.update(caption, with: label)
    refresh()
  }

  override func refresh() {
    track {
      input.set(.value, field.text.wrappedValue)
      input.set(.placeholder, field.prompt)
      readEnabled(into: input)
    }
  }

  override func handle(_ event: ViewEvent.Kind) -> Bool {
    switch event {
    case .input(let text):
      input.note(.value, text)
      field.text.wrappedValue = text
      invalidate()
    case .submit:
      let values = scope.values
      (field.kind == .search ? values.searchAction : values.submitAction)?.run()
    default:
      return false
    }
    return true
  }
}

/// An `input` whose value is never sent to the page, except an empty value.
final class SecretElementNode: ElementNode {
  override func reveals(_ attribute: Attribute) -> Bool {
    attribute.name != .value || attribute.value.isEmpty
  }
}
