// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import NIOWebSocket

/// One page of the load program: it opens a socket, sends the first message, clicks, and counts the
/// answers.
///
/// It runs on the only event loop of the load program.
final class LoadPage {
  private let channel: any Channel
  private let isEcho: Bool
  private var seq = 0
  /// The number of clicks.
  var clicks: Int { seq }
  /// The id of the button, from the welcome message.
  private(set) var button = 0
  /// Is called for each message after the welcome message.
  var onText: ((ByteBuffer) -> Void)?
  private var onWelcome: (() -> Void)?

  private init(channel: any Channel, isEcho: Bool) {
    self.channel = channel
    self.isEcho = isEcho
  }

  /// Opens a page at a path.
  ///
  /// The future succeeds when the welcome message arrives.
  static func open(
    port: Int, path: String, isEcho: Bool, on loop: any EventLoop
  ) -> EventLoopFuture<NIOLoopBound<LoadPage>> {
    ClientBootstrap(group: loop)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .connect(host: "127.0.0.1", port: port)
      .flatMap { channel in
        let page = LoadPage(channel: channel, isEcho: isEcho)
        let promise = loop.makePromise(of: NIOLoopBound<LoadPage>.self)
        let bound = NIOLoopBound(page, eventLoop: loop)
        page.onWelcome = { promise.succeed(bound) }
        channel.closeFuture.whenComplete { _ in promise.fail(ChannelError.ioOnClosedChannel) }
        do {
          try channel.pipeline.syncOperations.addHandler(
            HandshakeHandler(page: page, port: port, path: path))
        } catch {
          promise.fail(error)
        }
        return promise.futureResult
      }
  }

  func click() {
    seq += 1
    send(#"{"t":"event","seq":\#(seq),"node":\#(button),"kind":"tap"}"#)
  }

  /// Clicks on the page.
  ///
  /// The echo server gets another message instead, which it answers to all pages.
  func clickForAll() {
    if isEcho { send("\"all\"") } else { click() }
  }

  func close() { channel.close(promise: nil) }

  fileprivate func send(_ text: String) {
    let frame = WebSocketFrame(
      fin: true, opcode: .text, maskKey: .random(), data: ByteBuffer(string: text))
    channel.writeAndFlush(frame, promise: nil)
  }

  fileprivate func took(_ bytes: ByteBuffer) {
    guard let welcomed = onWelcome else {
      onText?(bytes)
      return
    }
    onWelcome = nil
    let text = String(buffer: bytes)
    for mark in [#"<button data-n=\""#, #"\u003cbutton data-n=\""#] {
      guard let range = text.firstRange(of: mark) else { continue }
      button = Int(text[range.upperBound...].prefix { $0.isNumber }) ?? 0
    }
    precondition(button > 0, "the welcome has no button: \(text.prefix(200))")
    welcomed()
  }
}

/// Sends the WebSocket handshake, and is then replaced by the handlers of frames.
private final class HandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let page: LoadPage
  private let port: Int
  private let path: String
  private var bytes = ByteBuffer()

  init(page: LoadPage, port: Int, path: String) {
    self.page = page
    self.port = port
    self.path = path
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let host = "127.0.0.1:\(port)"
    let lines = [
      "GET /millrace.socket HTTP/1.1", "Host: \(host)", "Origin: http://\(host)",
      "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    let text = lines.joined(separator: "\r\n") + "\r\n\r\n"
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var new = unwrapInboundIn(data)
    bytes.writeBuffer(&new)
    guard String(buffer: bytes).hasSuffix("\r\n\r\n") else { return }
    let pipeline = context.pipeline.syncOperations
    do {
      try pipeline.addHandler(WebSocketFrameEncoder())
      try pipeline.addHandler(ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 1 << 24)))
      try pipeline.addHandler(FrameHandler(page: page))
    } catch {
      context.fireErrorCaught(error)
    }
    pipeline.removeHandler(self, promise: nil)
    page.send(#"{"t":"hello","session":"","page":"\#(path)","batch":0}"#)
  }
}

private final class FrameHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame

  private let page: LoadPage

  init(page: LoadPage) { self.page = page }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    if frame.opcode == .text { page.took(frame.data) }
    if frame.opcode == .ping {
      let pong = WebSocketFrame(fin: true, opcode: .pong, maskKey: .random(), data: frame.data)
      context.channel.writeAndFlush(pong, promise: nil)
    }
  }
}
