// SPDX-License-Identifier: Apache-2.0

/// A `label` element with a caption and a control in it, so that the caption names the control.
@MainActor struct ControlFrame {
  let element: ElementNode
  let control: ElementNode
  let caption: Node

  init(
    _ label: some View, class name: String = "mv-field", isLabelFirst: Bool, parent: Node,
    scope: Scope, makeControl: (Node) -> ElementNode
  ) {
    element = ElementNode(tag: .label, class: name, parent: parent, scope: scope)
    let parts = SequenceNode(parent: element, scope: scope)
    element.content = parts
    caption = Tree.mount(label, parent: parts, scope: scope)
    control = makeControl(parts)
    parts.children = isLabelFirst ? [caption, control] : [control, caption]
  }
}
