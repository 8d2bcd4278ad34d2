// SPDX-License-Identifier: Apache-2.0

extension PageAddress {
  /// Reads the address in a link with which the system opens an app.
  ///
  /// ```swift
  /// PageAddress(link: "myapp://books/7")                                    // "/books/7"
  /// PageAddress(link: "https://example.com/shop/books/7", below: "/shop")   // "/books/7"
  /// ```
  ///
  /// In a link with the scheme `http` or `https`, the host is ignored. The path must begin with
  /// `page`, which is removed. A link with any other scheme is the app's own: the host is the first
  /// component, and `page` does not apply. A fragment is removed. The rest is read strictly; see
  /// ``init(_:)``. A link that does not begin with a scheme and `//` gives nil, and so does a link
  /// to a file: the system passes documents that a user opens to the same code as links.
  ///
  /// Complexity: O(n) in the length of the link.
  ///
  /// - Parameters:
  ///   - link: The whole link, with its scheme.
  ///   - page: The path of the page on the web, such as `/shop` for a page at `/shop/*`; by default
  ///     the root of the site. It begins with a slash, and is compared byte by byte with the path
  ///     as it is in the link. With a link to another page of the site the result is nil.
  public init?(link: String, below page: String = "") {
    guard let colon = link.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = link[..<colon].lowercased()
    var rest = link[link.utf8.index(after: colon)...]
    // Bytes are compared, because a `Character` includes combining characters.
    func isPathOrQueryStart(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?")
    }
    func isPartOfScheme(_ byte: UInt8) -> Bool {
      (97...122).contains(byte) || (48...57).contains(byte) || "+-.".utf8.contains(byte)
    }
    if let fragment = rest.utf8.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<fragment] }
    guard scheme.utf8.first.map({ (97...122).contains($0) }) == true, scheme != "file",
      scheme.utf8.allSatisfy(isPartOfScheme), rest.utf8.starts(with: "//".utf8)
    else { return nil }
    rest = Substring(rest.utf8.dropFirst(2))
    let end = rest.utf8.firstIndex(where: isPathOrQueryStart) ?? rest.endIndex
    let host = rest[..<end]
    rest = rest[end...]
    if ["http", "https"].contains(scheme) {
      let page = page.hasSuffix("/") ? page.dropLast() : page[...]
      guard rest.utf8.starts(with: page.utf8) else { return nil }
      rest = Substring(rest.utf8.dropFirst(page.utf8.count))
      guard rest.utf8.first.map(isPathOrQueryStart) != false else { return nil }
    } else if !host.isEmpty {
      rest = "/" + host + rest
    }
    self.init(rest.utf8.first == UInt8(ascii: "/") ? String(rest) : "/" + rest)
  }
}
