// SPDX-License-Identifier: Apache-2.0

/// A view that is one element around its content.
@MainActor protocol BoxView: PrimitiveView {
  associatedtype Content: View

  /// The element.
  static var tag: HTMLTag { get }
  /// The classes of the element.
  var name: String { get }
  /// What is inside.
  var content: Content { get }
}

extension BoxView {
  static var tag: HTMLTag { .div }
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    let node = ElementNode(tag: Self.tag, class: name, parent: parent, scope: scope)
    node.content = Tree.mount(content, parent: node, scope: scope)
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: ElementNode.self)
    node.set(class: name)
    if let inside = node.content { Tree.update(inside, with: content) }
  }
}

/// The classes that stand for alignment and spacing.
enum BoxClass {
  /// The class of an alignment; none for the usual one.
  static func alignment(_ name: String, unless usual: String) -> String {
    name == usual ? "" : " mv-align-" + name
  }

  /// The class of a spacing: points in steps of four, up to 48.
  ///
  /// Styles are classes, as pages forbid inline ones.
  static func spacing(_ value: Double?) -> String {
    value.map { " mv-gap-\(step($0))" } ?? ""
  }

  /// A length in points as one of the steps of the style sheet: 0, 4, 8 and so on up to 48.
  static func step(_ length: Double) -> Int {
    guard length > 0 else { return 0 }
    return Int((min(length, 48) / 4).rounded(.up)) * 4
  }
}
