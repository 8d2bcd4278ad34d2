// SPDX-License-Identifier: Apache-2.0

/// The purpose of a button.
///
/// A destructive button is red. When the user closes an alert without pressing a button, the action
/// of its first enabled cancel button runs.
public struct ButtonRole: Equatable, Sendable {
  let name: String

  /// The button deletes something.
  public static let destructive = ButtonRole(name: "destructive")
  /// The button cancels an operation and changes nothing.
  public static let cancel = ButtonRole(name: "cancel")
}

/// A control that runs an action when it is pressed.
///
/// HTML does not allow a button inside another one. A `Button` or `NavigationLink` in the label of
/// a button is reported as ``ViewFault/buttonInButton(view:)``. Put the two side by side.
public struct Button<Label: View> {
  let role: ButtonRole?
  let action: @MainActor () -> Void
  let label: Label

  /// Creates a button with any view as its label.
  nonisolated public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label)
  {
    self.init(role: nil, action: action, label: label)
  }

  /// Creates a button with a role and any view as its label.
  nonisolated public init(
    role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }

  /// Creates a button with a function without isolation as its action, for example a stored one.
  @_disfavoredOverload nonisolated public init(
    role: ButtonRole? = nil, action: @escaping () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.init(role: role, action: onMain(action), label: label)
  }
}

extension Button where Label == Text {
  /// Creates a button with a text as its label.
  nonisolated public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {
    self.init(role: nil, action: action) { Text(title) }
  }

  /// Creates a button with a role and a text as its label.
  nonisolated public init(
    _ title: some StringProtocol, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { Text(title) }
  }

  /// Creates a button with a text as its label, and with a function without isolation as its
  /// action.
  @_disfavoredOverload nonisolated public init(
    _ title: some StringProtocol, role: ButtonRole? = nil, action: @escaping () -> Void
  ) {
    self.init(title, role: role, action: onMain(action))
  }
}

extension Button where Label == MillraceViews.Label<Text, Image> {
  /// Creates a button with a text and a system image as its label.
  nonisolated public init(
    _ title: some StringProtocol, systemImage: String, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: nil, action: action) { MillraceViews.Label(title, systemImage: systemImage) }
  }

  /// Creates a button with a role, and with a text and a system image as its label.
  nonisolated public init(
    _ title: some StringProtocol, systemImage: String, role: ButtonRole?,
    action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { MillraceViews.Label(title, systemImage: systemImage) }
  }

  /// Creates a button with a text and a system image as its label, and with a function without
  /// isolation as its action.
  @_disfavoredOverload nonisolated public init(
    _ title: some StringProtocol, systemImage: String, role: ButtonRole? = nil,
    action: @escaping () -> Void
  ) {
    self.init(title, systemImage: systemImage, role: role, action: onMain(action))
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
    let element = makeButton()
    element.content = SwitchNode(parent: element, scope: scope)
    element.listen(.tap, self)
    self.element = element
    refresh()
    joinAlert()
  }

  func update(with button: Button<Label>) {
    let hasOtherRole = button.role != self.button.role
    self.button = button
    refresh()
    if hasOtherRole { joinAlert() }
  }

  /// Registers the button with the alert that contains it, if there is one.
  private func joinAlert() {
    guard let buttons = scope.values.alertButtons else { return }
    let cancel: @MainActor () -> Bool = { [weak self] in
      guard let self, isEnabled else { return false }
      button.action()
      return true
    }
    buttons.add(ObjectIdentifier(self), cancel: button.role == .cancel ? cancel : nil)
  }

  /// Shows the label, or the view that a `ButtonStyle` makes from the label.
  private func show(in look: Look<String, ButtonStyleConfiguration>) {
    guard let inside = element?.content as? SwitchNode else { return }
    guard let make = look.maker?.make else { return inside.show(button.label, key: false) }
    let label = ButtonStyleConfiguration.Label(view: AnyView(button.label))
    inside.show(
      make(ButtonStyleConfiguration(role: button.role, label: label, isPressed: false)), key: true)
  }

  override func refresh() {
    let look = track {
      let look = scope.read(\.buttonLook)
      let kind = look.maker == nil ? look.kind : "custom"
      let names = [button.role?.name, kind].compactMap { $0 }
      element?.set(
        class: names.isEmpty ? nil : names.map { "mv-" + $0 }.joined(separator: " "))
      readEnabled(into: element)
      return look
    }
    show(in: look)
  }

  override func handle(_ event: ViewEvent.Kind) -> Bool {
    button.action()
    // Any button of an alert closes the alert.
    scope.values.alertAction?.run()
    return true
  }

  override func didUnmount() {
    super.didUnmount()
    scope.values.alertButtons?.remove(ObjectIdentifier(self))
  }
}
