// SPDX-License-Identifier: Apache-2.0

/// A picture: a file of the application, or one of a small set that the system has.
///
/// A file is served from the pictures that the program is given, at `/images/` and its name, below
/// the path that the server has.
/// A picture of the system is drawn in the colour and the size of text. Names that are not in the
/// set show an empty frame.
public struct Image: Equatable, Sendable {
  private enum Source: Equatable {
    case file(String)
    case symbol(String)
  }

  private let source: Source
  /// What it is called; empty for a picture that says nothing.
  private let label: String
  private var isResizable = false

  /// Creates a picture from a file; it is called by its name.
  nonisolated public init(_ name: String) {
    source = .file(name)
    label = name
  }

  /// Creates a picture from a file, with a text that says what it shows.
  nonisolated public init(_ name: String, label: Text) {
    source = .file(name)
    self.label = label.string
  }

  /// Creates a picture from a file that says nothing to people who do not see it.
  nonisolated public init(decorative name: String) {
    source = .file(name)
    label = ""
  }

  /// Creates one of the pictures of the system.
  nonisolated public init(systemName: String) {
    source = .symbol(systemName)
    label = systemName.split(separator: ".").joined(separator: " ")
  }

  /// A picture that takes the room that it gets.
  nonisolated public func resizable() -> Image {
    var image = self
    image.isResizable = true
    return image
  }

  /// A picture in the colours of the file, or in the colour of text; a page decides by the kind.
  nonisolated public func renderingMode(_ renderingMode: TemplateRenderingMode?) -> Image { self }

  /// Where the colours of a picture come from.
  public enum TemplateRenderingMode: Sendable {
    /// From the text around.
    case template
    /// From the file.
    case original
  }

  /// The sizes of a picture of the system.
  public enum Scale: Sendable {
    /// Smaller than the text around.
    case small
    /// As large as the text around.
    case medium
    /// Larger than the text around.
    case large
  }
}

extension Image: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = SwitchNode(parent: parent, scope: scope)
    update(node)
    return node
  }

  /// A picture that turns from a file into one of the system has another element.
  func update(_ node: Node) {
    let node = Tree.cast(node, to: SwitchNode.self)
    switch source {
    case .file: node.show(ImageElement(tag: .img, box: fileBox), key: false)
    case .symbol(let name):
      node.show(ImageElement(tag: .svg, box: symbolBox, outline: outline(name)), key: true)
    }
  }

  @MainActor private var fileBox: Box {
    guard case .file(let name) = source else { return Box() }
    return Box(name: isResizable ? "mv-image mv-resizable" : "mv-image")
      .with(.src, Self.address(name)).with(.alt, label)
  }

  @MainActor private var symbolBox: Box {
    Box(name: isResizable ? "mv-symbol mv-resizable" : "mv-symbol", label: label)
      .with(.role, "img").with(.viewBox, "0 0 24 24")
  }

  @MainActor private func outline(_ name: String) -> Box {
    let symbol = Symbol.named(name)
    return Box(name: symbol.isFilled ? "mv-filled" : nil).with(.d, symbol.path)
  }

  /// The address of a file; only letters, digits and `-._` stand for themselves.
  static func address(_ name: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._".utf8)
    return name.utf8.reduce(into: "/images/") { address, byte in
      if plain.contains(byte) {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        address += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}

/// The element of a picture, and the line of one of the system.
private struct ImageElement {
  let tag: HTMLTag
  let box: Box
  var outline: Box?
}

extension ImageElement: View, PrimitiveView {
  static var makesElement: Bool { true }

  func mount(parent: Node, scope: Scope) -> Node {
    let node = BoxNode(tag: tag, box: box, parent: parent, scope: scope)
    node.content = outline.map { BoxNode(tag: .path, box: $0, parent: node, scope: scope) }
    return node
  }

  func update(_ node: Node) {
    let node = Tree.cast(node, to: BoxNode.self)
    node.apply(box)
    if let outline { (node.content as? BoxNode)?.apply(outline) }
  }
}

extension View {
  /// Says how large the pictures of the system in this view are.
  nonisolated public func imageScale(_ scale: Image.Scale) -> some View {
    let name =
      switch scale {
      case .small: "mv-small-symbols"
      case .medium: "mv-medium-symbols"
      case .large: "mv-large-symbols"
      }
    return DecoratedView(content: self, decoration: .named(kind: "symbols", className: name))
  }
}
