// SPDX-License-Identifier: Apache-2.0

/// The node of a picker that shows all its options: a caption and a group of radio buttons.
final class ChoicesNode<Label: View, Value: Hashable, Content: View>:
  PickerControl<Label, Value, Content>
{
  private var selection: Binding<Value>
  private let group: ChoicesElement
  private let caption: ElementNode
  private let choices: Choices

  init(
    _ picker: Picker<Label, Value, Content>, look: PickerLook, parent: Node, scope: Scope
  ) {
    selection = picker.selection
    group = ChoicesElement(
      tag: .div, class: "mv-choice-group " + (look.name ?? ""), parent: parent, scope: scope)
    choices = Choices(
      PickerOptions(for: Value.self), group: "millrace-g\(group.id.rawValue)",
      isEnabled: scope.values.isEnabled)
    let parts = SequenceNode(parent: group, scope: scope)
    let plain = Scope(in: scope, slot: .plain)
    caption = ElementNode(
      tag: .span, class: look.hidesLabel ? "mv-unseen" : "mv-caption", parent: parts, scope: plain)
    caption.content = Tree.mount(picker.label, parent: caption, scope: plain)
    super.init(parent: parent, scope: scope)
    element = group
    group.content = parts
    group.set(.role, "radiogroup")
    group.set(namedBy: caption)
    let inside = Tree.mount(
      picker.content, parent: parts,
      scope: Scope(in: scope, slot: .wrapped([choices], tag: nil)))
    parts.children = [caption, inside]
    group.listen(.select, self)
    refresh()
  }

  override func update(with picker: Picker<Label, Value, Content>) {
    selection = picker.selection
    if let inside = caption.content { Tree.update(inside, with: picker.label) }
    if let parts = group.content?.childNodes { Tree.update(parts[1], with: picker.content) }
    refresh()
  }

  override func refresh() {
    track {
      _ = choices.options.select(AnyHashable(selection.wrappedValue))
      readEnabled(into: nil)
    }
    choices.isEnabled = isEnabled
    for choice in group.choices { choice.show() }
  }

  /// Accepts only a value that the picker offers now and that has the type of the selection.
  override func handle(_ event: ViewEvent.Kind) -> Bool {
    guard case .select(let value) = event, group.choices.contains(where: { $0.value == value }),
      let tag = choices.options.tag(for: value), let chosen = tag.base as? Value
    else { return false }
    for choice in group.choices { choice.note(isChosen: choice.value == value) }
    selection.wrappedValue = chosen
    invalidate()
    return true
  }
}

/// The element of a group of radio buttons.
final class ChoicesElement: ElementNode {
  /// The present options, which the page may not have yet.
  var choices: [ChoiceNode] { elementsInside.compactMap { $0 as? ChoiceNode } }

  /// Makes the page show the selected option again, after a refused choice.
  override func correct(after event: ViewEvent.Kind) {
    guard case .select(let value) = event else { return }
    for choice in choices { choice.input.correct(after: .toggle(choice.value == value)) }
  }
}

/// Creates the options of a group of radio buttons.
final class Choices: Wrapping {
  let options: PickerOptions
  /// The name of the group, which the browser needs for the arrow keys.
  let group: String
  var isEnabled: Bool

  var needsTags: Bool { true }

  init(_ options: PickerOptions, group: String, isEnabled: Bool) {
    self.options = options
    self.group = group
    self.isEnabled = isEnabled
  }

  func makeWrapper(parent: Node, scope: Scope) -> BoxNode {
    guard case .wrapped(_, let place) = scope.slot else {
      return ChoiceNode(nil, of: self, parent: parent, scope: scope)
    }
    let choice = ChoiceNode(place?.tag, of: self, parent: parent, scope: scope)
    place?.addReader(choice)
    return choice
  }
}

/// The `label` around one radio button and the view of its option.
///
/// A view without a value is no option, and is left out.
final class ChoiceNode: BoxNode, TagReader {
  private let choices: Choices
  private var tagOfChoice: AnyHashable?
  private(set) lazy var input = ElementNode(tag: .input, parent: self, scope: scope)

  fileprivate init(_ tag: AnyHashable?, of choices: Choices, parent: Node, scope: Scope) {
    self.choices = choices
    super.init(tag: .label, box: Box(name: "mv-choice"), parent: parent, scope: scope)
    input.set(.type, "radio")
    input.set(.name, choices.group)
    if let tag { tagChanged(to: tag) }
  }

  /// The string for the value of the option.
  var value: String? { input.value(.value) }

  override var childNodes: [Node] { [input, inner].compactMap { $0 } }

  override var elementsInside: [ElementNode] { childNodes.elements }

  override func collect(into elements: inout [ElementNode]) {
    if tagOfChoice != nil { super.collect(into: &elements) }
  }

  func tagChanged(to tag: AnyHashable) {
    guard isMounted else { return }
    if let tagOfChoice { choices.options.withdraw(tagOfChoice) }
    tagOfChoice = tag
    input.set(.value, choices.options.offer(tag))
    if let fault = choices.options.fault(of: tag) { scope.host?.faults.append(fault) }
    show()
  }

  /// Shows whether the option is chosen and enabled.
  fileprivate func show() {
    guard let tagOfChoice else { return }
    input.set(.checked, choices.options.isSelected(tagOfChoice) ? "" : nil)
    input.set(.disabled, choices.isEnabled ? nil : "")
  }

  /// Records that the user has chosen this option, or another one.
  fileprivate func note(isChosen: Bool) { input.note(.checked, isChosen ? "" : nil) }

  override func didUnmount() {
    super.didUnmount()
    if let tagOfChoice { choices.options.withdraw(tagOfChoice) }
  }
}
