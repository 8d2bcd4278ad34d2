// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillracePersistence
import Synchronization
import TestSupport

/// A log in memory whose first write waits until a test lets it go on.
final class HeldLog: ActionLog {
  let memory = MemoryLog()
  private let arrival = Handshake()
  private let departure = Handshake()
  private let safety = Handshake()
  private let sizes = Mutex<[Int]>([])

  /// Returns when the first write has come.
  func untilWriting() async { await arrival.wait() }
  /// Lets it go on.
  func goOn() { departure.signal() }
  /// With how many records a write was attempted, since this was asked before.
  func attempts() -> [Int] {
    sizes.withLock { sizes in
      defer { sizes = [] }
      return sizes
    }
  }
  /// Returns when it was synced.
  func untilSynced() async { await safety.wait() }

  var place: String { memory.place }
  func claim(as writer: LogWriter) throws { try memory.claim(as: writer) }
  func release() { memory.release() }
  func extent() throws -> LogExtent { try memory.extent() }
  func records(from number: UInt64, limit: Int) throws -> [LogRecord] {
    try memory.records(from: number, limit: limit)
  }
  func append(_ records: [LogRecord], after last: UInt64) async throws {
    sizes.withLock { $0.append(records.count) }
    arrival.signal()
    await departure.wait()
    try memory.append(records, after: last)
  }
  func sync() throws {
    try memory.sync()
    safety.signal()
  }
  func cut(from number: UInt64) { memory.cut(from: number) }
  func drop(through number: UInt64) { memory.drop(through: number) }
  func forget(_ person: String) -> Int { memory.forget(person) }
  func snapshots() throws -> [LogSnapshot] { try memory.snapshots() }
  func keep(_ snapshot: LogSnapshot, most: Int) throws { try memory.keep(snapshot, most: most) }
}

/// Something that has happened, and stays so.
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
