// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A piece of text.
///
/// A string is never interpreted as markup; a literal can contain Markdown. Line breaks and spaces
/// are preserved, except in the options of a picker.
///
/// Values in a literal can have a format, and texts and images in it keep their style; see
/// ``LocalizedStringKey``.
///
/// ```swift
/// Text("\(share, format: .percent) of \(Text(name).bold())")
/// ```
public struct Text: Equatable, Sendable {
  let string: String
  /// The styles of the whole text, inner modifiers first.
  private(set) var decorations: [Decoration] = []
  /// The parts with their styles, if these differ or need an element in the line; otherwise empty.
  private(set) var parts: [TextPart] = []

  /// Creates a text from a string.
  @_disfavoredOverload nonisolated public init(_ content: some StringProtocol) {
    string = String(content)
  }

  /// Creates a text from a string.
  nonisolated public init(verbatim content: String) {
    string = content
  }

  /// Creates a text that shows an image.
  nonisolated public init(_ image: Image) {
    self.init("", parts: [TextPart(text: Text(verbatim: ""), image: image)])
  }

  nonisolated init(_ string: String, parts: [TextPart]) {
    self.string = string
    self.parts = parts
  }
}

/// A part of a text with its own style.
struct TextPart: Equatable, Sendable {
  var text: Text
  /// The image that the part shows instead of a text.
  var image: Image?
  /// The address that the part is a link to.
  var link: URL?

  /// Whether the part is only a string.
  var isPlain: Bool { image == nil && link == nil && text.decorations.isEmpty }
}

/// The image or the link that a part of a text shows.
private struct PartView: View {
  let part: TextPart

  var body: some View {
    if let image = part.image {
      image
    } else if let link = part.link {
      Link(destination: link) { part.text }
    }
  }
}

extension Text {
  /// Concatenates two texts, each with its own style.
  public static func + (lhs: Text, rhs: Text) -> Text {
    var all = Text(verbatim: lhs.string + rhs.string)
    if lhs.parts.isEmpty, rhs.parts.isEmpty, lhs.decorations == rhs.decorations {
      all.decorations = lhs.decorations
    } else {
      all.parts = lhs.separateParts + rhs.separateParts
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
      copy.parts = parts.map {
        TextPart(text: $0.text.decorated(decoration), image: $0.image, link: $0.link)
      }
    }
    return copy
  }

  /// The parts; the whole text if there are none.
  nonisolated var separateParts: [TextPart] { parts.isEmpty ? [TextPart(text: self)] : parts }
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

  /// The elements of the links in the text.
  var links: [ElementNode] {
    elements.flatMap(\.elementsInside).filter { $0.tag == .a || $0.tag == .button }
  }

  /// Shows the parts of a text.
  fileprivate func show(_ parts: [TextPart]) {
    string = parts.map(\.text.string).joined()
    let count = elements.count
    for element in elements.dropFirst(parts.count) { element.unmount() }
    elements.removeLast(max(elements.count - parts.count, 0))
    while elements.count < parts.count {
      elements.append(ElementNode(tag: .span, class: "mv-part", parent: self, scope: scope))
    }
    for (element, part) in zip(elements, parts) { show(part, in: element) }
    if elements.count != count { structureChanged() }
  }

  private func show(_ part: TextPart, in element: ElementNode) {
    let isView = part.image != nil || part.link != nil
    if !isView, let present = element.content {
      present.unmount()
      element.content = nil
      element.childrenChanged()
    }
    guard isView else { return part.text.update(element) }
    // The text of a link has its style itself.
    element.set(ownDecorations: part.image == nil ? [] : part.text.decorations)
    element.set(text: nil)
    let view = PartView(part: part)
    if let present = element.content { return Tree.update(present, with: view) }
    element.content = Tree.mount(view, parent: element, scope: Scope(in: scope, slot: .plain))
    element.childrenChanged()
  }
}
