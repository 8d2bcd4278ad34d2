// SPDX-License-Identifier: Apache-2.0

public import Foundation
import MillraceTrace

/// Where the records of a journal are kept: the carrier.
///
/// A log is one sequence of records with the numbers 1, 2, 3 and so on, and a few snapshots beside
/// it. It knows nothing of actions. It may be a file, or one stream in a table that several
/// processes share: other writers are not ruled out, because ``append(_:after:)`` is told
/// which record it takes for the last one, and refuses if that is wrong.
///
/// ``ActionLogLaws`` checks a carrier of your own. Calls of one journal come one after the other.
/// What a call throws is a ``LogFault`` or an error of the system; nothing has changed then, but
/// for ``append(_:after:)`` whose answer is lost, and the two that forget a person. A call that
/// syncs without being asked, and fails, throws ``LogFault/notSynced(reason:)``.
public protocol ActionLog: Sendable {
  /// The name of the log in messages: a path, or an address.
  var place: String { get }

  /// Takes the log for one writer.
  ///
  /// The system must free it when the writer's process ends in whatever way.
  ///
  /// - Throws: ``LogFault/held(by:)`` if another writer has it; ``LogFault/notYet(reason:)`` if
  ///   there is no room to make it.
  func claim(as writer: LogWriter) async throws

  /// Frees the log.
  func release() async

  /// Which records there are, and which of them are safe.
  func extent() async throws -> LogExtent

  /// The records from a number on, in order, at most so many.
  func records(from number: UInt64, limit: Int) async throws -> [LogRecord]

  /// Adds records, all or none; they survive the end of the process when it returns.
  ///
  /// If the answer is lost, as behind a commit over a network, it may throw any error though all
  /// are added. The journal then gives the same records after the same number again, is refused,
  /// reads what is there, and takes its own records for written.
  ///
  /// - Parameters:
  ///   - records: With the numbers that follow `last`; others are refused, with any error.
  ///   - last: The number of the last record that the writer knows.
  /// - Throws: ``LogFault/conflict(expected:found:)`` if it is not the last one.
  func append(_ records: [LogRecord], after last: UInt64) async throws

  /// Returns when all that was added survives a loss of power.
  ///
  /// After an error nothing more is written, as what the system does with unsynced data then is
  /// unknown, and a later sync may lie.
  ///
  /// - Throws: ``LogFault/notYet(reason:)`` if it can be tried again.
  func sync() async throws

  /// Removes all records and snapshots from a number on: a tail that was never synced and cannot be
  /// read.
  ///
  /// When it returns, what is left survives a loss of power. If it fails, `written` of ``extent()``
  /// still counts the tail.
  func cut(from number: UInt64) async throws

  /// Removes all records up to a number: what a snapshot holds.
  func drop(through number: UInt64) async throws

  /// Empties all records of a person, so that their bytes are nowhere in the log any more.
  ///
  /// If it fails, records may be empty already while their bytes are still somewhere: the next
  /// call, which may find no record of the person, removes them too.
  ///
  /// - Parameter person: The key that the records have, byte by byte; a journal gives canonically
  ///   equivalent keys in one form.
  /// - Returns: How many there were.
  /// - Throws: An error of the system.
  func forget(_ person: String) async throws -> Int

  /// Forgets a person: a snapshot takes the place of all others, all records of the person are
  /// emptied, and those up to a number are removed.
  ///
  /// All of that is there at once, also for the next process if this one is killed, and the bytes
  /// of what was removed are nowhere in the log any more when it returns. If the process is killed
  /// before that, the first ``sync()`` of the next one removes the bytes. If it fails, the next
  /// call completes it, as that of ``forget(_:)``.
  ///
  /// By default it calls the other methods one after the other: a kill between two of them leaves
  /// the snapshot, and records of the person beside it.
  ///
  /// - Parameters:
  ///   - person: The key, as ``forget(_:)`` takes it.
  ///   - snapshot: The only snapshot that is left.
  ///   - number: Up to which number records are removed; nil: none.
  /// - Returns: How many records the person had.
  /// - Throws: An error of the system.
  func forget(
    _ person: String, keeping snapshot: LogSnapshot, droppingThrough number: UInt64?
  ) async throws -> Int

  /// The snapshots, the newest first.
  func snapshots() async throws -> [LogSnapshot]

  /// Adds a snapshot and removes older ones.
  ///
  /// Snapshots with greater numbers do not count, and stay: such a number is garbled.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot; one with its number is replaced.
  ///   - most: How many are kept of the snapshots with its number or a smaller one: the newest.
  /// - Throws: An error of the system.
  func keep(_ snapshot: LogSnapshot, most: Int) async throws
}

extension ActionLog {
  /// Forgets a person in several steps, which a kill can part.
  public func forget(
    _ person: String, keeping snapshot: LogSnapshot, droppingThrough number: UInt64?
  ) async throws -> Int {
    // What takes the place of the records must be safe before they go.
    try await keep(snapshot, most: 1)
    try await syncOrEnd()
    let count = try await forget(person)
    guard let number else { return count }
    try await drop(through: number)
    // What is still there of their bytes goes with this.
    _ = try await forget(person)
    return count
  }

