// SPDX-License-Identifier: Apache-2.0

/// A plain HTML element around views, for what SwiftUI has no name for.
///
/// It is the web's alone: code that is shared with an app for Apple's systems goes without it. The
/// names of element and attributes are checked, and all values are escaped. What a browser would
/// run (scripts, `on…` attributes, addresses with `javascript:`) is left out.
///
/// Classes and attributes follow the view. With another name the element is another one, and what
/// is in it begins anew.
///
/// ```swift
/// HTMLView("article", classes: "news") {
///   HTMLView("time", attributes: ["datetime": "2026-01-31"]) { Text("Yesterday") }
/// }
/// ```
public struct HTMLView<Content: View> {
  let tag: String
  let classes: String?
  let attributes: [String: String]
  let content: Content

  /// Creates an element; one that is not allowed becomes a `div`.
  nonisolated public init(
    _ tag: String, classes: String? = nil, attributes: [String: String] = [:],
    @ViewBuilder content: () -> Content
  ) {
    self.tag = HTMLNames.isElement(tag) ? tag.lowercased() : "div"
    self.classes = classes
    self.attributes = attributes.filter { HTMLNames.isAttribute($0.key, $0.value) }
    self.content = content()
  }
}

extension HTMLView: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = SwitchNode(parent: parent, scope: scope)
    update(node)
    return node
  }

  func update(_ node: Node) {
    Tree.cast(node, to: SwitchNode.self).show(FreeElement(view: self), key: tag)
  }
}

/// The element of an `HTMLView`; all of it but the name may change.
private struct FreeElement<Content: View> {
  let view: HTMLView<Content>
}

extension FreeElement: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    let node = FreeElementNode(
      view.tag, class: view.classes, parent: parent, scope: Scope(in: scope, slot: .plain))
    node.set(free: view.attributes)
    node.content = Tree.mount(view.content, parent: node, scope: node.scope)
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: FreeElementNode.self)
    node.set(class: view.classes)
    node.set(free: view.attributes)
    if let inside = node.content { Tree.update(inside, with: view.content) }
  }
}

/// An element whose name and attributes the application has chosen.
final class FreeElementNode: ElementNode {
  let name: String
  private var free: [String: String] = [:]

  init(_ name: String, class classes: String?, parent: Node?, scope: Scope) {
    self.name = name
    super.init(tag: .div, class: classes, parent: parent, scope: scope)
  }

  /// What a modifier sets comes first.
  override var freeAttributes: [String: String] {
    free.filter { name, _ in HTMLAttribute(rawValue: name).flatMap { value($0) } == nil }
  }

  /// Sets all attributes that the application has chosen.
  func set(free attributes: [String: String]) {
    guard free != attributes else { return }
    willChange()
    free = attributes
  }
}

/// What an application may write into a page.
enum HTMLNames {
  private static let elements: Set<String> = [
    "abbr", "address", "article", "aside", "blockquote", "caption", "cite", "code", "dd", "del",
    "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "footer", "h1", "h2", "h3", "h4", "h5",
    "h6", "header", "ins", "kbd", "li", "mark", "nav", "ol", "p", "pre", "q", "s", "samp",
    "section", "small", "span", "strong", "sub", "sup", "table", "tbody", "td", "tfoot", "th",
    "thead", "time", "tr", "u", "ul", "var",
  ]
  private static let plain: Set<String> = [
    "cite", "colspan", "datetime", "dir", "headers", "hidden", "id", "lang", "role", "rowspan",
    "scope", "start", "tabindex", "title", "translate",
  ]

  static func isElement(_ name: String) -> Bool { elements.contains(name.lowercased()) }

  /// Whether an attribute is allowed; those that begin with `aria-` are, and those with `data-`
  /// that the page's scripts do not read.
  static func isAttribute(_ name: String, _ value: String) -> Bool {
    let isWord = name.utf8.allSatisfy { byte in
      (97...122).contains(byte) || (48...57).contains(byte) || byte == 45
    }
    guard isWord, name.utf8.count < 64 else { return false }
    if name == "cite" { return value.hasPrefix("https://") || value.hasPrefix("http://") }
    if name.hasPrefix("data-") {
      return !["data-n", "data-on"].contains(name) && HTMLAttribute(rawValue: name) == nil
    }
    if name == "id", value.hasPrefix("millrace") { return false }
    return name.hasPrefix("aria-") || plain.contains(name)
  }
}

extension View {
  /// Gives the elements of this view classes of the application's own style sheet.
  ///
  /// It is the web's alone. The names of this module, which begin with `mv-` and `mp-`, are left
  /// out.
  nonisolated public func htmlClass(_ classes: String) -> some View {
    let own = classes.split(separator: " ").filter { !$0.hasPrefix("mv-") && !$0.hasPrefix("mp-") }
      .joined(separator: " ")
    return DecoratedView(
      content: self, decoration: own.isEmpty ? nil : .named(kind: own, className: own))
  }
}
