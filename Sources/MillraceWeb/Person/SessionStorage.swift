// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import NIOConcurrencyHelpers

/// The storage of the values of persons' sessions.
///
/// A value is identified by the id of a session and a name. An id is a secret text of letters,
/// digits, `-` and `_`. Do not log it or show it: it is the main part of the session's cookie. The
/// next call for a session comes after the previous one has returned. Calls for different sessions
/// can be concurrent.
///
/// Any visitor can begin sessions. Therefore a storage needs a limit, beyond which it deletes the
/// least recently used sessions. Reading is a use. Delete all values of a session together: one of
/// them, `millrace-cookie`, contains which cookies are valid. Without it, a cookie from before a
/// log-in would give access to the other values.
public protocol SessionStorage: Sendable {
  /// The value with a name, or nil if there is none.
  ///
  /// - Throws: any error if the value cannot be read now, so that it is not known if there is one.
  ///   The response to a page that uses the session then has status 500, and the stored value is
  ///   not replaced.
  func value(named name: String, of session: String) async throws -> Data?

  /// Stores a value, which replaces the one with the same name.
  ///
  /// After the method returns, the value must survive an end of the process, unless the storage is
  /// only in memory.
  ///
  /// - Throws: any error if the value is not stored; the call is repeated later.
  func keep(_ value: Data, named name: String, of session: String) async throws

  /// Deletes all values of a session; if the process ends meanwhile, all or none are deleted.
  ///
  /// - Throws: any error if some of the values may still be stored; the call is repeated later.
  func forget(_ session: String) async throws
}

/// Stores sessions in memory: they survive a reload or a lost connection, but not the process.
///
/// When a limit is exceeded, the least recently used sessions are deleted.
public final class MemorySessionStorage: SessionStorage {
  private struct State {
    var values: [String: [String: Data]] = [:]
    var uses: SessionUses
  }

  private let state: NIOLockedValueBox<State>
  private let now: @Sendable () -> Int

  /// Creates a storage.
  ///
  /// - Parameters:
  ///   - bound: the maximum number of sessions.
  ///   - bytes: the maximum size of all values, in bytes. A single session can be larger.
  ///   - age: the time without a use after which a session is deleted.
  public convenience init(
    bound: Int = 10_000, bytes: Int = 256 * 1024 * 1024, age: Duration = .seconds(30 * 86_400)
  ) {
    self.init(bound: bound, bytes: bytes, age: age) { Int(Date().timeIntervalSince1970) }
  }

  init(bound: Int, bytes: Int, age: Duration, now: @escaping @Sendable () -> Int) {
    let limits = SessionUses.Limits(
      sessions: bound, bytes: bytes, age: Int(clamping: age.components.seconds))
    state = NIOLockedValueBox(State(uses: SessionUses(limits: limits)))
    self.now = now
  }

  /// The number of sessions.
  public var count: Int { state.withLockedValue { $0.values.count } }

  /// The value with a name, or nil if there is none.
  public func value(named name: String, of session: String) -> Data? {
    let now = now()
    return state.withLockedValue { state in
      if state.uses.isOver(session, at: now) { Self.forget(session, &state) }
      state.uses.use(session, at: now)
      return state.values[session]?[name]
    }
  }

  /// Stores a value.
  ///
  /// Complexity: linear in the number of the session's values; O(n log n) in the number of sessions
  /// when a limit is exceeded, or when it searches for sessions that are too old.
  public func keep(_ value: Data, named name: String, of session: String) {
    let now = now()
    state.withLockedValue { state in
      state.values[session, default: [:]][name] = value
      let bytes = state.values[session]?.reduce(0) { $0 + $1.key.utf8.count + $1.value.count } ?? 0
      state.uses.set(session, bytes: bytes, at: now)
      for gone in state.uses.excess(beside: session, at: now) { state.values[gone] = nil }
    }
  }

  /// Deletes all values of a session.
  public func forget(_ session: String) { state.withLockedValue { Self.forget(session, &$0) } }

