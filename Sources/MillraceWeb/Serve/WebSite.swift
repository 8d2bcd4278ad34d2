// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import MillraceViews
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOWebSocket
import ServiceLifecycle
import Synchronization

/// Pages, their sessions, and the channel handlers that serve them in any NIO server.
///
/// `WebServer` is a complete server with one site. An application that has a NIO server of its own
/// adds the pages below a path:
///
/// ```swift
/// var options = WebOptions()
/// options.basePath = "/live"
/// let site = try WebSite(name: "Live", pages: pages, options: options)
/// bootstrap.childChannelInitializer { channel in
///   channel.eventLoop.makeCompletedFuture {
///     try site.addHandlers(to: channel)             // answers requests below /live
///     try channel.pipeline.syncOperations.addHandler(MyHandler())   // answers all others
///   }
/// }
/// ```
///
/// Views run on the main actor, sockets on their event loops. `run()` must be running: it ends idle
/// sessions and connections, and starts a thread that reports a blocked main actor. A site is a
/// `Service` of swift-service-lifecycle: at a graceful shutdown it makes its pages reconnect.
/// <doc:Deploying> shows a site in a Hummingbird application.
public final class WebSite: Service {
  let options: WebOptions
  let router: Router
  let hub: SessionHub
  let log: WebLog
  let connections: Connections
  let files: ByteReserve
  /// True if `warn(ofForwarded:from:)` has logged its line.
  private let hasWarned = Atomic<Bool>(false)
  private let stopwatch: Stopwatch
  private let exchange: Exchange
  private let outboxes = NIOLockedValueBox<[ObjectIdentifier: Outbox]>([:])

