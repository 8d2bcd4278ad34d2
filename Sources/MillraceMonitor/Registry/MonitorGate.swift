// SPDX-License-Identifier: Apache-2.0

import MillraceWeb
import Observation

/// Decides which requests may see the monitor.
///
/// A browser says the token once, in the address; from then on its session is known until the
/// program ends, and the token is in no address and no history any more.
struct MonitorGate: Sendable {
  let token: String
  let answersOtherMachines: Bool
  let known: KnownSessions

  /// How many bytes a token that is given must have.
  static let tokenBytes = 16

  /// 32 letters, 160 random bits.
  static func randomToken() -> String {
    var generator = SystemRandomNumberGenerator()
    let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
    return String((0..<32).map { _ in letters.randomElement(using: &generator) ?? "a" })
  }

  /// The visitor of a request, if it may see the page.
  ///
  /// - Throws: `PageAnswer`: another machine finds nothing, a browser without the token is refused,
  ///   and one that says the token is led on.
  @MainActor func visitor(_ request: PageRequest, path: String) async throws -> MonitorVisitor {
    guard answersOtherMachines || Self.isLocal(request) else { throw PageAnswer.notFound }
    let said = request.query["token"]
    if let said, !Self.areEqual(said, token) { throw PageAnswer.unauthorized }
    // No session begins for a browser that neither has the cookie of one nor says the token.
    guard said != nil || request.provesSession else { throw PageAnswer.unauthorized }
    let visitor = try await request.session.keep("monitor", state: { $0.views }) { views in
      MonitorVisitor(views: views ?? [])
    }
    if said != nil {
      // The cookie may be one that a stranger has planted.
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

  /// Whether a program that asks for a link says the token.
  func isKnown(_ request: PageRequest) -> Bool {
    guard answersOtherMachines || Self.isLocal(request) else { return false }
    let (said, scheme) = (request["authorization"] ?? "", "Bearer ")
    return said.hasPrefix(scheme) && Self.areEqual(String(said.dropFirst(scheme.count)), token)
  }

  /// What a proxy adds to a request that it passes on; one that adds none of these is not noticed.
  private static let proxyHeaders = ["x-forwarded-for", "forwarded", "x-real-ip", "via"]

  /// Whether a request comes from this machine and names it, and no proxy says that it has passed
  /// it on.
  static func isLocal(_ request: PageRequest) -> Bool {
    isLocal(from: request.clientAddress) { request[$0] }
  }

  /// The same of an address and the headers by their names.
  static func isLocal(from address: String, header: (String) -> String?) -> Bool {
    let host = (header("host") ?? "").lowercased()
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } : host.prefix { $0 != ":" }
    return ["localhost", "127.0.0.1", "[::1"].contains(name)
      && (address == "::1" || address.hasPrefix("127."))
      && proxyHeaders.allSatisfy { header($0) == nil }
  }

  /// Compares in a time that does not tell where the first difference is.
  static func areEqual(_ one: String, _ two: String) -> Bool {
    let (one, two) = (Array(one.utf8), Array(two.utf8))
    guard one.count == two.count else { return false }
    return zip(one, two).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// What belongs to one browser that looks at the monitor, on all of its pages.
@MainActor @Observable final class MonitorVisitor {
  /// Filters under names; they are kept as long as the person's session is.
  var views: [SavedView]
  /// Whether the token was said in this run of the program.
  @ObservationIgnored var isKnown = false

  init(views: [SavedView]) { self.views = views }
}

/// The sessions of the browsers that have said the token.
///
/// A server lets go of a session that no page uses, and of the visitor with it, but finds one again
/// that something holds: these are held here.
@MainActor final class KnownSessions {
  /// Of more sessions the first ones are known only as long as the server has them.
  private let most = 100
  private var all: [PersonSession] = []

  func insert(_ session: PersonSession) {
    if all.count == most { all.removeFirst() }
    all.append(session)
  }
}
