// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Makes a buffer for each read of a connection, so that one which says nothing holds none.
///
/// NIO keeps the first buffer of a connection that reads one at a time for as long as it is open.
/// So the first one is small, and each later one, as large as what comes asks for, is let go with
/// what was read into it.
struct ReadAllocator: RecvByteBufferAllocator {
  /// For requests, which may be followed by a file.
  static let requests = ReadAllocator(from: 2 * 1024, upTo: 64 * 1024, isFirst: true)
  /// For the messages of a socket, whose connection has read a request before.
  static let messages = ReadAllocator(from: 1024, upTo: 8 * 1024, isFirst: false)

  /// The size of the buffer that NIO keeps.
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

  /// Takes the size of the next buffer from what was read.
  ///
  /// - Returns: That the next read needs another buffer than the one that NIO keeps.
  mutating func record(actualReadBytes count: Int) -> Bool {
    if isFirst {
      isFirst = false
    } else {
      size = count < size ? max(least, size / 2) : min(most, size * 2)
    }
    return true
  }
}
