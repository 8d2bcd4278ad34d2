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

  /// The view of a label.
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

/// A label style that `Label` implements itself.
@MainActor private protocol BuiltInLabelStyle {
  var kind: LabelLook.Kind { get }
}

/// The default style.
///
/// On a page it shows the image and the title.
public struct DefaultLabelStyle: LabelStyle, BuiltInLabelStyle {
  fileprivate var kind: LabelLook.Kind { .titleAndIcon }
  /// Creates the style.
  nonisolated public init() {}

  /// The view of a label.
  public func makeBody(configuration: Configuration) -> some View {
    Label(configuration).labelStyle(self)
  }
}

/// The style that shows the image and the title.
public struct TitleAndIconLabelStyle: LabelStyle, BuiltInLabelStyle {
  fileprivate var kind: LabelLook.Kind { .titleAndIcon }
  /// Creates the style.
  nonisolated public init() {}

  /// The view of a label.
  public func makeBody(configuration: Configuration) -> some View {
    Label(configuration).labelStyle(self)
  }
}

/// The style that shows only the title.
public struct TitleOnlyLabelStyle: LabelStyle, BuiltInLabelStyle {
  fileprivate var kind: LabelLook.Kind { .titleOnly }
  /// Creates the style.
  nonisolated public init() {}

  /// The view of a label.
  public func makeBody(configuration: Configuration) -> some View {
    Label(configuration).labelStyle(self)
  }
}

/// The style that shows only the image.
///
/// Screen readers still read the title.
public struct IconOnlyLabelStyle: LabelStyle, BuiltInLabelStyle {
  fileprivate var kind: LabelLook.Kind { .iconOnly }
  /// Creates the style.
  nonisolated public init() {}

  /// The view of a label.
  public func makeBody(configuration: Configuration) -> some View {
    Label(configuration).labelStyle(self)
  }
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
    StyledLabels(content: self, style: style)
  }
}

/// A view whose labels have a style.
private struct StyledLabels<Content: View, Style: LabelStyle> {
  let content: Content
  let style: Style
}

extension StyledLabels: View, PrimitiveView {
  @MainActor private var styled: EnvironmentView<Content, LabelLook> {
    EnvironmentView(content: content, value: look) { values, look in
      if look.maker != nil { values.outerLabelLooks.append(values.labelLook) }
      values.labelLook = look
    }
  }

  @MainActor private var look: LabelLook {
    if let style = style as? any BuiltInLabelStyle {
      return LabelLook(kind: style.kind, maker: nil)
    }
    return LabelLook(
      kind: .titleAndIcon,
      maker: LabelMaker {
        AnyView(CustomLabel(held: HeldLabelStyle(style: style), configuration: $0))
      })
  }

  func mount(parent: Node, scope: Scope) -> Node { styled.mount(parent: parent, scope: scope) }

  func update(_ node: Node) { styled.update(node) }
}

/// The component whose body is the view that a style makes.
private struct CustomLabel<Style: LabelStyle>: View {
  let held: HeldLabelStyle<Style>
  let configuration: LabelStyleConfiguration

  var body: some View { held.style.makeBody(configuration: configuration) }
}

/// Stores a style in a view, as a dynamic property.
///
/// The properties of the style are connected as if they were properties of the view.
struct HeldLabelStyle<Style: LabelStyle>: DynamicProperty, PropertyHolder {
  var style: Style
}

/// A label with a style of the application.
struct StyledLabel: View {
  let configuration: LabelStyleConfiguration
  @Environment(\.labelLook) private var look

  init<Title: View, Icon: View>(_ label: Label<Title, Icon>) {
    configuration = LabelStyleConfiguration(
      title: LabelStyleConfiguration.Title(view: AnyView(label.title)),
      icon: LabelStyleConfiguration.Icon(view: AnyView(label.icon)))
  }

  /// The view that the style makes.
  ///
  /// Labels in it have the style that this style has replaced.
  var body: some View {
    look.maker.map { maker in
      EnvironmentView(content: maker.make(configuration), value: true) { values, _ in
        if let outer = values.outerLabelLooks.popLast() { values.labelLook = outer }
      }
    }
  }
}

/// The look of labels: a built-in one or, for a style of the application, an object that makes a
/// view.
struct LabelLook {
  enum Kind { case titleAndIcon, titleOnly, iconOnly }

  let kind: Kind
  let maker: LabelMaker?
}

/// The function that makes the view of a label.
///
/// It is an object, which is compared by identity, like ``ButtonMaker``.
@MainActor final class LabelMaker {
  let make: @MainActor (LabelStyleConfiguration) -> AnyView

  init(_ make: @escaping @MainActor (LabelStyleConfiguration) -> AnyView) {
    self.make = make
  }
}

extension EnvironmentValues {
  /// The look of labels.
  ///
  /// The type of the style determines its kind, and whether it has a maker. Therefore neither
  /// changes while a label is on the page.
  var labelLook: LabelLook {
    get { self[LabelLookKey.self] }
    set { self[LabelLookKey.self] = newValue }
  }

  /// The looks that the styles of the application around the view have replaced, innermost last.
  fileprivate var outerLabelLooks: [LabelLook] {
    get { self[OuterLabelLooksKey.self] }
    set { self[OuterLabelLooksKey.self] = newValue }
  }
}

private struct LabelLookKey: EnvironmentKey {
  static var defaultValue: LabelLook { LabelLook(kind: .titleAndIcon, maker: nil) }
}

private struct OuterLabelLooksKey: EnvironmentKey {
  static var defaultValue: [LabelLook] { [] }
}
