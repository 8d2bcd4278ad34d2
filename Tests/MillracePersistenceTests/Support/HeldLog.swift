// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillracePersistence
import Synchronization
import TestSupport

/// A log in memory whose first write waits until a test lets it go on; reads and releases can wait
/// too.
final class HeldLog: ActionLog {
  private struct Hold {
    let arrival = Handshake()
    let departure = Handshake()
  }

  private struct Counts {
    /// How many writes are under way.
    var writes = 0
    var wasReleasedWhileWriting = false
    var refusesToDrop = false
    var refusesSnapshots = false
    var returnsOtherSnapshots = false
    var garblesSnapshots = false
    var forgetsWhatIsWritten = false
    var lostAnswers = 0
    var keeps = 0
    var syncs = 0
  }

  let memory = MemoryLog()
  /// The maximum number of records that a read returns.
  private let longestRead: Int
  /// The maximum number of bytes of a record, for the tests that make this log a `SizedLog`.
  let longestRecord: Int
  private let current = Mutex(Hold())
  private let counts = Mutex(Counts())
  private let safety = Handshake()
  private let reading = Mutex<Hold?>(nil)
  private let releasing = Mutex<Hold?>(nil)
  private let freedom = Handshake()
  private let sizes = Mutex<[Int]>([])

  init(longestRead: Int = .max, longestRecord: Int = .max) {
    (self.longestRead, self.longestRecord) = (longestRead, longestRecord)
  }

  /// Returns when the first write has come, or the next one after ``hold()``.
  func untilWriting() async { await current.withLock { $0 }.arrival.wait() }
  /// Lets the held write go on, and all later ones.
  func goOn() { current.withLock { $0 }.departure.signal() }
  /// Makes the next write wait.
  func hold() { current.withLock { $0 = Hold() } }
  /// Lets a write go on and makes the next one wait.
  func goOnToTheNext() {
    let before = current.withLock { $0 }
    hold()
    before.departure.signal()
  }
  /// Whether the log was released while a write was under way.
  var wasReleasedWhileWriting: Bool { counts.withLock { $0.wasReleasedWhileWriting } }
  /// Whether each ``drop(through:)`` throws.
  var refusesToDrop: Bool {
    get { counts.withLock { $0.refusesToDrop } }
    set { counts.withLock { $0.refusesToDrop = newValue } }
  }
  /// Whether each ``keep(_:most:)`` throws.
  var refusesSnapshots: Bool {
    get { counts.withLock { $0.refusesSnapshots } }
    set { counts.withLock { $0.refusesSnapshots = newValue } }
  }
  /// Whether snapshots are read with another body than was written.
  var returnsOtherSnapshots: Bool {
    get { counts.withLock { $0.returnsOtherSnapshots } }
    set { counts.withLock { $0.returnsOtherSnapshots = newValue } }
  }
  /// Whether one bit of each snapshot is written wrong.
  var garblesSnapshots: Bool {
    get { counts.withLock { $0.garblesSnapshots } }
    set { counts.withLock { $0.garblesSnapshots = newValue } }
  }
  /// How often ``keep(_:most:)`` was called.
  var keeps: Int { counts.withLock { $0.keeps } }
  /// How often ``sync()`` was called, also if it failed.
  var syncs: Int { counts.withLock { $0.syncs } }
  /// Whether its extent does not contain how far the log was written.
  var forgetsWhatIsWritten: Bool {
    get { counts.withLock { $0.forgetsWhatIsWritten } }
    set { counts.withLock { $0.forgetsWhatIsWritten = newValue } }
  }
  /// How many of the next writes throw, even if they succeed.
  var lostAnswers: Int {
    get { counts.withLock { $0.lostAnswers } }
    set { counts.withLock { $0.lostAnswers = newValue } }
  }
  /// Makes each read of records wait.
  func holdReads() { reading.withLock { $0 = Hold() } }
  /// Returns when a read has come.
  func untilReading() async { await reading.withLock { $0 }?.arrival.wait() }
  /// Lets reads go on.
  func read() { reading.withLock { $0 }?.departure.signal() }
  /// Makes each release wait.
  func holdRelease() { releasing.withLock { $0 = Hold() } }
  /// Returns when a release has come.
  func untilReleasing() async { await releasing.withLock { $0 }?.arrival.wait() }
  /// Lets releases go on.
  func letRelease() { releasing.withLock { $0 }?.departure.signal() }
  /// Returns after the first release.
  func untilReleased() async { await freedom.wait() }
  /// The number of records of each attempted write since the last call.
  func attempts() -> [Int] {
    sizes.withLock { sizes in
      defer { sizes = [] }
      return sizes
    }
  }
  /// Returns after the first sync.
  func untilSynced() async { await safety.wait() }

  var place: String { memory.place }
  func claim(as writer: LogWriter) throws { try memory.claim(as: writer) }
  func release() async {
    if let hold = releasing.withLock({ $0 }) {
      hold.arrival.signal()
      await hold.departure.wait()
    }
    counts.withLock { if $0.writes > 0 { $0.wasReleasedWhileWriting = true } }
    memory.release()
    freedom.signal()
  }
  func extent() throws -> LogExtent {
    var extent = try memory.extent()
    if forgetsWhatIsWritten { extent.written = 0 }
    return extent
  }
  func records(from number: UInt64, limit: Int) async throws -> [LogRecord] {
    if let hold = reading.withLock({ $0 }) {
      hold.arrival.signal()
      await hold.departure.wait()
    }
    return try memory.records(from: number, limit: min(limit, longestRead))
  }
  func append(_ records: [LogRecord], after last: UInt64) async throws {
    sizes.withLock { $0.append(records.count) }
    counts.withLock { $0.writes += 1 }
    defer { counts.withLock { $0.writes -= 1 } }
    let hold = current.withLock { $0 }
    hold.arrival.signal()
    await hold.departure.wait()
    let answer = Result { try memory.append(records, after: last) }
    if lostAnswers > 0 {
      lostAnswers -= 1
      throw CocoaError(.fileWriteUnknown)
    }
    try answer.get()
  }
  func sync() throws {
    counts.withLock { $0.syncs += 1 }
    try memory.sync()
    safety.signal()
  }
  func cut(from number: UInt64) throws { try memory.cut(from: number) }
  func drop(through number: UInt64) throws {
    if refusesToDrop { throw CocoaError(.fileWriteOutOfSpace) }
    memory.drop(through: number)
  }
  func forget(_ person: String) throws -> Int { try memory.forget(person) }
  func snapshots() throws -> [LogSnapshot] {
    let snapshots = try memory.snapshots()
    guard returnsOtherSnapshots else { return snapshots }
    return snapshots.map {
      LogSnapshot(number: $0.number, fingerprint: $0.fingerprint, body: Data("{}".utf8))
    }
  }
  func keep(_ snapshot: LogSnapshot, most: Int) throws {
    if refusesSnapshots { throw CocoaError(.fileWriteOutOfSpace) }
    counts.withLock { $0.keeps += 1 }
    var snapshot = snapshot
    if garblesSnapshots { snapshot.body[snapshot.body.startIndex + 3] ^= 4 }
    try memory.keep(snapshot, most: most)
  }
}

/// An event that happens once: all waits return after it.
final class Handshake: @unchecked Sendable {
  private let lock = NSLock()
  private var isDone = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func signal() {
    let waiting = lock.withLock {
      isDone = true
      defer { waiters = [] }
      return waiters
    }
    for waiter in waiting { waiter.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isDone = lock.withLock {
        if !self.isDone { waiters.append(continuation) }
        return self.isDone
      }
      if isDone { continuation.resume() }
    }
  }
}
