// SPDX-License-Identifier: Apache-2.0

/// The look of the controls of one kind: a built-in one, or one that a style of the application
/// makes.
struct Look<Kind, Configuration> {
  /// The built-in look, or nil if there is a maker, and for the default look of buttons.
  var kind: Kind?
  var maker: StyleMaker<Configuration>?
}

/// The function that makes the view of a control for a style of the application.
///
/// It is an object, which is compared by identity. Functions cannot be compared: with a function,
/// any change of the environment would refresh all controls that have read the look.
@MainActor final class StyleMaker<Configuration> {
  let make: @MainActor (Configuration) -> AnyView

  init(_ make: @escaping @MainActor (Configuration) -> AnyView) {
    self.make = make
  }
}

extension AnyView {
  /// Creates the view that a style makes, and connects the dynamic properties of the style.
  @MainActor init<Style, Configuration, Content: View>(
    _ style: Style, _ configuration: Configuration,
    makeBody: @escaping @MainActor (Style, Configuration) -> Content
  ) {
    self.init(
      StyledBody(held: Held(value: style), configuration: configuration, makeBody: makeBody))
  }
}

/// The component whose body is the body of a style.
private struct StyledBody<Style, Configuration, Content: View>: View {
  let held: Held<Style>
  let configuration: Configuration
  let makeBody: @MainActor (Style, Configuration) -> Content

  var body: some View { makeBody(held.value, configuration) }
}

/// The looks of the controls of one kind that the styles around a view have set.
struct Looks<Kind, Configuration> {
  /// The look of the innermost style.
  var current: Look<Kind, Configuration>
  /// The looks that styles of the application have replaced, innermost last.
  private var outer: [Look<Kind, Configuration>] = []

  init(_ kind: Kind?) {
    current = Look(kind: kind)
  }

  /// Makes the look of a style the current one.
  mutating func set(_ look: Look<Kind, Configuration>) {
    if look.maker != nil { outer.append(current) }
    current = look
  }

  /// Makes the look around the innermost style of the application the current one.
  ///
  /// Called for the view that this style makes.
  mutating func restore() {
    if let look = outer.popLast() { current = look }
  }
}

/// A style that its control implements itself.
@MainActor protocol BuiltInStyle<Kind> {
  associatedtype Kind
  var kind: Kind { get }
}

/// A view whose controls of one kind have a style.
///
/// The type of the view contains that of the style, and each type of style is either one built-in
/// look or a style of the application. Therefore, as long as a control exists, it either has the
/// same built-in look or always has a maker.
struct StyledControls<Content: View, Style, Kind, Configuration> {
  let content: Content
  let style: Style
  let looks: WritableKeyPath<EnvironmentValues, Looks<Kind, Configuration>>
  let make: @MainActor (Style, Configuration) -> AnyView
}

extension StyledControls: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node { styled.mount(parent: parent, scope: scope) }

  func update(_ node: Node) { styled.update(node) }

  @MainActor private var styled: EnvironmentView<Content, Look<Kind, Configuration>> {
    let kind = (style as? any BuiltInStyle<Kind>)?.kind
    let maker = kind == nil ? StyleMaker { [style, make] in make(style, $0) } : nil
    let look = Look(kind: kind, maker: maker)
    return EnvironmentView(content: content, value: look) { [looks] in $0[keyPath: looks].set($1) }
  }
}

/// A control with a style of the application.
struct StyledControl<Kind, Configuration>: View {
  let configuration: Configuration
  let restore: @MainActor (inout EnvironmentValues) -> Void
  @Environment private var look: Look<Kind, Configuration>

  /// Creates a control from its properties, the key path of its look, and a function that restores
  /// the look around the style.
  init(
    _ configuration: Configuration,
    look: KeyPath<EnvironmentValues, Look<Kind, Configuration>>,
    restore: @escaping @MainActor (inout EnvironmentValues) -> Void
  ) {
    self.configuration = configuration
    self.restore = restore
    _look = Environment(look)
  }

  /// The view that the style makes.
  ///
  /// Controls of the same kind in it have the style around this one.
  var body: some View {
    look.maker.map { maker in
      EnvironmentView(content: maker.make(configuration), value: true) { [restore] values, _ in
        restore(&values)
      }
    }
  }
}
