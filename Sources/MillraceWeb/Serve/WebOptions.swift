// SPDX-License-Identifier: Apache-2.0

import Metrics
import Tracing

/// How a server presents itself: to whom it answers, below which path, in which look.
///
/// ```swift
/// var options = WebOptions()
/// options.allowedHosts = ["example.com"]
/// options.basePath = "/app"
/// options.trustedProxies = ["127.0.0.1"]
/// ```
public struct WebOptions: Sendable {
  /// Host names that the server answers to, besides the address that it listens on.
  ///
  /// A server on loopback always answers to `localhost`, `127.0.0.1` and `[::1]`. One that listens
  /// on all addresses has no name of its own and does not start without one here; `"*"` answers to
  /// every name, which lets other sites' pages reach the server (DNS rebinding).
  public var allowedHosts: [String] = []
  /// Origins besides the server's own whose pages may open a socket, as `https://example.com`.
  public var allowedOrigins: [String] = []
  /// The path below which everything is, as `/app`; empty for the root.
  public var basePath = ""
  /// Addresses of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed.
  ///
  /// The connections of a proxy do not count for the limit of one address; sessions count for the
  /// address that it names.
  public var trustedProxies: [String] = []
  /// For how long browsers that have come by HTTPS come back by HTTPS alone, also where a link says
  /// HTTP (the header `Strict-Transport-Security`).
  ///
  /// It is said in answers to requests that came by HTTPS to a trusted proxy. It holds for all
  /// ports of the host and not for its subdomains; it is never said of `localhost`, names below it
  /// and loopback addresses, nor for a host that is refused. Zero lets browsers forget it; nil
  /// leaves it to the proxy.
  public var httpsAge: Duration? = .seconds(180 * 86_400)
  /// The key that signs the cookies of persons' sessions.
  ///
  /// The default is made when the program starts, and sessions end with it.
  public var sessionKey = SessionKey()
  /// How long a person may stay away: then the cookie is good for nothing.
  ///
  /// The moment in which a cookie was given is signed with it, and a browser gets a new one with
  /// an answer when a tenth of the time is over. A page that stays open gets none: longer than this
  /// without a reload, its next connection begins a new session.
  public var sessionAge: Duration = .seconds(30 * 86_400)
  /// Where persons' sessions are kept.
  public var sessionStorage: any SessionStorage = MemorySessionStorage()
  /// Whether what is kept of sessions outlives the key that finds it.
  var losesSessions: Bool {
    sessionKey.isOfThisProcess && !(sessionStorage is MemorySessionStorage)
  }
  /// Folders whose files are served, the first one that has the file.
  public var folders: [FileFolder] = []
  /// Hears when sessions begin, connect, disconnect and end: what happened, the page's path, the
  /// client's address.
  ///
  /// The same is reported to swift-metrics.
  public var onSession: @MainActor @Sendable (SessionNews, String, String) -> Void = { _, _, _ in }
  /// Where it is reported in a test; nil: to the process's own backends.
  var metrics: (any MetricsFactory)?
  var tracer: (any Tracer)?
  /// The language of the pages, as `de` or `pt-BR`: screen readers speak them in it, and one that
  /// is read from right to left, as `ar`, has its pages laid out from there.
  ///
  /// Messages of the server itself are English.
  public var language = "en"
  /// CSS of the application, which follows Millrace's own.
  ///
  /// It is for classes of `View.htmlClass(_:)` and `HTMLView`, and may name nothing of another
  /// server.
  public var styleSheet = ""
  /// In what time the pages come back that a server at its end sends away, each at a moment of its
  /// own, so that they do not all come to the next one at once.
  ///
  /// It may have parts of a second, and be zero.
  public var returnTime: Duration = .seconds(2)
  /// What visitors may use.
  public var limits = WebLimits()

  /// The defaults: a server for this machine, at the root.
  public init() {}
}
