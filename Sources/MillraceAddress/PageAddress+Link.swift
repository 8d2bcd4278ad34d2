// SPDX-License-Identifier: Apache-2.0

extension PageAddress {
  /// Reads the address in a link, as the system gives it to an app.
  ///
  /// ```swift
  /// PageAddress(link: "myapp://books/7")                                // "/books/7"
  /// PageAddress(link: "https://example.com/shop/books/7", below: "/shop")   // "/books/7"
  /// ```
  ///
  /// In a link of `http` or `https` the host is that of the site and is left out, and so is `page`,
  /// with which the path begins. A link of any other scheme is the app's own: the text in the place
  /// of the host is the first component, and `page` does not apply. A fragment is left out. The
  /// rest is read strictly, as every address is: see ``init(_:)``.
  ///
  /// Complexity: O(n) in the length of the link.
  ///
  /// - Parameters:
  ///   - link: The whole link, with its scheme.
  ///   - page: The path of the page on the web, as `/shop` for a page at `/shop/*`; by default all
  ///     of the site. A link to another page of the site is refused.
  public init?(link: String, below page: String = "") {
    guard let colon = link.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = link[..<colon].lowercased()
    var rest = link[link.utf8.index(after: colon)...]
    // By bytes: a `Character` is a sign with all that combines with it.
    func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") }
    if let fragment = rest.utf8.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<fragment] }
    guard !scheme.isEmpty, rest.utf8.starts(with: "//".utf8) else { return nil }
    rest = Substring(rest.utf8.dropFirst(2))
    let end = rest.utf8.firstIndex(where: isSign) ?? rest.endIndex
    let host = rest[..<end]
    rest = rest[end...]
    if ["http", "https"].contains(scheme) {
      let page = page.hasSuffix("/") ? page.dropLast() : page[...]
      guard rest.utf8.starts(with: page.utf8) else { return nil }
      rest = Substring(rest.utf8.dropFirst(page.utf8.count))
      guard rest.utf8.first.map(isSign) != false else { return nil }
    } else if !host.isEmpty {
      rest = "/" + host + rest
    }
    self.init(rest.utf8.first == UInt8(ascii: "/") ? String(rest) : "/" + rest)
  }
}