  /// Syncs.
  ///
  /// - Throws: ``LogFault/notYet(reason:)``, or else ``LogFault/notSynced(reason:)``, after which
  ///   the journal must end.
  func syncOrEnd() async throws {
    do { try await sync() } catch let fault as LogFault {
      if case .notYet = fault { throw fault }
      if case .notSynced = fault { throw fault }
      throw LogFault.notSynced(reason: TraceError.reason(fault))
    } catch { throw LogFault.notSynced(reason: TraceError.reason(error)) }
  }
}

/// One record of a log.
public struct LogRecord: Sendable, Hashable {
  /// Its number, from 1 on and without gaps.
  public var number: UInt64
  /// The key of the person to whom the record belongs; nil if it belongs to none.
  public var person: String?
  /// What is recorded; empty if it was forgotten.
  public var body: Data
  /// Tells whether it is as it was written.
  public var checksum: UInt64

  /// Creates a record with its checksum.
  public init(number: UInt64, person: String? = nil, body: Data) {
    self.init(
      number: number, person: person, body: body,
      checksum: Checksum.of(body, number, person ?? ""))
  }

  /// Creates a record as a carrier reads it.
  public init(number: UInt64, person: String?, body: Data, checksum: UInt64) {
    self.number = number
    self.person = person
    self.body = body
    self.checksum = checksum
  }

  /// Whether it is as it was written.
  ///
  /// Complexity: linear in its size.
  public var isWhole: Bool { checksum == Checksum.of(body, number, person ?? "") }

  /// What is left of it when its person is forgotten.
  public var forgotten: LogRecord { LogRecord(number: number, body: Data()) }
}

/// A state as a log keeps it.
public struct LogSnapshot: Sendable, Hashable {
  /// The number of the last record that the state holds.
  public var number: UInt64
  /// Which program can read it.
  public var fingerprint: String
  /// The state.
  public var body: Data
  /// Tells whether it is as it was written.
  public var checksum: UInt64

  /// Creates a snapshot with its checksum.
  public init(number: UInt64, fingerprint: String, body: Data) {
    self.init(
      number: number, fingerprint: fingerprint, body: body,
      checksum: Checksum.of(body, number, fingerprint))
  }

  /// Creates a snapshot as a carrier reads it.
  public init(number: UInt64, fingerprint: String, body: Data, checksum: UInt64) {
    self.number = number
    self.fingerprint = fingerprint
    self.body = body
    self.checksum = checksum
  }

  /// Whether it is as it was written.
  ///
  /// Complexity: linear in its size.
  public var isWhole: Bool { checksum == Checksum.of(body, number, fingerprint) }
}

/// Which records a log has.
public struct LogExtent: Sendable, Hashable {
  /// The number of the first one that was not dropped; without records one more than `last`.
  public var first: UInt64
  /// The number of the last one; 0 if there never was one.
  public var last: UInt64
  /// The greatest number that is known to have been written; more than `last` if some are lost.
  public var written: UInt64
  /// The greatest number of which a sync is known to have begun.
  ///
  /// Damage up to this number is not a tail that a crash has cut. A journal syncs before it relies
  /// on what another process has noted here.
  public var synced: UInt64

  /// Creates an extent.
  public init(first: UInt64 = 1, last: UInt64 = 0, written: UInt64 = 0, synced: UInt64 = 0) {
    self.first = first
    self.last = last
    self.written = written
    self.synced = synced
  }
}

/// Which process writes a log.
public struct LogWriter: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The number of the process.
  public var process: Int32
  /// Its program.
  public var program: String
  /// When it took the log: seconds since 1970.
  public var since: Int

  /// Creates a writer.
  public init(process: Int32, program: String, since: Int) {
    self.process = process
    self.program = program
    self.since = since
  }

  /// This process, now.
  public static var current: LogWriter {
    LogWriter(
      process: ProcessInfo.processInfo.processIdentifier,
      program: ProcessInfo.processInfo.processName, since: Int(Date().timeIntervalSince1970))
  }

  /// Its number, its program, and since when.
  public var description: String {
    let time = Date(timeIntervalSince1970: Double(since)).ISO8601Format()
    return "process \(process) (\(program)), since \(time)"
  }
}

/// The errors of carriers that a journal tells apart; all others are errors of the system.
public enum LogFault: Error, Sendable, Hashable {
  /// Another writer has the log; nil if it cannot be told which.
  case held(by: LogWriter?)
  /// The last record has another number than the writer expects.
  case conflict(expected: UInt64, found: UInt64)
  /// The log is of a later format than this library reads.
  case laterFormat(Int)
  /// A sync could not begin: it had to write first and there was no room, or another program held
  /// the file. What was added before is as safe as it was, and a later sync can make it safe. Or
  /// there was no room to make the log.
  case notYet(reason: String)
  /// What was added could not be synced, in whatever call: the journal ends, as after any other
  /// error of a sync.
  case notSynced(reason: String)
}

/// FNV-1a of 64 bits: one changed byte always gives another number.
enum Checksum {
  static func of(_ body: Data, _ number: UInt64, _ text: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
    for byte in text.utf8 { add(byte) }
    add(0xFF)
    body.withUnsafeBytes { bytes in
      var inner = hash
      for byte in bytes { inner = (inner ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = inner
    }
    return hash
  }
}
