// SPDX-License-Identifier: Apache-2.0

/// A file type, with the part of the API of `UniformTypeIdentifiers` that `fileImporter` needs.
///
/// ```swift
/// let notes = UTType(filenameExtension: "note", conformingTo: .text)
/// ```
///
/// The types declared below are known types, with their filename extensions and media types. A type
/// that is created from an unknown filename extension has no media type, and a type that is created
/// from an unknown media type has no filename extension.
public struct UTType: Sendable {
  /// The identifier of the type, for example `public.json`.
  public let identifier: String
  /// The filename extension of the type, without the dot, or nil.
  public let preferredFilenameExtension: String?
  /// The media type of the type, or nil.
  public let preferredMIMEType: String?
  /// The identifiers of the types to which this type conforms directly.
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

  /// Creates a known type from its identifier.
  ///
  /// Returns nil if the identifier is not known.
  public init?(_ identifier: String) {
    guard let known = Self.known[identifier] else { return nil }
    self = known
  }

  /// Creates the type for a filename extension.
  ///
  /// If no known type with the extension conforms to the supertype, a new type is created. Returns
  /// nil if the extension is empty or contains other characters than ASCII letters and digits.
  ///
  /// - Parameters:
  ///   - filenameExtension: the filename extension, without the dot.
  ///   - supertype: the type to which the result must conform.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    let ending = filenameExtension.lowercased()
    guard !ending.isEmpty, ending.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return nil }
    let known = Self.list.first { $0.has(ending: ending) && $0.conforms(to: supertype) }
    self = known ?? UTType(named: "dyn.ending.\(ending)", ending, in: supertype.identifier)
  }

  /// Creates the type for a media type.
  ///
  /// If no known type with the media type conforms to the supertype, a new type is created. Returns
  /// nil if the text is not a media type.
  ///
  /// - Parameters:
  ///   - mimeType: the media type, for example `text/csv`.
  ///   - supertype: the type to which the result must conform.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    let mime = mimeType.lowercased()
    let parts = mime.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = mime.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || Self.marks.contains($0))
    }
    guard parts.count == 2, !parts.contains(""), isPlain else { return nil }
    let known = Self.list.first { $0.preferredMIMEType == mime && $0.conforms(to: supertype) }
    self = known ?? UTType(named: "dyn.media.\(mime)", nil, mime, in: supertype.identifier)
  }

  /// Creates a type that the application declares.
  ///
  /// It conforms to `public.data` by default.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self = UTType(named: identifier, in: parentType?.identifier ?? "public.data")
  }

  /// Creates a type that another application declares.
  ///
  /// It conforms to `public.data` by default.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self = UTType(named: identifier, in: parentType?.identifier ?? "public.data")
  }

  /// Returns whether this type is another type or conforms to it, directly or indirectly.
  ///
  /// Indirect conformance is found through known types only.
  public func conforms(to type: UTType) -> Bool {
    identifier == type.identifier
      || parents.contains { $0 == type.identifier || Self.known[$0]?.conforms(to: type) ?? false }
  }
}

extension UTType: Hashable {
  /// Whether two types have the same identifier.
  public static func == (one: UTType, other: UTType) -> Bool {
    one.identifier == other.identifier
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }
}

extension UTType: Codable {
  /// Decodes the identifier.
  ///
  /// If the identifier is not known, the result is a type with this identifier which conforms to
  /// `public.data`. Its filename extension and its media type are lost.
  public init(from decoder: any Decoder) throws {
    let identifier = try decoder.singleValueContainer().decode(String.self)
    self = UTType(identifier) ?? UTType(importedAs: identifier)
  }

  /// Encodes the identifier.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}

extension UTType {
  /// The base type of all files and folders.
  public static let item = UTType(named: "public.item")
  /// The base type of all types with content.
  public static let content = UTType(named: "public.content")
  /// A sequence of bytes.
  public static let data = UTType(
    named: "public.data", nil, "application/octet-stream", in: "public.item")
  /// Text of any kind.
  public static let text = UTType(
    named: "public.text", nil, "text/*", in: "public.data", "public.content")
  /// Text without formatting.
  public static let plainText = UTType(
    named: "public.plain-text", "txt", "text/plain", in: "public.text")
  /// Comma-separated values (CSV).
  public static let commaSeparatedText = UTType(
    named: "public.comma-separated-values-text", "csv", "text/csv", in: "public.plain-text")
  /// JSON.
  public static let json = UTType(
    named: "public.json", "json", "application/json", in: "public.text")
  /// XML.
  public static let xml = UTType(named: "public.xml", "xml", "application/xml", in: "public.text")
  /// HTML.
  public static let html = UTType(named: "public.html", "html", "text/html", in: "public.text")
  /// An image of any kind.
  public static let image = UTType(
    named: "public.image", nil, "image/*", in: "public.data", "public.content")
  /// A PNG image.
  public static let png = UTType(named: "public.png", "png", "image/png", in: "public.image")
  /// A JPEG image.
  public static let jpeg = UTType(named: "public.jpeg", "jpeg", "image/jpeg", in: "public.image")
  /// A GIF image.
  public static let gif = UTType(
    named: "com.compuserve.gif", "gif", "image/gif", in: "public.image")
  /// An SVG image.
  public static let svg = UTType(
    named: "public.svg-image", "svg", "image/svg+xml", in: "public.image")
  /// Audio of any kind.
  public static let audio = UTType(
    named: "public.audio", nil, "audio/*", in: "public.data", "public.content")
  /// Video of any kind.
  public static let movie = UTType(
    named: "public.movie", nil, "video/*", in: "public.data", "public.content")
  /// A PDF document.
  public static let pdf = UTType(
    named: "com.adobe.pdf", "pdf", "application/pdf", in: "public.data", "public.content")
  /// A ZIP archive.
  public static let zip = UTType(
    named: "public.zip-archive", "zip", "application/zip", in: "public.data")

  private static let list: [UTType] = [
    item, content, data, text, plainText, commaSeparatedText, json, xml, html, image, png, jpeg,
    gif, svg, audio, movie, pdf, zip,
  ]
  private static let known = Dictionary(
    uniqueKeysWithValues: list.map { ($0.identifier, $0) })

  /// The filename extensions of known types in addition to the preferred ones.
  private static let otherEndings = [
    "public.html": ["htm", "shtml", "shtm"], "public.jpeg": ["jpg", "jpe"],
    "public.plain-text": ["text"], "public.svg-image": ["svgz"],
  ]

  private func has(ending: String) -> Bool {
    preferredFilenameExtension == ending
      || Self.otherEndings[identifier]?.contains(ending) == true
  }

  /// The digits and marks that a media type can contain, by RFC 6838, and `*` for any subtype.
  private static let marks = "0123456789/+-.*_!#$&^".unicodeScalars

  /// The entries for this type in the attribute `accept` of a file field, or nil if any file is
  /// accepted.
  var accepted: [String]? {
    guard self != .item, self != .data, self != .content else { return nil }
    let own = [preferredFilenameExtension.map { "." + $0 }, preferredMIMEType].compactMap { $0 }
    return own.isEmpty ? nil : own
  }
}
