// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// NIO's HTTP handlers of one connection; they are removed when it becomes a WebSocket.
struct HTTPHandlers {
  private let timer: HeadTimer
  private let encoder = HTTPResponseEncoder()
  private let decoder: ByteToMessageHandler<HTTPRequestDecoder>
  /// Holds a request back until the response to the one before it is written.
  private let order = HTTPServerPipelineHandler()
  private let validator = NIOHTTPResponseHeadersValidator()

  init(for connection: Connection, limits: WebLimits) {
    timer = HeadTimer(connection: connection)
    var decoding = NIOHTTPDecoderLimitConfiguration()
    decoding.maxHeaderFieldSize = limits.requestBytes
    decoding.maxHeaderListSize = limits.requestBytes
    decoder = ByteToMessageHandler(
      HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: decoding),
      // The parser does not count spaces. What a page sends right behind its handshake has room.
      maximumBufferSize: limits.requestBytes + limits.messageBytes)
  }

  /// In the order of the pipeline.
  var all: [any ChannelHandler] { [timer, encoder, decoder, order, validator] }

  /// Replaces the HTTP handlers by those of a WebSocket, after the head of the response is written.
  ///
  /// The decoder is removed last and forwards the bytes that it has not read.
  func giveWay(
    to new: [any ChannelHandler], saying head: HTTPResponseHead, context: ChannelHandlerContext
  ) {
    let pipeline = context.pipeline.syncOperations
    pipeline.removeHandler(timer, promise: nil)
    pipeline.removeHandler(order, promise: nil)
    pipeline.removeHandler(validator, promise: nil)
    context.writeAndFlush(NIOAny(HTTPServerResponsePart.head(head)), promise: nil)
    pipeline.removeHandler(encoder, promise: nil)
    do {
      try pipeline.addHandlers(new, position: .after(context.handler))
      pipeline.removeHandler(context: context, promise: nil)
      // Sound: the handlers of a context are removed on its own event loop.
      pipeline.removeHandler(decoder).assumeIsolated().whenComplete { _ in
        pipeline.fireChannelReadComplete()
      }
    } catch {
      context.close(promise: nil)
    }
  }
}

/// Starts the time limit of each request's head at its first byte.
final class HeadTimer: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let connection: Connection

  init(connection: Connection) { self.connection = connection }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    connection.requestCame()
    context.fireChannelRead(data)
  }
}
