// SPDX-License-Identifier: Apache-2.0

/// A node whose view is a control: elements that depend on a binding or on being enabled.
class ControlNode: TrackedNode, EventTarget {
  /// The outermost element.
  var element: ElementNode?
  private(set) var isEnabled = true

  override var childNodes: [Node] { element.map { [$0] } ?? [] }

  /// Makes an element of this control.
  final func make(
    _ tag: HTMLTag, class name: String? = nil, in parent: Node? = nil, text: String? = nil
  ) -> ElementNode {
    let element = ElementNode(tag: tag, class: name, parent: parent ?? self, scope: scope)
    if let text { element.set(text: text) }
    return element
  }

  /// Reads whether the control is enabled, and shows it.
  ///
  /// To be called inside `track`.
  final func readEnabled(into element: ElementNode?) {
    isEnabled = scope.read(\.isEnabled)
    element?.set(.disabled, isEnabled ? nil : "")
  }

  func handle(_ event: ViewEvent.Kind) -> Bool { false }
}

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
