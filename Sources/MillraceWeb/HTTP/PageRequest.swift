// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import NIOHTTP1

/// The request of a visitor's browser for a page.
///
/// If a page reconnects after its session has ended, it is the request of its socket, with the path
/// and the query of the page.
///
/// ```swift
/// Page(path: "/boards/:id", title: "Board") { request in
///   BoardPage(id: request.parameters["id"] ?? "", language: request["accept-language"])
/// }
/// ```
public struct PageRequest: Sendable {
  /// `GET`, `HEAD` or another method.
  public internal(set) var method: String
  /// The path below the server's base path, decoded and without the query; it begins with a slash.
  public internal(set) var path: String
  /// The components of the path, each decoded separately; a component can contain a slash.
  private(set) var parts: [String]
  /// The components of the path that match the `:names` in the page's path.
  public internal(set) var parameters: [String: String] = [:]
  /// The decoded query; if a name occurs twice, the last value is used.
  public internal(set) var query: [String: String] = [:]
  /// All headers.
  public internal(set) var headers: HTTPHeaders
  /// The address of the client, also behind a trusted proxy.
  public internal(set) var clientAddress: String
  /// True if the request came by HTTPS to a trusted proxy.
  public internal(set) var isSecure = false
  var visit: Visit?
  /// The address below the page's own path that a page sent with its hello, or nil.
  var address: PageAddress?
  /// The language of the server's pages.
  var language = "en"

  /// The session that the request's cookie proves; without one, the first access begins a session.
  ///
  /// If the page's closure begins it, the response has a signed cookie that scripts cannot read. A
  /// browser without cookies gets a new session for each page.
  @MainActor public var session: PersonSession {
    guard let visit else {
      preconditionFailure("Only a request that a server has received has a session.")
    }
    return visit.session()
  }

  /// True if a cookie of the request proves a person's session; then `session` begins no new one.
  @MainActor package var provesSession: Bool { visit?.provesSession ?? false }

  /// The first value of a header, or nil; the case of the name is ignored.
  public subscript(name: String) -> String? { headers.first(name: name) }

  /// The cookies of the request.
  ///
  /// If a name occurs twice, the first value is used, which belongs to the longest path.
  public var cookies: [String: String] {
    var cookies: [String: String] = [:]
    for part in headers["cookie"].flatMap({ $0.split(separator: ";") }) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { continue }
      let name = pair[0].trimmingSpaces()
      if cookies[name] == nil { cookies[name] = pair[1].trimmingSpaces() }
    }
    return cookies
  }
}

extension PageRequest {
  /// The reason why the head of a request is refused.
  enum Fault: Error, Equatable, CustomStringConvertible {
    case badAddress
    case repeatedHeader(String)
    case missingHost
    case badVersion

    var description: String {
      switch self {
      case .badAddress:
        """
        the address is not a path of percent-encoded UTF-8, or has control characters that are \
        not allowed in the address of a page
        """
      case .repeatedHeader(let name): "the header '\(name)' occurs twice"
      case .missingHost: "the header 'Host' is missing"
      case .badVersion: "the version is not HTTP/1.0 or HTTP/1.1"
      }
    }
  }

  /// Headers that must not occur twice, because a proxy and this server could use different values.
  private static let single = [
    "host", "origin", "content-length", "transfer-encoding", "sec-websocket-key",
    "sec-websocket-version", "upgrade", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest",
  ]

  /// Reads the head of a request; an invalid or ambiguous head is refused.
  init(_ head: HTTPRequestHead, from address: String) throws(Fault) {
    guard head.version == .http1_1 || head.version == .http1_0 else { throw .badVersion }
    for name in Self.single where head.headers[name].count > 1 { throw .repeatedHeader(name) }
    guard head.headers.contains(name: "host") else { throw .missingHost }
    let target = head.uri.split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard !head.uri.utf8.contains(where: { $0 < 32 || $0 == 127 || $0 == UInt8(ascii: "#") }),
      let path = target[0].removingPercentEncoding,
      let asked = PageAddress(shown: head.uri), asked.hasPlainPath
    else { throw .badAddress }
    self.init(
      method: head.method.rawValue, path: path, parts: asked.path, query: asked.query,
      headers: head.headers, clientAddress: address)
    // HTTP/1.0 cannot switch to another protocol (RFC 9110, section 7.8).
    if head.version == .http1_0 { headers.remove(name: "upgrade") }
  }

  /// The request with its path relative to `base`, or nil if its path does not begin with `base`.
  func below(_ base: [String]) -> PageRequest? {
    guard parts.starts(with: base) else { return nil }
    let start = base.reduce(0) { $0 + 1 + $1.utf8.count }
    let rest = String(decoding: path.utf8.dropFirst(start), as: UTF8.self)
    guard rest.isEmpty || rest.hasPrefix("/") else { return nil }
    var request = self
    request.parts.removeFirst(base.count)
    request.path = rest.isEmpty ? "/" : rest
    return request
  }

  /// The request with another path.
  func at(_ parts: [String]) -> PageRequest {
    var request = self
    request.parts = parts
    request.path = "/" + parts.joined(separator: "/")
    return request
  }

  /// True if a comma-separated header contains a token; the case is ignored.
  func header(_ name: String, holds token: String) -> Bool {
    headers[canonicalForm: name].contains { $0.lowercased() == token }
  }
}

extension PageAddress {
  /// Reads an address that a browser shows, also one that no page has set.
  ///
  /// It also reads what the strict form refuses: empty components, characters without their escape,
  /// and a name that occurs twice, of which the last value is used. The result is nil if the
  /// address does not begin with a slash, or if an escape is incomplete or not UTF-8.
  init?(shown text: String) {
    if let exact = PageAddress(text) {
      self = exact
      return
    }
    let target = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = Self.parts(target[0]) else { return nil }
    self.init(path: path)
    guard target.count > 1 else { return }
    for part in target[1].replacing("+", with: " ").split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = pair[0].removingPercentEncoding,
        let value = pair.count > 1 ? pair[1].removingPercentEncoding : ""
      else { return nil }
      query[name] = value
    }
  }

  private static func parts(_ text: Substring) -> [String]? {
    if let exact = PageAddress(String(text)) { return exact.path }
    guard text.hasPrefix("/") else { return nil }
    var parts = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    if parts.last == "" { parts.removeLast() }
    let decoded = parts.compactMap { $0.removingPercentEncoding }
    return decoded.count == parts.count ? decoded : nil
  }

  /// True if the path has no control characters other than tabs and ends of lines.
  ///
  /// Tabs and ends of lines are allowed in their encoded form, because a page can set such an
  /// address, and the browser requests it when the page is loaded again. `oneLine` replaces them in
  /// the log, and a `FileFolder` does not serve names that contain them.
  var hasPlainPath: Bool {
    path.joined().unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control || ["\t", "\n", "\r"].contains($0)
    }
  }
}

extension StringProtocol {
  /// The text without the spaces and tabs around it.
  func trimmingSpaces() -> String {
    var slice = self[...]
    while let first = slice.first, first == " " || first == "\t" { slice = slice.dropFirst() }
    while let last = slice.last, last == " " || last == "\t" { slice = slice.dropLast() }
    return String(slice)
  }
}
