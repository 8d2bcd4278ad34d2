// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A view with a box around each of its elements, and perhaps a layer in the box.
struct BoxedView<Content: View, Layer: View> {
  let content: Content
  let box: Box
  /// What is in the box besides the content; nothing for `EmptyView`.
  let layer: Layer
  var place = LayerPlace.over
  /// The alignment of the layer.
  var alignment = Alignment.center
}

/// Where the layer of a box is.
enum LayerPlace: String {
  /// On top of the content, as large as it is.
  case over = "mv-g mv-over"
  /// Behind the content, as large as it is.
  case under = "mv-g mv-under"
  /// Next to the content.
  case after = "mv-after"
}

extension BoxedView where Layer == EmptyView {
  init(_ content: Content, _ box: Box) {
    self.init(content: content, box: box, layer: EmptyView())
  }
}

extension BoxedView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = BoxModifierNode(self, parent: parent, scope: scope)
    let boxes = BoxMaker(node: node)
    node.child = Tree.mount(content, parent: node, scope: scope.wrapped(by: boxes))
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: BoxModifierNode<Content, Layer>.self)
    node.update(with: self)
    if let child = node.child { Tree.update(child, with: content) }
  }

  /// The box around the layer itself.
  @MainActor fileprivate var layerBox: Box {
    Box(name: place.rawValue + BoxClass.alignment(alignment.name, unless: "center"))
  }
}

/// Makes the boxes; the scopes that hold it do not keep its node.
private final class BoxMaker<Content: View, Layer: View>: Wrapping {
  private weak var node: BoxModifierNode<Content, Layer>?

  init(node: BoxModifierNode<Content, Layer>) {
    self.node = node
  }

  func makeWrapper(parent: Node, scope: Scope) -> BoxNode {
    node?.makeWrapper(parent: parent, scope: scope)
      ?? BoxNode(tag: .div, box: Box(), parent: parent, scope: scope)
  }
}

/// Makes a box for each element of its child, and keeps the boxes up to date.
private final class BoxModifierNode<Content: View, Layer: View>: Node {
  private var view: BoxedView<Content, Layer>
  var child: Node?

  override var childNodes: [Node] { child.map { [$0] } ?? [] }

  init(_ view: BoxedView<Content, Layer>, parent: Node, scope: Scope) {
    self.view = view
    super.init(parent: parent, scope: scope)
  }

  func makeWrapper(parent: Node, scope: Scope) -> BoxNode {
    let wrapper = WrapperNode(tag: .div, box: view.box, parent: parent, scope: scope)
    wrapper.owner = self
    guard Layer.self != EmptyView.self else { return wrapper }
    let plain = Scope(in: scope, slot: .plain)
    let layer = BoxNode(tag: .div, box: view.layerBox, parent: wrapper, scope: plain)
    layer.content = Tree.mount(view.layer, parent: layer, scope: plain)
    wrapper.layer = layer
    wrapper.isLayerFirst = view.place == .under
    return wrapper
  }

  func update(with view: BoxedView<Content, Layer>) {
    self.view = view
    forEachWrapper(below: self) { wrapper in
      wrapper.apply(view.box)
      guard let layer = wrapper.layer as? BoxNode else { return }
      layer.apply(view.layerBox)
      if let inside = layer.content { Tree.update(inside, with: view.layer) }
    }
  }

  private func forEachWrapper(below node: Node, _ body: (WrapperNode) -> Void) {
    for child in node.childNodes {
      if let wrapper = child as? WrapperNode, wrapper.owner === self {
        body(wrapper)
      } else {
        forEachWrapper(below: child, body)
      }
    }
  }
}

/// The box that a modifier has put around one element.
final class WrapperNode: BoxNode {
  fileprivate weak var owner: Node?
  fileprivate var layer: Node?
  fileprivate var isLayerFirst = false

  override var childNodes: [Node] {
    let parts = isLayerFirst ? [layer, inner] : [inner, layer]
    return parts.compactMap { $0 }
  }

  override var elementsInside: [ElementNode] {
    var elements: [ElementNode] = []
    for node in childNodes { node.collect(into: &elements) }
    return elements
  }

  /// The size that a frame gives to what is in the box, if both lengths are fixed.
  var fixedSize: CGSize? {
    guard ownStyle.declarations.count == 2,
      let width = ownStyle.points(.width), let height = ownStyle.points(.height)
    else { return nil }
    return CGSize(width: width, height: height)
  }

  /// What the element is called belongs to the element; looks are inherited from the box.
  ///
  /// What is taken back may have been either.
  override func decorate(_ decoration: Decoration?, by owner: Node) {
    if decoration?.isForElement != false {
      var elements: [ElementNode] = []
      inner?.collect(into: &elements)
      for element in elements { element.decorate(decoration, by: owner) }
    }
    if decoration?.isForElement != true { super.decorate(decoration, by: owner) }
  }
}
