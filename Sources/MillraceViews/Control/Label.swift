// SPDX-License-Identifier: Apache-2.0

/// A title with an image in front of it.
public struct Label<Title: View, Icon: View> {
  let title: Title
  let icon: Icon

  /// Creates a label with any views as title and image.
  nonisolated public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
    self.icon = icon()
  }
}

extension Label where Title == Text, Icon == Image {
  /// Creates a label with a text and a system image.
  nonisolated public init(_ title: some StringProtocol, systemImage name: String) {
    self.init {
      Text(title)
    } icon: {
      Image(systemName: name)
    }
  }

  /// Creates a label with a text and an image of the application.
  nonisolated public init(_ title: some StringProtocol, image name: String) {
    self.init {
      Text(title)
    } icon: {
      Image(name)
    }
  }
}

extension Label where Title == LabelStyleConfiguration.Title, Icon == LabelStyleConfiguration.Icon {
  /// Creates a label with the title and the image of a style's configuration.
  ///
  /// In the body of the style, the label has the style around that one.
  nonisolated public init(_ configuration: LabelStyleConfiguration) {
    self.init {
      configuration.title
    } icon: {
      configuration.icon
    }
  }
}

extension Label: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    if isOption(in: scope) { return Tree.mount(title, parent: parent, scope: scope) }
    return isStyled(in: scope)
      ? Tree.mount(styled, parent: parent, scope: scope)
      : Tree.mount(frame, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    if isOption(in: node.scope) {
      Tree.update(node, with: title)
    } else if isStyled(in: node.scope) {
      Tree.update(node, with: styled)
    } else {
      Tree.update(node, with: frame)
    }
  }

  /// Whether the label is an option of a `select`, which shows only its title.
  @MainActor private func isOption(in scope: Scope) -> Bool {
    if case .option = scope.slot { true } else { false }
  }

  @MainActor private func isStyled(in scope: Scope) -> Bool {
    scope.values.labelLook.maker != nil
  }

  @MainActor private var frame: LabelFrame<Title, Icon> { LabelFrame(title: title, icon: icon) }

  @MainActor private var styled: StyledControl<LabelKind, LabelStyleConfiguration> {
    StyledControl(
      LabelStyleConfiguration(
        title: LabelStyleConfiguration.Title(view: AnyView(title)),
        icon: LabelStyleConfiguration.Icon(view: AnyView(icon))),
      look: \.labelLook
    ) { $0.labelLooks.restore() }
  }
}

/// The image and the title in a built-in style.
///
/// Screen readers read only the title.
private struct LabelFrame<Title: View, Icon: View>: View {
  let title: Title
  let icon: Icon
  @Environment(\.labelLook.kind) private var style

  var body: some View {
    ElementView(.span, class: style == .titleOnly ? "mv-label mv-no-icon" : "mv-label") {
      if style != .titleOnly {
        ElementView(.span, Box(name: "mv-icon").with(.ariaHidden, "true")) { icon }
      }
      ElementView(.span, class: style == .iconOnly ? "mv-unseen" : "mv-label-title") { title }
    }
  }
}