  /// Creates a site that serves pages.
  ///
  /// - Parameters:
  ///   - name: the heading of the contents page.
  ///   - host: the address that its server listens on, which is one of the site's names.
  ///   - pages: the pages to serve.
  ///   - options: the host names, the base path and the other options.
  ///   - logger: gets lines about what is refused or ended; it is allowed to block.
  ///   - clock: measures the time for all timeouts of sessions and connections.
  /// - Throws: `WebServerError`.
  @MainActor public init(
    name: String = "Pages", host: String = "127.0.0.1", pages: [Page],
    options: WebOptions = WebOptions(), logger: Logger = Logger(label: "millrace.web"),
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(WebServerError) {
    try Self.check(pages)
    try Self.check(options.folders)
    for host in options.allowedHosts where !Guard.isName(host) { throw .badHostName(host) }
    for text in options.allowedOrigins where Guard.origin(text) == nil { throw .badOrigin(text) }
    for proxy in options.trustedProxies where AddressRange(proxy) == nil { throw .badProxy(proxy) }
    try Self.check(base: options.basePath)
    guard let guards = Guard(host: host, options: options) else { throw .noAllowedHosts(host) }
    self.options = options
    stopwatch = Stopwatch(clock)
    log = WebLog(logger, perSecond: options.limits.logLines, stopwatch: stopwatch)
    let list = PageList(pages)
    let persons = PersonTable(
      key: options.sessionKey, storage: options.sessionStorage, limits: options.limits,
      stopwatch: stopwatch, log: log, path: options.basePath,
      age: options.sessionAge)
    hub = SessionHub(
      pages: list, rules: options.limits.sessionRules, persons: persons, stopwatch: stopwatch,
      log: log, basePath: options.basePath, language: options.language,
      fileBytes: options.limits.sessionFileBytes,
      keptFiles: ByteReserve(
        limit: options.limits.keptFileBytes, perNetwork: options.limits.keptFileBytes / 4),
      unread: options.limits.unread,
      telemetry: Telemetry(
        metrics: options.metrics, tracer: options.tracer, onNews: options.onSession))
    router = Router(
      name: name, options: options, hub: hub, pages: list, guards: guards, log: log)
    connections = Connections(limits: options.limits)
    let bytes = options.limits.arrivingFileBytes
    files = ByteReserve(
      limit: bytes, perNetwork: bytes / 2, spare: bytes / 64, spareOfAll: bytes)
    let talks = Conversations(hub: hub, limits: options.limits, log: log)
    exchange = Exchange(stopwatch: stopwatch) {
      talks.handle($0)
    } finish: {
      talks.send()
    }
  }

  /// The number of sessions.
  @MainActor public var sessionCount: Int { hub.count }

  /// Ends sessions and connections whose timeouts have passed, and tries failed writes of persons'
  /// sessions again, until the calling task is cancelled; at a graceful shutdown it calls `stop()`.
  ///
  /// At its start it deletes the files that pages have sent to this user's processes on this
  /// machine that have ended. While it runs, the log reports a blocked main actor; see
  /// `WebLimits.slowViewThreshold`.
  public func run() async {
    let watchdog = Watchdog(limit: options.limits.slowViewThreshold, log: log)
    defer { watchdog.stop() }
    async let _ = UploadFolder.deleteAbandoned()
    await cancelWhenGracefulShutdown { await self.sweep() }
    if Task.isShuttingDownGracefully { await stop() }
  }

  private func sweep() async {
    let limits = options.limits
    let pause =
      min(
        limits.connectTimeout, limits.reconnectTimeout, limits.idleTimeout, limits.headTimeout,
        limits.closeTimeout, .seconds(4)) / 4
    while (try? await stopwatch.sleep(for: max(pause, .milliseconds(10)))) != nil {
      await hub.sweep()
      for address in connections.sweep(at: stopwatch.elapsed) {
        log("closed a connection, because it took too long", from: address, level: .info)
      }
    }
  }

  /// Adds the handlers of this site to an HTTP/1.1 channel.
  ///
  /// The pipeline gets NIO's HTTP handlers, and a handler that answers requests and upgrades to
  /// WebSocket. Requests that are not below the base path are passed on as HTTP parts to the
  /// handlers that are added after this call. Call it on the channel's event loop.
  ///
  /// The limits and timeouts of the site apply to the connection. The timeouts do not apply to a
  /// request that was passed on, from its head until the system has taken the end of its response.
  /// For this time the application needs timeouts of its own.
  ///
  /// The peer of the channel must have an IP address: connections over a Unix socket count as those
  /// of one address, and the `X-Forwarded` headers of their requests are ignored.
  ///
  /// - Throws: an error of NIO, or an error if there are too many connections or the site has
  ///   stopped. After an error the channel must be closed.
  public func addHandlers(to channel: any Channel) throws { try add(to: channel, passesOn: true) }

  func add(to channel: any Channel, passesOn: Bool) throws {
    let address = channel.remoteAddress?.ipAddress.map(Network.plain) ?? "unknown"
    let connection = Connection(
      address: address, channel: channel, limits: options.limits, stopwatch: stopwatch)
    do {
      try connections.insert(connection, isProxy: router.guards.isProxy(address))
    } catch {
      log("refused a connection, because \(error)", from: address)
      throw error
    }
    // Unread output waits in this process, where it is counted, and not in the system.
    try? channel.syncOptions?.setOption(Self.unsentBytes, value: 128 * 1024)
    try? channel.syncOptions?.setOption(.recvAllocator, value: ReadAllocator.requests)
    // For each connection, NIO keeps as many buffers as it reads messages at a time.
    try? channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
    channel.closeFuture.whenComplete { [connections] _ in connections.remove(connection) }
    let http = HTTPHandlers(for: connection, limits: options.limits)
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandlers(http.all)
    try pipeline.addHandler(
      RequestHandler(site: self, connection: connection, http: http, passesOn: passesOn))
  }

  /// Logs once that a peer which is not a trusted proxy has sent the headers of a proxy.
  func warn(ofForwarded request: PageRequest, from peer: String) {
    guard Guard.isForwarded(request), !router.guards.isProxy(peer),
      !hasWarned.exchange(true, ordering: .relaxed)
    else { return }
    log(
      "ignored the X-Forwarded headers of a request, because its peer is not a trusted proxy; if "
        + "it is the proxy of this site, trustedProxies (--trusted-proxy ADDRESS) adds it. This is "
        + "reported once", from: peer)
  }

  /// The socket option for the maximum number of unsent bytes in the system's buffer; the option
  /// has the same name on all systems.
  private static let unsentBytes = ChannelOptions.Types.SocketOption(
    level: .tcp, name: NIOBSDSocket.Option(rawValue: CInt(TCP_NOTSENT_LOWAT)))

  /// The handlers of a socket, which replace those of HTTP.
  func socketHandlers(
    for request: PageRequest, on connection: Connection, _ loop: any EventLoop
  ) -> [any ChannelHandler] {
    var (limits, unread) = (options.limits, router.unread)
    if let route = router.route(of: request) {
      limits.messageBytes = route.messageBytes
      limits.unreadBytes = route.unreadBytes
      // The program is authorized, and therefore the limit of its address does not apply.
      unread = ByteReserve(perNetwork: .max)
    }
    let line = SocketLine(
      outbox: outbox(for: loop), connection: connection, client: request.clientAddress,
      limit: limits.unreadBytes, shared: unread
    ) { [log, client = request.clientAddress] in
      log(
        "closed a socket, because too much output for it, or for its address, is not read",
        from: client)
    }
    let frameBytes = min(limits.messageBytes, Int(UInt32.max))  // the maximum of the decoder
    return [
      ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: frameBytes)),
      SocketRules(limits: MessageLimits(limits)),
      SocketHandler(
        line: line, request: request, exchange: exchange, limits: limits, log: log),
    ]
  }

  private func outbox(for loop: any EventLoop) -> Outbox {
    outboxes.withLockedValue { outboxes in
      if let there = outboxes[ObjectIdentifier(loop)] { return there }
      let new = Outbox(loop: loop, gate: hub.gate)
      outboxes[ObjectIdentifier(loop)] = new
      return new
    }
  }

  /// Accepts connections and begins sessions again after `stop()`.
  @MainActor func open() {
    connections.open()
    hub.isStopped = false
  }

  /// Ends all sessions, and then all connections.
  ///
  /// Requests that are being answered have up to four seconds; the session of a page that is made
  /// for one of them ends at once. All other connections are closed at once, also those on which an
  /// upload is still arriving, except those whose request was passed on to the application, which
  /// closes them. Pages reconnect, each after another delay within `WebOptions.returnTime`. When
  /// this returns, the values of persons' sessions are written, unless the storage fails, and the
  /// files that pages have sent are deleted.
  @MainActor public func stop() async {
    connections.end()
    hub.isStopped = true
    let removals = hub.endAll(within: options.returnTime)
    // The outboxes are removed, because the next start uses other event loops.
    let ended = outboxes.withLockedValue { outboxes in
      defer { outboxes = [:] }
      return Array(outboxes.values)
    }
    for outbox in ended {
      try? await outbox.loop.submit {}.get()  // the close frames have been written
    }
    connections.closeIdle()
    async let answered: Void = untilAnswered()
    await hub.persons.saved()
    await answered
    connections.closeAll()
    for outbox in ended { outbox.close() }
    await hub.persons.saved()  // changes that the last requests have made
    for removal in removals { await removal.value }
    await log.flush()
  }

  /// The maximum time for the last responses; it is shorter than `Signals.patience`.
  private static let grace = Duration.seconds(4)

  private func untilAnswered() async {
    await withTaskGroup { group in
      group.addTask { [connections] in await connections.untilEmpty() }
      group.addTask { [stopwatch] in try? await stopwatch.sleep(for: Self.grace) }
      await group.next()
      group.cancelAll()
    }
  }

  private static func isPlain(_ path: String) -> Bool {
    path.utf8.allSatisfy { $0 > 32 && $0 < 127 && !"?#%\\".utf8.contains($0) }
  }

  private static func check(base: String) throws(WebServerError) {
    guard !base.isEmpty else { return }
    // The path of a cookie ends at a ';'.
    guard base.hasPrefix("/"), !base.hasSuffix("/"), isPlain(base), !base.contains(";") else {
      throw .badPath(
        base,
        reason: "a base path begins with '/', does not end with '/', and contains only printable "
          + "ASCII characters except spaces, '?', '%', '#', '\\' and ';'")
    }
    try checkParts(of: base)
  }

  /// Refuses a path that no request can have as a link has it.
  ///
  /// Browsers read the text after two slashes as the name of a host, and remove '.' and '..'. The
  /// address of a page has '~', '~.' and '~..' for these parts.
  private static func checkParts(
    of path: String, isOfPages: Bool = true
  ) throws(WebServerError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    // The path of a page can end with a slash.
    guard !parts.dropLast().contains(""), !parts.contains("."), !parts.contains("..") else {
      throw .badPath(path, reason: "its parts must not be empty, '.' or '..'")
    }
    guard !isOfPages || !parts.contains(where: { $0.wholeMatch(of: /~+\.{0,2}/) != nil }) else {
      throw .badPath(
        path, reason: "'~', '~.' and '~..' stand for an empty part, '.' and '..' in an address")
    }
  }

  private static func check(_ pages: [Page]) throws(WebServerError) {
    var seen = Set(
      Asset.allCases.map(\.path)
        + [Asset.socketPath, Asset.uploadPath, Asset.renewPath, Asset.healthPath])
    var patterns: [String: String] = [:]
    for page in pages {
      guard page.path.hasPrefix("/"), isPlain(page.path) else {
        throw .badPath(
          page.path,
          reason: "it must begin with '/' and contain only printable ASCII characters except "
            + "spaces, '?', '%', '#' and '\\'")
      }
      let parts = page.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      guard !parts.dropLast().contains("*") else {
        throw .badPath(
          page.path, reason: "a '*' matches the rest of a path and must be its last part")
      }
      guard seen.insert(page.path).inserted else {
        throw .badPath(page.path, reason: "the path is used already")
      }
      // Only one of them would ever be found.
      if let other = patterns.updateValue(page.path, forKey: PagePath(page.path).shape) {
        throw .badPath(page.path, reason: "it matches the same addresses as '\(other)'")
      }
      try checkParts(of: page.path)
    }
  }

  private static func check(_ folders: [FileFolder]) throws(WebServerError) {
    for folder in folders where !folder.path.isEmpty {
      guard folder.path.hasPrefix("/"), !folder.path.hasSuffix("/") else {
        throw .badPath(
          folder.path, reason: "the path of a folder begins with '/' and does not end with '/'")
      }
      try checkParts(of: folder.path, isOfPages: false)
    }
  }
}

