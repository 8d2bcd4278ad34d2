// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A view with a wrapper element around each of its elements.
///
/// A wrapper can also contain a layer.
struct BoxedView<Content: View, Layer: View> {
  let content: Content
  /// The description of the wrappers.
  let box: Box
  /// The view that each wrapper contains in addition to the content.
  ///
  /// There is no layer if it is an `EmptyView` or a `PaintedStyle`.
  let layer: Layer
  var place = LayerPlace.over
  /// The alignment of the layer.
  var alignment = Alignment.center
  /// Whether the layer is as opaque as the content, and is hidden together with it.
  ///
  /// It is true for a menu, which a hidden view does not have.
  var isFadedLayer = false
}

/// The position of the layer in a wrapper.
///
/// The raw value is the class of the layer.
enum LayerPlace: String {
  /// On top of the content, in the size of the content.
  case over = "mv-g mv-over"
  /// Behind the content, in the size of the content.
  case under = "mv-g mv-under"
  /// Next to the content.
  case after = "mv-after"
  /// Above the content, at the top of the window while the content scrolls.
  case top = "mv-g mv-inset-top"
  /// Below the content, at the bottom of the window while the content scrolls.
  case bottom = "mv-g mv-inset-bottom"

  /// Whether the layer comes before the content.
  var isFirst: Bool { self == .under || self == .top }
}

extension BoxedView where Layer == EmptyView {
  init(_ content: Content, _ box: Box) {
    self.init(content: content, box: box, layer: EmptyView())
  }
}

/// A view without the wrappers of the modifiers around it.
struct UnboxedView<Content: View> {
  let content: Content
}

extension UnboxedView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = ChildNode(parent: parent, scope: scope)
    node.child = Tree.mount(content, parent: node, scope: scope.unboxed)
    return node
  }

  func update(_ node: Node) {
    if let child = Tree.cast(node, to: ChildNode.self).child { Tree.update(child, with: content) }
  }
}

extension View {
  /// Puts each element of this view into a wrapper with a style.
  nonisolated func boxed(_ style: InlineStyle, class name: String = "mv-g") -> some View {
    BoxedView(self, Box(name: name, style: style))
  }

  /// Puts each element of this view into a wrapper whose style draws a background or a border.
  nonisolated func painted(_ style: InlineStyle, class name: String = "mv-g") -> some View {
    BoxedView(content: self, box: Box(name: name, style: style), layer: PaintedStyle())
  }
}

/// The mark of a wrapper whose style draws a background or a border.
///
/// It is a type, so that an `AnyView` does not update such a wrapper with one of another kind.
struct PaintedStyle: View {
  var body: EmptyView { EmptyView() }
}

extension BoxedView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = BoxModifierNode(self, parent: parent, scope: scope)
    let wrapping = BoxWrapping(node: node)
    node.child = Tree.mount(content, parent: node, scope: scope.wrapped(by: wrapping))
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: BoxModifierNode<Content, Layer>.self)
    node.update(with: self)
    if let child = node.child { Tree.update(child, with: content) }
  }

  /// The description of the element around the layer.
  @MainActor fileprivate var layerBox: Box {
    Box(name: place.rawValue + BoxClass.alignment(alignment.name))
  }
}

/// Creates the wrappers.
///
/// Scopes own this object, which references the node only weakly.
private final class BoxWrapping<Content: View, Layer: View>: Wrapping {
  private weak var node: BoxModifierNode<Content, Layer>?

  init(node: BoxModifierNode<Content, Layer>) {
    self.node = node
  }

  func makeWrapper(parent: Node, scope: Scope) -> BoxNode {
    node?.makeWrapper(parent: parent, scope: scope)
      ?? BoxNode(tag: .div, box: Box(), parent: parent, scope: scope)
  }
}

/// The node that creates a wrapper for each element of its child, and updates the wrappers.
private final class BoxModifierNode<Content: View, Layer: View>: ChildNode {
  private var view: BoxedView<Content, Layer>

  init(_ view: BoxedView<Content, Layer>, parent: Node, scope: Scope) {
    self.view = view
    super.init(parent: parent, scope: scope)
  }

  func makeWrapper(parent: Node, scope: Scope) -> BoxNode {
    let wrapper = WrapperNode(tag: .div, box: view.box, parent: parent, scope: scope)
    wrapper.owner = self
    wrapper.paints = Layer.self == PaintedStyle.self
    guard Layer.self != EmptyView.self, !wrapper.paints else { return wrapper }
    wrapper.isFaded = view.isFadedLayer
    // The layer has the environment of this modifier, not that of the modifiers inside.
    let plain = Scope(in: self.scope, slot: .plain)
    let layer = BoxNode(tag: .div, box: view.layerBox, parent: wrapper, scope: plain)
    layer.content = Tree.mount(view.layer, parent: layer, scope: plain)
    wrapper.layer = layer
    wrapper.isLayerFirst = view.place.isFirst
    return wrapper
  }

