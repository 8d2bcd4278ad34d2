// SPDX-License-Identifier: Apache-2.0

/// The properties of a text field, except its label.
struct FieldInput {
  let text: Binding<String>
  let prompt: String?
  /// The kinds of fields.
  enum Kind {
    /// A field for one line of text.
    case text
    /// A field for several lines of text.
    case lines
    /// A field for a value with a format.
    case value
    /// A field that does not show its text.
    case password
    /// A field for a search text.
    case search

    /// The `type` of the `input` element, or nil for a `textarea`.
    var type: String? {
      switch self {
      case .text, .value: "text"
      case .lines: nil
      case .password: "password"
      case .search: "search"
      }
    }
  }

  let kind: Kind
}

/// The node of a text field: a `label` around a caption and an `input` or a `textarea`.
class FieldNode<Label: View>: ControlNode {
  private(set) final var field: FieldInput
  final let input: ElementNode
  private let caption: Node

  init(_ field: FieldInput, label: Label, parent: Node, scope: Scope) {
    self.field = field
    let frame = ControlFrame(label, isLabelFirst: true, parent: parent, scope: scope) { parent in
      switch field.kind {
      case .password: SecretElementNode(tag: .input, parent: parent, scope: scope)
      case .lines: ElementNode(tag: .textarea, class: "mv-grow", parent: parent, scope: scope)
      case .text, .value, .search: ElementNode(tag: .input, parent: parent, scope: scope)
      }
    }
    input = frame.control
    caption = frame.caption
    super.init(parent: parent, scope: scope)
    element = frame.element
    input.set(.type, field.kind.type)
    if field.kind == .lines { input.set(.rows, "1") }
    listen()
    refresh()
  }

  func update(with field: FieldInput, label: Label) {
    self.field = field
    Tree.update(caption, with: label)
    refresh()
  }

  /// Makes the page report the events of the `input` or `textarea`.
  func listen() {
    input.listen(field.kind == .lines ? .input : [.input, .submit], self)
  }

  override func refresh() {
    track {
      showText()
      input.set(.placeholder, field.prompt)
      readEnabled(into: input)
      readTraits(into: input)
    }
  }

  /// Shows the text of the binding.
  ///
  /// Called inside `track`.
  func showText() {
    input.set(.value, field.text.wrappedValue)
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
