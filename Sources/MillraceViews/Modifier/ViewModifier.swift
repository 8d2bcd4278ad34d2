// SPDX-License-Identifier: Apache-2.0

/// A type that changes a view and can be used for any view.
///
/// A modifier can have `State`, `Environment` and other dynamic properties.
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

  /// The type of the view that is changed.
  typealias Content = _ViewModifier_Content<Self>

  /// Returns the changed view.
  @ViewBuilder @MainActor func body(content: Content) -> Body
}

/// The view that the body of a modifier changes.
///
/// Its type is erased.
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

  /// Creates a view from a view and a modifier.
  @inlinable nonisolated public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  /// The body of the modifier.
  public var body: some View {
    ModifierView(held: Held(value: modifier), content: content)
  }
}

extension View {
  /// Applies a modifier to this view.
  @inlinable nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }
}

/// The component whose body is the body of a modifier.
///
/// It connects the modifier's dynamic properties.
private struct ModifierView<Content: View, Modifier: ViewModifier> {
  let held: Held<Modifier>
  let content: Content
}

extension ModifierView: View {
  var body: some View {
    held.value.body(content: _ViewModifier_Content(view: AnyView(content)))
  }
}

/// Stores a modifier or a style in a view, as a dynamic property.
///
/// The properties of the value are connected as if they were properties of the view.
struct Held<Value>: DynamicProperty, PropertyHolder {
  var value: Value
}

/// A dynamic property with a field whose own fields are connected, although the field itself is not
/// a dynamic property.
protocol PropertyHolder {}
