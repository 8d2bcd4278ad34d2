// SPDX-License-Identifier: Apache-2.0

/// A control that is on or off.
public struct Toggle<Label: View> {
  let isOn: Binding<Bool>
  let label: Label

  /// Creates a toggle with any view as its label.
  nonisolated public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
    self.isOn = isOn
    self.label = label()
  }
}

extension Toggle where Label == Text {
  /// Creates a toggle with a text as its label.
  nonisolated public init(_ title: some StringProtocol, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { Text(title) }
  }
}

extension Toggle where Label == MillraceViews.Label<Text, Image> {
  /// Creates a toggle with a text and a system image as its label.
  nonisolated public init(
    _ title: some StringProtocol, systemImage: String, isOn: Binding<Bool>
  ) {
    self.init(isOn: isOn) { MillraceViews.Label(title, systemImage: systemImage) }
  }
}

extension Toggle where Label == ToggleStyleConfiguration.Label {
  /// Creates a toggle with the label and the value of a style's configuration.
  ///
  /// In the body of the style, the toggle has the style around that one.
  nonisolated public init(_ configuration: ToggleStyleConfiguration) {
    self.init(isOn: configuration.$isOn) { configuration.label }
  }
}

extension Toggle: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    scope.values.toggleLook.maker == nil
      ? ToggleNode(self, parent: parent, scope: scope)
      : Tree.mount(styled, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    guard let node = node as? ToggleNode<Label> else { return Tree.update(node, with: styled) }
    node.update(with: self)
  }

  @MainActor private var styled: StyledControl<ToggleKind, ToggleStyleConfiguration> {
    StyledControl(
      ToggleStyleConfiguration(
        label: ToggleStyleConfiguration.Label(view: AnyView(label)), isOn: isOn),
      look: \.toggleLook
    ) { $0.toggleLooks.restore() }
  }
}

private final class ToggleNode<Label: View>: ControlNode {
  private var isOn: Binding<Bool>
  private let box: ElementNode
  private let caption: Node

  init(_ toggle: Toggle<Label>, parent: Node, scope: Scope) {
    isOn = toggle.isOn
    let kind = scope.values.toggleLook.kind ?? .checkbox
    let frame = ControlFrame(
      toggle.label, class: kind.rawValue, isLabelFirst: kind == .switch, parent: parent,
      scope: scope
    ) { ElementNode(tag: .input, parent: $0, scope: scope) }
    box = frame.control
    caption = frame.caption
    super.init(parent: parent, scope: scope)
    element = frame.element
    box.set(.type, "checkbox")
    if kind == .switch { box.set(.role, "switch") }
    box.listen(.toggle, self)
    refresh()
  }

  func update(with toggle: Toggle<Label>) {
    isOn = toggle.isOn
    Tree.update(caption, with: toggle.label)
    refresh()
  }

  override func refresh() {
    track {
      box.set(.checked, isOn.wrappedValue ? "" : nil)
      readEnabled(into: box)
    }
  }

  override func handle(_ event: ViewEvent.Kind) -> Bool {
    guard case .toggle(let value) = event else { return false }
    box.note(.checked, value ? "" : nil)
    isOn.wrappedValue = value
    invalidate()
    return true
  }
}
