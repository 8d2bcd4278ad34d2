// SPDX-License-Identifier: Apache-2.0

/// A type of files, as `UniformTypeIdentifiers` has it: what a page needs to ask for files.
///
/// ```swift
/// let notes = UTType(filenameExtension: "note", conformingTo: .text)
/// ```
///
/// The types below are known with their endings and media types. A type that is made from another
/// ending or media type knows only that.
public struct UTType: Sendable {
  /// The name of the type, as in `public.json`.
  public let identifier: String
  /// The ending that its files have; nil if they have none of their own.
  public let preferredFilenameExtension: String?
  /// Its media type; nil if it has none of its own.
  public let preferredMIMEType: String?
  /// The names of the types that it is one of.
  private let parents: [String]

  private init(
    named identifier: String, _ ending: String? = nil, _ mime: String? = nil,
    in parents: String...
  ) {
    self.identifier = identifier
    preferredFilenameExtension = ending
    preferredMIMEType = mime
    self.parents = parents
  }

  /// A type that is known, by its name; nil for another one.
  public init?(_ identifier: String) {
    guard let known = Self.known[identifier] else { return nil }
    self = known
  }

  /// The type of the files with an ending.
  ///
  /// - Parameters:
  ///   - filenameExtension: the ending, without the dot.
  ///   - supertype: what the type must be one of.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    let ending = filenameExtension.lowercased()
    guard !ending.isEmpty, ending.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return nil }
    let known = Self.list.first {
      $0.preferredFilenameExtension == ending && $0.conforms(to: supertype)
    }
    self = known ?? UTType(named: "dyn.ending.\(ending)", ending, in: supertype.identifier)
  }

  /// The type with a media type.
  ///
  /// - Parameters:
  ///   - mimeType: the media type, as in `text/csv`.
  ///   - supertype: what the type must be one of.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    let mime = mimeType.lowercased()
    let parts = mime.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = mime.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789/+-.*".unicodeScalars.contains($0))
    }
    guard parts.count == 2, !parts.contains(""), isPlain else { return nil }
    let known = Self.list.first { $0.preferredMIMEType == mime && $0.conforms(to: supertype) }
    self = known ?? UTType(named: "dyn.media.\(mime)", nil, mime, in: supertype.identifier)
  }

  /// A type that the application declares.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self = UTType(named: identifier, in: parentType?.identifier ?? "public.data")
  }

  /// A type that another application declares.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self = UTType(named: identifier, in: parentType?.identifier ?? "public.data")
  }

  /// Whether the files of this type are of another one too.
  public func conforms(to type: UTType) -> Bool {
    identifier == type.identifier
      || parents.contains { $0 == type.identifier || Self.known[$0]?.conforms(to: type) ?? false }
  }
}

extension UTType: Hashable {
  /// Whether two types have the same name.
  public static func == (one: UTType, other: UTType) -> Bool {
    one.identifier == other.identifier
  }

  /// Feeds the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }
}

extension UTType: Codable {
  /// Reads the name; of a type that is not known, the name is all there is.
  public init(from decoder: any Decoder) throws {
    let identifier = try decoder.singleValueContainer().decode(String.self)
    self = UTType(identifier) ?? UTType(importedAs: identifier)
  }

  /// Writes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}

extension UTType {
  /// Anything.
  public static let item = UTType(named: "public.item")
  /// Anything that has content.
  public static let content = UTType(named: "public.content")
  /// A sequence of bytes.
  public static let data = UTType(
    named: "public.data", nil, "application/octet-stream", in: "public.item")
  /// Text of any kind.
  public static let text = UTType(
    named: "public.text", nil, "text/*", in: "public.data", "public.content")
  /// Text without a form.
  public static let plainText = UTType(
    named: "public.plain-text", "txt", "text/plain", in: "public.text")
  /// Values with commas between them, a line for each row.
  public static let commaSeparatedText = UTType(
    named: "public.comma-separated-values-text", "csv", "text/csv", in: "public.plain-text")
  /// JSON.
  public static let json = UTType(
    named: "public.json", "json", "application/json", in: "public.text")
  /// XML.
  public static let xml = UTType(named: "public.xml", "xml", "application/xml", in: "public.text")
  /// A page of the web.
  public static let html = UTType(named: "public.html", "html", "text/html", in: "public.text")
  /// A picture of any kind.
  public static let image = UTType(
    named: "public.image", nil, "image/*", in: "public.data", "public.content")
  /// A picture in PNG.
  public static let png = UTType(named: "public.png", "png", "image/png", in: "public.image")
  /// A picture in JPEG.
  public static let jpeg = UTType(named: "public.jpeg", "jpeg", "image/jpeg", in: "public.image")
  /// A picture in GIF.
  public static let gif = UTType(
    named: "com.compuserve.gif", "gif", "image/gif", in: "public.image")
  /// A picture in SVG.
  public static let svg = UTType(
    named: "public.svg-image", "svg", "image/svg+xml", in: "public.image")
  /// Sound of any kind.
  public static let audio = UTType(
    named: "public.audio", nil, "audio/*", in: "public.data", "public.content")
  /// Film of any kind.
  public static let movie = UTType(
    named: "public.movie", nil, "video/*", in: "public.data", "public.content")
  /// A document in PDF.
  public static let pdf = UTType(
    named: "com.adobe.pdf", "pdf", "application/pdf", in: "public.data", "public.content")
  /// Files in a ZIP archive.
  public static let zip = UTType(
    named: "public.zip-archive", "zip", "application/zip", in: "public.data")

  private static let list: [UTType] = [
    item, content, data, text, plainText, commaSeparatedText, json, xml, html, image, png, jpeg,
    gif, svg, audio, movie, pdf, zip,
  ]
  private static let known = Dictionary(
    uniqueKeysWithValues: list.map { ($0.identifier, $0) })

  /// What a page's field for files accepts for this type; nil for any file.
  var accepted: [String]? {
    guard self != .item, self != .data, self != .content else { return nil }
    let own = [preferredFilenameExtension.map { "." + $0 }, preferredMIMEType].compactMap { $0 }
    return own.isEmpty ? nil : own
  }
}
