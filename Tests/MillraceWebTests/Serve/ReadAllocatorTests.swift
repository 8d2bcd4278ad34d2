// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import MillraceWeb

@Suite struct ReadAllocatorTests {
  private let allocator = ByteBufferAllocator()

  private func read(_ count: Int, _ pool: inout NIOPooledRecvBufferAllocator) -> ByteBuffer {
    let (buffer, _) = pool.buffer(allocator: allocator) { buffer in
      buffer.writeRepeatingByte(1, count: min(count, buffer.writableBytes))
    }
    pool.record(actualReadBytes: buffer.readableBytes)
    return buffer
  }

  @Test func whatNIOKeepsIsSmall() {
    var pool = NIOPooledRecvBufferAllocator(capacity: 1, recvAllocator: ReadAllocator.requests)
    #expect(read(1_000, &pool).capacity == ReadAllocator.first)
    for _ in 0..<10 { #expect(read(300, &pool).capacity == 2_048) }
    // If the first buffer had not been used again, the pool would have a second one.
    #expect(pool.count == 1)
  }

  @Test func aBufferGrowsWithWhatComesAndShrinksAgain() {
    var pool = NIOPooledRecvBufferAllocator(capacity: 1, recvAllocator: ReadAllocator.requests)
    let full = (0..<8).map { _ in read(.max, &pool).capacity }
    #expect(full == [16, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536, 65_536])
    let small = (0..<7).map { _ in read(100, &pool).capacity }
    #expect(small == [65_536, 32_768, 16_384, 8_192, 4_096, 2_048, 2_048])
  }

  @Test func aSocketReadsAMessageAtOnceAndTakesTurns() {
    var pool = NIOPooledRecvBufferAllocator(capacity: 1, recvAllocator: ReadAllocator.requests)
    _ = read(.max, &pool)
    pool.recvAllocator = ReadAllocator.messages
    let full = (0..<5).map { _ in read(.max, &pool).capacity }
    #expect(full == [1_024, 2_048, 4_096, 8_192, 8_192])
  }
}
