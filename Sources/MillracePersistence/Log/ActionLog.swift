// SPDX-License-Identifier: Apache-2.0

public import Foundation
import MillraceTrace

/// The storage of the records of a journal: the carrier.
///
/// A log is one sequence of records with the numbers 1, 2, 3 and so on, and a few snapshots. It
/// does not decode actions. It can be a file, or one stream in a table that several processes
/// share: the caller of ``append(_:after:)`` names the last record, and the log rejects the call if
/// that number is wrong.
///
/// ``ActionLogLaws`` checks a carrier of your own. A journal makes its calls one after the other.
///
/// A call throws a ``LogFault``, an error of the system, or `CancellationError` if its task was
/// cancelled. It has changed nothing then, except for ``append(_:after:)`` whose result is lost,
/// ``sync()``, ``cut(from:)``, and the two methods that forget a person. If a method other than
/// ``sync()`` syncs, and a flush to the disk fails, it throws ``LogFault/notSynced(reason:)``.
public protocol ActionLog: Sendable {
  /// The name of the log in messages: a path, or an address.
  var place: String { get }

  /// Claims the log for one writer.
  ///
  /// The system must release the log when the writer's process ends, in any way.
  ///
  /// - Throws: ``LogFault/held(by:)`` if another writer has claimed the log;
  ///   ``LogFault/laterFormat(_:)``; ``LogFault/notYet(reason:)`` if there is no room to create it,
  ///   or if another program holds the file.
  func claim(as writer: LogWriter) async throws

  /// Releases the log.
  func release() async

  /// Returns the numbers of the first, last, written and synced records.
  func extent() async throws -> LogExtent

  /// Returns at most `limit` records from a number on, in order.
  ///
  /// It can return fewer, for example to limit the memory that large records need, but at least one
  /// if there is one.
  func records(from number: UInt64, limit: Int) async throws -> [LogRecord]

  /// Adds all records or none.
  ///
  /// After the method returns, they survive the end of the process.
  ///
  /// If the result is lost, for example of a commit over a network, the method can throw any error
  /// although all records were added. The journal then adds the same records again, is rejected,
  /// reads the log, and finds its own records there.
  ///
  /// - Parameters:
  ///   - records: Records with the numbers that follow `last`. Other records are rejected, with any
  ///     error.
  ///   - last: The number of the last record that the writer knows.
  /// - Throws: ``LogFault/conflict(expected:found:)`` if another record is the last one.
  func append(_ records: [LogRecord], after last: UInt64) async throws

  /// Returns when all changes survive a loss of power.
  ///
  /// - Throws: ``LogFault/notYet(reason:)`` if the journal can try again. After another error the
  ///   journal writes nothing more: the system can have dropped the unsynced data, and a later sync
  ///   can succeed without it.
  func sync() async throws

  /// Removes all records and snapshots from a number on.
  ///
  /// A recovery calls it for a tail that was never synced and cannot be read, and for a snapshot
  /// with a damaged number, which is greater than that of the last record. After the method
  /// returns, the log survives a loss of power. If it fails, `written` of ``extent()`` still
  /// includes the tail.
  func cut(from number: UInt64) async throws

  /// Removes all records up to and including a number.
  ///
  /// A snapshot includes their effect.
  func drop(through number: UInt64) async throws

  /// Replaces all records of a person by ``LogRecord/forgotten``, without content and key.
  ///
  /// After the method returns, the log contains their bytes nowhere, and also no bytes of records
  /// and snapshots that were removed or replaced before.
  ///
  /// If the method fails, records can be empty while the log still contains their bytes. The next
  /// call removes these bytes, also if it finds no record of the person.
  ///
  /// - Parameter person: The key of the records. Keys are compared byte by byte; a journal passes
  ///   canonically equivalent keys in one form.
  /// - Returns: The number of records that had the key.
  /// - Throws: ``LogFault/notSynced(reason:)``, or an error of the system.
  func forget(_ person: String) async throws -> Int

  /// Forgets a person: replaces all snapshots by one, forgets all records of the person, and then
  /// removes the records up to and including a number.
  ///
  /// These changes are atomic, also if the process is killed. After the method returns, the log
  /// contains the removed bytes nowhere. If the process is killed before that, the first ``sync()``
  /// of the next process removes the bytes. If the method fails, the next call completes it, as
  /// with ``forget(_:)``.
  ///
  /// The default implementation calls the other methods one after the other. It is not atomic:
  /// after a kill between two calls, the log can have the new snapshot and still the records of the
  /// person.
  ///
  /// - Parameters:
  ///   - person: The key, as in ``forget(_:)``.
  ///   - snapshot: The only snapshot that is left. An equal one that is there is not written again,
  ///     as in ``keep(_:most:)``.
  ///   - number: The number of the last record that is removed, or nil.
  /// - Returns: The number of records that had the key, removed ones included.
  /// - Throws: ``LogFault/notSynced(reason:)``, or an error of the system.
  func forget(
    _ person: String, keeping snapshot: LogSnapshot, droppingThrough number: UInt64?
  ) async throws -> Int

