// SPDX-License-Identifier: Apache-2.0

/// Decides whether a request may be served: which hosts it may name, which origins may open a
/// socket.
struct Guard: Sendable {
  /// Whether the server is bound to an address that only this machine reaches.
  let isLoopback: Bool

  /// Why a request was refused.
  enum Refusal: Error, Equatable, CustomStringConvertible {
    case foreignHost(String)
    case missingOrigin
    case foreignOrigin(String, host: String)

    var description: String {
      switch self {
      case .foreignHost(let host):
        "Host '\(host.oneLine)' is not this machine; a server on loopback answers to localhost, "
          + "127.0.0.1 and [::1] only"
      case .missingOrigin:
        "the header 'Origin' is missing; only a page of this server may open a socket"
      case .foreignOrigin(let origin, let host):
        "Origin '\(origin.oneLine)' is not this server's own ('\(host.oneLine)')"
      }
    }
  }

  /// Refuses a host name that was made to point at this machine from outside (DNS rebinding).
  func checkHost(_ host: String) throws(Refusal) {
    guard isLoopback else { return }
    guard ["localhost", "127.0.0.1", "[::1]"].contains(Self.name(of: host)) else {
      throw .foreignHost(host)
    }
  }

  /// Refuses a socket that another site's page, or no page at all, asks for.
  func checkOrigin(_ origin: String?, host: String) throws(Refusal) {
    guard let origin else { throw .missingOrigin }
    let own = host.lowercased()
    guard ["http://" + own, "https://" + own].contains(origin.lowercased()) else {
      throw .foreignOrigin(origin, host: host)
    }
  }

  /// Whether an address that a server binds to is loopback.
  static func isLoopback(_ address: String) -> Bool {
    address == "localhost" || address == "::1" || address.hasPrefix("127.")
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
