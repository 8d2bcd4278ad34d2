// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Decides whether a request may be served: which hosts it may name, which origins may open a
/// socket, whose word on the client's address counts.
struct Guard: Sendable {
  /// The host names that a request may name, in lower case; nil allows all.
  let hosts: Set<String>?
  /// Origins besides the server's own that may open a socket.
  let origins: Set<String>
  /// Addresses whose `X-Forwarded` headers are believed.
  let proxies: Set<String>

  /// Why a request was refused.
  enum Refusal: Error, Equatable, CustomStringConvertible {
    case foreignHost(String)
    case missingOrigin
    case foreignOrigin(String, host: String)

    var description: String {
      switch self {
      case .foreignHost(let host):
        "Host '\(host.oneLine)' is none of the names that this server answers to; "
          + "allowedHosts (--allow-host NAME) adds one"
      case .missingOrigin:
        "the header 'Origin' is missing; only a page of this server may open a socket"
      case .foreignOrigin(let origin, let host):
        "Origin '\(origin.oneLine)' is not this server's own ('\(host.oneLine)'); "
          + "allowedOrigins adds one"
      }
    }
  }

  /// The guard of a server that listens on an address; nil if it is not said which names it has.
  init?(host: String, options: WebOptions) {
    var names = Set(options.allowedHosts.map(Self.name))
    if names.contains("*") {
      hosts = nil
    } else {
      // Browsers write an address in its one short form.
      let own = (try? SocketAddress(ipAddress: host, port: 0))?.ipAddress ?? host.lowercased()
      if ["0.0.0.0", "::"].contains(own) {
        if names.isEmpty { return nil }
      } else {
        if Self.isLoopback(host) { names.formUnion(["localhost", "127.0.0.1", "[::1]"]) }
        names.insert(own.contains(":") ? "[\(own)]" : own)
      }
      hosts = names
    }
    origins = Set(options.allowedOrigins.map { $0.lowercased() })
    proxies = Set(options.trustedProxies.map(Network.plain))
  }

  /// Refuses a host name that was made to point at this machine from outside (DNS rebinding).
  func checkHost(_ host: String) throws(Refusal) {
    guard hosts?.contains(Self.name(of: host)) ?? true else { throw .foreignHost(host) }
  }

  /// Refuses a socket that another site's page, or no page at all, asks for.
  ///
  /// To a request over HTTPS a page of HTTP is another site's, as any machine on the way may have
  /// sent that.
  func checkOrigin(
    _ origin: String?, host: String, isSecure: Bool = false
  ) throws(Refusal) {
    guard let origin = origin?.lowercased() else { throw .missingOrigin }
    let own = host.lowercased()
    guard
      origin == "https://" + own || !isSecure && origin == "http://" + own
        || origins.contains(origin)
    else {
      throw .foreignOrigin(origin, host: host)
    }
  }

  /// Whether a page may begin a session for a request.
  ///
  /// A browser says where a request comes from. Another site's page may lead a person here by a
  /// link; a picture, a script or a frame of such a page begins nothing.
  static func mayBeginSession(_ request: PageRequest) -> Bool {
    guard let site = request["sec-fetch-site"], site == "cross-site" || site == "same-site" else {
      return true
    }
    return request["sec-fetch-mode"] == "navigate" && request["sec-fetch-dest"] == "document"
  }

  /// The client: the peer, or whom a trusted proxy names, and whether over HTTPS.
  ///
  /// Proxies add to the right, so the first address from the right that is no proxy counts. Some
  /// add a port, which is dropped; where a proxy names no address, the client is the peer. Some say
  /// `wss` of a socket.
  func client(of peer: String, _ request: PageRequest) -> (address: String, isSecure: Bool) {
    guard proxies.contains(Network.plain(peer)) else { return (peer, false) }
    let named = request.headers[canonicalForm: "x-forwarded-for"].lazy.map { Self.address(in: $0) }
    let client = named.last { $0.map { !proxies.contains(Network.plain($0)) } ?? true }
    let isSecure = ["https", "wss"].contains(request["x-forwarded-proto"]?.lowercased())
    return ((client ?? nil) ?? peer, isSecure)
  }

  /// The address in what a proxy names, without brackets and port; nil if there is none.
  private static func address(in named: Substring) -> String? {
    var name = named
    if name.hasPrefix("["), let close = name.firstIndex(of: "]") {
      guard isPort(name[name.index(after: close)...]) else { return nil }
      name = name[..<close].dropFirst()
    } else if let colon = name.firstIndex(of: ":"), name.contains("."), isPort(name[colon...]) {
      name = name[..<colon]
    }
    let address = String(name)
    return (try? SocketAddress(ipAddress: address, port: 0)) == nil ? nil : address
  }

  /// Whether an address that a server binds to is loopback.
  static func isLoopback(_ address: String) -> Bool {
    address == "localhost" || address == "::1" || address.hasPrefix("127.")
  }

  /// Whether the host that a request names is this machine, and no other one has that name.
  static func isOfThisMachine(_ host: String) -> Bool {
    let name = name(of: host)
    return name == "[::1]" || name.hasSuffix(".localhost") || isLoopback(name)
  }

  /// The host name without its port.
  private static func name(of host: String) -> String {
    let lower = host.lowercased()
    if lower.hasPrefix("[") {
      guard let close = lower.firstIndex(of: "]") else { return lower }
      let rest = lower[lower.index(after: close)...]
      return isPort(rest) ? String(lower[...close]) : lower
    }
    guard let colon = lower.firstIndex(of: ":") else { return lower }
    return isPort(lower[colon...]) ? String(lower[..<colon]) : lower
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty || text.first == ":" && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
  }
}
