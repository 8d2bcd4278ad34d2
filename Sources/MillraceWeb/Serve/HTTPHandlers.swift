// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// NIO's handlers of HTTP on one connection, which make way when it becomes a socket.
struct HTTPHandlers {
  private let timer: HeadTimer
  private let encoder = HTTPResponseEncoder()
  private let decoder: ByteToMessageHandler<HTTPRequestDecoder>
  /// Lets requests that come before their time wait.
  private let order = HTTPServerPipelineHandler()
  private let validator = NIOHTTPResponseHeadersValidator()

  init(for connection: Connection, limits: WebLimits) {
    timer = HeadTimer(connection: connection)
    var decoding = NIOHTTPDecoderLimitConfiguration()
    decoding.maxHeaderFieldSize = limits.requestBytes
    decoding.maxHeaderListSize = limits.requestBytes
    decoder = ByteToMessageHandler(
      HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: decoding))
  }

  /// In the order of the pipeline.
  var all: [any ChannelHandler] { [timer, encoder, decoder, order, validator] }

  /// Puts the handlers of a socket behind a handler whose last words are a response's head.
  ///
  /// The decoder goes last and hands on what it has not read.
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

/// Gives the head of each request its time, counted from its first byte.
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
