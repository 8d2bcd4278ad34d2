// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOWebSocket

/// Encodes a frame of a server: final, not masked, with its head and payload in one buffer.
///
/// NIO's encoder is a channel handler that mostly writes the head as a separate buffer. With one
/// buffer, the small patches of a page need half the writes, and each open page needs one handler
/// less.
enum ServerFrame {
  /// The bytes of a frame (RFC 6455, section 5.2).
  static func bytes(
    _ opcode: WebSocketOpcode, _ payload: some Collection<UInt8>, _ allocator: ByteBufferAllocator
  ) -> ByteBuffer {
    var bytes = head(opcode, payload.count, allocator)
    bytes.writeBytes(payload)
    return bytes
  }

  /// The bytes of a text frame.
  static func bytes(_ text: String, _ allocator: ByteBufferAllocator) -> ByteBuffer {
    var bytes = head(.text, text.utf8.count, allocator)
    bytes.writeString(text)
    return bytes
  }

  /// The head of a frame, in a buffer with capacity for a payload of `count` bytes.
  private static func head(
    _ opcode: WebSocketOpcode, _ count: Int, _ allocator: ByteBufferAllocator
  ) -> ByteBuffer {
    var bytes = allocator.buffer(capacity: 10 + count)
    bytes.writeInteger(0x80 | UInt8(webSocketOpcode: opcode))
    switch count {
    case ...125: bytes.writeInteger(UInt8(count))
    case ...0xFFFF: bytes.writeMultipleIntegers(UInt8(126), UInt16(count))
    default: bytes.writeMultipleIntegers(UInt8(127), UInt64(count))
    }
    return bytes
  }
}
