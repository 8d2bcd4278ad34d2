// SPDX-License-Identifier: Apache-2.0

/// What a button is for, where that matters for its looks.
public struct ButtonRole: Equatable, Sendable {
  let name: String

  /// The button destroys something.
  public static let destructive = ButtonRole(name: "destructive")
  /// The button leaves everything as it was.
  public static let cancel = ButtonRole(name: "cancel")
}

/// A control that runs an action when it is pressed.
public struct Button<Label: View> {
  let role: ButtonRole?
  let action: @MainActor () -> Void
  let label: Label

  /// Creates a button with any view as its label.
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.init(role: nil, action: action, label: label)
  }

  /// Creates a button with a role and any view as its label.
  public init(
    role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }
}

extension Button where Label == Text {
  /// Creates a button with a text as its label.
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {
    self.init(role: nil, action: action) { Text(title) }
  }

  /// Creates a button with a role and a text as its label.
  public init(
    _ title: some StringProtocol, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { Text(title) }
  }
}

extension Button: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    ButtonNode(self, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    Tree.cast(node, to: ButtonNode<Label>.self).update(with: self)
  }
}

private final class ButtonNode<Label: View>: ControlNode {
  private var button: Button<Label>

  init(_ button: Button<Label>, parent: Node, scope: Scope) {
    self.button = button
    super.init(parent: parent, scope: scope)
    let element = make(.button)
    element.set(.type, "button")
    element.content = Tree.mount(button.label, parent: element, scope: scope)
    element.listen(.tap, self)
    self.element = element
    refresh()
  }

  func update(with button: Button<Label>) {
    self.button = button
    if let content = element?.content { Tree.update(content, with: button.label) }
    refresh()
  }

  override func refresh() {
    element?.set(class: button.role.map { "mv-" + $0.name })
    track { readEnabled(into: element) }
  }

  override func handle(_ event: ViewEvent.Kind) -> Bool {
    button.action()
    scope.values.alertAction?.run()
    return true
  }
}
