// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOConcurrencyHelpers
import NIOPosix

/// A folder for the files that the pages of a process have sent.
///
/// It is locked (`flock`). The system releases the lock when the process ends, also if it is
/// killed. A site that starts deletes the folders of its user that it can lock.
final class UploadFolder: Sendable {
  /// The folder of this process.
  static let shared = UploadFolder()

  private static let prefix = "millrace-files-"

  let url: URL
  /// The descriptor that has the lock, or nil before the folder is made.
  private let descriptor = NIOLockedValueBox<CInt?>(nil)

  init(in directory: URL = FileManager.default.temporaryDirectory) {
    url = directory.appendingPathComponent(Self.prefix + UUID().uuidString)
  }

  deinit { if let descriptor = descriptor.withLockedValue({ $0 }) { close(descriptor) } }

  /// Makes and locks the folder, if it is not made yet or another program has deleted it; waits for
  /// the disk.
  func make() throws {
    // The folder gets its name after its lock: with a name and without a lock it is abandoned.
    let new = url.deletingLastPathComponent().appendingPathComponent("." + url.lastPathComponent)
    try descriptor.withLockedValue { descriptor in
      if let locked = descriptor, !isAtItsPath(locked) {
        close(locked)
        descriptor = nil
      }
      while descriptor == nil {
        try FileManager.default.createDirectory(
          at: new, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let opened = open(new.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Waits while another process deletes the folder. In a file system without locks the folder
        // is used without one. No process deletes it then.
        while opened >= 0, flock(opened, LOCK_EX) != 0, errno == EINTR {}
        if opened >= 0, rename(new.path, url.path) == 0 {
          descriptor = opened
        } else {
          let code = errno
          close(opened)
          // Another process has deleted the folder. It is made again.
          if code != ENOENT { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
        }
      }
    }
  }

  /// True if the path of the folder leads to the opened folder.
  private func isAtItsPath(_ opened: CInt) -> Bool {
    var (own, there) = (stat(), stat())
    return fstat(opened, &own) == 0 && lstat(url.path, &there) == 0
      && own.st_ino == there.st_ino && own.st_dev == there.st_dev
  }

  /// Deletes the folders of this user's processes that have ended.
  ///
  /// A process deletes the files of a page when the page ends, but never its own folder.
  static func deleteAbandoned(
    in directory: URL = FileManager.default.temporaryDirectory
  ) async {
    try? await NIOThreadPool.singleton.runIfActive {
      for name in try FileManager.default.contentsOfDirectory(atPath: directory.path)
      where name.hasPrefix(prefix) || name.hasPrefix("." + prefix) {
        let url = directory.appendingPathComponent(name)
        let opened = open(url.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard opened >= 0 else { continue }
        defer { close(opened) }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_uid == geteuid(),
          flock(opened, LOCK_EX | LOCK_NB) == 0
        else { continue }
        try? FileManager.default.removeItem(at: url)
      }
    }
  }
}
