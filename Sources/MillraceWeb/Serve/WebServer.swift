// SPDX-License-Identifier: Apache-2.0

import Logging
import MillraceViews
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Serves views as live pages: HTML first, then patches over one WebSocket per page.
///
/// ```swift
/// let server = try WebServer(
///   pages: [Page(path: "/counter", title: "Counter") { CounterPage() }])
/// try await server.run()
/// ```
///
/// A page that loses its socket comes back by itself. Within two minutes it finds its session
/// again: what was done meanwhile arrives, once and in order. Later, or after a restart, it gets a
/// new session and keeps its place, its focus and the text that was typed; clicks that the old
/// server had not acknowledged are dropped, because they named elements that are gone.
///
/// Views run on the main actor, sockets on the event loops of SwiftNIO. The address `/` lists the
/// pages unless a page has that path, `/healthz` says that the server is well. A server answers
/// only to requests that name it (`WebOptions.allowedHosts`), and a socket is opened only for a
/// page of the same origin. It is a `Service` of swift-service-lifecycle: a graceful shutdown tells
/// the pages to come back, spread over `WebOptions.returnTime`.
@MainActor public final class WebServer: Service {
  /// The address to listen on.
  public nonisolated let host: String
  /// The port: what was asked for, and the one that is used once the server has started.
  public private(set) var port: Int
  /// The pages that it serves.
  public nonisolated let site: WebSite

  private var running: Running?
  /// The end of the last run, for which a second call and the next start wait.
  private var stopping: Task<Void, Never>?

  private struct Running {
    let group: MultiThreadedEventLoopGroup
    let listener: any Channel
    let sweeper: Task<Void, Never>
  }

  /// Creates a server that does nothing yet.
  ///
  /// - Parameters:
  ///   - name: the heading of the contents page.
  ///   - host: the address to listen on; only loopback is safe without more.
  ///   - port: the port, or 0 for any free one.
  ///   - pages: what to serve.
  ///   - options: to whom it answers, below which path, in which look.
  ///   - logger: hears of everything that is refused or ended; it may block.
  ///   - clock: measures how long sessions and connections are idle.
  /// - Throws: `WebServerError`.
  public init(
    name: String = "Pages", host: String = "127.0.0.1", port: Int = 8080, pages: [Page],
    options: WebOptions = WebOptions(), logger: Logger = Logger(label: "millrace.web"),
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(WebServerError) {
    self.host = host
    self.port = port
    site = try WebSite(
      name: name, host: host, pages: pages, options: options, logger: logger, clock: clock)
  }

  /// How many sessions there are.
  public var sessionCount: Int { site.sessionCount }

  /// The address to open in a browser.
  public var address: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "http://\(name):\(port)\(site.options.basePath)/"
  }

  /// Starts and serves until `stop()`, a graceful shutdown, or until the calling task is cancelled.
  public func run() async throws {
    try await start()
    let listener = running?.listener
    await cancelWhenGracefulShutdown {
      await withTaskCancellationHandler {
        try? await listener?.closeFuture.get()
      } onCancel: {
        listener?.close(promise: nil)
      }
    }
    await stop()
  }

  /// Starts to listen; connections are answered from when this returns.
  ///
  /// It raises the limit of open files of the process as far as the system allows: each page has a
  /// socket.
  ///
  /// - Throws: `WebServerError`; nothing is left running then.
  public func start() async throws(WebServerError) {
    await stopping?.value
    guard running == nil else { throw .alreadyRunning }
    guard 0...65535 ~= port else { throw .badPort(port) }
    Descriptors.raiseLimit()
    let name = host == "localhost" ? "127.0.0.1" : host
    guard let address = try? SocketAddress(ipAddress: name, port: port) else {
      throw .badHost(host)
    }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: min(System.coreCount, 4))
    let listener: any Channel
    do {
      listener = try await ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: 1024)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.socketOption(.so_reuseaddr), value: 1)
        // Small patches must not wait for the acknowledgement of earlier ones.
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { [site] channel in
          channel.eventLoop.makeCompletedFuture { try site.add(to: channel, passesOn: false) }
        }
        .bind(to: address).get()
    } catch {
      try? await group.shutdownGracefully()
      throw WebServerError(error, host: host, port: port)
    }
    site.connections.open()
    port = listener.localAddress?.port ?? port
    running = Running(
      group: group, listener: listener,
      sweeper: Task.detached { [site] in await site.run() })
  }

  /// Ends all connections and sessions and gives the port back.
  ///
  /// Pages are told when to come back: each at a moment of its own within `WebOptions.returnTime`.
  public func stop() async {
    if let running {
      self.running = nil
      stopping = Task { [site] in
        running.sweeper.cancel()
        try? await running.listener.close()
        await site.stop()
        try? await running.group.shutdownGracefully()
        // Those that were begun while connections ended.
        for removal in site.hub.endAll() { await removal.value }
      }
    }
    await stopping?.value
  }
}
