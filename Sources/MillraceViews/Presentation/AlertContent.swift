// SPDX-License-Identifier: Apache-2.0

/// What an alert shows: title, explanation, buttons.
struct AlertContent<Actions: View, Message: View> {
  let title: String
  let actions: Actions
  let message: Message
  /// Whether a button that changes nothing comes after the others, unless they have one.
  var addsCancel = false
}

extension AlertContent: View {
  var body: some View {
    AlertPart(tag: .h2, name: "mv-title", content: Text(title))
    if Message.self != EmptyView.self {
      AlertPart(tag: .div, name: "mv-message", content: message)
    }
    AlertPart(tag: .div, name: "mv-actions", content: buttons)
  }

  @MainActor @ViewBuilder private var buttons: some View {
    actions
    DefaultButton(addsCancel: addsCancel)
  }
}

/// The button that an alert adds to those of the application, which come before it.
private struct DefaultButton: View {
  let addsCancel: Bool
  @Environment(\.alertButtons) private var buttons

  var body: some View {
    if let title {
      Button(title, role: .cancel) {}.environment(\.alertButtons, nil)
    }
  }

  private var title: String? {
    guard let buttons, !buttons.isEmpty else { return "OK" }
    return addsCancel && !buttons.hasCancel ? "Cancel" : nil
  }
}

/// The buttons that the application has put in an alert.
@MainActor final class AlertButtons {
  /// Whether each of them has the role `cancel`.
  private let roles = StateStorage<[ObjectIdentifier: Bool]>([:])
  private var cancellations: [ObjectIdentifier: @MainActor () -> Void] = [:]

  /// Whether there is none.
  var isEmpty: Bool { roles.value.isEmpty }
  /// Whether one has the role `cancel`.
  var hasCancel: Bool { roles.value.values.contains(true) }

  /// Notes a button; one with the role `cancel` says what it does.
  func add(_ button: ObjectIdentifier, cancel: (@MainActor () -> Void)?) {
    roles.value[button] = cancel != nil
    cancellations[button] = cancel
  }

  /// Forgets a button.
  func remove(_ button: ObjectIdentifier) {
    roles.value[button] = nil
    cancellations[button] = nil
  }

  /// Does what the button with the role `cancel` does.
  func cancel() {
    cancellations.values.first?()
  }
}

extension EnvironmentValues {
  /// The buttons of the alert that a view is in.
  var alertButtons: AlertButtons? {
    get { self[AlertButtonsKey.self] }
    set { self[AlertButtonsKey.self] = newValue }
  }
}

private struct AlertButtonsKey: EnvironmentKey {
  static var defaultValue: AlertButtons? { nil }
}

/// One of the parts, in an element of its own.
private struct AlertPart<Content: View> {
  let tag: HTMLTag
  let name: String
  let content: Content
}

extension AlertPart: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = ElementNode(tag: tag, class: name, parent: parent, scope: scope)
    node.content = Tree.mount(content, parent: node, scope: scope)
    return node
  }

  func update(_ node: Node) {
    if let inside = Tree.cast(node, to: ElementNode.self).content {
      Tree.update(inside, with: content)
    }
  }
}
