// SPDX-License-Identifier: Apache-2.0

/// A change of any view, which can be given a name and be used again.
///
/// A modifier may have `State`, `Environment` and other dynamic properties.
///
/// ```swift
/// struct Card: ViewModifier {
///   func body(content: Content) -> some View {
///     content.padding().background(.background, in: RoundedRectangle(cornerRadius: 12))
///   }
/// }
/// ```
@MainActor public protocol ViewModifier {
  /// The type of the view that `body` returns.
  associatedtype Body: View

  /// The view that is changed.
  typealias Content = _ViewModifier_Content<Self>

  /// The content, changed.
  @ViewBuilder @MainActor func body(content: Content) -> Body
}

/// The view that a modifier changes, as its body sees it.
public struct _ViewModifier_Content<Modifier: ViewModifier> {
  let view: AnyView
}

extension _ViewModifier_Content: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    Tree.mount(view, parent: parent, scope: scope)
  }

  func update(_ node: Node) {
    Tree.update(node, with: view)
  }
}

/// A view with a modifier.
@frozen public struct ModifiedContent<Content, Modifier> {
  /// The view.
  public var content: Content
  /// The modifier.
  public var modifier: Modifier

  /// Puts both together.
  @inlinable nonisolated public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  /// The body of the modifier.
  public var body: some View {
    ModifierView(held: HeldModifier(modifier: modifier), content: content)
  }
}

extension View {
  /// Changes this view.
  @inlinable nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }
}

/// A component for the body of a modifier, so that the modifier's properties are connected.
private struct ModifierView<Content: View, Modifier: ViewModifier> {
  let held: HeldModifier<Modifier>
  let content: Content
}

extension ModifierView: View {
  var body: some View {
    held.modifier.body(content: _ViewModifier_Content(view: AnyView(content)))
  }
}

/// Makes the properties of a modifier those of a view.
struct HeldModifier<Modifier: ViewModifier>: DynamicProperty, PropertyHolder {
  var modifier: Modifier
}

/// A dynamic property whose fields may hold dynamic properties without being one.
protocol PropertyHolder {}
