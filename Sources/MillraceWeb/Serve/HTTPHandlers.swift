// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// The `HeadTimer` and NIO's HTTP handlers of one connection, until it becomes a WebSocket.
struct HTTPHandlers {
  private let timer: HeadTimer
  private let encoder = HTTPResponseEncoder()
  private let decoder: ByteToMessageHandler<HTTPRequestDecoder>
  private let spaces = SpaceLimit()
  /// Delays a request until the response to the request before it is written.
  private let order = HTTPServerPipelineHandler()
  private let validator = NIOHTTPResponseHeadersValidator()

  init(for connection: Connection, limits: WebLimits) {
    timer = HeadTimer(connection: connection)
    var decoding = NIOHTTPDecoderLimitConfiguration()
    decoding.maxHeaderFieldSize = limits.requestBytes
    decoding.maxHeaderListSize = limits.requestBytes
    // The parser does not count spaces. The buffer also has room for a message that a page sends
    // directly after its handshake.
    let room = limits.requestBytes.addingReportingOverflow(limits.messageBytes)
    decoder = ByteToMessageHandler(
      HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: decoding),
      maximumBufferSize: room.overflow ? .max : room.partialValue)
  }

  /// All handlers, in the order of the pipeline.
  var all: [any ChannelHandler] { [timer, encoder, decoder, spaces, order, validator] }

  /// Writes the head of the response, and replaces the HTTP handlers with those of a WebSocket.
  ///
  /// The decoder is removed last. It forwards the bytes that it has not decoded.
  func replace(
    with new: [any ChannelHandler], saying head: HTTPResponseHead, context: ChannelHandlerContext
  ) {
    let pipeline = context.pipeline.syncOperations
    pipeline.removeHandler(timer, promise: nil)
    pipeline.removeHandler(spaces, promise: nil)
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

/// Tells the connection that bytes arrive, which starts the time limit of a request's head.
final class HeadTimer: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let connection: Connection

  init(connection: Connection) { self.connection = connection }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    connection.bytesArrived()
    context.fireChannelRead(data)
  }
}

/// Reports a head with too many spaces, which exceeds the buffer of the decoder, as a long head.
private final class SpaceLimit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let isSpaces = error is ByteToMessageDecoderError.PayloadTooLargeError
    context.fireErrorCaught(isSpaces ? HTTPParserError.headerOverflow : error)
  }
}