  /// Returns the snapshots, the newest first.
  func snapshots() async throws -> [LogSnapshot]

  /// Adds a snapshot and removes older ones.
  ///
  /// An equal snapshot that is there is not written again, and older ones are removed also then:
  /// the journal has synced and read the snapshot, and passes it a second time for that removal.
  /// ``ActionLogLaws`` cannot check that it is not written.
  ///
  /// Snapshots with greater numbers are not counted, and stay: their numbers are garbled. The next
  /// recovery cuts those that are still greater than the number of the last record.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot. It replaces another snapshot with the same number.
  ///   - most: The maximum number of snapshots with the same or a smaller number that stay. The
  ///     newest stay.
  /// - Throws: ``LogFault/notSynced(reason:)``, or an error of the system.
  func keep(_ snapshot: LogSnapshot, most: Int) async throws
}

extension ActionLog {
  /// Forgets a person in several steps, which a kill can interrupt.
  public func forget(
    _ person: String, keeping snapshot: LogSnapshot, droppingThrough number: UInt64?
  ) async throws -> Int {
    // The snapshot must be safe before the records are removed.
    try await keep(snapshot, most: 1)
    try await syncOrEnd()
    // A snapshot with a greater number can hold the person. No record has its number, which is
    // garbled.
    if let newest = try await snapshots().first, newest.number > snapshot.number,
      try await extent().last <= snapshot.number
    {
      try await cut(from: snapshot.number + 1)
    }
    let count = try await forget(person)
    guard let number else { return count }
    try await drop(through: number)
    // This call removes the bytes of the dropped records.
    _ = try await forget(person)
    return count
  }

  /// Returns `count` records from a number on, or all if there are fewer.
  ///
  /// It reads the carrier several times if one read returns fewer records.
  func allRecords(from number: UInt64, count: Int) async throws -> [LogRecord] {
    var found: [LogRecord] = []
    while found.count < count {
      let next = found.last.map { $0.number + 1 } ?? number
      let records = try await records(from: next, limit: count - found.count)
      if records.isEmpty { break }
      found += records
    }
    return found
  }

  /// Adds a snapshot, removes no older ones, and reads it again.
  ///
  /// - Throws: ``OtherBytes`` if its bytes are not those that were written. If another snapshot had
  ///   its number, that one is written again then.
  func add(_ snapshot: LogSnapshot) async throws {
    let replaced = try await snapshots().first { $0.number == snapshot.number }
    try await keep(snapshot, most: .max)
    if try await snapshots().contains(snapshot) { return }
    if let replaced { try await keep(replaced, most: .max) }
    throw OtherBytes()
  }

  /// Syncs.
  ///
  /// - Throws: ``LogFault/notYet(reason:)``; `CancellationError` if the task was cancelled, which
  ///   only the task of a recovery can be; for any other error ``LogFault/notSynced(reason:)``,
  ///   after which the journal must end.
  func syncOrEnd() async throws {
    do { try await sync() } catch let fault as LogFault {
      if case .notYet = fault { throw fault }
      if case .notSynced = fault { throw fault }
      throw LogFault.notSynced(reason: TraceError.reason(fault))
    } catch {
      if error is CancellationError, Task.isCancelled { throw error }
      throw LogFault.notSynced(reason: TraceError.reason(error))
    }
  }
}

/// A carrier with a limit of the size of a record.
protocol SizedLog: ActionLog {
  /// The maximum number of bytes of the body and the person of a record.
  var mostRecordBytes: Int { get }
}

/// The error of a record that its carrier can never hold.
///
/// No attempt to write it can succeed, so it is found when the record is encoded.
struct RecordTooLarge: Error, CustomStringConvertible {
  let size: Int
  let most: Int
  var description: String { "its record has \(size) bytes, and the log holds at most \(most)" }

  static func check(_ body: Data, _ person: String?, most: Int) throws {
    let size = body.count + (person?.utf8.count ?? 0)
    if size > most { throw RecordTooLarge(size: size, most: most) }
  }
}

/// One record of a log.
public struct LogRecord: Sendable, Hashable {
  /// The number.
  ///
  /// Numbers begin with 1 and have no gaps.
  public var number: UInt64
  /// The key of the person of the record, or nil.
  ///
  /// A record of a whole state has the key `millrace/keyframe`.
  public var person: String?
  /// The content.
  ///
  /// It is empty if the record was forgotten.
  public var body: Data
  /// The checksum of the number, the person and the body.
  public var checksum: UInt64

