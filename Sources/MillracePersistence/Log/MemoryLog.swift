// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A log in memory, for tests.
///
/// It simulates the faults of a disk.
///
/// ```swift
/// let log = MemoryLog()
/// log.fault = .diskFull
/// log.losePower()            // only synced records are left
/// ```
///
/// If two journals in one process use the same log, the second one is rejected, as with a file.
public final class MemoryLog: ActionLog {
  /// A fault of the disk.
  public enum Fault: Sendable, Hashable {
    /// Each sync throws, also that of another method.
    case failingSync
    /// Each sync does nothing and throws nothing: a loss of power loses the records.
    case lyingSync
    /// Records and snapshots cannot be added.
    case diskFull
    /// There is no room to sync.
    ///
    /// Added records stay.
    case noRoomToSync
    /// Nothing can be read.
    case unreadable
  }

  /// The error of a simulated fault.
  public struct FaultError: Error, Hashable, CustomStringConvertible {
    /// The fault.
    public let fault: Fault
    /// The fault in words.
    public var description: String { "the disk is made to fail: \(fault)" }
  }

  private struct Contents {
    var records: [LogRecord] = []
    var first: UInt64 = 1
    var snapshots: [LogSnapshot] = []
    var written: UInt64 = 0
    var synced: UInt64 = 0
    /// The contents that survive a loss of power.
    var safe: (records: [LogRecord], first: UInt64, snapshots: [LogSnapshot]) = ([], 1, [])
    var holder: LogWriter?
    var fault: Fault?
    var appends = 0
    var syncs = 0

    var last: UInt64 { first + UInt64(records.count) - 1 }

    mutating func sync() throws {
      if fault == .failingSync { throw FaultError(fault: .failingSync) }
      if fault == .noRoomToSync {
        throw LogFault.notYet(reason: FaultError(fault: .noRoomToSync).description)
      }
      syncs += 1
      if fault == .lyingSync { return }
      safe = (records, first, snapshots)
      synced = last
    }

    /// Syncs as a part of another call.
    mutating func syncUnasked() throws {
      do { try sync() } catch let error as FaultError {
        throw LogFault.notSynced(reason: error.description)
      }
    }

    mutating func empty(_ person: String) -> Int {
      let indices = records.indices.filter { records[$0].person == person }
      for index in indices { records[index] = records[index].forgotten }
      return indices.count
    }

    mutating func drop(through number: UInt64) {
      records.removeAll { $0.number <= number }
      first = max(first, number + 1)
    }
  }

  /// The name of the log.
  public let place: String
  private let contents = Locked(Contents())

  /// Creates an empty log.
  public init(_ name: String = "memory") { place = name }

  /// The current fault, or nil.
  public var fault: Fault? {
    get { contents.withLock { $0.fault } }
    set { contents.withLock { $0.fault = newValue } }
  }

  /// The number of calls that have added records.
  public var appends: Int { contents.withLock { $0.appends } }
  /// The number of syncs.
  public var syncs: Int { contents.withLock { $0.syncs } }

  /// Releases the log as `kill -9` does.
  ///
  /// All written records are left. In a test, hold the store of the killed journal until the end:
  /// when store and journal are released, they write and sync what is left.
  public func kill() { contents.withLock { $0.holder = nil } }

  /// Releases the log and removes all unsynced changes, as a loss of power does.
  public func losePower() {
    contents.withLock {
      $0.holder = nil
      ($0.records, $0.first, $0.snapshots) = $0.safe
    }
  }

  /// Truncates the body of the last record, as an interrupted write does.
  ///
  /// - Parameter count: The number of bytes that are left. Zero removes the record.
  public func cutTail(to count: Int) {
    contents.withLock {
      guard let last = $0.records.indices.last else { return }
      let body = Data($0.records[last].body.prefix(count))
      if count == 0 { $0.records.removeLast() } else { $0.records[last].body = body }
    }
  }

  /// Flips one bit of a record.
  ///
  /// - Parameters:
  ///   - bit: The index of the bit in the body.
  ///   - number: The number of the record. Without such a record or bit, nothing is changed.
  public func flip(bit: Int, of number: UInt64) {
    contents.withLock {
      guard let index = $0.records.firstIndex(where: { $0.number == number }) else { return }
      let place = $0.records[index].body.startIndex + bit / 8
      guard $0.records[index].body.indices.contains(place) else { return }
      $0.records[index].body[place] ^= 1 << (bit % 8)
    }
  }

