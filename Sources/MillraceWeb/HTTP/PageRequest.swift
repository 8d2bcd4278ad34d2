// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import NIOHTTP1

/// What a visitor's browser asked for: the request behind a page.
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
  /// The parts of the path, each decoded by itself: one may hold a slash.
  private(set) var parts: [String]
  /// The parts of the path that stand for the `:names` in the page's own path.
  public internal(set) var parameters: [String: String] = [:]
  /// The decoded query; of a name that is there twice the last value counts.
  public internal(set) var query: [String: String] = [:]
  /// All headers.
  public internal(set) var headers: HTTPHeaders
  /// Where the request comes from: the client's address, also behind a trusted proxy.
  public internal(set) var clientAddress: String
  /// Whether the request came over HTTPS, to this server or to a trusted proxy.
  public internal(set) var isSecure = false
  var visit: Visit?
  /// The address below the page's own path, where a page says it itself.
  var address: PageAddress?

  /// What belongs to the asking person; it begins when it is first asked for.
  ///
  /// The answer then carries a signed cookie that scripts cannot read. A browser that takes no
  /// cookies gets another session for each page.
  @MainActor public var session: PersonSession {
    guard let visit else {
      preconditionFailure("A request that no server has read has no session.")
    }
    return visit.session()
  }

  /// Whether a cookie of the request proves a person's session, so that `session` begins none.
  @MainActor package var provesSession: Bool { visit?.provesSession ?? false }

  /// The value of a header, whatever the case of its name; the first one if there are several.
  public subscript(name: String) -> String? { headers.first(name: name) }

  /// The cookies that came with the request.
  ///
  /// Of a name that is there twice the first value counts, which is the one of the longest path.
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
  /// Why a request was refused before it was looked at.
  enum Fault: Error, Equatable, CustomStringConvertible {
    case badAddress
    case repeatedHeader(String)
    case missingHost
    case badVersion

    var description: String {
      switch self {
      case .badAddress:
        """
        the address is not a path of percent-encoded UTF-8, or has control characters that no \
        address of a page has
        """
      case .repeatedHeader(let name): "the header '\(name)' is there twice"
      case .missingHost: "the header 'Host' is missing"
      case .badVersion: "the version is not HTTP/1.0 or HTTP/1.1"
      }
    }
  }

  /// Headers whose second copy would let two readers of one request disagree.
  private static let single = [
    "host", "origin", "content-length", "transfer-encoding", "sec-websocket-key",
    "sec-websocket-version", "upgrade", "sec-fetch-site", "sec-fetch-mode",
  ]

  /// Reads a head strictly.
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
  }

  /// The same request for what lies below parts of its path; nil if it does not begin with them.
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

  /// The same request for another path.
  func at(_ parts: [String]) -> PageRequest {
    var request = self
    request.parts = parts
    request.path = "/" + parts.joined(separator: "/")
    return request
  }

  /// Whether a comma-separated header holds a token, whatever its case.
  func header(_ name: String, holds token: String) -> Bool {
    headers[canonicalForm: name].contains { $0.lowercased() == token }
  }
}

extension PageAddress {
  /// Reads an address as it may stand in a browser, also one that no page has set.
  ///
  /// What the strict form refuses is read too: empty parts, signs that need no escape, a name that
  /// is there twice, of which the last value counts. Nil: it does not begin with a slash, or an
  /// escape is not whole or no UTF-8.
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

  /// Whether the path has no control characters but tabs and ends of lines.
  ///
  /// These may stand in an address in their encoded form: a page may set such an address, and the
  /// browser asks for it when the page is loaded again. `oneLine` keeps them out of the log, and a
  /// `FileFolder` serves no names with them.
  var hasPlainPath: Bool {
    path.allSatisfy { $0.utf8.allSatisfy { $0 >= 32 && $0 != 127 || [9, 10, 13].contains($0) } }
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
