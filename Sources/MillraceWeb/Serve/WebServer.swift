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
/// A page that loses its socket reconnects automatically. Within two minutes
/// (``WebLimits/reconnectTimeout``) it gets its session back: events that happened meanwhile arrive
/// once and in order. Later, or after a restart of the server, the page gets a new session. It
/// keeps its address, its scroll position, its focus and the text that was typed. Clicks that the
/// old session had not acknowledged are dropped, because their elements no longer exist.
///
/// Views run on the main actor, sockets on the event loops of SwiftNIO. The address `/` lists the
/// pages, unless a page has that path. `/healthz` is for health checks. A server answers only
/// requests with one of its names in `Host` (`WebOptions.allowedHosts`), and opens sockets only for
/// pages of the same origin (see `WebOptions.allowedOrigins`). It is a `Service` of
/// swift-service-lifecycle. At a graceful shutdown it makes the pages reconnect, spread over
/// `WebOptions.returnTime`.
@MainActor public final class WebServer: Service {
  /// The address to listen on.
  public nonisolated let host: String
  /// The port: the requested one, and after the start the one on which the server listens.
  ///
  /// If 0 was requested, a later start takes the same port again if it is free.
  public private(set) var port: Int
  private let takesAnyPort: Bool
  /// The site that it serves.
  public nonisolated let site: WebSite

  private var running: Running?
  /// The last call of `start()` or `stop()`, for which the next one waits; its result is the error
  /// of a start.
  private var lastCall: Task<WebServerError?, Never>?

  private struct Running {
    let group: MultiThreadedEventLoopGroup
    let listener: any Channel
    let sweeper: Task<Void, Never>
  }

  /// Creates a server; `run()` or `start()` starts it.
  ///
  /// - Parameters:
  ///   - name: the heading of the contents page.
  ///   - host: the address to listen on; one other than loopback needs a proxy with TLS.
  ///   - port: the port, or 0 for any free one.
  ///   - pages: the pages to serve.
  ///   - options: the host names, the base path and the other options.
  ///   - logger: gets lines about what is refused or ended; it is allowed to block.
  ///   - clock: measures the time for all timeouts of sessions and connections.
  /// - Throws: `WebServerError`.
  public init(
    name: String = "Pages", host: String = "127.0.0.1", port: Int = 8080, pages: [Page],
    options: WebOptions = WebOptions(), logger: Logger = Logger(label: "millrace.web"),
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(WebServerError) {
    self.host = host
    self.port = port
    takesAnyPort = port == 0
    site = try WebSite(
      name: name, host: host, pages: pages, options: options, logger: logger, clock: clock)
  }

  /// The number of sessions.
  public var sessionCount: Int { site.sessionCount }

  /// The address to open in a browser.
  public var address: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "http://\(name):\(port)\(site.options.basePath)/"
  }

  /// Starts the server, and returns after `stop()`, a graceful shutdown, or the cancellation of the
  /// calling task.
  ///
  /// - Throws: `WebServerError` if the server cannot start.
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

  /// Starts to listen, and returns when connections are accepted.
  ///
  /// A call waits for earlier calls of `start()` and `stop()`. A `stop()` during a start stops the
  /// server when the start has ended.
  ///
  /// It raises the limit of open files of the process as far as the system allows, at most to
  /// 65,536, because each page has a socket.
  ///
  /// - Throws: `WebServerError`. A call that throws leaves nothing new running; after
  ///   `alreadyRunning` the server goes on.
  public func start() async throws(WebServerError) {
    let before = lastCall
    let start = Task { () -> WebServerError? in
      _ = await before?.value
      guard running == nil else { return .alreadyRunning }
      do throws(WebServerError) { running = try await listen() } catch { return error }
      return nil
    }
    lastCall = start
    if let error = await start.value { throw error }
  }

  private func listen() async throws(WebServerError) -> Running {
    do throws(WebServerError) {
      return try await listen(on: port)
    } catch {
      guard takesAnyPort, port != 0, case .portInUse = error else { throw error }
      return try await listen(on: 0)
    }
  }

  private func listen(on port: Int) async throws(WebServerError) -> Running {
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
    site.open()
    self.port = listener.localAddress?.port ?? port
    return Running(
      group: group, listener: listener,
      sweeper: Task.detached { [site] in await site.run() })
  }

  /// Releases the port, and ends all sessions and connections; requests that are being answered
  /// have up to four seconds.
  ///
  /// The pages reconnect, each after another delay within `WebOptions.returnTime`.
  public func stop() async {
    let before = lastCall
    let stop = Task { () -> WebServerError? in
      _ = await before?.value
      guard let running else { return nil }
      self.running = nil
      running.sweeper.cancel()
      try? await running.listener.close()
      await site.stop()
      try? await running.group.shutdownGracefully()
      return nil
    }
    lastCall = stop
    _ = await stop.value
  }
}
