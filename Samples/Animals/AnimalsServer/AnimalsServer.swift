// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import Foundation

#if Web
  import NIOCore
  import NIOHTTP1
  import NIOPosix

  /// The server of the animals: it answers `POST /animals/api` over HTTP/1.1.
  ///
  /// ```swift
  /// let server = try await AnimalsServer(AnimalsDatabase(at: url), host: "127.0.0.1", port: 0)
  /// print(server.address)
  /// ```
  public struct AnimalsServer: Sendable {
    /// The maximum number of simultaneous connections.
    public static let connectionLimit = 256

    /// The address of the server.
    public let address: URL
    private let channel: any Channel

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - service: The service that stores the animals.
    ///   - host: The address to listen on.
    ///   - port: The port, or 0 for any free port.
    /// - Throws: A system error, for example if the port is in use, or an `AnimalsError` if no URL
    ///   can have the host.
    public init(_ service: some AnimalsService, host: String, port: Int) async throws {
      func address(_ port: Int) throws -> URL {
        // A URL has an IPv6 address in brackets.
        let name = host.contains(":") ? "[\(host)]" : host
        guard let address = URL(string: "http://\(name):\(port)") else {
          throw AnimalsError("badHost", "\(host) is not an address to listen on.")
        }
        return address
      }
      // Before the channel is bound: nothing would close the channel after an error.
      _ = try address(port)
      let connections = ConnectionCount(limit: Self.connectionLimit)
      channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            // Any error closes the new connection.
            guard connections.take() else { throw ChannelError.connectTimeout(.zero) }
            channel.closeFuture.whenComplete { _ in connections.release() }
            let pipeline = channel.pipeline.syncOperations
            // The pipeline handles one request at a time, even if the client sends several.
            try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
            try pipeline.addHandler(IdleStateHandler(readTimeout: .seconds(60)))
            try pipeline.addHandler(RequestHandler(service))
          }
        }
        .bind(host: host, port: port).get()
      self.address = try address(channel.localAddress?.port ?? port)
    }

    /// Stops listening; connections that are open stay open until the client closes them or is
    /// idle for a minute.
    public func stop() async { try? await channel.close() }
  }

  /// A thread-safe counter of the open connections.
  private final class ConnectionCount: Sendable {
    /// The lock of `count`.
    ///
    /// It is not a `Mutex`: the thread sanitizer does not know a contended `Mutex` on Linux, and
    /// reports a race.
    private let lock = NSLock()
    // Sound: used only under the lock.
    nonisolated(unsafe) private var count = 0
    private let limit: Int

    init(limit: Int) {
      self.limit = limit
    }

    func take() -> Bool {
      lock.withLock {
        guard count < limit else { return false }
        count += 1
        return true
      }
    }

    func release() { lock.withLock { count -= 1 } }
  }

  /// Answers the requests of one connection.
  private final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let service: any AnimalsService
    private var head: HTTPRequestHead?
    private var body = ByteBuffer()

    init(_ service: some AnimalsService) {
      self.service = service
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head):
        self.head = head
        body.clear()
      case .body(var part):
        // Beyond the limit the rest of the body is discarded. `RequestReader` refuses the request.
        if body.readableBytes <= RequestReader.bodyLimit { body.writeBuffer(&part) }
      case .end:
        guard let head else { return }
        self.head = nil
        answer(head, Data(body.readableBytesView), context)
      }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if event is IdleStateHandler.IdleStateEvent { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    private func answer(_ head: HTTPRequestHead, _ body: Data, _ context: ChannelHandlerContext) {
      let (loop, service) = (context.eventLoop, service)
      let bound = NIOLoopBound((self, context), eventLoop: loop)
      loop.makeFutureWithTask { await Self.answer(head, body, from: service) }.whenSuccess {
        let (handler, context) = bound.value
        handler.write($0.status, $0.json, keepsAlive: head.isKeepAlive, context)
      }
    }

    private static func answer(
      _ head: HTTPRequestHead, _ body: Data, from service: any AnimalsService
    ) async -> (status: Int, json: Data) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      do {
        let type = head.headers["Content-Type"].first
        try RequestReader.check(method: head.method.rawValue, path: head.uri, type: type)
        let key = head.headers[RemoteAnimals.keyHeader].first
        try RequestReader.check(key: key)
        let answer = try await service.send(try RequestReader.request(body), key: key)
        return (200, try encoder.encode(answer))
      } catch let problem as RequestReader.Problem {
        return (problem.status, (try? encoder.encode(problem.error)) ?? Data())
      } catch {
        let (status, name, reason) =
          switch error as? ServiceProblem {
          case .refused(let reason): (422, "refused", reason)
          case .away(let reason): (503, "away", reason)
          case nil: (500, "failed", "The answer cannot be written.")
          }
        return (status, (try? encoder.encode(AnimalsError(name, reason))) ?? Data())
      }
    }

    private func write(
      _ status: Int, _ json: Data, keepsAlive: Bool, _ context: ChannelHandlerContext
    ) {
      var headers = HTTPHeaders()
      headers.add(name: "Content-Type", value: "application/json")
      headers.add(name: "Content-Length", value: "\(json.count)")
      headers.add(name: "X-Content-Type-Options", value: "nosniff")
      if status == 405 { headers.add(name: "Allow", value: "POST") }
      headers.add(name: "Connection", value: keepsAlive ? "keep-alive" : "close")
      let head = HTTPResponseHead(
        version: .http1_1, status: HTTPResponseStatus(statusCode: status), headers: headers)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: json)))), promise: nil)
      let written = context.writeAndFlush(wrapOutboundOut(.end(nil)))
      if !keepsAlive {
        let channel = context.channel
        written.whenComplete { _ in channel.close(promise: nil) }
      }
    }
  }
#endif
