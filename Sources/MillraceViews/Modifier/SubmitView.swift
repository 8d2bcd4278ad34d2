// SPDX-License-Identifier: Apache-2.0

/// The kinds of fields in which Return runs an action.
public struct SubmitTriggers: OptionSet, Sendable {
  /// The set as bits, one for each kind.
  public let rawValue: Int

  /// Creates a set from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Text fields with one line.
  public static let text = SubmitTriggers(rawValue: 1)
  /// Search fields.
  public static let search = SubmitTriggers(rawValue: 2)
}

/// A view with an action for Return in its text fields or search fields.
struct SubmitView<Content: View> {
  let content: Content
  let triggers: SubmitTriggers
  let action: @MainActor () -> Void
}

extension SubmitView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = SubmitNode(triggers, action, parent: parent, scope: scope)
    node.child = Tree.mount(content, parent: node, scope: node.inner)
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: SubmitNode.self)
    node.own.action = action
    node.set(triggers)
    if let child = node.child { Tree.update(child, with: content) }
  }
}

private final class SubmitNode: ChildNode {
  /// The action of the modifier, without the actions of outer views.
  let own: ActionBox
  let inner: Scope
  private var triggers: SubmitTriggers

  init(
    _ triggers: SubmitTriggers, _ action: @escaping @MainActor () -> Void, parent: Node,
    scope: Scope
  ) {
    own = ActionBox(action)
    inner = Scope(in: scope)
    self.triggers = triggers
    super.init(parent: parent, scope: scope)
    addAction()
  }

  func set(_ triggers: SubmitTriggers) {
    guard triggers != self.triggers else { return }
    self.triggers = triggers
    addAction()
  }

  /// Adds the action to those of outer views, which can differ for the two kinds of fields.
  private func addAction() {
    inner.setChange { [own, triggers] in
      if triggers.contains(.text) {
        $0.submitAction = ActionBox(outer: $0.submitAction) { own.run() }
      }
      if triggers.contains(.search) {
        $0.searchAction = ActionBox(outer: $0.searchAction) { own.run() }
      }
    }
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