  /// Creates a record with its checksum.
  public init(number: UInt64, person: String? = nil, body: Data) {
    self.init(
      number: number, person: person, body: body,
      checksum: Checksum.of(body, number, person ?? ""))
  }

  /// Creates a record that a carrier has read.
  public init(number: UInt64, person: String?, body: Data, checksum: UInt64) {
    self.number = number
    self.person = person
    self.body = body
    self.checksum = checksum
  }

  /// True if the checksum is correct: the record is undamaged.
  ///
  /// Complexity: linear in the size of the record.
  public var isWhole: Bool { checksum == Checksum.of(body, number, person ?? "") }

  /// The record without its content and person, with the checksum of the rest.
  public var forgotten: LogRecord { LogRecord(number: number, body: Data()) }
}

/// An encoded state in a log.
public struct LogSnapshot: Sendable, Hashable {
  /// The number of the last record whose effect the state includes.
  public var number: UInt64
  /// The form of the state, and whether a replay of the records makes the same state.
  public var fingerprint: String
  /// The encoded state.
  public var body: Data
  /// The checksum of the number, the fingerprint and the body.
  public var checksum: UInt64

  /// Creates a snapshot with its checksum.
  public init(number: UInt64, fingerprint: String, body: Data) {
    self.init(
      number: number, fingerprint: fingerprint, body: body,
      checksum: Checksum.of(body, number, fingerprint))
  }

  /// Creates a snapshot that a carrier has read.
  public init(number: UInt64, fingerprint: String, body: Data, checksum: UInt64) {
    self.number = number
    self.fingerprint = fingerprint
    self.body = body
    self.checksum = checksum
  }

  /// True if the checksum is correct: the snapshot is undamaged.
  ///
  /// Complexity: linear in the size of the snapshot.
  public var isWhole: Bool { checksum == Checksum.of(body, number, fingerprint) }
}

/// The numbers of the first, last, written and synced records of a log.
public struct LogExtent: Sendable, Hashable {
  /// The number of the first record that was not dropped.
  ///
  /// Without records it is the number of the next record.
  public var first: UInt64
  /// The number of the last record.
  ///
  /// Without records it is `first` minus one, and so 0 in a new log.
  public var last: UInt64
  /// The greatest number that is known to have been written and was not cut.
  ///
  /// It is greater than `last` if records are lost.
  public var written: UInt64
  /// The greatest number for which a sync is known to have begun.
  ///
  /// Damage up to this number is not the result of a crash. After a recovery, the journal syncs
  /// again: a previous process can have ended during the sync.
  public var synced: UInt64

  /// Creates an extent; by default it is that of a new log.
  public init(first: UInt64 = 1, last: UInt64 = 0, written: UInt64 = 0, synced: UInt64 = 0) {
    self.first = first
    self.last = last
    self.written = written
    self.synced = synced
  }
}

/// The process that writes a log.
public struct LogWriter: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The process identifier.
  public var process: Int32
  /// The name of the program.
  public var program: String
  /// The time of the claim, in seconds since 1970.
  public var since: Int

  /// Creates a writer.
  public init(process: Int32, program: String, since: Int) {
    self.process = process
    self.program = program
    self.since = since
  }

  /// This process, with the present time as the time of the claim.
  public static var current: LogWriter {
    LogWriter(
      process: ProcessInfo.processInfo.processIdentifier,
      program: ProcessInfo.processInfo.processName, since: Int(Date().timeIntervalSince1970))
  }

  /// The process identifier, the program, and the time of the claim.
  public var description: String {
    let time = Date(timeIntervalSince1970: Double(since)).ISO8601Format()
    return "process \(process) (\(program)), since \(time)"
  }
}

/// The errors of carriers that a journal distinguishes.
///
/// All other errors are errors of the system.
public enum LogFault: Error, Sendable, Hashable {
  /// Another writer has claimed the log.
  ///
  /// `by` is nil if the writer is not known.
  case held(by: LogWriter?)
  /// The number of the last record, or of a record to add, is not the expected one.
  case conflict(expected: UInt64, found: UInt64)
  /// The log has a later format than this library can read.
  case laterFormat(Int)
  /// A sync could not be completed, but no flush to the disk has failed; or the log could not be
  /// claimed for now.
  ///
  /// A reason is that there is no room for what the sync itself writes, or that another program
  /// holds the file. Added records are unchanged, and a later sync can make them safe.
  case notYet(reason: String)
  /// Changes could not be synced, by `sync` or by another method.
  ///
  /// The journal ends, as after each error of a sync except ``notYet(reason:)``.
  case notSynced(reason: String)
}

/// FNV-1a of 64 bits.
///
/// One changed byte always changes the checksum.
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
