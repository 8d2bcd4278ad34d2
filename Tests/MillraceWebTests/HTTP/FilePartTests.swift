// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOPosix
import Testing

@testable import MillraceWeb

@Suite struct FilePartTests {
  private let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("millrace-\(UUID().uuidString)")

  private func withFile(_ count: Int, _ body: () throws -> Void) throws {
    defer { try? FileManager.default.removeItem(at: file) }
    try Data((0..<count).map { UInt8(truncatingIfNeeded: $0 % 251) }).write(to: file)
    try body()
  }

  /// The sizes of the pieces, and all bytes.
  private func read(_ part: FilePart) throws -> (sizes: [Int], bytes: [UInt8]) {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    var (sizes, bytes) = ([Int](), [UInt8]())
    while let piece = try part.next(loop).wait() {
      sizes.append(piece.readableBytes)
      bytes += piece.readableBytesView
    }
    return (sizes, bytes)
  }

  @Test(arguments: [
    (0, [Int]()), (1, [1]), (FilePart.piece, [FilePart.piece]),
    (FilePart.piece * 2 + 7, [FilePart.piece, FilePart.piece, 7]),
  ])
  func aFileComesInPieces(count: Int, sizes: [Int]) throws {
    try withFile(count) {
      let part = try #require(try FilePart(file.path))
      #expect(part.count == count)
      let read = try read(part)
      #expect(read.sizes == sizes)
      #expect(read.bytes == (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251) })
    }
  }

  @Test func aPartIsAllThatComes() throws {
    try withFile(300_000) {
      let part = try #require(try FilePart(file.path))
      part.take(100_000..<250_000)
      #expect(part.count == 150_000)
      let read = try read(part)
      #expect(read.bytes == (100_000..<250_000).map { UInt8(truncatingIfNeeded: $0 % 251) })
    }
  }

  @Test func aFileThatBecomesShorterEndsWithAnError() throws {
    try withFile(10) {
      let part = try #require(try FilePart(file.path))
      try FileHandle(forWritingTo: file).truncate(atOffset: 0)
      #expect(throws: POSIXError.self) { try read(part) }
    }
  }

  @Test func onlyPlainFilesAreOpened() throws {
    #expect(try FilePart(FileManager.default.temporaryDirectory.path) == nil)
    #expect(try FilePart("/dev/null") == nil)
    #expect(try FilePart(file.path) == nil)
  }
}