/// The conversations with all pages and other programs, by their sockets.
@MainActor final class Conversations {
  private let hub: SessionHub
  private let limits: WebLimits
  private let log: WebLog
  private var talks: [ObjectIdentifier: PageConversation] = [:]
  private var programs: [ObjectIdentifier: SocketListener] = [:]

  init(hub: SessionHub, limits: WebLimits, log: WebLog) {
    self.hub = hub
    self.limits = limits
    self.log = log
  }

  /// Handles an event of a socket.
  func handle(_ item: Exchange.Item) {
    let (line, id) = (item.line, ObjectIdentifier(item.line))
    switch item.news {
    case .opened(let request):
      if let route = hub.pages.sockets[request.path] {
        line.connection.welcome(line)
        programs[id] = route.open(SocketEnd(line))
        return
      }
      talks[id] = PageConversation(
        line: line, request: request, hub: hub, limits: limits, log: log)
    case .texts(let texts):
      if let program = programs[id] {
        for text in texts { program.take(text) }
        line.handled(texts)
      } else {
        talks[id]?.take(texts)
      }
    case .closed:
      talks.removeValue(forKey: id)?.over()
      programs.removeValue(forKey: id)?.over()
    }
  }

  /// Sends the changes that the events have made on other pages, all at once.
  func send() { hub.flush() }
}
