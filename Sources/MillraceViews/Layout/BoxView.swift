// SPDX-License-Identifier: Apache-2.0

/// What one element is, apart from its tag and from what is in it.
struct Box {
  /// The classes.
  var name: String?
  var style = InlineStyle()
  /// What the element is called, if its content does not say it.
  var label: String?
  /// Other attributes; none is a class, a style or a label.
  var attributes: [ElementNode.Attribute] = []
  /// Whether the first element in it says what it is called.
  var isNamedByFirst = false
  /// Whether it may have a part of its rows only.
  var hasWindows = false
  /// What the page reports of the element.
  var events: EventKinds = []
  /// Hears of it.
  ///
  /// Returns whether the element takes the event.
  var handler: (@MainActor (ViewEvent.Kind) -> Bool)?

  /// Adds an attribute, or does nothing for `nil`.
  mutating func set(_ name: HTMLAttribute, _ value: String?) {
    if let value { attributes.append(ElementNode.Attribute(name: name, value: value)) }
  }

  /// This box with one more attribute.
  func with(_ name: HTMLAttribute, _ value: String?) -> Box {
    var box = self
    box.set(name, value)
    return box
  }
}

/// An element that is described by a box.
class BoxNode: ElementNode, EventTarget {
  private var box: Box
  /// The node of what the box is put around, if a modifier has made it.
  var inner: Node?
  /// Whether a drag of the element is under way.
  private var isDragged = false

  init(tag: HTMLTag, box: Box, parent: Node?, scope: Scope) {
    self.box = box
    super.init(tag: tag, class: box.name, parent: parent, scope: scope)
    hasWindows = box.hasWindows
    set(.style, box.style.text)
    set(.ariaLabel, box.label)
    for attribute in box.attributes { show(attribute) }
    if !box.events.isEmpty { listen(box.events, self) }
  }

  override var ownStyle: InlineStyle { box.style }

  /// Takes over a new description.
  func apply(_ new: Box) {
    if box.name != new.name { set(class: new.name) }
    if box.style != new.style || box.label != new.label {
      set(ownStyle: new.style, label: new.label)
    }
    for old in box.attributes where !new.attributes.contains(where: { $0.name == old.name }) {
      set(old.name, nil)
    }
    for attribute in new.attributes { show(attribute) }
    box = new
  }

  /// An address of the same server is below the path that all of the server's addresses are.
  private func show(_ attribute: Attribute) {
    var value = attribute.value
    let isAddress = attribute.name == .href || attribute.name == .src
    if isAddress, value.hasPrefix("/"), !value.hasPrefix("//"), let host = scope.host {
      value = host.basePath + value
    }
    set(attribute.name, value)
  }

  var isEnabled: Bool { scope.values.isEnabled }

  func handle(_ event: ViewEvent.Kind) -> Bool {
    if case .drag(let drag) = event { isDragged = drag.phase == .changed }
    return box.handler?(event) ?? false
  }

  override func didUnmount() {
    super.didUnmount()
    endDrag()
  }

  override func didLeavePage() {
    super.didLeavePage()
    endDrag()
  }

  /// Ends a drag of an element that goes or is disabled.
  func endDrag() {
    guard isDragged else { return }
    isDragged = false
    _ = box.handler?(.drag(ViewEvent.Drag(from: .zero, to: .zero, phase: .cancelled)))
  }
}

/// A view that is one element around its content.
@MainActor protocol BoxView: PrimitiveView {
  associatedtype Content: View

  /// The element.
  static var tag: HTMLTag { get }
  /// What the element is like.
  var box: Box { get }
  /// What is inside.
  var content: Content { get }
}

extension BoxView {
  static var tag: HTMLTag { .div }
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    let node = BoxNode(tag: Self.tag, box: box, parent: parent, scope: scope)
    node.content = Tree.mount(content, parent: node, scope: scope)
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: BoxNode.self)
    node.apply(box)
    if let inside = node.content { Tree.update(inside, with: content) }
  }
}

/// An element with any tag, of which the controls of this module are composed.
struct ElementView<Content: View> {
  let tag: HTMLTag
  let box: Box
  let content: Content

  init(_ tag: HTMLTag, _ box: Box = Box(), @ViewBuilder content: () -> Content) {
    self.tag = tag
    self.box = box
    self.content = content()
  }

  init(_ tag: HTMLTag, class name: String, @ViewBuilder content: () -> Content) {
    self.init(tag, Box(name: name), content: content)
  }
}

extension ElementView: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    let node = BoxNode(tag: tag, box: box, parent: parent, scope: scope)
    node.content = Tree.mount(content, parent: node, scope: Scope(in: scope, slot: .plain))
    if box.isNamedByFirst, let first = node.elementsInside.first { node.set(namedBy: first) }
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: BoxNode.self)
    node.apply(box)
    if let inside = node.content { Tree.update(inside, with: content) }
  }
}

/// The classes that stand for alignment.
enum BoxClass {
  /// The class of an alignment; none for the usual one.
  static func alignment(_ name: String, unless usual: String) -> String {
    name == usual ? "" : " mv-align-" + name
  }
}
