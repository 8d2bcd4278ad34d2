// SPDX-License-Identifier: Apache-2.0

/// The node of a picker in any form.
class PickerControl<Label: View, Value: Hashable, Content: View>: ControlNode {
  /// Shows a new value of the view.
  func update(with picker: Picker<Label, Value, Content>) {}
}

/// The node of a picker that opens a list: a label around a caption and a `select`.
final class PickerNode<Label: View, Value: Hashable, Content: View>:
  PickerControl<Label, Value, Content>
{
  private var selection: Binding<Value>
  private let options = PickerOptions(for: Value.self)
  private let select: ElementNode
  private let caption: Node

  init(_ picker: Picker<Label, Value, Content>, parent: Node, scope: Scope) {
    selection = picker.selection
    let frame = ControlFrame(picker.label, isLabelFirst: true, parent: parent, scope: scope) {
      ElementNode(tag: .select, parent: $0, scope: scope)
    }
    select = frame.control
    caption = frame.caption
    super.init(parent: parent, scope: scope)
    element = frame.element
    select.content = Tree.mount(
      picker.content, parent: select,
      scope: Scope(in: scope, slot: .option(options, tag: nil)))
    select.listen(.select, self)
    refresh()
  }

  override func update(with picker: Picker<Label, Value, Content>) {
    selection = picker.selection
    Tree.update(caption, with: picker.label)
    if let content = select.content { Tree.update(content, with: picker.content) }
    refresh()
  }

  override func refresh() {
    track {
      select.set(.value, options.select(AnyHashable(selection.wrappedValue)))
      readEnabled(into: select)
    }
  }

  /// Accepts only a value that the picker offers now and that has the type of the selection.
  override func handle(_ event: ViewEvent.Kind) -> Bool {
    guard case .select(let value) = event,
      select.elementsInside.contains(where: { $0.value(.value) == value }),
      let tag = options.tag(for: value), !(tag.base is OptionHeader),
      let chosen = tag.base as? Value
    else { return false }
    select.note(.value, value)
    selection.wrappedValue = chosen
    invalidate()
    return true
  }
}
