// SPDX-License-Identifier: Apache-2.0

/// Where in a page a person is: the part of the browser's address that follows the page's own path.
///
/// ```swift
/// let address = PageAddress(path: ["boards", "7"], query: ["q": "a b"])
/// address.text                                     // "/boards/7?q=a%20b"
/// PageAddress("/boards/7?q=a%20b") == address      // true
/// ```
///
/// Any texts may be components, names and values, an empty one, `.` and `a/b` too: each address
/// reads back from its ``text`` as it was, if that has no more than ``longest`` bytes. Only control
/// characters other than tab and the ends of lines are left out of a text.
public struct PageAddress: Hashable, Sendable {
  /// The components of the path, decoded.
  public var path: [String]
  /// The parameters, decoded, by their names.
  public var query: [String: String]

  /// The most bytes that a text may have from which an address is read; what was encoded is read
  /// at any length.
  public static let longest = 4096

  /// Creates an address; without arguments that of the page itself.
  public init(path: [String] = [], query: [String: String] = [:]) {
    self.path = path
    self.query = query
  }

  /// Reads an address strictly: a text that is not exactly one is refused.
  ///
  /// It begins with a slash and has no scheme, host or fragment. Escapes must be whole and stand
  /// for UTF-8. Refused are empty components, `.` and `..`, also when they are escaped, control
  /// characters other than tab and the ends of lines, a parameter that is there twice, and more
  /// than ``longest`` bytes. One slash at the end is allowed; `+` in a parameter is a space.
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

  /// The address as it stands behind the page's own path, in the one form of each address.
  ///
  /// It begins with one slash, is plain ASCII and safe in a URL, a header and HTML. Parameters are
  /// sorted by their names.
  ///
  /// Complexity: O(n log n) in the number of parameters, O(n) in the length.
  public var text: String {
    var text = path.isEmpty ? "/" : ""
    for component in path { text += "/" + Percent.encoded(Self.visible(component)) }
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
  /// - Throws: `DecodingError` if it is not an address.
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
      path.append(meant(text))
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

  /// Whether a component is one that browsers take away, or one that stands for such a component.
  private static func isHidden(_ component: some StringProtocol) -> Bool {
    ["", ".", ".."].contains(component.drop { $0 == "~" })
  }

  /// A component as it is written: one that browsers take away gets a tilde.
  private static func visible(_ component: String) -> String {
    let plain = Percent.plain(component)
    return isHidden(plain) ? "~" + plain : plain
  }

  /// A component as it was before it was written.
  private static func meant(_ component: String) -> String {
    component.hasPrefix("~") && isHidden(component) ? String(component.dropFirst()) : component
  }
}
