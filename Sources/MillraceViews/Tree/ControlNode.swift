// SPDX-License-Identifier: Apache-2.0

/// The node of a control.
///
/// Its elements depend on a binding, or on whether the control is enabled.
class ControlNode: TrackedNode, EventTarget {
  /// The outermost element.
  var element: ElementNode?
  private(set) var isEnabled = true

  override var childNodes: [Node] { element.map { [$0] } ?? [] }

  /// Creates an element of this control.
  final func make(
    _ tag: HTMLTag, class name: String? = nil, in parent: Node? = nil, text: String? = nil
  ) -> ElementNode {
    let element = ElementNode(tag: tag, class: name, parent: parent ?? self, scope: scope)
    if let text { element.set(text: text) }
    return element
  }

  /// Creates the `button` of this control, and reports it if it is in the label of another button.
  ///
  /// - Complexity: O(*n*) in the depth of the node.
  final func makeButton(class name: String? = nil) -> ElementNode {
    var outer = enclosingElement
    while let element = outer, element.tag != .button {
      outer = element.tag == .dialog ? nil : element.enclosingElement
    }
    if let outer, let host = scope.host {
      let fault = ViewFault.buttonInButton(view: "\(outer.viewAround)")
      if !host.faults.contains(fault) { host.faults.append(fault) }
    }
    let element = make(.button, class: name)
    element.set(.type, "button")
    return element
  }

  /// Reads whether the control is enabled, and sets the attribute `disabled` accordingly.
  ///
  /// Call it inside `track`.
  final func readEnabled(into element: ElementNode?) {
    isEnabled = scope.read(\.isEnabled)
    element?.set(.disabled, isEnabled ? nil : "")
  }

  func handle(_ event: ViewEvent.Kind) -> Bool { false }
}

/// A `label` element that contains a caption and a control.
///
/// The caption names the control.
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
