// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing

@testable import MillraceWeb

/// An application around a site, which answers when a test calls `answer`.
private final class Application: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private var context: ChannelHandlerContext?
  private(set) var requests = 0

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head = unwrapInboundIn(data) { requests += 1 }
  }

  func answer(_ status: HTTPResponseStatus = .noContent) {
    let head = HTTPResponseHead(version: .http1_1, status: status)
    context?.write(wrapOutboundOut(.head(head)), promise: nil)
    context?.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}

/// Another protocol, which sends back what it receives.
private final class BytesBack: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    context.writeAndFlush(data, promise: nil)
  }
}

@MainActor @Suite(.timeLimit(.minutes(10))) struct RequestHandlerTests {
  @Test func aConnectionServesSeveralRequests() async throws {
    try await withServer([.field]) { server in
      let client = try await TestClient(port: server.port)
      #expect(try await client.get("/field").status == 200)
      #expect(try await client.get("/none").status == 404)
      #expect(try await client.get("/", method: "HEAD").body == "")
      let last = try await client.get("/", ["Connection: close"])
      #expect(last.header("connection") == "close")
      await client.untilClosed()
    }
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
    try await withServer([.field]) { server in
      let client = try await TestClient(port: server.port)
      let host = "Host: 127.0.0.1:\(server.port)\r\n\r\n"
      let paths = ["/a", "/", "/b"].map { "GET \($0) HTTP/1.1\r\n" + host }
      try await client.write(paths.joined() + "nonsense\r\n\r\n")
      for status in [404, 200, 404, 400] { #expect(try await client.answer().status == status) }
      await client.untilClosed()
    }
  }

  @Test func aHeadIsTheHeadOfTheSamePage() async throws {
    try await withServer([.field]) { server in
      let client = try await TestClient(port: server.port)
      for path in ["/field", "/millrace.js", "/", "/none"] {
        let head = try await client.get(path, method: "HEAD")
        let whole = try await client.get(path)
        #expect(head.status == whole.status)
        for name in ["content-type", "content-length", "etag", "transfer-encoding"] {
          #expect(head.header(name) == whole.header(name), "\(name) of \(path)")
        }
      }
      #expect(server.sessionCount == 1, "the session of the one page that was loaded")
    }
  }

  @Test func anAssetComesPackedAndOnce() async throws {
    try await withServer([.field]) { server in
      let client = try await TestClient(port: server.port)
      let packed = try await client.get("/millrace.js", ["Accept-Encoding: gzip"])
      #expect(packed.header("content-encoding") == "gzip")
      #expect(packed.bytes.count < PageScript.text.utf8.count / 2)
      let tag = try #require(packed.header("etag"))
      let again = try await client.get(
        "/millrace.js", ["If-None-Match: \(tag)", "Accept-Encoding: gzip"])
      #expect(again.status == 304)
      #expect(again.bytes.isEmpty)
      #expect(try await client.get("/none").status == 404, "the connection stays open")
    }
  }

  @Test func aVisitorThatDoesNotReadGetsNoFurtherAnswer() async throws {
    let made = Atomic<Int>(0)
    let text = String(repeating: "x", count: 1_000_000)
    let page = Page(path: "/big", title: "Big") {
      made.add(1, ordering: .relaxed)
      return Text(text)
    }
    try await withServer([page]) { server in
      let flood = try await TestClient(port: server.port)
      let one = "GET /big HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
      try await flood.write(String(repeating: one, count: 100))
      let other = try await TestClient(port: server.port)
      for _ in 0..<200 { _ = try await other.get("/") }
      #expect(made.load(ordering: .relaxed) < 5, "the kernel's buffers hold few answers")
      for _ in 0..<100 { #expect(try await flood.answer().bytes.count > 1_000_000) }
      #expect(made.load(ordering: .relaxed) == 100)
    }
  }

  @Test func aSocketMayFollowOtherRequestsOfItsConnection() async throws {
    try await withServer([.field]) { server in
      let client = try await TestClient(port: server.port)
      let page = Opened(try await client.get("/field").body)
      #expect(try await client.upgrade().status == 101)
      try await client.send(page.hello("/field"))
      #expect(try await client.text().contains(#""new":false"#))
    }
  }

  @Test func whatAsksForAnotherProtocolIsAnsweredAndClosed() async throws {
    try await withServer([.field]) { server in
      for path in ["/", "/millrace.socket"] {
        let client = try await TestClient(port: server.port)
        let answer = try await client.get(path, ["Connection: Upgrade", "Upgrade: h2c"])
        #expect(answer.status == (path == "/" ? 200 : 403))
        #expect(answer.header("connection") == "close")
        await client.untilClosed()
      }
    }
  }

  @Test func whatComesRightBehindAnUpgradeIsRead() async throws {
    try await withServer([.field]) { server in
      let page = Opened(try await TestClient(port: server.port).get("/field").body)
      let client = try await TestClient(port: server.port)
      let origin = "127.0.0.1:\(server.port)"
      let head = """
        GET /millrace.socket HTTP/1.1\r\nHost: \(origin)\r\nOrigin: http://\(origin)\r
        Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r

        """
      let hello = TestClient.frame(opcode: 1, Array(page.hello("/field").utf8))
      try await client.write(Array(head.utf8) + hello)
      #expect(try await client.answer().status == 101)
      #expect(try await client.text().contains(#""new":false"#))
    }
  }

  @Test func otherOriginsGetNoSocket() async throws {
    let sink = LogSink()
    try await withServer([.field], log: sink) { server in
      let foreign = try await TestClient(port: server.port)
      #expect(try await foreign.upgrade(origin: "http://evil.example").status == 403)
      let entry = await sink.entry(with: "refused a socket")
      #expect(entry.text.contains("Origin 'http://evil.example'"))
      #expect(entry.client == "127.0.0.1")
      let missing = try await TestClient(port: server.port)
      #expect(try await missing.upgrade(origin: "").status == 403)
      #expect(await sink.line(with: "refused a socket").contains("'Origin' is missing"))
      let rebound = try await TestClient(port: server.port)
      #expect(try await rebound.upgrade(host: "evil.example").status == 403)
      #expect(await sink.line(with: "refused a").contains("Host 'evil.example'"))
    }
  }

  @Test func theOwnOriginGetsASocket() async throws {
    try await withServer([.field]) { server in
      let client = try await TestClient(port: server.port)
      let answer = try await client.upgrade(host: "localhost:\(server.port)")
      #expect(answer.status == 101)
      #expect(answer.header("sec-websocket-accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }
  }

  @Test func behindAProxyTheClientIsTheOneThatItNames() async throws {
    var options = WebOptions()
    options.trustedProxies = ["127.0.0.1"]
    options.basePath = "/app"
    let sink = LogSink()
    try await withServer([.field], options: options, log: sink) { server in
      let client = try await TestClient(port: server.port)
      _ = try await client.get("/app/field", ["X-Forwarded-For: 9.9.9.9"], method: "POST")
      #expect(await sink.entry(with: "its method is 'POST'").client == "9.9.9.9")
      let body = try await TestClient(port: server.port)
      _ = try await body.get(
        "/app/field", ["X-Forwarded-For: 9.9.9.9", "Content-Length: 1"], method: "POST")
      #expect(await sink.entry(with: "it has a body").client == "9.9.9.9")
      let socket = try await TestClient(port: server.port)
      let answer = try await socket.upgrade(
        path: "/app/millrace.socket", ["X-Forwarded-For: 9.9.9.9"])
      #expect(answer.status == 101)
      try await socket.send("nonsense")
      #expect(await sink.entry(with: "refused a message").client == "9.9.9.9")
    }
  }

  @Test(arguments: [["127.0.0.2"], ["127.0.0.0/8"]])
  func aProxyThatIsNotTrustedIsReportedOnce(trusted: [String]) async throws {
    var options = WebOptions()
    options.trustedProxies = trusted
    let sink = LogSink()
    try await withServer([.field], options: options, log: sink) { server in
      let client = try await TestClient(port: server.port)
      for path in ["/field", "/none", "/field"] {
        _ = try await client.get(path, ["X-Forwarded-For: 9.9.9.9"])
      }
      _ = try await client.get("/field", method: "POST")
      _ = await sink.line(with: "its method is 'POST'")
      let lines = sink.arrived.filter { $0.text.contains("is not a trusted proxy") }
      #expect(lines.map(\.client) == (trusted == ["127.0.0.2"] ? ["127.0.0.1"] : []))
    }
  }

  @Test func behindAProxyEachClientHasItsLimitOfSockets() async throws {
    var (options, limits) = (WebOptions(), WebLimits())
    options.trustedProxies = ["127.0.0.1"]
    limits.connectionsPerAddress = 2
    try await withServer([.field], limits: limits, options: options) { server in
      var sockets: [TestClient] = []
      var statuses: [Int] = []
      for client in ["203.0.113.9", "203.0.113.9", "203.0.113.9", "198.51.100.1"] {
        let socket = try await TestClient(port: server.port)
        sockets.append(socket)
        statuses.append(try await socket.upgrade(["X-Forwarded-For: \(client)"]).status)
      }
      #expect(statuses == [101, 101, 503, 101])
    }
  }

  /// The application around a site may take any time to answer.
  ///
  /// Between two requests the connection has its usual deadlines.
  @Test func whatIsPassedOnHasNoDeadlineUntilItIsAnswered() throws {
    let clock = ManualClock()
    var options = WebOptions()
    options.basePath = "/live"
    let site = try WebSite(
      pages: [], options: options, logger: LogSink().logger, clock: clock)
    let stopwatch = Stopwatch(clock)
    func survives(_ seconds: Int) -> Bool {
      clock.advance(by: .seconds(seconds))
      return site.connections.sweep(at: stopwatch.elapsed).isEmpty
    }
    func connect() throws -> (EmbeddedChannel, Application) {
      let (channel, application) = (EmbeddedChannel(), Application())
      try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
      try site.addHandlers(to: channel)
      try channel.pipeline.syncOperations.addHandler(application)
      return (channel, application)
    }
    func ask(_ channel: EmbeddedChannel, _ rest: String = "\r\n") throws {
      try channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: a\r\n" + rest))
    }
    var (channel, application) = try connect()
    try ask(channel)
    #expect(survives(1_000_000) && application.requests == 1)
    application.answer()
    #expect(survives(59))
    try ask(channel)
    #expect(survives(1_000_000) && application.requests == 2)
    application.answer()
    #expect(survives(59))
    #expect(!survives(1) && !channel.isActive, "it was idle")
    channel.embeddedEventLoop.run()

    (channel, application) = try connect()
    try ask(channel, "Content-Length: 2\r\n\r\nx")
    application.answer()
    #expect(survives(1_000_000), "the body of a request to the application has no deadline")
    try channel.writeInbound(ByteBuffer(string: "x"))
    #expect(survives(59))
    try channel.writeInbound(ByteBuffer(string: "GET / HTT"))
    #expect(survives(9))
    try channel.writeInbound(ByteBuffer(string: "P"))
    #expect(!survives(1) && !channel.isActive, "its head was slow")
    channel.embeddedEventLoop.run()

    (channel, application) = try connect()
    try ask(channel)
    application.answer(.switchingProtocols)
    #expect(survives(1_000_000) && channel.isActive, "another protocol has no deadlines")
    // The application removes the handlers of HTTP and adds a handler of bytes.
    let echo = BytesBack()
    let pipeline = channel.pipeline.syncOperations
    for context in [
      try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self),
      try pipeline.context(handlerType: HTTPResponseEncoder.self),
      try pipeline.context(handlerType: HTTPServerPipelineHandler.self),
      try pipeline.context(handlerType: NIOHTTPResponseHeadersValidator.self),
      try pipeline.context(handler: application),
    ] {
      _ = pipeline.removeHandler(context: context)
    }
    channel.embeddedEventLoop.run()
    try pipeline.addHandler(echo)
    while try channel.readOutbound(as: ByteBuffer.self) != nil {}
    try channel.writeInbound(ByteBuffer(string: "there"))
    #expect(try channel.readOutbound(as: ByteBuffer.self) == ByteBuffer(string: "there"))
    _ = try? channel.finish()
  }

  private func upload(
    _ bytes: Int, for session: SessionID, from address: String, to site: WebSite
  ) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    try channel.connect(to: try SocketAddress(ipAddress: address, port: 1)).wait()
    channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1)
    try site.add(to: channel, passesOn: false)
    let head = [
      "POST /millrace.upload HTTP/1.1", "Host: localhost", "Origin: http://localhost",
      "X-Millrace-Session: \(session.text)", "Content-Length: \(bytes)", "", "",
    ]
    try channel.writeInbound(ByteBuffer(string: head.joined(separator: "\r\n")))
    return channel
  }

  /// A file without a session takes no room, however much of it arrives.
  @Test func anUploadWithoutASessionIsRefusedByItsHead() async throws {
    let sink = LogSink()
    let site = try WebSite(pages: [.field], logger: sink.logger, clock: ManualClock())
    let session = try await site.hub.begin(request("/field"))
    func status(for id: SessionID) throws -> Substring? {
      let channel = try upload(5, for: id, from: "127.0.0.2", to: site)
      defer { _ = try? channel.finish() }
      try channel.writeInbound(ByteBuffer(string: "hell"))
      return try channel.readOutbound(as: ByteBuffer.self).map { String(buffer: $0).prefix(12) }
    }
    #expect(try status(for: session.id) == nil, "it may go on")
    #expect(try status(for: SessionID()) == "HTTP/1.1 403")
    #expect(await sink.entry(with: "its page is not open").client == "127.0.0.2")
    site.hub.end(session)
    #expect(try status(for: session.id) == "HTTP/1.1 403")
  }

  /// A file that was only announced takes no room.
  ///
  /// If there is no room for the next bytes of a file, it is refused, and its earlier bytes are
  /// dropped.
  @Test func anUploadCountsByWhatHasCome() async throws {
    var options = WebOptions()
    options.limits.arrivingFileBytes = 100
    let site = try WebSite(
      pages: [.field], options: options, logger: LogSink().logger, clock: ManualClock())
    let session = try await site.hub.begin(request("/field")).id
    func announce(_ bytes: Int, from address: String) throws -> EmbeddedChannel {
      try upload(bytes, for: session, from: address, to: site)
    }
    func send(_ bytes: Int, over channel: EmbeddedChannel) throws -> String? {
      if bytes > 0 {
        try channel.writeInbound(ByteBuffer(string: String(repeating: "x", count: bytes)))
      }
      return try channel.readOutbound(as: ByteBuffer.self).map { String(buffer: $0) }
    }
    let all = try (2..<6).map { try announce(90, from: "127.0.0.\($0)") }
    for channel in all { #expect(try send(20, over: channel) == nil) }
    let late = try announce(21, from: "127.0.0.9")
    #expect(try send(0, over: late)?.hasPrefix("HTTP/1.1 503 ") == true)
    #expect(try send(20, over: all[0]) == nil)
    #expect(try send(1, over: all[1])?.hasPrefix("HTTP/1.1 503 ") == true)
    #expect(site.files.hasRoom(20, for: "other") && !site.files.hasRoom(21, for: "other"))
    #expect(try send(20, over: all[2]) == nil, "it gets the room of the refused one")
    #expect(site.files.hasRoom(1, for: "other"), "a small file of another address still arrives")
    for channel in all + [late] { _ = try? channel.finish() }
    #expect(site.files.hasRoom(100, for: "other"))
  }

  @Test func anUploadThatAsksWhetherToGoOnIsTold() async throws {
    try await withServer([.field]) { server in
      let (socket, page) = try await openPage("/field", at: server.port)
      func ask(_ length: Int) async throws -> TestClient {
        let client = try await TestClient(port: server.port)
        try await client.write(
          [
            "POST /millrace.upload HTTP/1.1", "X-Millrace-Session: \(page.session)",
            "Host: 127.0.0.1:\(server.port)", "Origin: http://127.0.0.1:\(server.port)",
            "Content-Length: \(length)", "Expect: 100-Continue", "", "",
          ].joined(separator: "\r\n"))
        return client
      }
      let client = try await ask(5)
      #expect(try await client.answer().status == 100)
      try await client.write("hello")
      #expect(try await client.answer().status == 200)
      #expect(try await client.get("/none").status == 404, "the connection stays open")
      #expect(try await ask(1 << 40).answer().status == 413)
      await socket.hangUp()
    }
  }
}
