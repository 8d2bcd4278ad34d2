// SPDX-License-Identifier: Apache-2.0

import MillraceWeb
import Observation

/// Decides which requests have access to the monitor.
///
/// A browser sends the token once, in the address. From then on its session has access; see
/// `KnownSessions`. The browser is redirected. Therefore neither later addresses nor its history
/// contain the token.
struct MonitorGate: Sendable {
  let token: String
  let answersOtherMachines: Bool
  let known: KnownSessions

  /// The minimum number of bytes of a token that the program provides.
  static let tokenBytes = 16

  /// Creates a token of 32 letters and digits, which has 160 random bits.
  static func randomToken() -> String {
    var generator = SystemRandomNumberGenerator()
    let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
    return String((0..<32).map { _ in letters.randomElement(using: &generator) ?? "a" })
  }

  /// Returns the visitor of a request that has access.
  ///
  /// - Throws: A `PageAnswer`: `notFound` for another machine, `unauthorized` for a browser without
  ///   access, and a redirect for a browser that sends the token. Also an error of the session.
  @MainActor func visitor(_ request: PageRequest, path: String) async throws -> MonitorVisitor {
    guard answersOtherMachines || Self.isLocal(request) else { throw PageAnswer.notFound }
    let sent = request.query["token"]
    if let sent, !Self.areEqual(sent, token) { throw PageAnswer.unauthorized }
    // Without a session cookie or the token no session is created.
    guard sent != nil || request.provesSession else { throw PageAnswer.unauthorized }
    let visitor = try await request.session.keep("monitor", state: { $0.views }) { views in
      MonitorVisitor(views: views ?? [])
    }
    if sent != nil {
      // The cookie is renewed, because an attacker can have set it (session fixation).
      if !visitor.isKnown {
        try await request.session.renew()
        visitor.isKnown = true
        known.insert(request.session)
      }
      throw PageAnswer.redirect(to: path)
    }
    guard visitor.isKnown else { throw PageAnswer.unauthorized }
    return visitor
  }

  /// True if the request of a program for a link has access: it has the token, and its machine is
  /// allowed.
  func isKnown(_ request: PageRequest) -> Bool {
    guard answersOtherMachines || Self.isLocal(request) else { return false }
    let (sent, scheme) = (request["authorization"] ?? "", "Bearer ")
    return sent.hasPrefix(scheme) && Self.areEqual(String(sent.dropFirst(scheme.count)), token)
  }

  /// The headers that proxies add.
  ///
  /// A proxy that adds none of them cannot be detected.
  private static let proxyHeaders = ["x-forwarded-for", "forwarded", "x-real-ip", "via"]

  /// True if a request comes from this machine, its `Host` names this machine, and it has no header
  /// of a proxy.
  static func isLocal(_ request: PageRequest) -> Bool {
    isLocal(from: request.clientAddress) { request[$0] }
  }

  /// True if a request with this client address and these headers is local.
  static func isLocal(from address: String, header: (String) -> String?) -> Bool {
    let host = (header("host") ?? "").lowercased()
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } : host.prefix { $0 != ":" }
    return ["localhost", "127.0.0.1", "[::1"].contains(name)
      && (address == "::1" || address.hasPrefix("127."))
      && proxyHeaders.allSatisfy { header($0) == nil }
  }

  /// Compares two tokens; the time depends on their lengths only.
  static func areEqual(_ one: String, _ two: String) -> Bool {
    let (one, two) = (Array(one.utf8), Array(two.utf8))
    guard one.count == two.count else { return false }
    return zip(one, two).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// The data of a browser, which all of its monitor pages share.
@MainActor @Observable final class MonitorVisitor {
  /// The saved filters.
  ///
  /// They are stored with the session.
  var views: [SavedView]
  /// True if the browser has sent the token in this run of the program.
  @ObservationIgnored var isKnown = false

  init(views: [SavedView]) { self.views = views }
}

/// The sessions of the browsers that have sent the token.
///
/// A server releases a session, and the visitor of the session, when no page uses the session. The
/// references here keep the sessions. Therefore a browser still has access when it opens a page
/// again.
@MainActor final class KnownSessions {
  /// The maximum number of sessions.
  ///
  /// The oldest one is removed first, and loses its access when the server releases it.
  private let most = 100
  private var all: [PersonSession] = []

  func insert(_ session: PersonSession) {
    if all.count == most { all.removeFirst() }
    all.append(session)
  }
}
