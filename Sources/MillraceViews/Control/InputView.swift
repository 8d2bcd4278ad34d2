// SPDX-License-Identifier: Apache-2.0

/// An element with a value that the user can change.
struct InputView {
  let tag: HTMLTag
  let box: Box
  /// Returns the value.
  ///
  /// The values that it reads are tracked for this element only.
  let value: @MainActor () -> String
  /// Handles a new value.
  ///
  /// Returns false if the value is not valid for the control.
  let onInput: @MainActor (String) -> Bool
}

extension InputView: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    InputNode(self, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    Tree.cast(node, to: InputNode.self).update(with: self)
  }
}

private final class InputNode: ControlNode {
  private var view: InputView
  private let input: BoxNode

  init(_ view: InputView, parent: Node, scope: Scope) {
    self.view = view
    input = BoxNode(tag: view.tag, box: view.box, parent: parent, scope: scope)
    super.init(parent: parent, scope: scope)
    element = input
    input.listen(.input, self)
    refresh()
  }

  func update(with view: InputView) {
    self.view = view
    input.apply(view.box)
    refresh()
  }

  override func refresh() {
    track {
      input.set(.value, view.value())
      readEnabled(into: input)
      if input.tag == .textarea { readTraits(into: input) }
    }
  }

  override func handle(_ event: ViewEvent.Kind) -> Bool {
    guard case .input(let text) = event, view.onInput(text) else { return false }
    input.note(.value, text)
    invalidate()
    return true
  }
}