  private static func forget(_ session: String, _ state: inout State) {
    state.values[session] = nil
    state.uses.remove(session)
  }
}

/// Runs the work of an actor on a queue that is allowed to wait for a disk.
private final class DiskExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "millrace.sessions")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// Stores sessions in a folder, one file for each value: they survive the end of the process.
///
/// A value is written to a new file, which is synchronized with the disk and then replaces the file
/// of the previous value in one step. Therefore a stored value is always complete. Only the user of
/// the program must be allowed to read the folder; a folder that the storage creates has these
/// permissions. When a limit is exceeded, the least recently used sessions are deleted. After a
/// restart the modification dates of their folders are their last uses.
///
/// Writes are executed one after another, because each waits for the disk. The first call reads the
/// sizes and dates of all stored sessions.
public actor FolderSessionStorage: SessionStorage {
  private let folder: URL
  private let now: @Sendable () -> Int
  private var uses: SessionUses
  private var hasLooked = false
  /// Reads a file.
  private let contents: @Sendable (URL) throws -> Data
  /// Removes a folder with its files.
  private let removeItem: @Sendable (URL) throws -> Void
  private let executor = DiskExecutor()
  /// The queues on which values are read.
  private let readers = (0..<8).map { DispatchQueue(label: "millrace.sessions.read.\($0)") }

  /// A separate queue, so that a slow disk does not block a thread of Swift's concurrency pool.
  nonisolated public var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a storage in a folder, and the folder if it does not exist.
  ///
  /// - Parameters:
  ///   - folder: the folder for the files, which must contain nothing else: anything else in it can
  ///     be deleted like a session.
  ///   - bound: the maximum number of sessions.
  ///   - bytes: the maximum size of all values, in bytes. A single session can be larger.
  ///   - age: the time without a use after which a session is deleted.
  /// - Throws: an error of the file system.
  public init(
    _ folder: URL, bound: Int = 10_000, bytes: Int = 1024 * 1024 * 1024,
    age: Duration = .seconds(30 * 86_400)
  ) throws {
    try self.init(folder, bound: bound, bytes: bytes, age: age) {
      Int(Date().timeIntervalSince1970)
    }
  }

  init(
    _ folder: URL, bound: Int = 10_000, bytes: Int = 1024 * 1024 * 1024,
    age: Duration = .seconds(30 * 86_400), now: @escaping @Sendable () -> Int,
    contents: @escaping @Sendable (URL) throws -> Data = { try Data(contentsOf: $0) },
    removeItem: @escaping @Sendable (URL) throws -> Void = {
      try FileManager.default.removeItem(at: $0)
    }
  ) throws {
    self.folder = folder
    self.now = now
    self.contents = contents
    self.removeItem = removeItem
    uses = SessionUses(
      limits: .init(
        sessions: bound, bytes: bytes, age: Int(clamping: age.components.seconds)))
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// The value with a name, or nil if there is none.
  ///
  /// Values of different sessions are read on eight queues. A read that takes long delays only the
  /// sessions of the same queue.
  ///
  /// - Throws: an error of the file system, also for a name that has other characters than letters,
  ///   digits, `-` and `_`, or more than 100 of them.
  public func value(named name: String, of session: String) async throws -> Data? {
    let file = try file(name, session)
    let now = now()
    look()
    if uses.isOver(session, at: now) { try forget(session) }
    uses.use(session, at: now)  // before the read, so that it is not deleted during the read
    let (reader, contents) = (reader(of: session), contents)
    return try await withCheckedThrowingContinuation { done in
      reader.async { done.resume(with: Result { try Self.read(file, contents, at: now) }) }
    }
  }

  /// The queue on which the values of a session are read.
  nonisolated func reader(of session: String) -> DispatchQueue {
    readers[Int(session.hashValue.magnitude % UInt(readers.count))]
  }

  private static func read(
    _ file: URL, _ contents: (URL) throws -> Data, at now: Int
  ) throws -> Data? {
    guard try exists(file) else { return nil }
    let value = try contents(file)
    try? FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(now))],
      ofItemAtPath: file.deletingLastPathComponent().path)
    return value
  }

  /// Stores a value, and deletes other sessions if a limit is exceeded.
  ///
  /// - Throws: an error of the file system, also for an invalid name; the previous value stays.
  public func keep(_ value: Data, named name: String, of session: String) throws {
    let file = try file(name, session)
    look()
    let before = Self.size(of: file)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let fresh = file.appendingPathExtension("new")
    defer { unlink(fresh.path) }  // it is still there after an error, such as that of a full disk
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
    let now = now()
    uses.set(session, bytes: uses.bytes(of: session) + value.count - before, at: now)
    let all = uses
    for gone in uses.excess(beside: session, at: now) {
      // What could not be deleted counts, and is deleted later.
      do { try remove(gone) } catch { uses.restore(gone, from: all) }
    }
  }

  /// Deletes all values of a session.
  ///
  /// - Throws: an error of the file system.
  public func forget(_ session: String) throws {
    try remove(session)
    uses.remove(session)
  }

  /// Deletes the folder of a session, and the rest of an earlier deletion.
  ///
  /// The folder is renamed first. Therefore no part of the session is found again if the process is
  /// killed during the deletion.
  private func remove(_ session: String) throws {
    let place = try place(session)
    let rest = folder.appendingPathComponent(Self.restMark + session)
    if try Self.exists(rest) { try removeItem(rest) }
    guard try Self.exists(place) else { return }
    guard rename(place.path, rest.path) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    try removeItem(rest)
  }

  /// The prefix of the names of folders that are being deleted; the id of a session cannot begin
  /// with it.
  private static let restMark = ".forgotten-"

  /// True if a file or folder exists.
  ///
  /// - Throws: an error of the system if the system cannot determine it.
  private static func exists(_ place: URL) throws -> Bool {
    if access(place.path, F_OK) == 0 { return true }
    let fault = errno
    guard fault == ENOENT else { throw POSIXError(POSIXErrorCode(rawValue: fault) ?? .EIO) }
    return false
  }

  /// Reads the sizes and dates of the stored sessions, once; completes interrupted deletions.
  ///
  /// If the folder cannot be read, the next call tries again.
  private func look() {
    let keys: [URLResourceKey] = [.contentModificationDateKey]
    guard !hasLooked,
      let places = try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: keys)
    else { return }
    hasLooked = true
    for rest in places where rest.lastPathComponent.hasPrefix(Self.restMark) {
      try? FileManager.default.removeItem(at: rest)
    }
    let sessions = places.filter { !$0.lastPathComponent.hasPrefix(Self.restMark) }
    let found = sessions.map { place in
      let files =
        (try? FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil))
        ?? []
      let date = try? place.resourceValues(forKeys: Set(keys)).contentModificationDate
      return (
        place.lastPathComponent, files.reduce(0) { $0 + Self.size(of: $1) },
        Int(date?.timeIntervalSince1970 ?? 0)
      )
    }
    for (session, bytes, moment) in found.sorted(by: { $0.2 < $1.2 }) {
      uses.set(session, bytes: bytes, at: moment)
    }
  }

  private static func size(of file: URL) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
  }

  private func place(_ session: String) throws -> URL {
    folder.appendingPathComponent(try Self.checked(session))
  }

  private func file(_ name: String, _ session: String) throws -> URL {
    try place(session).appendingPathComponent(try Self.checked(name)).appendingPathExtension("json")
  }

  /// Returns a name unchanged, or throws if it has other characters than letters, digits, `-` and
  /// `_`, or not 1 to 100 of them: then it could lead out of the folder, or be too long for a file.
  private static func checked(_ name: String) throws -> String {
    let isPlain = name.utf8.allSatisfy { $0.isLetterOrDigit || "-_".utf8.contains($0) }
    guard isPlain, 1...100 ~= name.utf8.count else { throw CocoaError(.fileWriteInvalidFileName) }
    return name
  }
}
