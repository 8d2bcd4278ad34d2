// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// An open file, or a range of it, that is read piece by piece while it is sent.
final class FilePart: Sendable {
  /// The maximum size of a piece.
  static let piece = 128 * 1024

  private let descriptor: CInt
  /// The time of the last change of the file, in milliseconds since 1970.
  let moment: UInt64
  private let rest: NIOLockedValueBox<Range<Int>>

  /// The number of bytes that are not read yet.
  var count: Int { rest.withLockedValue { $0.count } }

  /// The error if a file cannot be opened because the process, or the system, has the maximum
  /// number of files and sockets open.
  ///
  /// Whether the file exists is not known then.
  struct NoDescriptor: Error, Equatable {}

  /// Opens a file for reading; the result is its descriptor, or the system's error as a negative
  /// number.
  static func descriptor(of path: String) -> CInt {
    // Opening a pipe or a device must not block.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    return descriptor < 0 ? -errno : descriptor
  }

  /// Opens a regular file; nil if there is no such file or it cannot be read.
  ///
  /// It blocks until the disk has answered.
  init?(
    _ path: String, open: (String) -> CInt = FilePart.descriptor
  ) throws(NoDescriptor) {
    descriptor = open(path)
    if descriptor == -EMFILE || descriptor == -ENFILE { throw NoDescriptor() }
    guard descriptor >= 0 else { return nil }
    var found = stat()
    let isRead = fstat(descriptor, &found) == 0
    #if canImport(Darwin)
      let time = found.st_mtimespec
    #else
      let time = found.st_mtim
    #endif
    moment = UInt64(max(0, time.tv_sec)) * 1_000 + UInt64(max(0, time.tv_nsec)) / 1_000_000
    rest = NIOLockedValueBox(0..<max(0, Int(found.st_size)))
    guard isRead, found.st_mode & S_IFMT == S_IFREG else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Limits the bytes that are read to a range of the file.
  func take(_ range: Range<Int>) { rest.withLockedValue { $0 = $0.clamped(to: range) } }

  /// The next piece, or nil after the last one; it is read on a thread that is allowed to block.
  ///
  /// The future fails if the file has become shorter than the announced length.
  func next(_ loop: any EventLoop) -> EventLoopFuture<ByteBuffer?> {
    NIOThreadPool.singleton.runIfActive(eventLoop: loop) { try self.read() }
  }

  private func read() throws -> ByteBuffer? {
    try rest.withLockedValue { rest in
      guard !rest.isEmpty else { return nil }
      var buffer = ByteBuffer()
      let wanted = min(rest.count, Self.piece)
      let count = try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { bytes in
        let count = pread(descriptor, bytes.baseAddress, wanted, off_t(rest.lowerBound))
        guard count != 0 else { throw POSIXError(.EIO) }
        guard count > 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        return count
      }
      rest = rest.lowerBound + count..<rest.upperBound
      return buffer
    }
  }
}
