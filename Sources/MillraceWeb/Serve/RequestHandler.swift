// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import NIOCore
import NIOHTTP1

/// Answers the requests of one connection, one after another.
///
/// NIO parses HTTP. This handler gives each request a time limit, refuses bodies other than those
/// of uploads, and gets the response from the router. In another server's pipeline it passes on the
/// requests that are not below its base path. Such a request has no time limit here; the time until
/// the next request is limited.
final class RequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private enum Phase {
    /// No request is being received or answered.
    case idle
    case reading(PageRequest, keepsAlive: Bool)
    /// The body of an upload is being received.
    case receiving(PageRequest, keepsAlive: Bool)
    case answering
    /// The rest of the request is passed to the next handler.
    case passing
    /// The connection takes no more requests.
    case over
    /// The connection has switched to another protocol, which the next handler implements.
    case left
  }

  /// A request that the next handler answers.
  private final class Passed {
    /// True when the request has arrived completely.
    var isRead = false
    /// True when the system has taken all of the response.
    var isAnswered = false
  }

  private let site: WebSite
  private let connection: Connection
  private let http: HTTPHandlers
  private let passesOn: Bool
  private var phase = Phase.idle
  /// The latest request, if it was passed on.
  private var passed: Passed?
  /// True while the next handler writes a response that switches to another protocol.
  private var isLeaving = false
  /// The bytes of the upload that have arrived; they are counted in `WebSite.files`.
  private var file = ByteBuffer()
  /// The announced length of the upload, and the network for which it counts.
  private var upload: (length: Int, network: String)?
  private var task: Task<Void, Never>?
  /// The event loop for `task`.
  private var loop: OpenLoop?

  init(site: WebSite, connection: Connection, http: HTTPHandlers, passesOn: Bool) {
    self.site = site
    self.connection = connection
    self.http = http
    self.passesOn = passesOn
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .left = phase { return context.fireChannelRead(data) }
    switch unwrapInboundIn(data) {
    case .head(let head): begin(head, context, data)
    case .body(var bytes):
      switch phase {
      case .passing: context.fireChannelRead(data)
      case .receiving: receive(&bytes, context)
      case .reading:
        refuse("it has a body, and this server accepts none", .payloadTooLarge, context)
      case .idle, .answering, .over, .left: break
      }
    case .end:
      switch phase {
      case .passing:
        phase = .idle
        passed?.isRead = true
        if let passed { endPassed(passed) }
        context.fireChannelRead(data)
      case .reading(let request, let keepsAlive):
        if let asked = site.router.socket(request) {
          open(asked, context)
        } else {
          answer(request, keepsAlive, context) { await $0.answer(request) }
        }
      case .receiving(let request, let keepsAlive):
        // The bytes count until they are on the disk, also if the connection closes before.
        let (bytes, network) = (file, upload?.network ?? "")
        (file, upload) = (ByteBuffer(), nil)
        answer(request, keepsAlive, context) { [files = site.files] router in
          defer { files.give(bytes.readableBytes, for: network) }
          return await router.take(bytes, request)
        }
      case .idle, .answering, .over, .left: break
      }
    }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext, _ data: NIOAny) {
    guard case .idle = phase else { return }
    passed = nil
    do {
      var request = try PageRequest(head, from: connection.address)
      (request.clientAddress, request.isSecure) = site.router.guards.client(
        of: connection.address, request)
      if passesOn, site.router.below(request) == nil { return pass(context, data) }
      site.warn(ofForwarded: request, from: connection.address)
      // NIO reads no request after one that asks for another protocol.
      let keepsAlive = head.isKeepAlive && !request.header("connection", holds: "upgrade")
      if site.router.isUpload(request) {
        return beginFile(request, head, keepsAlive: keepsAlive, context)
      }
      phase = .reading(request, keepsAlive: keepsAlive)
      let length = head.headers.first(name: "content-length") ?? "0"
      if head.headers.contains(name: "transfer-encoding") || length != "0" {
        refuse("it has a body, and this server accepts none", .payloadTooLarge, context)
      }
    } catch {
      // A malformed request for another application is passed on too.
      if passesOn, !site.router.mayBeBelow(head.uri) { return pass(context, data) }
      refuse("\(error)", .badRequest, context)
    }
  }

  private func pass(_ context: ChannelHandlerContext, _ data: NIOAny) {
    phase = .passing
    passed = Passed()
    connection.pass()
    context.fireChannelRead(data)
  }

  /// Called when the next handler writes a part of its response.
  ///
  /// After a response that switches to another protocol this handler forwards everything unchanged:
  /// the next handler removes the HTTP handlers, and the data is no longer made of HTTP parts.
  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .left = phase { return context.write(data, promise: promise) }
    switch unwrapOutboundIn(data) {
    case .head(let head):
      isLeaving = head.status == .switchingProtocols
      if isLeaving { passed = nil }
    case .end where isLeaving: phase = .left
    case .end:
      guard let passed else { break }
      let written = context.eventLoop.makePromise(of: Void.self)
      written.futureResult.cascade(to: promise)
      // Sound: the promise belongs to this event loop.
      written.futureResult.assumeIsolated().whenSuccess { [self] in
        passed.isAnswered = true
        endPassed(passed)
      }
      return context.write(data, promise: written)
    case .body: break
    }
    context.write(data, promise: promise)
  }

  /// Lets the connection wait for the next request if this request, the latest one, is complete.
  private func endPassed(_ request: Passed) {
    guard request === passed, request.isRead, request.isAnswered else { return }
    passed = nil
    connection.answered()
  }

  private func beginFile(
    _ request: PageRequest, _ head: HTTPRequestHead, keepsAlive: Bool,
    _ context: ChannelHandlerContext
  ) {
    phase = .receiving(request, keepsAlive: keepsAlive)
    let length = head.headers.first(name: "content-length").flatMap { Int($0) }
    if let refusal = site.router.refusal(ofUpload: request, length: length) {
      return refuse(refusal.reason, refusal.status, context)
    }
    let network = Network.name(of: request.clientAddress)
    guard let length, site.files.hasRoom(length, for: network) else { return refuseFile(context) }
    upload = (length, network)
    connection.receiveFile()
    guard head.version == .http1_1,
      head.headers[canonicalForm: "expect"].contains(where: { $0.lowercased() == "100-continue" })
    else { return }
    let goOn = HTTPResponseHead(version: .http1_1, status: .continue)
    context.writeAndFlush(wrapOutboundOut(.head(goOn)), promise: nil)
  }

  /// Stores a part of an upload, or refuses the upload if the limits have been reached since.
  private func receive(_ bytes: inout ByteBuffer, _ context: ChannelHandlerContext) {
    guard let upload,
      site.files.take(bytes.readableBytes, of: upload.length, for: upload.network)
    else { return refuseFile(context) }
    file.writeBuffer(&bytes)
  }

  private func refuseFile(_ context: ChannelHandlerContext) {
    refuse("too many files are being sent to the server; try again", .serviceUnavailable, context)
  }

  private func answer(
    _ request: PageRequest, _ keepsAlive: Bool, _ context: ChannelHandlerContext,
    _ work: @escaping @Sendable (Router) async -> Response
  ) {
    phase = .answering
    connection.answer()
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    let loop = OpenLoop(context.eventLoop)
    self.loop = loop
    task = Task { [router = site.router] in
      let response = await work(router)
      loop.execute {
        let (handler, context) = bound.value
        handler.task = nil
        handler.write(
          response, isHead: request.method == "HEAD", keepsAlive: keepsAlive, context)
      }
    }
  }

  /// Turns the connection into the socket of a page or of another program.
  private func open(_ request: PageRequest, _ context: ChannelHandlerContext) {
    do {
      try site.connections.count(connection, for: request.clientAddress)
    } catch {
      return refuse("\(error)", .serviceUnavailable, context)
    }
    phase = .over
    try? context.channel.syncOptions?.setOption(.recvAllocator, value: ReadAllocator.messages)
    let headers: HTTPHeaders = [
      "Upgrade": "websocket", "Connection": "Upgrade",
      "Sec-WebSocket-Accept": Self.accepted(request["sec-websocket-key"] ?? ""),
    ]
    http.replace(
      with: site.socketHandlers(for: request, on: connection, context.eventLoop),
      saying: HTTPResponseHead(
        version: .http1_1, status: .switchingProtocols, headers: headers), context: context)
  }

  /// The value of `Sec-WebSocket-Accept` for a page's key (RFC 6455, section 4.2.2).
  private static func accepted(_ key: String) -> String {
    let text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    return Data(Insecure.SHA1.hash(data: Data(text.utf8))).base64EncodedString()
  }

  private func refuse(
    _ reason: String, _ status: HTTPResponseStatus, _ context: ChannelHandlerContext
  ) {
    let client =
      switch phase {
      case .reading(let request, _), .receiving(let request, _): request.clientAddress
      default: connection.address
      }
    let response = site.router.refuse(reason, status, from: client)
    write(response, isHead: false, keepsAlive: false, context)
  }

  /// Writes a response; the next request is handled when the system has taken all of it.
  ///
  /// Therefore a visitor that does not read its responses blocks only its own connection.
  private func write(
    _ response: Response, isHead: Bool, keepsAlive: Bool, _ context: ChannelHandlerContext
  ) {
    forgetFile()
    if case .over = phase { return }
    let goesOn = keepsAlive && !response.endsConnection && !site.connections.isEnding
    phase = goesOn ? .answering : .over
    connection.write()
    let written = context.eventLoop.makePromise(of: Void.self)
    let head = wrapOutboundOut(.head(response.head(keepsAlive: goesOn)))
    if isHead || response.length == 0 {
      context.writeAndFlush(head, promise: written)
    } else if let file = response.file {
      context.write(head, promise: nil)
      send({ file.next(context.eventLoop) }, written, context)
    } else if response.body.readableBytes > FilePart.piece {
      context.write(head, promise: nil)
      var rest = response.body
      send(
        {
          let piece = rest.readSlice(length: min(rest.readableBytes, FilePart.piece))
          return context.eventLoop.makeSucceededFuture(piece?.readableBytes == 0 ? nil : piece)
        }, written, context)
    } else {
      context.write(head, promise: nil)
      context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(response.body))), promise: written)
    }
    // Sound: the promise belongs to this event loop.
    written.futureResult.assumeIsolated().whenComplete { [self, share = response.share] result in
      withExtendedLifetime(share) {}
      guard case .success = result else { return context.close(promise: nil) }
      connection.answered()
      // The server may have begun to stop meanwhile.
      let goesOn = goesOn && !site.connections.isEnding
      phase = goesOn ? .idle : .over
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      guard !goesOn else { return }
      // If bytes of the visitor are still unread, closing at once could lose the response.
      connection.end()
      context.close(mode: .output, promise: nil)
    }
  }

  /// Sends a body piece by piece: each piece when the system has taken the piece before it.
  ///
  /// Each piece has the same time limit as a small response.
  private func send(
    _ next: @escaping () -> EventLoopFuture<ByteBuffer?>, _ written: EventLoopPromise<Void>,
    _ context: ChannelHandlerContext
  ) {
    // Sound: the future belongs to this event loop.
    next().assumeIsolated().whenComplete { [self] result in
      switch result {
      case .failure(let error): written.fail(error)
      case .success(nil): written.succeed()
      case .success(let piece?):
        connection.write()
        let sent = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(piece))), promise: sent)
        // Sound: as above.
        sent.futureResult.assumeIsolated().whenComplete { [self] result in
          switch result {
          case .failure(let error): written.fail(error)
          case .success: send(next, written, context)
          }
        }
      }
    }
  }

  private func forgetFile() {
    if let upload { site.files.give(file.readableBytes, for: upload.network) }
    (file, upload) = (ByteBuffer(), nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch (error, phase) {
    case (HTTPParserError.headerOverflow, .idle), (HTTPParserError.headerOverflow, .reading),
      (HTTPParserError.headerOverflow, .receiving):
      let limit = site.options.limits.requestBytes
      refuse(
        "its head is longer than \(limit) bytes, or has more than 256 headers",
        .requestHeaderFieldsTooLarge, context)
    case (is HTTPParserError, .idle), (is HTTPParserError, .reading),
      (is HTTPParserError, .receiving):
      refuse("it is not HTTP/1.1", .badRequest, context)
    // The response to the malformed request has been written; the bytes after it are ignored.
    case (ByteToMessageDecoderError.dataReceivedInErrorState, .over): break
    case (_, .left): context.fireErrorCaught(error)
    default: context.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    phase = .over
    forgetFile()
    loop?.close()
    task?.cancel()
    context.fireChannelInactive()
  }
}
