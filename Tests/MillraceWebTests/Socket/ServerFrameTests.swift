// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@testable import MillraceWeb

@Suite struct ServerFrameTests {
  /// The shortest and the longest text for each size of a head; NIO's decoder reads the frames.
  @Test(arguments: [(0, 2), (125, 2), (126, 4), (65_535, 4), (65_536, 10)])
  func aTextOfAnyLengthIsOneFrameInOnePiece(length: Int, head: Int) throws {
    let text = String(repeating: "x", count: length)
    let bytes = ServerFrame.bytes(text, ByteBufferAllocator())
    #expect(bytes.readableBytes == head + length)
    let frame = try #require(try read(bytes))
    #expect(frame.fin && frame.opcode == .text && frame.maskKey == nil)
    #expect(String(buffer: frame.data) == text)
  }

  @Test(arguments: [WebSocketOpcode.ping, .pong, .connectionClose])
  func aControlFrameHasItsOpcodeAndItsPayload(opcode: WebSocketOpcode) throws {
    let bytes = ServerFrame.bytes(opcode, [3, 0xE9], ByteBufferAllocator())
    let frame = try #require(try read(bytes))
    #expect(frame.fin && frame.opcode == opcode && frame.maskKey == nil)
    #expect(Array(frame.data.readableBytesView) == [3, 0xE9])
  }

  private func read(_ bytes: ByteBuffer) throws -> WebSocketFrame? {
    let reader = EmbeddedChannel(
      handler: ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 1 << 20)))
    try reader.writeInbound(bytes)
    let frame = try reader.readInbound(as: WebSocketFrame.self)
    #expect(try reader.readInbound(as: WebSocketFrame.self) == nil)
    return frame
  }
}
