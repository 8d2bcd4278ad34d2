// SPDX-License-Identifier: Apache-2.0

/// An image: a file of the application, or one of a small set of system images.
///
/// The address of a file is `/images/` and its name, below the base path of the server. A server of
/// `MillraceWeb` serves it if it has a `FileFolder` for the path `/images`.
///
/// A system image is drawn in the colour and size of the text around it. For a name that is not in
/// the set, an empty frame is shown.
public struct Image: Equatable, Sendable {
  private enum Source: Equatable {
    case file(String)
    case symbol(String)
  }

  private let source: Source
  /// The accessibility label; empty for a decorative image.
  private let label: String
  private var isResizable = false
  private var hasSharpPixels = false

  /// Creates an image from a file, with the name of the file as its accessibility label.
  nonisolated public init(_ name: String) {
    source = .file(name)
    label = name
  }

  /// Creates an image from a file, with an accessibility label.
  nonisolated public init(_ name: String, label: Text) {
    source = .file(name)
    self.label = label.string
  }

  /// Creates a decorative image from a file.
  ///
  /// Screen readers ignore it.
  nonisolated public init(decorative name: String) {
    source = .file(name)
    label = ""
  }

  /// Creates a system image.
  ///
  /// Its accessibility label is the name, with spaces instead of dots.
  nonisolated public init(systemName: String) {
    source = .symbol(systemName)
    label = systemName.split(separator: ".").joined(separator: " ")
  }

  /// Returns an image that is scaled to the available space.
  nonisolated public func resizable() -> Image {
    var image = self
    image.isResizable = true
    return image
  }

  /// Returns an image whose pixels are mixed when it is scaled, or stay sharp with `none`.
  nonisolated public func interpolation(_ interpolation: Interpolation) -> Image {
    var image = self
    image.hasSharpPixels = interpolation == .none
    return image
  }

  /// Returns the image unchanged: a browser always draws smooth edges.
  nonisolated public func antialiased(_ isAntialiased: Bool) -> Image { self }

  /// Returns the image unchanged; see ``SymbolRenderingMode``.
  nonisolated public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { self }

  /// The quality with which the pixels of a scaled image are mixed.
  ///
  /// A page uses the browser's quality for all of them except `none`.
  public enum Interpolation: Sendable {
    /// The pixels stay sharp.
    case none
    /// Low quality.
    case low
    /// Medium quality.
    case medium
    /// High quality.
    case high
  }

  /// Returns the image unchanged.
  ///
  /// On a page, files have their own colours, and system images have the colour of the text around
  /// them.
  nonisolated public func renderingMode(_ renderingMode: TemplateRenderingMode?) -> Image { self }

  /// The source of an image's colours.
  public enum TemplateRenderingMode: Sendable {
    /// The colour of the text around the image.
    case template
    /// The colours of the file.
    case original
  }

  /// The size of a system image, relative to the text around it.
  public enum Scale: Sendable {
    /// Smaller than the text.
    case small
    /// The size of the text.
    case medium
    /// Larger than the text.
    case large
  }
}

extension Image: View, PrimitiveView {
  func mount(parent: Node, scope: Scope) -> Node {
    let node = SwitchNode(parent: parent, scope: scope)
    update(node)
    return node
  }

  /// A change between a file and a system image replaces the element.
  func update(_ node: Node) {
    let node = Tree.cast(node, to: SwitchNode.self)
    switch source {
    case .file: node.show(ImageElement(tag: .img, box: fileBox), key: false)
    case .symbol(let name):
      let symbol = Symbol.named(name)
      node.show(
        ImageElement(tag: .svg, box: symbolBox(symbol), outline: outline(symbol)), key: true)
    }
  }

  @MainActor private var fileBox: Box {
    guard case .file(let name) = source else { return Box() }
    let looks = (isResizable ? " mv-resizable" : "") + (hasSharpPixels ? " mv-pixels" : "")
    return Box(name: "mv-image" + looks)
      .with(.src, Self.address(name)).with(.alt, label)
  }

  @MainActor private func symbolBox(_ symbol: Symbol) -> Box {
    let name = "mv-symbol" + (symbol.isMirrored ? " mv-mirrored" : "")
    return Box(name: isResizable ? name + " mv-resizable" : name, label: label)
      .with(.role, "img").with(.viewBox, "0 0 24 24")
  }

  @MainActor private func outline(_ symbol: Symbol) -> Box {
    let name = symbol.isFilled ? symbol.hasSign ? "mv-filled mv-sign" : "mv-filled" : nil
    return Box(name: name).with(.d, symbol.path)
  }

  /// The address of a file.
  ///
  /// All characters except ASCII letters, digits and `-._` are percent-encoded.
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

/// The element of an image, with the outline of a system image.
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

/// The use of colours in the layers of a system image.
///
/// The system images of a page have one layer, so they look the same in all modes.
public struct SymbolRenderingMode: Sendable {
  /// One colour.
  public static let monochrome = SymbolRenderingMode()
  /// The colours of the image.
  public static let multicolor = SymbolRenderingMode()
  /// One colour with different opacities.
  public static let hierarchical = SymbolRenderingMode()
  /// The colours of the foreground style.
  public static let palette = SymbolRenderingMode()
}

extension View {
  /// Returns this view; see ``SymbolRenderingMode``.
  nonisolated public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { self }

  /// Sets the size of the system images in this view.
  nonisolated public func imageScale(_ scale: Image.Scale) -> some View {
    decorated(.named(kind: "symbols", className: "mv-\(scale)-symbols"))
  }
}
