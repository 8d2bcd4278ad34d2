// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Checks requests: the host that they name, the origin of a page that opens a socket, sends a file
/// or fetches a cookie, and the proxies that are trusted to name the client's address.
struct Guard: Sendable {
  /// The allowed host names of requests, in lower case; nil allows all.
  let hosts: Set<String>?
  /// The origins, besides the server's own, whose pages are accepted.
  let origins: Set<String>
  /// The addresses of proxies whose `X-Forwarded` headers are trusted.
  private let proxies: [AddressRange]

  /// The reason why a request is refused.
  enum Refusal: Error, Equatable, CustomStringConvertible {
    case foreignHost(String)
    case missingOrigin
    case foreignOrigin(String, own: String)

    var description: String {
      switch self {
      case .foreignHost(let host):
        "Host '\(host.oneLine)' is not one of the names that this server answers to; "
          + "allowedHosts (--allow-host NAME) adds one"
      case .missingOrigin:
        "the header 'Origin' is missing; only a page of this server can open a socket or send a "
          + "file"
      case .foreignOrigin(let origin, let own):
        "Origin '\(origin.oneLine)' is not this server's own ('\(own.oneLine)'); "
          + "allowedOrigins adds one"
      }
    }
  }

  /// Creates the guard of a server that listens on an address; nil if the server has no names.
  init?(host: String, options: WebOptions) {
    var names = Set(options.allowedHosts.map(Self.name))
    if names.contains("*") {
      hosts = nil
    } else {
      // An address has its canonical form here, as in `name(of:)`.
      let own = (try? SocketAddress(ipAddress: host, port: 0))?.ipAddress ?? host.lowercased()
      if ["0.0.0.0", "::"].contains(own) {
        if names.isEmpty { return nil }
      } else {
        if Self.isLoopback(own) { names.formUnion(["localhost", "127.0.0.1", "[::1]"]) }
        names.insert(own.contains(":") ? "[\(own)]" : own)
      }
      hosts = names
    }
    origins = Set(options.allowedOrigins.compactMap(Self.origin))
    proxies = options.trustedProxies.compactMap(AddressRange.init)
  }

  /// Refuses a host that is not one of the server's names, as in an attack by DNS rebinding.
  func checkHost(_ host: String) throws(Refusal) {
    guard hosts?.contains(Self.name(of: host)) ?? true else { throw .foreignHost(host) }
  }

  /// Refuses a request that does not come from a page of this server or of an allowed origin.
  ///
  /// If the request uses HTTPS, this host's own pages that were loaded by HTTP are refused, because
  /// any machine between the browser and the server could have sent them.
  func checkOrigin(
    _ origin: String?, host: String, isSecure: Bool = false
  ) throws(Refusal) {
    guard let origin = origin?.lowercased() else { throw .missingOrigin }
    let own = host.lowercased()
    guard
      origin == "https://" + own || !isSecure && origin == "http://" + own
        || Self.origin(origin).map(origins.contains) ?? false
    else {
      throw .foreignOrigin(origin, own: (isSecure ? "https://" : "http://") + own)
    }
  }

  /// True if a request is allowed to begin the session of a page.
  ///
  /// A browser sends the source of a request in `Sec-Fetch` headers. A page of another origin can
  /// link to a page of this server. An image, a script or a frame of such a page begins no session.
  static func mayBeginSession(_ request: PageRequest) -> Bool {
    guard let site = request["sec-fetch-site"], site == "cross-site" || site == "same-site" else {
      return true
    }
    return request["sec-fetch-mode"] == "navigate" && request["sec-fetch-dest"] == "document"
  }

  /// The address of the client, and true if the request came by HTTPS to a trusted proxy.
  ///
  /// If the peer is a trusted proxy, the client is the first entry from the right in
  /// `X-Forwarded-For` that is not a trusted proxy, because proxies append addresses. A port is
  /// removed. If there is no such entry, or it is not an address, the client is the peer; so it is
  /// for a peer that is not trusted. Some proxies send the scheme `wss` for a socket.
  func client(of peer: String, _ request: PageRequest) -> (address: String, isSecure: Bool) {
    guard isProxy(peer) else { return (peer, false) }
    let named = request.headers[canonicalForm: "x-forwarded-for"].lazy.map { Self.address(in: $0) }
    let client = named.last { $0.map { !isProxy($0) } ?? true }
    let isSecure = ["https", "wss"].contains(request["x-forwarded-proto"]?.lowercased())
    return ((client ?? nil) ?? peer, isSecure)
  }

