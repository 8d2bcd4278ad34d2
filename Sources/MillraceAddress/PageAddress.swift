// SPDX-License-Identifier: Apache-2.0

/// An address inside a page: the part of the browser's address after the page's own path.
///
/// ```swift
/// let address = PageAddress(path: ["boards", "7"], query: ["q": "a b"])
/// address.text                                     // "/boards/7?q=a%20b"
/// PageAddress("/boards/7?q=a%20b") == address      // true
/// ```
///
/// Components, names and values can be any text, including an empty text, `.` and `a/b`. Reading
/// the ``text`` of an address gives an equal address, with two exceptions: a text of more than
/// ``longest`` bytes is not read, and control characters other than tab, line feed and carriage
/// return are omitted from the text.
public struct PageAddress: Hashable, Sendable {
  /// The components of the path, decoded.
  public var path: [String]
  /// The parameters, decoded, by their names.
  public var query: [String: String]

  /// The maximum length, in bytes, of a text from which an address is read.
  ///
  /// Decoding with `Decoder` has no such limit.
  public static let longest = 4096

  /// Creates an address; without arguments it is the address of the page itself.
  public init(path: [String] = [], query: [String: String] = [:]) {
    self.path = path
    self.query = query
  }

  /// Reads an address strictly; the result is nil if the text is not valid.
  ///
  /// The text must begin with a slash and have no scheme, host or fragment. Percent escapes must be
  /// complete and must decode to UTF-8. Spaces, control characters, `"`, `<`, `>` and `\` must be
  /// escaped. These are not allowed, also escaped: empty components, the components `.` and `..`,
  /// control characters other than tab, line feed and carriage return, a parameter that occurs
  /// twice, and more than ``longest`` bytes. One slash at the end is allowed. A `+` in a parameter
  /// is a space. The component `~` is the empty one, `~.` is `.`, and `~..` is `..`; see ``text``.
  ///
  /// Complexity: O(n) in the length of the text.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    self.init(ofAnyLength: text)
  }

  private init?(ofAnyLength text: String) {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = Self.path(parts[0]) else { return nil }
    guard let query = parts.count > 1 ? Self.query(parts[1]) : [:] else { return nil }
    self.init(path: path, query: query)
  }

  /// The canonical text of the address, which follows the page's own path in a URL.
  ///
  /// It begins with one slash, and consists of ASCII characters that are safe in a URL and in a
  /// header; in HTML only `&` needs an escape. Browsers remove the components `.` and `..` and an
  /// empty one, so each of these gets a tilde before it, and so does such a component that begins
  /// with tildes already. Parameters are sorted by their names. If two names are equal without
  /// their control characters, only one of the parameters is written.
  ///
  /// Complexity: O(n log n) in the number of parameters, O(n) in the length.
  public var text: String {
    var text = path.isEmpty ? "/" : ""
    for component in path { text += "/" + Percent.encoded(Self.addingTilde(component)) }
    let parameters = query.map { (name: Percent.plain($0), value: $1) }
    var last: String?
    for (name, value) in parameters.sorted(by: { ($0.name, $0.value) < ($1.name, $1.value) })
    where name != last {
      text += (last == nil ? "?" : "&") + Percent.encoded(name) + "=" + Percent.encoded(value)
      last = name
    }
    return text
  }
}

extension PageAddress: CustomStringConvertible {
  /// The text.
  public var description: String { text }
}

extension PageAddress: Codable {
  /// Reads the text.
  ///
  /// - Throws: `DecodingError` if the text is not an address.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let address = PageAddress(ofAnyLength: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "The text is not the address of a page.")
    }
    self = address
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

// MARK: - Components

extension PageAddress {
  private typealias Bytes = Substring.UTF8View

  private static func path(_ bytes: Bytes) -> [String]? {
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    var bytes = bytes.dropFirst()
    if bytes.isEmpty { return [] }
    if bytes.last == UInt8(ascii: "/") { bytes = bytes.dropLast() }
    var path: [String] = []
    for part in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let text = Percent.decoded(part), !["", ".", ".."].contains(text) else { return nil }
      path.append(removingTilde(text))
    }
    return path
  }

  private static func query(_ bytes: Bytes) -> [String: String]? {
    var query: [String: String] = [:]
    for part in bytes.split(separator: UInt8(ascii: "&")) {
      let sides = part.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Percent.decoded(sides[0], plusIsSpace: true),
        let value = sides.count > 1 ? Percent.decoded(sides[1], plusIsSpace: true) : "",
        query.updateValue(value, forKey: name) == nil
      else { return nil }
    }
    return query
  }

  /// True for the components that browsers remove (empty, `.` and `..`), and for these components
  /// with any number of tildes before them.
  private static func needsTilde(_ component: some StringProtocol) -> Bool {
    ["", ".", ".."].contains(component.drop { $0 == "~" })
  }

  /// The component as it is written, without its control characters and with one more tilde if
  /// `needsTilde` is true for it.
  private static func addingTilde(_ component: String) -> String {
    let plain = Percent.plain(component)
    return needsTilde(plain) ? "~" + plain : plain
  }

  /// The component without the tilde that `addingTilde` has added.
  private static func removingTilde(_ component: String) -> String {
    component.hasPrefix("~") && needsTilde(component) ? String(component.dropFirst()) : component
  }
}
