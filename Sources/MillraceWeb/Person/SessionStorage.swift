// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import NIOConcurrencyHelpers

/// Where the values of persons' sessions are kept between two runs of a program.
///
/// Values are known by the id of a session and a name. An id is a secret text of letters, digits,
/// `-` and `_`; a storage that shows it elsewhere gives the session away. Calls of one session come
/// one after another.
///
/// Strangers make sessions: a storage has a limit, and forgets the sessions that were used longest
/// ago. Reading is a use. A session is forgotten as a whole: one of its values, `millrace-cookie`,
/// says which cookies are valid, and without it one from before a log-in would find the others.
public protocol SessionStorage: Sendable {
  /// The value of a name, or nil if there is none.
  ///
  /// - Throws: any error if there may be a value that cannot be read now. A page that uses the
  ///   session is answered with status 500 then, and nothing is written over that value.
  func value(named name: String, of session: String) async throws -> Data?

  /// Keeps a value; it is there after this has returned, whatever happens to the process.
  func keep(_ value: Data, named name: String, of session: String) async throws

  /// Forgets all values of a session, or none of them if the process ends before this returns.
  ///
  /// - Throws: any error if they may be there still; it is called again then.
  func forget(_ session: String) async throws
}

/// Keeps sessions in memory: they survive a reload and a lost line, not the end of the process.
///
/// When there are more of them than its bounds, those go that were used longest ago.
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
  ///   - bound: how many sessions it keeps at most.
  ///   - bytes: how many bytes their values have at most.
  ///   - age: after how long without a use a session is deleted.
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

  /// How many sessions there are.
  public var count: Int { state.withLockedValue { $0.values.count } }

  /// The value of a name.
  public func value(named name: String, of session: String) -> Data? {
    let now = now()
    return state.withLockedValue { state in
      if state.uses.isOver(session, at: now) { Self.forget(session, &state) }
      state.uses.use(session, at: now)
      return state.values[session]?[name]
    }
  }

  /// Keeps a value.
  ///
  /// Constant; it looks at all sessions when there are more than its bounds allow.
  public func keep(_ value: Data, named name: String, of session: String) {
    let now = now()
    state.withLockedValue { state in
      state.values[session, default: [:]][name] = value
      let bytes = state.values[session]?.reduce(0) { $0 + $1.key.utf8.count + $1.value.count } ?? 0
      state.uses.set(session, bytes: bytes, at: now)
      for gone in state.uses.excess(beside: session, at: now) { state.values[gone] = nil }
    }
  }

  /// Forgets all values of a session.
  public func forget(_ session: String) { state.withLockedValue { Self.forget(session, &$0) } }

  private static func forget(_ session: String, _ state: inout State) {
    state.values[session] = nil
    state.uses.remove(session)
  }
}

/// Runs the work of an actor on a queue that may wait for a disk, outside Swift's pool of threads.
private final class DiskExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "millrace.sessions")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// Keeps sessions in a folder, one file per value: they survive the end of the process.
///
/// A value is written to a file of its own, synchronized with the disk, and takes the place of the
/// one before in one step, so that a value is always a whole one. The folder must be readable for
/// the program's user alone; the storage makes it so when it makes it. When there are more sessions
/// than its bounds, those go that were used longest ago, as the times of their folders say.
///
/// Writes come one after another, as each waits for the disk.
public actor FolderSessionStorage: SessionStorage {
  private let folder: URL
  private let now: @Sendable () -> Int
  private var uses: SessionUses
  private var hasLooked = false
  /// Reads a file.
  private let contents: @Sendable (URL) throws -> Data
  /// Removes a folder with its files.
  private let removeItem: @Sendable (URL) throws -> Void
  private let thread = DiskExecutor()
  /// Where values are read, one after another on each.
  private let readers = (0..<8).map { DispatchQueue(label: "millrace.sessions.read.\($0)") }

  /// A queue of its own: a slow disk holds up no other work of the program.
  nonisolated public var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  /// Creates a storage in a folder, and the folder if it is not there.
  ///
  /// - Parameters:
  ///   - folder: where the files are.
  ///   - bound: how many sessions it keeps at most.
  ///   - bytes: how many bytes their values have at most.
  ///   - age: after how long without a use a session is deleted.
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

  /// The value of a name.
  ///
  /// Values of different sessions are read side by side: one that takes long holds up an eighth of
  /// the others.
  public func value(named name: String, of session: String) async throws -> Data? {
    let file = try file(name, session)
    let now = now()
    look()
    if uses.isOver(session, at: now) { try forget(session) }
    uses.use(session, at: now)  // before it is read, so that it does not go meanwhile
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

  /// Keeps a value.
  public func keep(_ value: Data, named name: String, of session: String) throws {
    let file = try file(name, session)
    look()
    let before = Self.size(of: file)
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
    let now = now()
    uses.set(session, bytes: uses.bytes(of: session) + value.count - before, at: now)
    for gone in uses.excess(beside: session, at: now) { try? remove(gone) }
  }

  /// Forgets all values of a session.
  public func forget(_ session: String) throws {
    try remove(session)
    uses.remove(session)
  }

  /// Removes the folder of a session, and what an earlier removal has left of it.
  ///
  /// It gets another name first, so that a process which is killed meanwhile does not leave a part
  /// of the session.
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

  /// What the name of a folder begins with that is being removed; no name of a session does.
  private static let restMark = ".forgotten-"

  /// Whether there is something at a place.
  ///
  /// - Throws: an error of the system if it cannot be told: that is not the same as nothing.
  private static func exists(_ place: URL) throws -> Bool {
    if access(place.path, F_OK) == 0 { return true }
    let fault = errno
    guard fault == ENOENT else { throw POSIXError(POSIXErrorCode(rawValue: fault) ?? .EIO) }
    return false
  }

  /// Looks once at what is in the folder.
  private func look() {
    guard !hasLooked else { return }
    hasLooked = true
    let keys: [URLResourceKey] = [.contentModificationDateKey]
    let places =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: keys))
      ?? []
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
