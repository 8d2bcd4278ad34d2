// SPDX-License-Identifier: Apache-2.0

/// The look of labels, described by a view.
///
/// ```swift
/// struct Below: LabelStyle {
///   func makeBody(configuration: Configuration) -> some View {
///     VStack {
///       configuration.icon
///       configuration.title
///     }
///   }
/// }
/// ```
@MainActor public protocol LabelStyle {
  /// The type of the view that `makeBody` returns.
  associatedtype Body: View

  /// The parts of a label that a style can use.
  typealias Configuration = LabelStyleConfiguration

  /// Returns the view of a label.
  @ViewBuilder @MainActor func makeBody(configuration: Configuration) -> Body
}

/// The parts of a label that a style can use.
public struct LabelStyleConfiguration {
  /// The title of a label, with its type erased.
  public struct Title {
    let view: AnyView
  }

  /// The image of a label, with its type erased.
  public struct Icon {
    let view: AnyView
  }

  /// The title of the label.
  public let title: Title
  /// The image of the label.
  public let icon: Icon
}

extension LabelStyleConfiguration.Title: View {
  /// The title.
  public var body: some View { view }
}

extension LabelStyleConfiguration.Icon: View {
  /// The image.
  public var body: some View { view }
}

/// The built-in looks of labels.
enum LabelKind { case titleAndIcon, titleOnly, iconOnly }

/// A label style that `Label` implements itself.
@MainActor protocol BuiltInLabelStyle: LabelStyle, BuiltInStyle<LabelKind> {}

extension BuiltInLabelStyle {
  /// Returns the view of a label.
  public func makeBody(configuration: Configuration) -> some View {
    Label(configuration).labelStyle(self)
  }
}

/// The default style.
///
/// On a page it shows the image and the title.
public struct DefaultLabelStyle: LabelStyle, BuiltInLabelStyle {
  var kind: LabelKind { .titleAndIcon }
  /// Creates the style.
  nonisolated public init() {}
}

/// The style that shows the image and the title.
public struct TitleAndIconLabelStyle: LabelStyle, BuiltInLabelStyle {
  var kind: LabelKind { .titleAndIcon }
  /// Creates the style.
  nonisolated public init() {}
}

/// The style that shows only the title.
public struct TitleOnlyLabelStyle: LabelStyle, BuiltInLabelStyle {
  var kind: LabelKind { .titleOnly }
  /// Creates the style.
  nonisolated public init() {}
}

/// The style that shows only the image.
///
/// Screen readers still read the title.
public struct IconOnlyLabelStyle: LabelStyle, BuiltInLabelStyle {
  var kind: LabelKind { .iconOnly }
  /// Creates the style.
  nonisolated public init() {}
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
  ///
  /// Screen readers still read the title.
  public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}

extension View {
  /// Sets the style of the labels in this view.
  nonisolated public func labelStyle<S: LabelStyle>(_ style: S) -> some View {
    StyledControls(content: self, style: style, looks: \.labelLooks) {
      AnyView($0, $1) { $0.makeBody(configuration: $1) }
    }
  }
}

typealias LabelLooks = Looks<LabelKind, LabelStyleConfiguration>

extension EnvironmentValues {
  /// The looks of labels.
  var labelLooks: LabelLooks {
    get { self[own: LabelLooks.self] ?? Looks(.titleAndIcon) }
    set { self[own: LabelLooks.self] = newValue }
  }

  var labelLook: Look<LabelKind, LabelStyleConfiguration> { labelLooks.current }
}