  func update(with view: BoxedView<Content, Layer>) {
    self.view = view
    forEachWrapper(below: self) { wrapper in
      wrapper.apply(view.box)
      guard let layer = wrapper.layer as? BoxNode else { return }
      layer.apply(view.layerBox)
      if let inside = layer.content { Tree.update(inside, with: view.layer) }
      guard wrapper.isLayerFirst != view.place.isFirst else { return }
      wrapper.isLayerFirst = view.place.isFirst
      wrapper.childrenChanged()
    }
  }

  private func forEachWrapper(below node: Node, _ body: (WrapperNode) -> Void) {
    for child in node.nodesWithWrappers {
      if let wrapper = child as? WrapperNode, wrapper.owner === self {
        body(wrapper)
      } else {
        forEachWrapper(below: child, body)
      }
    }
  }
}

/// The wrapper element of a modifier around one element.
final class WrapperNode: BoxNode {
  fileprivate weak var owner: Node?
  fileprivate var layer: Node?
  fileprivate var isLayerFirst = false
  /// Whether the style draws a background or a border.
  fileprivate var paints = false
  /// Whether the layer is as opaque as the content; see `BoxedView.isFadedLayer`.
  fileprivate var isFaded = false

  override var childNodes: [Node] {
    let parts = isLayerFirst ? [layer, inner] : [inner, layer]
    return parts.compactMap { $0 }
  }

  override var elementsInside: [ElementNode] { childNodes.elements }

  /// A gesture is enabled if its modifier is, also if `disabled` is inside the modifier.
  override var isEnabled: Bool { super.isEnabled || owner?.scope.values.isEnabled == true }

  /// The size of the content, if the wrapper is a frame with a fixed width and a fixed height.
  var fixedSize: CGSize? {
    guard ownStyle.declarations.count == 2,
      let width = ownStyle.points(.width), let height = ownStyle.points(.height)
    else { return nil }
    return CGSize(width: width, height: height)
  }

  /// Applies a new description, and notifies a shape directly inside if the size has changed.
  override func apply(_ new: Box) {
    let before = fixedSize
    super.apply(new)
    if fixedSize != before { (inner as? ShapeNode)?.frameChanged() }
  }

  /// Applies an attribute, or what screen readers read, to the elements inside, unless the wrapper
  /// `takes` it, and any other decoration to the wrapper, unless it `passes` it on.
  ///
  /// `nil` removes the previous decoration of the modifier, which can be on either.
  override func decorate(_ decoration: Decoration?, by owner: Node) {
    switch decoration?.isForElement {
    case true? where takes(decoration):
      super.decorate(decoration, by: owner)
    case true?:
      decorateInside(decoration, by: owner)
      if isDescription(decoration) { super.decorate(decoration, by: owner) }
    case false?:
      if passes(decoration, by: owner) {
        decorateInside(decoration, by: owner)
      } else {
        super.decorate(decoration, by: owner)
      }
    case nil:
      decorateInside(nil, by: owner)
      super.decorate(nil, by: owner)
    }
  }

  /// Whether a decoration applies to the elements inside, because this wrapper, or one inside it,
  /// adds a layer, a background or a border to the decorated view.
  ///
  /// The layer of a modifier around the decorated view does not have its opacity or its font, and
  /// it is not hidden. A background and a border have no text. `aria-hidden` of the decorated view
  /// always applies to the elements inside.
  private func passes(_ decoration: Decoration?, by owner: Node) -> Bool {
    guard let decoration, !decoration.isForContainer, let modifier = self.owner,
      owner.depth > modifier.depth
    else { return false }
    if case .attribute = decoration { return true }
    if layer != nil, !isFaded || !decoration.isOfPixels { return true }
    if decoration.isOfPixels, paints { return true }
    return (inner as? WrapperNode)?.passes(decoration, by: owner) ?? false
  }

  /// Whether an attribute or what screen readers read applies to the wrapper.
  ///
  /// It does if the wrapper is an element for screen readers (`accessibilityElement`). The traits
  /// of a view with a tap gesture apply to the wrapper of the gesture, which is then the button.
  private func takes(_ decoration: Decoration?) -> Bool {
    if value(.role) != nil {
      // A shortcut presses the button in a group.
      if case .attribute(.dataKeys, _)? = decoration { return events.contains(.press) }
      return true
    }
    if case .traits? = decoration { return events.contains(.press) }
    return false
  }

  /// Whether a hint or a value applies to the wrapper of a tap gesture too.
  ///
  /// A modifier outside can make the wrapper a button, and no element in a button is read.
  private func isDescription(_ decoration: Decoration?) -> Bool {
    switch decoration {
    case .hint?, .value?: events.contains(.press)
    default: false
    }
  }

  private func decorateInside(_ decoration: Decoration?, by owner: Node) {
    for element in inner?.outermostElements ?? [] { element.decorate(decoration, by: owner) }
  }
}
