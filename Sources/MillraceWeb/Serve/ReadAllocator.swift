// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Allocates a new buffer for each read, so that an idle connection keeps no large buffer.
///
/// If a connection reads one message at a time, NIO keeps its first buffer until the connection
/// closes. Therefore the first buffer is small. The size of each later buffer follows the size of
/// the latest reads, and the buffer is released together with the bytes that were read into it.
struct ReadAllocator: RecvByteBufferAllocator {
  /// For requests, which can be followed by a file.
  static let requests = ReadAllocator(from: 2 * 1024, upTo: 64 * 1024, isFirst: true)
  /// For the messages of a socket; its connection has read a request before.
  static let messages = ReadAllocator(from: 1024, upTo: 8 * 1024, isFirst: false)

  /// The size of the first buffer, which NIO keeps.
  static let first = 16

  private let least: Int
  private let most: Int
  private var size: Int
  private var isFirst: Bool

  private init(from least: Int, upTo most: Int, isFirst: Bool) {
    self.least = least
    self.most = most
    self.isFirst = isFirst
    size = least
  }

  func buffer(allocator: ByteBufferAllocator) -> ByteBuffer {
    allocator.buffer(capacity: isFirst ? Self.first : size)
  }

  /// Sets the size of the next buffer from the number of bytes that were read.
  ///
  /// - Returns: True, because the next read needs a new buffer.
  mutating func record(actualReadBytes count: Int) -> Bool {
    if isFirst {
      isFirst = false
    } else {
      size = count < size ? max(least, size / 2) : min(most, size * 2)
    }
    return true
  }
}
