// SPDX-License-Identifier: Apache-2.0

/// The kinds of fields in which Return runs an action.
public struct SubmitTriggers: OptionSet, Sendable {
  /// The set as bits, one for each kind.
  public let rawValue: Int

  /// Creates a set from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Text fields.
  public static let text = SubmitTriggers(rawValue: 1)
  /// Search fields.
  public static let search = SubmitTriggers(rawValue: 2)
}

/// A view whose text fields run an action when Return is pressed.
struct SubmitView<Content: View> {
  let content: Content
  let triggers: SubmitTriggers
  let action: @MainActor () -> Void
}

extension SubmitView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    // The actions around this one can differ for the two kinds of fields.
    let text = ActionBox(outer: scope.values.submitAction, action)
    let search = ActionBox(outer: scope.values.searchAction, action)
    let node = BoxedActionNode(boxes: [text, search], parent: parent, scope: scope)
    let inner = Scope(in: scope) { [triggers] in
      if triggers.contains(.text) { $0.submitAction = text }
      if triggers.contains(.search) { $0.searchAction = search }
    }
    node.child = Tree.mount(content, parent: node, scope: inner)
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: BoxedActionNode.self)
    for box in node.boxes { box.action = action }
    if let child = node.child { Tree.update(child, with: content) }
  }
}

private final class BoxedActionNode: Node {
  let boxes: [ActionBox]
  var child: Node?

  override var childNodes: [Node] { child.map { [$0] } ?? [] }

  init(boxes: [ActionBox], parent: Node, scope: Scope) {
    self.boxes = boxes
    super.init(parent: parent, scope: scope)
  }
}

extension EnvironmentValues {
  /// The action for Return in a text field.
  var submitAction: ActionBox? {
    get { self[SubmitActionKey.self] }
    set { self[SubmitActionKey.self] = newValue }
  }

  /// The action for Return in a search field.
  var searchAction: ActionBox? {
    get { self[SearchActionKey.self] }
    set { self[SearchActionKey.self] = newValue }
  }

  /// The action that the buttons of an alert run after their own action.
  var alertAction: ActionBox? {
    get { self[AlertActionKey.self] }
    set { self[AlertActionKey.self] = newValue }
  }
}

private struct SubmitActionKey: EnvironmentKey {
  static var defaultValue: ActionBox? { nil }
}

private struct SearchActionKey: EnvironmentKey {
  static var defaultValue: ActionBox? { nil }
}

private struct AlertActionKey: EnvironmentKey {
  static var defaultValue: ActionBox? { nil }
}
