// SPDX-License-Identifier: Apache-2.0

/// The description of one element, without its tag and its content.
struct Box {
  /// The classes, separated by spaces.
  var name: String?
  var style = InlineStyle()
  /// The accessibility label where no modifier sets one.
  var label: String?
  /// The attributes, except the class, the style and the label.
  var attributes: [ElementNode.Attribute] = []
  /// Whether the first element inside is the name of the element (`aria-labelledby`).
  ///
  /// Only an ``ElementView`` uses it.
  var isNamedByFirst = false
  /// Whether the element is the description of the element around it (`aria-describedby`).
  ///
  /// Only an ``ElementView`` uses it.
  var isDescription = false
  /// Whether modifiers around the view of the element do not change how the element is drawn.
  var isApart = false
  /// Whether a `ForEach` directly in the element is allowed to show only some of its rows.
  var hasWindows = false
  /// The kinds of events that the page reports for the element.
  ///
  /// Those of the first description of an element remain.
  var events: EventKinds = []
  /// The function that handles the events.
  ///
  /// It returns whether the element accepts the event.
  var handler: (@MainActor (ViewEvent.Kind) -> Bool)?

  /// Adds an attribute.
  ///
  /// Does nothing if the value is nil.
  mutating func set(_ name: HTMLAttribute, _ value: String?) {
    if let value { attributes.append(ElementNode.Attribute(name: name, value: value)) }
  }

  /// Returns this box with one more attribute.
  func with(_ name: HTMLAttribute, _ value: String?) -> Box {
    var box = self
    box.set(name, value)
    return box
  }
}

extension Box {
  /// The box of a button.
  static func button(
    _ name: String, isEnabled: Bool, action: @escaping @MainActor () -> Void
  ) -> Box {
    Box(name: name).with(.type, "button").with(.disabled, isEnabled ? nil : "")
      .handling(.tap, action)
  }

  /// Returns this box with an action for one kind of event.
  func handling(_ event: EventKinds, _ action: @escaping @MainActor () -> Void) -> Box {
    var box = self
    box.events = event
    box.handler = { _ in
      action()
      return true
    }
    return box
  }
}

/// An element that is described by a ``Box``.
class BoxNode: ElementNode, EventTarget {
  private var box: Box
  /// The node inside this element, if this element is a wrapper.
  var inner: Node?
  /// Whether a drag of the element is in progress.
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

  override var nodesWithWrappers: [Node] { inner.map { [$0] } ?? [] }

  override var ownStyle: InlineStyle { box.style }

  override func decorate(_ decoration: Decoration?, by owner: Node) {
    if !box.isApart || decoration?.isOfPixels != true { super.decorate(decoration, by: owner) }
  }

  /// Applies a new description, except the kinds of events.
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

  /// Sets an attribute.
  ///
  /// The base path of the server is put before an address that begins with a single `/`.
  private func show(_ attribute: Attribute) {
    var value = attribute.value
    let isAddress = attribute.name == .href || attribute.name == .src
    if isAddress, value.hasPrefix("/"), !value.hasPrefix("//"), let host = scope.host {
      value = host.basePath + value
    }
    set(attribute.name, value)
  }

  /// True also in a disabled view if the user can close the element, for example a popover.
  var isEnabled: Bool { box.events.contains(.dismiss) || scope.values.isEnabled }

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

  /// Cancels the drag in progress.
  ///
  /// Called when the element leaves the tree or the page, or when its drag is refused.
  func endDrag() {
    guard isDragged else { return }
    isDragged = false
    _ = box.handler?(.drag(ViewEvent.Drag(from: .zero, to: .zero, phase: .cancelled)))
  }
}

/// A view that is rendered as one element around its content.
@MainActor protocol BoxView: PrimitiveView {
  associatedtype Content: View

  /// The tag of the element.
  static var tag: HTMLTag { get }
  /// The description of the element.
  var box: Box { get }
  /// The content of the element.
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

/// A view that is rendered as one element without content.
@MainActor protocol LeafView: PrimitiveView {
  /// The description of the element.
  var box: Box { get }
}

extension LeafView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    BoxNode(tag: .div, box: box, parent: parent, scope: scope)
  }

  func update(_ node: Node) { Tree.cast(node, to: BoxNode.self).apply(box) }
}

/// An element with any tag.
///
/// Some views of this module, for example `DisclosureGroup`, are composed of such elements.
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
    if box.isDescription { node.enclosingElement?.set(describedBy: node) }
    if box.isNamedByFirst, let first = node.elementsInside.first { node.set(namedBy: first) }
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: BoxNode.self)
    node.apply(box)
    if let inside = node.content { Tree.update(inside, with: content) }
  }
}

/// The classes for alignments.
enum BoxClass {
  /// The class of an alignment, with a space before it.
  ///
  /// It is empty for the default alignment, the centre.
  static func alignment(_ name: String) -> String {
    name == "center" ? "" : " mv-align-" + name
  }
}
