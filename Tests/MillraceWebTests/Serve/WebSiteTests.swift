// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import MillraceViews
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle
import Testing

import MillraceWeb

/// The application's own handler of requests.
private final class Hello: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .end = unwrapInboundIn(data) else { return }
    let body = ByteBuffer(string: "hello from the application")
    let headers = HTTPHeaders([("Content-Length", "\(body.readableBytes)")])
    let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}

/// Pages below a path of another server.
@MainActor @Suite(.timeLimit(.minutes(10))) struct WebSiteTests {
  private func withSite(
    _ clock: any Clock<Duration> = ContinuousClock(),
    pages: [Page] = [.count(SharedCount())], options: WebOptions = WebOptions(),
    _ test: (_ site: WebSite, _ port: Int) async throws -> Void
  ) async throws {
    var options = options
    options.basePath = "/live"
    options.returnTime = .seconds(100_000)
    let site = try WebSite(name: "Live", pages: pages, options: options, clock: clock)
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let listener = try await ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try site.addHandlers(to: channel)
          try channel.pipeline.syncOperations.addHandler(Hello())
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    try await test(site, try #require(listener.localAddress?.port))
    await site.stop()
    try await listener.close()
    try await group.shutdownGracefully()
  }

  private func openPage(_ port: Int) async throws -> (TestClient, Opened) {
    let page = Opened(try await TestClient(port: port).get("/live/count").body)
    let socket = try await TestClient(port: port)
    #expect(try await socket.upgrade(path: "/live/millrace.socket").status == 101)
    try await socket.send(page.hello("/count"))
    return (socket, page)
  }

  @Test func pagesLiveBehindAPathOfAnotherServer() async throws {
    try await withSite { _, port in
      let client = try await TestClient(port: port)
      #expect(try await client.get("/").body == "hello from the application")
      let answer = try await client.get("/live/count")
      #expect(answer.body.contains("src=\"/live/millrace.js\""))
      #expect(answer.body.contains("data-base=\"/live\""))
      #expect(try await client.get("/live/millrace.js").status == 200)
      #expect(try await client.get("/live/none").status == 404)
      #expect(try await client.get("/lives").body == "hello from the application")

      let (socket, page) = try await openPage(port)
      try await socket.send(tap(1, node("button", in: page.html)))
      _ = try await socket.text(with: "Count 1")
    }
  }

  /// The site does not check addresses outside of its own path.
  @Test(arguments: ["/search?q=50%", "/search?q=%E9", "/%E9", "/lives%"])
  func whatItCannotReadIsTheApplications(path: String) async throws {
    try await withSite { _, port in
      let answer = try await TestClient(port: port).get(path)
      #expect(answer.body == "hello from the application")
      #expect(try await TestClient(port: port).get("/live/%").status == 400)
      #expect(try await TestClient(port: port).get("/live?q=%").status == 400)
    }
  }

  /// The storage still reads the record of a request's cookie when the site ends its sessions.
  @Test func noSessionLastsAfterTheSiteHasStopped() async throws {
    let (storage, gate) = (HookedStorage(), Gate())
    var options = WebOptions()
    options.sessionStorage = storage
    let desk = Page(path: "/desk", title: "Desk") { request in
      _ = request.session
      return EmptyView()
    }
    var cookie = ""
    try await withServer([desk], options: options) { server in
      let answer = try await TestClient(port: server.port).get("/desk")
      cookie = String(try #require(answer.header("set-cookie")).prefix { $0 != ";" })
    }
    storage.onCall { _, _ in await gate.pass() }
    try await withSite(ManualClock(), pages: [desk], options: options) { site, port in
      let (idle, client) = (try await TestClient(port: port), try await TestClient(port: port))
      #expect(try await idle.get("/live/none").status == 404)
      let header = "Cookie: \(cookie)"
      async let answer = client.get("/live/desk", [header])
      await gate.untilReached()
      let stopping = Task { await site.stop() }
      await idle.untilClosed()
      gate.open()
      #expect(try await answer.status == 200)
      await client.untilClosed()
      await stopping.value
      #expect(site.sessionCount == 0)
    }
  }

  @Test func aMountedSiteWatchesTheMainActor() async throws {
    let (sink, clock) = (LogSink(), ManualClock())
    var options = WebOptions()
    options.limits.slowViewThreshold = .milliseconds(20)
    let site = try WebSite(pages: [], options: options, logger: sink.logger, clock: clock)
    let running = Task.detached { await site.run() }
    await clock.untilAsleep()
    sink.hold(until: "has been blocked")
    running.cancel()
    await running.value
  }

  @Test func aGracefulShutdownTellsThePagesToComeBack() async throws {
    let clock = ManualClock()
    try await withSite(clock) { site, port in
      let (socket, _) = try await openPage(port)
      _ = try await socket.text(with: #""t":"welcome""#)
      let services = ServiceGroup(
        services: [site], logger: Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() })
      let running = Task { try await services.run() }
      await clock.untilAsleep()  // the site's task has begun
      await services.triggerGracefulShutdown()
      try await running.value
      #expect(site.sessionCount == 0)
      let (opcode, payload) = try await socket.frame()
      #expect(opcode == 8)
      #expect(payload.prefix(2) == [0x03, 0xF4], "1012: the server restarts")
      let moment = try #require(Int(String(decoding: payload.dropFirst(2), as: UTF8.self)))
      #expect(1..<100_000_000 ~= moment, "within `returnTime`")
    }
  }
}
