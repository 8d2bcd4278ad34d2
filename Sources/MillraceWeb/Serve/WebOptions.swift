// SPDX-License-Identifier: Apache-2.0

import Metrics
import Tracing

/// The options of a server: its host names, its base path, its sessions and its style sheet.
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
  /// A server on a loopback address always answers to `localhost`, `127.0.0.1` and `[::1]`. A
  /// server that listens on all addresses has no name of its own, and cannot be created if this is
  /// empty. A text that is no host name, such as an address with a scheme, is refused with
  /// `WebServerError.badHostName`. With `"*"` the server answers to every name, which lets pages of
  /// other sites reach it (DNS rebinding).
  public var allowedHosts: [String] = []
  /// Origins, besides the server's own, whose pages are allowed to open sockets, such as
  /// `https://example.com`.
  ///
  /// They are for a proxy that does not pass on the `Host` that the browser has sent: the pages are
  /// the server's own then, and have the origin of the proxy. They can also send files and renew a
  /// session. The option is not for pages of other servers (CORS): whatever it contains, their
  /// scripts cannot read a response, and a preflight is answered with status 405. The scripts of a
  /// listed origin can begin a session only over a socket.
  ///
  /// An origin is written as browsers send it: without a slash at the end, and without the default
  /// port. An entry in another form is refused with `WebServerError.badOrigin`.
  public var allowedOrigins: [String] = []
  /// The path below which everything is served, such as `/app`; empty for the root.
  public var basePath = ""
  /// Addresses of proxies whose headers `X-Forwarded-For` and `X-Forwarded-Proto` are trusted, such
  /// as `127.0.0.1`, or ranges of addresses, such as `10.0.0.0/8`.
  ///
  /// A name of a proxy, such as `localhost`, is refused with `WebServerError.badProxy`. The log
  /// reports once that another peer has sent such a header.
  ///
  /// The limit of connections of one address does not apply to a proxy. Sessions and sockets count
  /// for the client address that the proxy names.
  public var trustedProxies: [String] = []
  /// The time for which a browser that has used HTTPS uses nothing but HTTPS, even for links with
  /// `http` (the header `Strict-Transport-Security`).
  ///
  /// Responses to requests that came by HTTPS to a trusted proxy have the header, except those to
  /// uploads and to some refused requests. It applies to all ports of the host, and not to its
  /// subdomains. Responses for `localhost`, names below it, loopback addresses and refused hosts
  /// never have it. With zero, browsers forget the rule. With nil, the server sends no such header,
  /// and the proxy can send its own.
  public var httpsAge: Duration? = .seconds(180 * 86_400)
  /// The key that signs the cookies of persons' sessions.
  ///
  /// The default key is random and new in each process. Cookies that it signed are invalid in the
  /// next process.
  public var sessionKey = SessionKey()
  /// The time after which the cookie of a person's session expires.
  ///
  /// The cookie contains the signed time at which it was issued. The response to a page that uses
  /// the session renews the cookie when a tenth of this time has passed. An open page gets a new
  /// cookie only by ``PersonSession/renew()``. If nothing renews the cookie in this time, the page
  /// loses the session at its next connection.
  public var sessionAge: Duration = .seconds(30 * 86_400)
  /// The storage of persons' sessions.
  public var sessionStorage: any SessionStorage = MemorySessionStorage()
  /// True if the storage outlives the process and the key does not, so that stored sessions cannot
  /// be found again.
  var losesSessions: Bool {
    sessionKey.isOfThisProcess && !(sessionStorage is MemorySessionStorage)
  }
  /// Folders whose files are served; the first folder that has the file is used.
  public var folders: [FileFolder] = []
  /// Called when a session begins, connects, disconnects or ends, with the event, the declared path
  /// of the page, such as `/boards/:id`, and the address of the client.
  ///
  /// The number of sessions is also reported to swift-metrics.
  public var onSession: @MainActor @Sendable (SessionNews, String, String) -> Void = { _, _, _ in }
  /// The metrics backend of a test, or nil for the backend of the process.
  var metrics: (any MetricsFactory)?
  /// The tracer of a test, or nil for the tracer of the process.
  var tracer: (any Tracer)?
  /// The language of the pages, such as `de` or `pt-BR`.
  ///
  /// Screen readers use its pronunciation. With a language that is written from right to left, such
  /// as `ar`, the pages are laid out from right to left. Views read it as the environment value
  /// `locale`. Messages of the server are in English.
  public var language = "en"
  /// CSS of the application, which follows Millrace's own style sheet.
  ///
  /// It styles the classes of `View.htmlClass(_:)` and `HTMLView`. It cannot load anything
  /// from another server, because the content security policy of the pages forbids it.
  public var styleSheet = ""
  /// The time over which the pages of a server that stops spread their reconnections.
  ///
  /// The server gives each page another delay within this time, so that the pages do not all
  /// connect to the next server at once. Fractions of a second and zero are allowed.
  public var returnTime: Duration = .seconds(2)
  /// The limits on the resources that visitors use.
  public var limits = WebLimits()

  /// Creates the default options, for a server on this machine without a base path.
  public init() {}
}
