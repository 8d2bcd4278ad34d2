// SPDX-License-Identifier: Apache-2.0

/// A piece of text.
///
/// The text is never interpreted as markup. Its line breaks and spaces are preserved, except in the
/// options of a picker.
public struct Text: Equatable, Sendable {
  let string: String

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
  /// Concatenates two texts.
  public static func + (lhs: Text, rhs: Text) -> Text {
    Text(verbatim: lhs.string + rhs.string)
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
    Tree.cast(node, to: ElementNode.self).set(text: string)
  }
}
