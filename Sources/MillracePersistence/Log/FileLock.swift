// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A lock file of a log, with its writer and the numbers of the last written and synced record.
///
/// The lock is the system's `flock`. The system releases it when the process ends, in any way. It
/// also excludes a second opening in the same process. The content of the file is used in messages,
/// and to detect lost records: the log must not end before the number that was synced. The numbers
/// in the file can be too small.
final class FileLock: Sendable {
  /// The numbers of the last written and the last synced record.
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

    /// The checksum of the numbers.
    ///
    /// The writer is not included, as it is only used in messages.
    var sum: UInt64 { Checksum.of(Data(), written, "\(synced)") }
  }

  /// The error of a file that cannot be opened for writing or created.
  struct NotOpened: Error, CustomStringConvertible {
    let path: String
    let code: POSIXErrorCode

    var description: String {
      "\(path) cannot be opened for writing: \(String(cString: strerror(code.rawValue)))"
    }
  }

  private static let size = 512
  private let file: Int32
  private let contents: Locked<(writer: LogWriter, marks: Marks)>

  /// Creates and locks the lock file of a log.
  ///
  /// The file of the log is created too, if it does not exist. Only the user can read and write
  /// the files that are created.
  ///
  /// - Throws: ``LogFault/held(by:)``, ``NotOpened``, or an error of the system.
  init(beside path: String, for writer: LogWriter) throws {
    file = try Self.opened(path + ".lock")
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let error = POSIXError.last
      let holder = Self.read(file)?.writer
      close(file)
      throw error.code == .EWOULDBLOCK ? LogFault.held(by: holder) : error
    }
    // If the lock file cannot be read, only the log itself is used.
    var marks = Marks()
    if let found = Self.read(file), found.checksum == found.sum {
      marks = Marks(written: found.written, synced: found.synced)
    }
    contents = Locked((writer, marks))
    try write()
    // A file that exists is not opened: closing it would release the locks that other connections
    // of this process have on it.
    if access(path, R_OK | W_OK) == 0 { return }
    close(try Self.opened(path))
  }

  private static func opened(_ path: String) throws -> Int32 {
    var file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if (0...2).contains(file) {
      // The number of a closed standard stream: lines for the stream would be written to the file.
      let low = file
      file = fcntl(low, F_DUPFD_CLOEXEC, 3)
      let code = errno
      close(low)
      errno = code
    }
    guard file >= 0 else { throw NotOpened(path: path, code: POSIXError.last.code) }
    return file
  }

  deinit {
    // The system releases the lock when the file is closed.
    close(file)
  }

  /// The numbers of the last written and the last synced record.
  var marks: Marks { contents.withLock { $0.marks } }

  /// Changes the numbers and writes them to the file.
  ///
  /// A failure to write them is ignored: the log contains the records, and the next call writes the
  /// numbers again.
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
  /// The error of the last system call.
  static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
