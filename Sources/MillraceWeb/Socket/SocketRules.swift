// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOWebSocket

/// The maximum length of the messages of a socket, in bytes and in fragments.
struct MessageLimits: Equatable, Sendable {
  let bytes: Int
  let fragments: Int

  init(_ limits: WebLimits) {
    bytes = limits.messageBytes
    fragments = limits.fragments
  }
}

/// The reason why a socket must be closed.
enum SocketFault: Error, Equatable, CustomStringConvertible {
  case tooBig(limit: Int)
  case tooManyFragments(limit: Int)
  case unmasked
  case reservedBits
  case badOpcode
  case badControl
  case badFragment
  case badText
  case badClose
  case binary
  case malformed

  /// The fault behind an error of NIO's decoder or of its aggregator of fragments.
  init(_ error: any Error, limits: MessageLimits) {
    switch error {
    case let fault as SocketFault: self = fault
    case NIOWebSocketError.invalidFrameLength,
      NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
      self = .tooBig(limit: limits.bytes)
    case NIOWebSocketError.fragmentedControlFrame, NIOWebSocketError.multiByteControlFrameLength:
      self = .badControl
    case NIOWebSocketFrameAggregator.Error.tooManyFragments:
      self = .tooManyFragments(limit: limits.fragments)
    case is NIOWebSocketFrameAggregator.Error: self = .badFragment
    default: self = .malformed
    }
  }

  var code: CloseCode {
    switch self {
    case .tooBig, .tooManyFragments: .tooBig
    case .badText: .badText
    case .binary: .badData
    default: .protocolError
    }
  }

  var description: String {
    switch self {
    case .tooBig(let limit): "a message is longer than \(limit) bytes"
    case .tooManyFragments(let limit): "a message has more than \(limit) fragments"
    case .unmasked: "a client's frame is not masked"
    case .reservedBits: "a frame uses reserved bits"
    case .badOpcode: "a frame has an unknown opcode"
    case .badControl: "a control frame is fragmented or longer than 125 bytes"
    case .badFragment: "a fragment has no beginning, or a message begins inside another"
    case .badText: "a text is not UTF-8"
    case .badClose: "a close frame has no valid code"
    case .binary: "a message is binary"
    case .malformed: "a frame is malformed"
    }
  }
}

/// Forwards only frames that a client is allowed to send (RFC 6455, section 5).
///
/// NIO's decoder checks lengths and control frames. This handler checks the rest: the mask, the
/// reserved bits and the opcodes. Its position is between the decoder and the aggregator of
/// fragments. The aggregator is added with the first fragment, because few pages send any.
final class SocketRules: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  private let limits: MessageLimits
  private var isBroken = false
  private var isAggregating = false

  init(limits: MessageLimits) { self.limits = limits }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isBroken else { return }
    do {
      let frame = unwrapInboundIn(data)
      try Self.check(frame)
      if !isAggregating, !frame.fin || frame.opcode == .continuation { try aggregate(context) }
      context.fireChannelRead(data)
    } catch {
      isBroken = true
      context.fireErrorCaught(error)
    }
  }

  /// Adds the handler that joins fragments.
  private func aggregate(_ context: ChannelHandlerContext) throws {
    isAggregating = true
    try context.pipeline.syncOperations.addHandler(
      NIOWebSocketFrameAggregator(
        minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: limits.fragments,
        maxAccumulatedFrameSize: limits.bytes),
      position: .after(self))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    isBroken = true
    context.fireErrorCaught(error)
  }

  private static func check(_ frame: WebSocketFrame) throws(SocketFault) {
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else { throw .reservedBits }
    switch frame.opcode {
    case .text, .binary, .continuation, .connectionClose, .ping, .pong: break
    default: throw .badOpcode
    }
    guard frame.maskKey != nil else { throw .unmasked }
  }
}

extension CloseCode {
  /// Reads the code of a close frame, or nil if the frame is empty.
  ///
  /// - Throws: `badClose` for a single byte or a code that must not be sent, `badText` for a reason
  ///   that is not UTF-8.
  static func read(_ payload: ByteBuffer) throws(SocketFault) -> CloseCode? {
    var payload = payload
    guard payload.readableBytes > 0 else { return nil }
    guard let number = payload.readInteger(as: UInt16.self) else { throw .badClose }
    let code = CloseCode(rawValue: number)
    guard code.isAllowed else { throw .badClose }
    guard String(validating: payload.readableBytesView, as: UTF8.self) != nil else {
      throw .badText
    }
    return code
  }
}