  /// True if an address is that of a trusted proxy.
  ///
  /// Linear in the number of entries of `WebOptions.trustedProxies`.
  func isProxy(_ address: String) -> Bool {
    guard !proxies.isEmpty, let bytes = AddressRange.bytes(of: address) else { return false }
    return proxies.contains { $0.contains(bytes) }
  }

  /// True if a request has a header with which a proxy names the client or the scheme.
  static func isForwarded(_ request: PageRequest) -> Bool {
    request.headers.contains(name: "x-forwarded-for")
      || request.headers.contains(name: "x-forwarded-proto")
  }

  /// The address in an entry of `X-Forwarded-For`, without brackets and port, or nil.
  private static func address(in named: Substring) -> String? {
    let name = name(of: String(named))
    let isInBrackets = name.hasPrefix("[") && name.hasSuffix("]")
    let address = isInBrackets ? String(name.dropFirst().dropLast()) : name
    return (try? SocketAddress(ipAddress: address, port: 0)) == nil ? nil : address
  }

  /// True if a host is `localhost` or a loopback address.
  static func isLoopback(_ address: String) -> Bool {
    if address == "localhost" || address == "::1" { return true }
    // A host name can begin with a number too.
    return address.hasPrefix("127.") && (try? SocketAddress(ipAddress: address, port: 0)) != nil
  }

  /// True if a host name always means this machine, as `localhost` and loopback addresses do.
  static func isOfThisMachine(_ host: String) -> Bool {
    let name = name(of: host)
    return name == "[::1]" || name.hasSuffix(".localhost") || isLoopback(name)
  }

  /// True if requests can have a host name of the options, with or without its port, or if it is
  /// `*`.
  static func isName(_ host: String) -> Bool {
    let name = name(of: host)
    if name == "*" { return true }
    if name.hasPrefix("["), name.hasSuffix("]") {
      return AddressRange.bytes(of: String(name.dropFirst().dropLast())) != nil
    }
    return !name.isEmpty && name.utf8.allSatisfy { $0.isLetterOrDigit || "-._".utf8.contains($0) }
  }

  /// An origin in lower case with an IPv6 address in canonical form, or nil for other texts.
  ///
  /// Browsers write no default port, and no zeros before the number of a port.
  static func origin(_ text: String) -> String? {
    let lower = text.lowercased()
    guard let mark = lower.firstRange(of: "://") else { return nil }
    let (scheme, host) = (lower[..<mark.lowerBound], String(lower[mark.upperBound...]))
    let name = name(of: host)
    guard !scheme.isEmpty, name != "*", isName(host),
      scheme.utf8.allSatisfy({ $0.isLetterOrDigit || "+-.".utf8.contains($0) })
    else { return nil }
    let origin = "\(scheme)://\(name)"
    guard !host.hasSuffix("]"), let colon = host.lastIndex(of: ":") else { return origin }
    let port = host[colon...].dropFirst()
    guard let number = Int(port), 0...65535 ~= number, "\(number)" == port,
      port != ["http": "80", "https": "443"][scheme]
    else { return nil }
    return "\(origin):\(port)"
  }

  /// The host name without its port, in lower case, with an IPv6 address in canonical form.
  private static func name(of host: String) -> String {
    let lower = host.lowercased()
    if lower.hasPrefix("[") {
      guard let close = lower.firstIndex(of: "]"), isPort(lower[lower.index(after: close)...])
      else { return lower }
      let address = String(lower[..<close].dropFirst())
      return (try? SocketAddress(ipAddress: address, port: 0))?.ipAddress.map { "[\($0)]" }
        ?? String(lower[...close])
    }
    guard let colon = lower.firstIndex(of: ":") else { return lower }
    return isPort(lower[colon...]) ? String(lower[..<colon]) : lower
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty || text.first == ":" && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
  }
}

extension UInt8 {
  /// True if the byte is an ASCII letter or digit.
  var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
