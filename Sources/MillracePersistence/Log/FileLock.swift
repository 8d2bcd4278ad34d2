// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file beside a log: which process writes it, and how far it is written and synced.
///
/// The lock is the system's (`flock`), which frees it when the process ends in whatever way, and
/// which holds between two openings in one process too. What the file says is for messages, and a
/// second witness, which may be behind: if the log ends before the number that was synced, records
/// are lost.
final class FileLock: Sendable {
  /// How far a log is written.
  struct Marks: Equatable {
    var written: UInt64 = 0
    var synced: UInt64 = 0
  }

  private struct Words: Codable {
    var writer: LogWriter?
    var written: UInt64
    var synced: UInt64
    var checksum: UInt64

    init(_ writer: LogWriter?, _ marks: Marks) {
      self.writer = writer
      (written, synced) = (marks.written, marks.synced)
      checksum = 0
      checksum = sum
    }

    /// Of the numbers; the writer is for messages only.
    var sum: UInt64 { Checksum.of(Data(), written, "\(synced)") }
  }

  private static let size = 512
  private let file: Int32
  private let contents: Locked<(writer: LogWriter, marks: Marks)>

  /// Takes the file beside another one, which is made, for the user alone, if it is not there.
  ///
  /// - Throws: ``LogFault/held(by:)``, or an error of the system.
  init(beside path: String, for writer: LogWriter) throws {
    file = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw POSIXError.last }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let error = POSIXError.last
      let holder = Self.read(file)?.writer
      close(file)
      throw error.code == .EWOULDBLOCK ? LogFault.held(by: holder) : error
    }
    // What it cannot say, the log itself says.
    var marks = Marks()
    if let found = Self.read(file), found.checksum == found.sum {
      marks = Marks(written: found.written, synced: found.synced)
    }
    contents = Locked((writer, marks))
    try write()
    let other = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard other >= 0 else { throw POSIXError.last }
    close(other)
  }

  deinit {
    // The lock goes with the file.
    close(file)
  }

  /// How far the log is written.
  var marks: Marks { contents.withLock { $0.marks } }

  /// Notes how far the log is written.
  ///
  /// What is noted has happened, so that a file that takes no words is no failure of what is noted:
  /// the log itself says the same, and the next note says all again.
  func note(_ change: (inout Marks) -> Void) {
    contents.withLock { change(&$0.marks) }
    try? write()
  }

  private func write() throws {
    let words = contents.withLock { Words($0.writer, $0.marks) }
    var bytes = try JSONEncoder().encode(words)
    bytes.append(contentsOf: repeatElement(0x20, count: max(0, Self.size - bytes.count)))
    let count = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
    guard count == bytes.count else { throw POSIXError.last }
  }

  private static func read(_ file: Int32) -> Words? {
    var bytes = [UInt8](repeating: 0, count: size)
    let count = pread(file, &bytes, size, 0)
    guard count > 0 else { return nil }
    return try? JSONDecoder().decode(Words.self, from: Data(bytes[..<count]))
  }
}

extension POSIXError {
  /// What the last call of the system said.
  static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
