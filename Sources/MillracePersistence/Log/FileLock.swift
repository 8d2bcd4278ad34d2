// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A lock file of a log, with its writer and the numbers of the last written and synced record.
///
/// The lock is the system's `flock`. The system releases it when the process ends, in any way. It
/// also excludes a second opening in the same process. The content of the file is used in messages,
/// and to detect lost records: the log must not end before the number that was synced. The numbers
/// in the file can be too small.
///
/// Before each change of the log, ``check()`` finds out whether both files still have their names.
final class FileLock: Sendable {
  /// The numbers of the last written and the last synced record.
  struct Marks: Equatable {
    var written: UInt64 = 0
    var synced: UInt64 = 0
  }

  /// The content of the file.
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

  /// The error of a file that has several names.
  ///
  /// The lock file and SQLite's write-ahead file belong to a name: a program with another name of
  /// the file would not find them, and both programs would lose records.
  struct Linked: Error, CustomStringConvertible {
    let count: Int

    var description: String {
      """
      the file has \(count) hard links, and two programs that open it by different names overwrite \
      each other's records. Remove the other links, and use a copy instead of a link
      """
    }
  }

  /// The error of a change after another program has taken or moved a file.
  enum Gone: Error, CustomStringConvertible {
    case lock(to: LogWriter?)
    case noLock(any Error)
    case log

    var description: String {
      switch self {
      case .lock(let writer):
        """
        the file that ends in '.lock' was removed or replaced, and \
        \(writer?.description ?? "another writer") has claimed the file. End one of the two programs
        """
      case .noLock(let error):
        "the file that ends in '.lock' was removed and cannot be made again: \(error)"
      case .log:
        """
        the file was removed, renamed or replaced while this program had it open, and nothing \
        that is written now would be found again. Give the file its name again, or start again
        """
      }
    }
  }

  /// The identity of a file, whatever its name is.
  private struct Identity: Equatable {
    let device: UInt64
    let number: UInt64
    let links: Int
    let isFolder: Bool

    init?(of path: String) { self.init { fstatat(AT_FDCWD, path, $0, 0) } }
    init?(of file: Int32) { self.init { fstat(file, $0) } }

    private init?(_ call: (UnsafeMutablePointer<stat>) -> Int32) {
      var found = stat()
      guard call(&found) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: found.st_dev)
      number = UInt64(truncatingIfNeeded: found.st_ino)
      links = Int(found.st_nlink)
      isFolder = found.st_mode & S_IFMT == S_IFDIR
    }

    static func == (left: Self, right: Self) -> Bool {
      (left.device, left.number) == (right.device, right.number)
    }
  }

  /// What the lock protects.
  private struct Contents {
    /// The descriptor of the lock file, and its identity.
    var file: Int32
    var identity: Identity?
    /// The identity of the log, from the first check on.
    ///
    /// In an overlay file system, a file can have another identity before its first change.
    var log: Identity?
    let writer: LogWriter
    var marks = Marks()
  }

  private static let size = 512
  private let path: String
  private let contents: Locked<Contents>

  /// Creates and locks the lock file of a log.
  ///
  /// The file of the log is created too, if it does not exist. Only the user can read and write
  /// the files that are created.
  ///
  /// - Throws: ``LogFault/held(by:)``, ``NotOpened``, ``Linked``, or an error of the system.
  init(beside path: String, for writer: LogWriter) throws {
    if let found = Identity(of: path) {
      // A folder has several links too.
      if found.isFolder { throw NotOpened(path: path, code: .EISDIR) }
      if found.links > 1 { throw Linked(count: found.links) }
    }
    self.path = path
    let file = try Self.locked(path + ".lock") { LogFault.held(by: $0) }
    var contents = Contents(file: file, identity: Identity(of: file), writer: writer)
    // If the lock file cannot be read, only the log itself is used.
    if let found = Self.read(file), found.checksum == found.sum {
      contents.marks = Marks(written: found.written, synced: found.synced)
    }
    self.contents = Locked(contents)
    try self.contents.withLock(Self.write)
    // A file that exists is not opened: closing it would release the locks that other connections
    // of this process have on it.
    if access(path, R_OK | W_OK) == 0 { return }
    close(try Self.opened(path))
  }

  /// Opens and locks a lock file.
  ///
  /// - Parameters:
  ///   - path: The path of the lock file.
  ///   - held: Makes the error of a file that another writer has locked.
  /// - Returns: The descriptor.
  /// - Throws: The error of `held`, ``NotOpened``, or an error of the system.
  private static func locked(
    _ path: String, held: (LogWriter?) -> any Error
  ) throws -> Int32 {
    let file = try opened(path)
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let error = POSIXError.last
      let holder = read(file)?.writer
      close(file)
      throw error.code == .EWOULDBLOCK ? held(holder) : error
    }
    return file
  }

  /// Checks that the log and the lock file still have their names, or were moved together.
  ///
  /// A lock file that was removed is made again, unless another writer has made and locked one.
  /// This is called before each change, and after the log was opened.
  ///
  /// - Throws: ``Gone``. The next call checks again.
  func check() throws {
    try contents.withLock { contents in
      let (log, lock) = (Identity(of: path), Identity(of: path + ".lock"))
      guard let log, log == contents.log ?? log else {
        // A folder can be renamed: then the files are still together.
        let isMoved = lock != contents.identity && Identity(of: contents.file)?.links != 0
        if isMoved && contents.log != nil { return }
        throw Gone.log
      }
      contents.log = log
      if lock == contents.identity { return }
      let file: Int32
      do {
        file = try Self.locked(path + ".lock") { Gone.lock(to: $0) }
      } catch Gone.lock(let holder) where holder == contents.writer {
        // Some file systems change the identity of an open file. It is locked by this object.
        return
      } catch { throw error is Gone ? error : Gone.noLock(error) }
      close(exchange(&contents.file, with: file))
      contents.identity = Identity(of: file)
      // As in `note`, a failure is ignored.
      try? Self.write(&contents)
    }
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
    contents.withLock { _ = close($0.file) }
  }

  /// The numbers of the last written and the last synced record.
  var marks: Marks { contents.withLock { $0.marks } }

  /// Changes the numbers and writes them to the file.
  ///
  /// A failure to write them is ignored: the log contains the records, and the next call writes the
  /// numbers again.
  func note(_ change: (inout Marks) -> Void) {
    contents.withLock {
      change(&$0.marks)
      try? Self.write(&$0)
    }
  }

  private static func write(_ contents: inout Contents) throws {
    let words = Words(contents.writer, contents.marks)
    var bytes = try JSONEncoder().encode(words)
    bytes.append(contentsOf: repeatElement(0x20, count: max(0, size - bytes.count)))
    // Fewer bytes can be written, without an error: then the next call has the reason.
    var count = 0
    while count < bytes.count {
      let more = bytes[count...].withUnsafeBytes {
        pwrite(contents.file, $0.baseAddress, $0.count, off_t(count))
      }
      guard more > 0 else { throw more < 0 ? POSIXError.last : POSIXError(.EIO) }
      count += more
    }
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
