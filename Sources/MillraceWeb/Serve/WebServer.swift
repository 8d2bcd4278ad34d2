// SPDX-License-Identifier: Apache-2.0

import FlyingSocks
import Foundation
import MillraceViews

/// Serves views as live pages: HTML first, then patches over one WebSocket per page.
///
/// ```swift
/// let server = WebServer(pages: [Page(path: "/counter", title: "Counter") { CounterPage() }])
/// try await server.run()
/// ```
///
/// A page that loses its socket comes back by itself. Within two minutes it finds its session
/// again: what was done meanwhile arrives, once and in order. Later, or after a restart, it gets a
/// new session and keeps its place, its focus and the text that was typed; clicks that the old
/// server had not acknowledged are dropped, because they named elements that are gone.
///
/// Views run on the main actor, sockets elsewhere. The address `/` lists the pages unless a page
/// has that path. A server on a loopback address answers only to requests that name this machine,
/// and a socket is opened only for a page of the same origin.
@MainActor public final class WebServer {
  /// The address to listen on.
  public nonisolated let host: String
  /// The port: what was asked for, and the one that is used once the server has started.
  public private(set) var port: Int

  private let name: String
  private let pages: [Page]
  private let styleSheet: String
  private let limits: WebLimits
  private let log: WebLog
  private let stopwatch: Stopwatch
  private let hub: SessionHub
  private var running: Task<Void, Never>?

  /// Creates a server that does nothing yet.
  ///
  /// - Parameters:
  ///   - name: the heading of the contents page.
  ///   - host: the address to listen on; only loopback is safe without more.
  ///   - port: the port, or 0 for any free one.
  ///   - pages: what to serve.
  ///   - styleSheet: CSS of the application, after Millrace's own: for classes of
  ///     `View.htmlClass(_:)` and `HTMLView`. It may name nothing of another server.
  ///   - limits: what visitors may use.
  ///   - log: hears of everything that is refused or ended.
  ///   - clock: measures how long sessions are idle.
  public init(
    name: String = "Pages", host: String = "127.0.0.1", port: Int = 8080, pages: [Page],
    styleSheet: String = "", limits: WebLimits = WebLimits(), log: WebLog = .standardError,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.name = name
    self.host = host
    self.port = port
    self.pages = pages
    self.styleSheet = styleSheet
    self.limits = limits
    self.log = log
    stopwatch = Stopwatch(clock)
    hub = SessionHub(
      pages: pages, rules: limits.sessionRules, stopwatch: stopwatch, log: log)
  }

  /// How many sessions there are.
  public var sessionCount: Int { hub.count }

  /// The address to open in a browser.
  public var address: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "http://\(name):\(port)/"
  }

  /// Starts and serves until `stop()` or until the calling task is cancelled.
  public func run() async throws {
    try await start()
    await withTaskCancellationHandler {
      await running?.value
    } onCancel: {
      Task { @MainActor in await self.stop() }
    }
    await stop()
  }

  /// Starts to listen; connections are answered from when this returns.
  ///
  /// - Throws: `WebServerError`; nothing is left running then.
  public func start() async throws(WebServerError) {
    guard running == nil else { throw .alreadyRunning }
    try checkPaths()
    let listener = try Listener.open(host: host, port: port)
    port = listener.port
    let router = Router(
      name: name, pages: pages, styleSheet: styleSheet, hub: hub,
      guards: Guard(isLoopback: Guard.isLoopback(host)), log: log)
    let loop = ServerLoop(
      listener: listener, router: router, limits: limits, log: log, stopwatch: stopwatch)
    running = Task.detached { await loop.run() }
  }

  /// Ends all connections and sessions and gives the port back.
  public func stop() async {
    guard let task = running else { return }
    hub.endAll()
    task.cancel()
    await task.value
    hub.endAll()  // those that were begun while connections ended
    running = nil
  }

  private func checkPaths() throws(WebServerError) {
    var seen = Set(Asset.allCases.map(\.path) + [Asset.socketPath])
    for page in pages {
      let isPlain = page.path.utf8.allSatisfy {
        $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
      }
      guard page.path.hasPrefix("/"), isPlain else {
        throw .badPath(
          page.path, reason: "it must begin with '/' and hold no spaces, '?' or '#'")
      }
      guard seen.insert(page.path).inserted else {
        throw .badPath(page.path, reason: "the path is taken")
      }
    }
  }
}
