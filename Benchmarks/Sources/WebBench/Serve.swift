// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import MillraceWeb
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization

/// Serves the pages until the process is killed, for at most an hour.
///
/// Its first output line is the port.
@MainActor func serveMillrace() async throws {
  var options = WebOptions()
  options.limits.connections = 30_000
  options.limits.connectionsPerAddress = 30_000
  options.limits.sessions = 30_000
  options.limits.waitingSessionsPerAddress = 30_000
  options.limits.connectTimeout = .seconds(5)
  options.limits.reconnectTimeout = .seconds(2)
  let server = try WebServer(
    port: 0, pages: BenchPages().pages, options: options,
    logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() })
  try await server.start()
  say(server.port)
  try await Task.sleep(for: .seconds(3600))
}

/// The baseline: an echo server with the same frames, built only on NIO.
///
/// It answers a text message with a patch of typical length, to the sender or, if the message
/// requests it, to all pages. The page `/main` is answered on the main actor, as views are. So its
/// time includes the necessary switches between threads.
func serveEcho() async throws {
  let group = MultiThreadedEventLoopGroup(numberOfThreads: System.coreCount)
  let open = OpenChannels()
  let upgrader = NIOWebSocketServerUpgrader { channel, _ in
    channel.eventLoop.makeSucceededFuture([:])
  } upgradePipelineHandler: { channel, _ in
    channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandler(EchoHandler(open: open))
    }
  }
  let listener = try await ServerBootstrap(group: group)
    .serverChannelOption(.backlog, value: 1024)
    .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
    .childChannelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
          withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
      }
    }
    .bind(host: "127.0.0.1", port: 0).get()
  say(listener.localAddress?.port ?? 0)
  try await listener.closeFuture.get()
}

private func say(_ port: Int) {
  FileHandle.standardOutput.write(Data("\(port)\n".utf8))
}

/// All open channels of the echo server.
private final class OpenChannels: Sendable {
  let channels = Mutex<[ObjectIdentifier: any Channel]>([:])
}

private final class EchoHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// An answer with the length of a patch for one changed text.
  private static let answer = ByteBuffer(
    string: #"{"t":"patch","batch":12,"ack":12,"patches":[["text",1234,"Count 1234567"]]}"#)

  private let open: OpenChannels
  private var isAnsweredByMain = false

  init(open: OpenChannels) { self.open = open }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    open.channels.withLock { $0[ObjectIdentifier(channel)] = channel }
  }

  func channelInactive(context: ChannelHandlerContext) {
    let channel = context.channel
    open.channels.withLock { $0[ObjectIdentifier(channel)] = nil }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    guard frame.opcode == .text else { return }
    let answer = WebSocketFrame(fin: true, opcode: .text, data: Self.answer)
    let text = String(buffer: frame.unmaskedData)
    if text.contains("hello") {
      isAnsweredByMain = text.contains("/main")
      return hello(context)
    }
    if isAnsweredByMain {
      let channel = context.channel
      Task { @MainActor in channel.writeAndFlush(answer, promise: nil) }
      return
    }
    guard text.contains("\"all\"") else {
      return context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
    }
    for channel in open.channels.withLock({ Array($0.values) }) {
      channel.writeAndFlush(answer, promise: nil)
    }
  }

  /// Sends a welcome message that the load program accepts.
  private func hello(_ context: ChannelHandlerContext) {
    let text = #"{"t":"welcome","html":"<button data-n=\"1\">"}"#
    let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
  }
}
