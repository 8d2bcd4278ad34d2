// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillracePersistence
import Synchronization

/// A log in memory that notes its calls in order, and can hold and fail some of them.
final class NotingLog: ActionLog {
  /// A sync that waits until a test lets it go on.
  struct Gate {
    let arrival = Handshake()
    let departure = Handshake()
  }

  private struct Contents {
    var calls: [String] = []
    var gates: [Gate] = []
    var failure: (call: String, error: any Error)?
    var badWrites = 0
  }

  let memory: MemoryLog
  private let contents = Mutex(Contents())

  init(_ memory: MemoryLog = MemoryLog()) { self.memory = memory }

  /// The calls that change or sync the log, or that read its snapshots.
  var calls: [String] { contents.withLock { $0.calls } }
  func clearCalls() { contents.withLock { $0.calls = [] } }

  /// Makes each of the next syncs wait at a gate of its own.
  func holdSyncs(_ count: Int) -> [Gate] {
    let gates = (0..<count).map { _ in Gate() }
    contents.withLock { $0.gates = gates }
    return gates
  }

  /// Fails the next call that is noted with this beginning, which then changes nothing.
  func fail(_ call: String, _ error: any Error = CocoaError(.fileWriteUnknown)) {
    contents.withLock { $0.failure = (call, error) }
  }

  /// Writes one bit of each of the next snapshots wrong.
  ///
  /// A snapshot that is there is not written again.
  func garble(_ count: Int = .max) { contents.withLock { $0.badWrites = count } }

  private func note(_ call: String, _ detail: String = "") throws {
    let call = call + detail
    let error = contents.withLock { contents -> (any Error)? in
      guard let failure = contents.failure, call.hasPrefix(failure.call) else {
        contents.calls.append(call)
        return nil
      }
      contents.failure = nil
      contents.calls.append(call + " failed")
      return failure.error
    }
    if let error { throw error }
  }

  /// The snapshot as it is written.
  private func written(_ snapshot: LogSnapshot) throws -> LogSnapshot {
    if try memory.snapshots().contains(snapshot) { return snapshot }
    let isBad = contents.withLock { contents in
      defer { contents.badWrites = max(0, contents.badWrites - 1) }
      return contents.badWrites > 0
    }
    var snapshot = snapshot
    if isBad { snapshot.body[snapshot.body.startIndex + 3] ^= 4 }
    return snapshot
  }

  var place: String { memory.place }
  func claim(as writer: LogWriter) throws { try memory.claim(as: writer) }
  func release() { memory.release() }
  func extent() throws -> LogExtent { try memory.extent() }
  func records(from number: UInt64, limit: Int) throws -> [LogRecord] {
    try memory.records(from: number, limit: limit)
  }
  func append(_ records: [LogRecord], after last: UInt64) throws {
    try note("append", " \(records.map(\.number))")
    try memory.append(records, after: last)
  }
  func sync() async throws {
    if let gate = contents.withLock({ $0.gates.isEmpty ? nil : $0.gates.removeFirst() }) {
      gate.arrival.signal()
      await gate.departure.wait()
      try Task.checkCancellation()
    }
    try note("sync")
    try memory.sync()
  }
  func cut(from number: UInt64) throws {
    try note("cut", " \(number)")
    try memory.cut(from: number)
  }
  func drop(through number: UInt64) throws {
    try note("drop", " \(number)")
    memory.drop(through: number)
  }
  func forget(_ person: String) throws -> Int {
    try note("forget")
    return try memory.forget(person)
  }
  func forget(
    _ person: String, keeping snapshot: LogSnapshot, droppingThrough number: UInt64?
  ) throws -> Int {
    try note("forget", " \(snapshot.number)")
    return try memory.forget(
      person, keeping: try written(snapshot), droppingThrough: number)
  }
  func snapshots() throws -> [LogSnapshot] {
    try note("snapshots")
    return try memory.snapshots()
  }
  func keep(_ snapshot: LogSnapshot, most: Int) throws {
    try note("keep", " \(snapshot.number) \(most == .max ? "max" : "\(most)")")
    try memory.keep(try written(snapshot), most: most)
  }
}