  /// Flips one bit of the newest snapshot.
  ///
  /// Without a snapshot, nothing is changed.
  ///
  /// - Parameter bit: The index of the bit, which must be in the body.
  public func flipSnapshot(bit: Int) {
    contents.withLock {
      guard !$0.snapshots.isEmpty else { return }
      $0.snapshots[0].body[$0.snapshots[0].body.startIndex + bit / 8] ^= 1 << (bit % 8)
    }
  }

  /// Claims the log for one writer.
  public func claim(as writer: LogWriter) throws {
    try contents.withLock {
      if let holder = $0.holder { throw LogFault.held(by: holder) }
      $0.holder = writer
    }
  }

  /// Releases the log.
  public func release() { contents.withLock { $0.holder = nil } }

  /// The numbers of the first, last, written and synced records.
  public func extent() throws -> LogExtent {
    try read {
      LogExtent(first: $0.first, last: $0.last, written: $0.written, synced: $0.synced)
    }
  }

  /// Returns the records from a number on.
  public func records(from number: UInt64, limit: Int) throws -> [LogRecord] {
    try read { contents in
      let start = number > contents.first ? Int(clamping: number - contents.first) : 0
      return Array(contents.records.dropFirst(start).prefix(limit))
    }
  }

  /// Adds records.
  public func append(_ records: [LogRecord], after last: UInt64) throws {
    try contents.withLock {
      guard $0.last == last else {
        throw LogFault.conflict(expected: last, found: $0.last)
      }
      for (number, record) in zip((last + 1)..., records) where record.number != number {
        throw LogFault.conflict(expected: number, found: record.number)
      }
      if $0.fault == .diskFull { throw FaultError(fault: .diskFull) }
      $0.appends += 1
      $0.records += records
      $0.written = $0.last
    }
  }

  /// Syncs all changes.
  public func sync() throws {
    try contents.withLock { try $0.sync() }
  }

  /// Removes all records and snapshots from a number on, and syncs that.
  public func cut(from number: UInt64) throws {
    try contents.withLock {
      $0.records.removeAll { $0.number >= number }
      $0.snapshots.removeAll { $0.number >= number }
      try $0.syncUnasked()
      $0.written = min($0.written, $0.last)
    }
  }

  /// Removes all records up to a number.
  ///
  /// Before the next sync, a loss of power restores them.
  public func drop(through number: UInt64) {
    contents.withLock { $0.drop(through: number) }
  }

  /// Removes the content of all records of a person, and syncs that.
  public func forget(_ person: String) throws -> Int {
    try contents.withLock {
      let count = $0.empty(person)
      try $0.syncUnasked()
      return count
    }
  }

  /// Forgets a person, and syncs that.
  public func forget(
    _ person: String, keeping snapshot: LogSnapshot, droppingThrough number: UInt64?
  ) throws -> Int {
    try contents.withLock {
      if $0.fault == .diskFull { throw FaultError(fault: .diskFull) }
      $0.snapshots = [snapshot]
      let count = $0.empty(person)
      if let number { $0.drop(through: number) }
      try $0.syncUnasked()
      return count
    }
  }

  /// Returns the snapshots, the newest first.
  public func snapshots() throws -> [LogSnapshot] { try read { $0.snapshots } }

  /// Adds a snapshot, and removes older ones.
  public func keep(_ snapshot: LogSnapshot, most: Int) throws {
    try contents.withLock {
      if $0.fault == .diskFull { throw FaultError(fault: .diskFull) }
      $0.snapshots.removeAll { $0.number == snapshot.number }
      $0.snapshots.insert(snapshot, at: 0)
      $0.snapshots.sort { $0.number > $1.number }
      let later = $0.snapshots.prefix { $0.number > snapshot.number }
      $0.snapshots.removeLast(max(0, $0.snapshots.count - later.count - most))
    }
  }

  private func read<Value: Sendable>(_ body: (Contents) -> Value) throws -> Value {
    try contents.withLock {
      if $0.fault == .unreadable { throw FaultError(fault: .unreadable) }
      return body($0)
    }
  }
}
