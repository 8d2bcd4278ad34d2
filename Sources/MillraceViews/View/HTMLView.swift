// SPDX-License-Identifier: Apache-2.0

/// An HTML element around views, for elements that SwiftUI does not have.
///
/// It exists on the web only, so code that is shared with an app for Apple's systems cannot use it.
/// The names of the element and its attributes are checked, and all values are escaped. Everything
/// that a browser would run (scripts, `on…` attributes, addresses with `javascript:`) is left out.
/// Attributes are allowed if their names begin with `aria-` or `data-`, and so are `cite` with an
/// address on the web, `colspan`, `datetime`, `dir`, `headers`, `hidden`, `id`, `lang`, `role`,
/// `rowspan`, `scope`, `start`, `tabindex`, `title` and `translate`, all in lower case.
/// An `id` that begins with `millrace` and the `data-` attributes of Millrace are not allowed.
///
/// HTML must allow the content in the element. Otherwise the browser moves the content out of the
/// element, for example a stack out of a `p`.
///
/// Classes and attributes are updated with the view. If the name of the element changes, a new
/// element replaces the old one, and the state of its content is lost.
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

  /// Creates an element.
  ///
  /// If its name is not allowed, it becomes a `div`. Attributes that are not allowed are left out,
  /// and so are classes that begin with `mv-` or `mp-`, which belong to Millrace.
  nonisolated public init(
    _ tag: String, classes: String? = nil, attributes: [String: String] = [:],
    @ViewBuilder content: () -> Content
  ) {
    self.tag = HTMLNames.isElement(tag) ? tag.lowercased() : "div"
    self.classes = classes.flatMap(HTMLNames.ownClasses)
    self.attributes = attributes.filter { HTMLNames.isAttribute($0.key, $0.value) }
    self.content = content()
  }
}

extension HTMLView: View, SwitchView {
  func update(_ node: Node) {
    Tree.cast(node, to: SwitchNode.self).show(FreeElement(view: self), key: tag)
  }
}

/// The element of an `HTMLView`.
///
/// Everything except its name can change.
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

  /// The attributes of the application, except those that a modifier sets.
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

/// The names of elements and attributes that an application is allowed to write into a page.
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

  /// Returns the classes that do not belong to Millrace, or nil if there are none.
  ///
  /// They are separated by the whitespace of HTML.
  static func ownClasses(_ classes: String) -> String? {
    let own = classes.unicodeScalars.split { ["\t", "\n", "\u{C}", "\r", " "].contains($0) }
      .filter { !$0.starts(with: "mv-".unicodeScalars) && !$0.starts(with: "mp-".unicodeScalars) }
      .map { String($0) }
    return own.isEmpty ? nil : own.joined(separator: " ")
  }

  /// Whether an attribute is allowed.
  ///
  /// The attributes that ``HTMLView`` lists are allowed, if the name has fewer than 64 bytes.
  static func isAttribute(_ name: String, _ value: String) -> Bool {
    let isWord = name.utf8.allSatisfy { byte in
      (97...122).contains(byte) || (48...57).contains(byte) || byte == 45
    }
    guard isWord, name.utf8.count < 64 else { return false }
    if name == "cite" { return value.hasPrefix("https://") || value.hasPrefix("http://") }
    if name.hasPrefix("data-") {
      return !["data-n", "data-on", "data-front"].contains(name)
        && HTMLAttribute(rawValue: name) == nil
    }
    if name == "id", value.hasPrefix("millrace") { return false }
    return name.hasPrefix("aria-") || plain.contains(name)
  }
}

extension View {
  /// Adds classes of the application's own style sheet to the elements of this view.
  ///
  /// It exists on the web only. Names that begin with `mv-` or `mp-` belong to Millrace and are
  /// left out.
  nonisolated public func htmlClass(_ classes: String) -> some View {
    decorated(HTMLNames.ownClasses(classes).map { .named(kind: $0, className: $0) })
  }
}
