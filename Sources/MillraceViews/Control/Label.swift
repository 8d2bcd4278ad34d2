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

extension Label: View {
  /// The image and the title.
  ///
  /// Screen readers read only the title.
  public var body: some View {
    LabelFrame(title: title, icon: icon)
  }
}

private struct LabelFrame<Title: View, Icon: View>: View {
  let title: Title
  let icon: Icon
  @Environment(\.labelStyleKind) private var style

  var body: some View {
    ElementView(.span, class: style == .titleOnly ? "mv-label mv-no-icon" : "mv-label") {
      if style != .titleOnly {
        ElementView(.span, Box(name: "mv-icon").with(.ariaHidden, "true")) { icon }
      }
      ElementView(.span, class: style == .iconOnly ? "mv-unseen" : "mv-label-title") { title }
    }
  }
}

/// The parts of labels that are shown.
public struct LabelStyleChoice: Sendable {
  enum Kind { case titleAndIcon, titleOnly, iconOnly }

  let kind: Kind
}

/// A style of labels.
public protocol LabelStyle: Sendable {
  /// The parts of the label that are shown.
  var _choice: LabelStyleChoice { get }
}

/// The default style.
///
/// On a page it shows the image and the title.
public struct DefaultLabelStyle: LabelStyle {
  /// Creates the style.
  public init() {}
  /// Both parts.
  public var _choice: LabelStyleChoice { LabelStyleChoice(kind: .titleAndIcon) }
}

/// The style that shows the image and the title.
public struct TitleAndIconLabelStyle: LabelStyle {
  /// Creates the style.
  public init() {}
  /// Both parts.
  public var _choice: LabelStyleChoice { LabelStyleChoice(kind: .titleAndIcon) }
}

/// The style that shows only the title.
public struct TitleOnlyLabelStyle: LabelStyle {
  /// Creates the style.
  public init() {}
  /// The title.
  public var _choice: LabelStyleChoice { LabelStyleChoice(kind: .titleOnly) }
}

/// The style that shows only the image.
///
/// Screen readers still read the title.
public struct IconOnlyLabelStyle: LabelStyle {
  /// Creates the style.
  public init() {}
  /// The image.
  public var _choice: LabelStyleChoice { LabelStyleChoice(kind: .iconOnly) }
}

extension LabelStyle where Self == DefaultLabelStyle {
  /// The default style.
  ///
  /// On a page it shows the image and the title.
  public static var automatic: DefaultLabelStyle { DefaultLabelStyle() }
}

extension LabelStyle where Self == TitleAndIconLabelStyle {
  /// The style that shows the image and the title.
  public static var titleAndIcon: TitleAndIconLabelStyle { TitleAndIconLabelStyle() }
}

extension LabelStyle where Self == TitleOnlyLabelStyle {
  /// The style that shows only the title.
  public static var titleOnly: TitleOnlyLabelStyle { TitleOnlyLabelStyle() }
}

extension LabelStyle where Self == IconOnlyLabelStyle {
  /// The style that shows only the image.
  public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}

extension View {
  /// Sets the style of the labels in this view.
  nonisolated public func labelStyle<S: LabelStyle>(_ style: S) -> some View {
    environment(\.labelStyleKind, style._choice.kind)
  }
}

extension EnvironmentValues {
  var labelStyleKind: LabelStyleChoice.Kind {
    get { self[LabelStyleKey.self] }
    set { self[LabelStyleKey.self] = newValue }
  }
}

private struct LabelStyleKey: EnvironmentKey {
  static var defaultValue: LabelStyleChoice.Kind { .titleAndIcon }
}
