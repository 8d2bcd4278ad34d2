// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOWebSocket

/// Why a socket cannot go on.
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
  init(_ error: any Error, limits: WebLimits) {
    switch error {
    case let fault as SocketFault: self = fault
    case NIOWebSocketError.invalidFrameLength,
      NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
      self = .tooBig(limit: limits.messageBytes)
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
    case .badClose: "a close frame has a code that may not be sent"
    case .binary: "it sent a binary message"
    case .malformed: "a frame is malformed"
    }
  }
}

/// Lets only frames through that a client may send (RFC 6455, section 5).
///
/// NIO's decoder reads lengths and control frames; what it leaves to its users is here: the mask,
/// the reserved bits, the opcodes. It stands between the decoder and the aggregator of fragments.
final class SocketRules: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  private var isBroken = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isBroken else { return }
    do {
      try Self.check(unwrapInboundIn(data))
      context.fireChannelRead(data)
    } catch {
      isBroken = true
      context.fireErrorCaught(error)
    }
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
  /// What a close frame says, or why it may not say that: one byte alone, a code that is not for
  /// the wire, a reason that is not UTF-8.
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
