// SPDX-License-Identifier: Apache-2.0

/// A piece of text.
///
/// The text is never interpreted as markup. Its line breaks and spaces are preserved, except in the
/// options of a picker.
public struct Text: Equatable, Sendable {
  let string: String
  /// The styles of the whole text, inner modifiers first.
  private var decorations: [Decoration] = []
  /// The parts with their styles, if these differ; otherwise empty.
  fileprivate private(set) var parts: [Text] = []

  /// Creates a text from a string.
  nonisolated public init(_ content: some StringProtocol) {
    string = String(content)
  }

  /// Creates a text from a string.
  nonisolated public init(verbatim content: String) {
    string = content
  }
}

extension Text {
  /// Concatenates two texts, each with its own style.
  public static func + (lhs: Text, rhs: Text) -> Text {
    var all = Text(verbatim: lhs.string + rhs.string)
    let parts = [lhs, rhs].flatMap { $0.parts.isEmpty ? [$0] : $0.parts }
    if parts.allSatisfy({ $0.decorations == parts[0].decorations }) {
      all.decorations = parts[0].decorations
    } else {
      all.parts = parts
    }
    return all
  }

  /// Returns this text with one more style, which is used where no earlier one has the same kind.
  nonisolated func decorated(_ decoration: Decoration?) -> Text {
    guard let decoration else { return self }
    var copy = self
    if parts.isEmpty {
      copy.decorations.append(decoration)
    } else {
      copy.parts = parts.map { $0.decorated(decoration) }
    }
    return copy
  }
}

extension Text: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    let node: ElementNode
    if case .option(let options, let place) = scope.slot {
      node = OptionNode(place?.tag, of: options, parent: parent, scope: scope)
    } else {
      node = ElementNode(tag: .span, parent: parent, scope: scope)
    }
    update(node)
    return node
  }

  func update(_ node: Node) {
    let element = Tree.cast(node, to: ElementNode.self)
    element.set(ownDecorations: decorations)
    let present = element.content as? TextParts
    // The options of a picker have no child elements.
    if parts.isEmpty || element.tag == .option {
      if let present {
        present.unmount()
        element.content = nil
        element.childrenChanged()
      }
      return element.set(text: string)
    }
    element.set(text: nil)
    let content = present ?? TextParts(parent: element, scope: element.scope)
    element.content = content
    content.show(parts)
  }
}

/// The elements of the parts of a text.
final class TextParts: Node {
  private var elements: [ElementNode] = []
  private(set) var string = ""

  override var childNodes: [Node] { elements }

  /// Shows the parts of a text.
  fileprivate func show(_ parts: [Text]) {
    string = parts.map(\.string).joined()
    let count = elements.count
    for element in elements.dropFirst(parts.count) { element.unmount() }
    elements.removeLast(max(elements.count - parts.count, 0))
    while elements.count < parts.count {
      elements.append(ElementNode(tag: .span, class: "mv-part", parent: self, scope: scope))
    }
    for (element, part) in zip(elements, parts) { part.update(element) }
    if elements.count != count { structureChanged() }
  }
}
