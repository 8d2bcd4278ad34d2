// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Where the values of persons' sessions are kept between two runs of a program.
///
/// Values are known by the id of a session and a name. An id is a secret text of letters, digits,
/// `-` and `_`; a storage that shows it elsewhere gives the session away. Calls of one session come
/// one after another.
public protocol SessionStorage: Sendable {
  /// The value of a name, or nil if there is none.
  ///
  /// - Throws: any error if there may be a value that cannot be read now. The page is answered with
  ///   status 500 then, and nothing is written over that value.
  func value(named name: String, of session: String) async throws -> Data?

  /// Keeps a value; it is there after this has returned, whatever happens to the process.
  func keep(_ value: Data, named name: String, of session: String) async throws

  /// Forgets all values of a session.
  func forget(_ session: String) async throws
}

/// Keeps sessions in memory: they survive a reload and a lost line, not the end of the process.
///
/// When there are more sessions than its bound, the one that was used longest ago is forgotten.
public final class MemorySessionStorage: SessionStorage {
  private struct State {
    var values: [String: [String: Data]] = [:]
    /// When each session was used last, as a count of uses.
    var uses: [String: Int] = [:]
    var count = 0
  }

  private let bound: Int
  private let state = Mutex(State())

  /// Creates a storage for at most so many sessions.
  public init(bound: Int = 10_000) { self.bound = bound }

  /// How many sessions there are.
  public var count: Int { state.withLock { $0.values.count } }

  /// The value of a name.
  public func value(named name: String, of session: String) -> Data? {
    state.withLock { $0.values[session]?[name] }
  }

  /// Keeps a value.
  ///
  /// Linear in the number of sessions when there are as many as its bound, else constant.
  public func keep(_ value: Data, named name: String, of session: String) {
    state.withLock { state in
      state.count += 1
      state.uses[session] = state.count
      state.values[session, default: [:]][name] = value
      guard state.values.count > bound, let oldest = state.uses.min(by: { $0.value < $1.value })
      else { return }
      state.values[oldest.key] = nil
      state.uses[oldest.key] = nil
    }
  }

  /// Forgets all values of a session.
  public func forget(_ session: String) {
    state.withLock { state in
      state.values[session] = nil
      state.uses[session] = nil
    }
  }
}

/// Keeps sessions in a folder, one file per value: they survive the end of the process.
///
/// A value is written to a file of its own, synchronized with the disk, and takes the place of the
/// one before in one step, so that a value is always a whole one. The folder must be readable for
/// the program's user alone; the storage makes it so when it makes it.
public actor FolderSessionStorage: SessionStorage {
  private let folder: URL

  /// Creates a storage in a folder, and the folder if it is not there.
  ///
  /// - Throws: an error of the file system.
  public init(_ folder: URL) throws {
    self.folder = folder
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// The value of a name.
  public func value(named name: String, of session: String) throws -> Data? {
    let file = try file(name, session)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try Data(contentsOf: file)
  }

  /// Keeps a value.
  public func keep(_ value: Data, named name: String, of session: String) throws {
    let file = try file(name, session)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let fresh = file.appendingPathExtension("new")
    guard
      FileManager.default.createFile(
        atPath: fresh.path, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown) }
    let handle = try FileHandle(forWritingTo: fresh)
    defer { try? handle.close() }
    try handle.write(contentsOf: value)
    try handle.synchronize()
    guard rename(fresh.path, file.path) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  /// Forgets all values of a session.
  public func forget(_ session: String) throws {
    let place = try place(session)
    guard FileManager.default.fileExists(atPath: place.path) else { return }
    try FileManager.default.removeItem(at: place)
  }

  private func place(_ session: String) throws -> URL {
    folder.appendingPathComponent(try Self.checked(session))
  }

  private func file(_ name: String, _ session: String) throws -> URL {
    try place(session).appendingPathComponent(try Self.checked(name)).appendingPathExtension("json")
  }

  /// A name that cannot lead out of the folder.
  private static func checked(_ name: String) throws -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isPlain, 1...100 ~= name.utf8.count else { throw CocoaError(.fileWriteInvalidFileName) }
    return name
  }
}
