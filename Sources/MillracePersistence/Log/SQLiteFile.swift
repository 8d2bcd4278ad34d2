// SPDX-License-Identifier: Apache-2.0

#if Persistence
  import Foundation
  import GRDB

  /// What the SQLite files of this module have in common.
  enum SQLiteFile {
    /// The default timeout in seconds of a call while another program, for example a backup, holds
    /// a lock of the file.
    static let patience: Double = 5

    /// The error of a database without the tables of this module.
    private struct OtherDatabase: Error, CustomStringConvertible {
      let table: String
      var description: String {
        "it has no table '\(table)': another program wrote it, or it is damaged"
      }
    }

    /// Returns the URL of a file with its symbolic links resolved.
    ///
    /// All links to one file then have the same lock file, also if the file does not exist yet.
    static func resolved(_ url: URL) -> URL {
      var url = url.resolvingSymlinksInPath()
      // That method does not resolve a link to a file that does not exist. The links can form a
      // cycle.
      for _ in 0..<32 {
        guard
          let target = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)
        else { break }
        url = URL(fileURLWithPath: target, relativeTo: url.deletingLastPathComponent())
          .absoluteURL.resolvingSymlinksInPath()
      }
      return url
    }

    /// Opens or creates a file in SQLite's write-ahead mode.
    ///
    /// A database without the named table is not changed, unless it is empty.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - label: The label of the queue.
    ///   - patience: The timeout in seconds, as in ``patience``.
    ///   - synchronous: SQLite's setting, with which each commit is synced (`FULL`) or not
    ///     (`NORMAL`).
    ///   - pragma: One more setting.
    ///   - table: The name of a table that each format of the file has.
    /// - Returns: The queue of the file.
    /// - Throws: The error of the database, or an error if another program wrote it.
    static func open(
      _ path: String, label: String, patience: Double, synchronous: String, pragma: String,
      table: String
    ) throws -> DatabaseQueue {
      var settings = Configuration()
      settings.label = label
      settings.busyMode = .timeout(patience)
      settings.prepareDatabase { database in
        // Free pages are overwritten: they must not contain bytes of a forgotten person.
        for pragma in ["secure_delete = ON", "fullfsync = ON", "checkpoint_fullfsync = ON", pragma]
        { try database.execute(sql: "PRAGMA \(pragma)") }
      }
      let queue = try DatabaseQueue(path: path, configuration: settings)
      try queue.writeWithoutTransaction { database in
        // This is checked first, because setting the write-ahead mode changes the file.
        let isOther = try Bool.fetchOne(
          database, sql: "SELECT count(*) > 0 AND total(name = ?) = 0 FROM sqlite_master",
          arguments: [table])
        if isOther == true { throw OtherDatabase(table: table) }
        try database.execute(sql: "PRAGMA journal_mode = WAL")
        try database.execute(sql: "PRAGMA synchronous = \(synchronous)")
      }
      return queue
    }

    /// Returns a key as bytes: SQLite ends a text at U+0000.
    static func bytes(_ key: String) -> Data { Data(key.utf8) }
  }
#endif
