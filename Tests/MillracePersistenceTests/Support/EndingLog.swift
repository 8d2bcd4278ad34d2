// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillracePersistence
import Synchronization

/// A log whose process is killed after some changes: those that come later are not made, and throw.
final class EndingLog: ActionLog {
  let inner: any ActionLog
  /// How many more changes are made; nil means all.
  private let left = Mutex<Int?>(nil)

  init(_ inner: any ActionLog) { self.inner = inner }

  /// Makes `count` more changes, and none after them.
  func end(after count: Int) { left.withLock { $0 = count } }

  private func change() throws {
    try left.withLock { left in
      guard let count = left else { return }
      guard count > 0 else { throw CocoaError(.fileWriteUnknown) }
      left = count - 1
    }
  }

  var place: String { inner.place }
  func claim(as writer: LogWriter) async throws { try await inner.claim(as: writer) }
  func release() async { await inner.release() }
  func extent() async throws -> LogExtent { try await inner.extent() }
  func records(from number: UInt64, limit: Int) async throws -> [LogRecord] {
    try await inner.records(from: number, limit: limit)
  }
  func append(_ records: [LogRecord], after last: UInt64) async throws {
    try change()
    try await inner.append(records, after: last)
  }
  func sync() async throws {
    try change()
    try await inner.sync()
  }
  func cut(from number: UInt64) async throws {
    try change()
    try await inner.cut(from: number)
  }
  func drop(through number: UInt64) async throws {
    try change()
    try await inner.drop(through: number)
  }
  func forget(_ person: String) async throws -> Int {
    try change()
    return try await inner.forget(person)
  }
  func forget(
    _ person: String, keeping snapshot: LogSnapshot, droppingThrough number: UInt64?
  ) async throws -> Int {
    try change()
    return try await inner.forget(person, keeping: snapshot, droppingThrough: number)
  }
  func snapshots() async throws -> [LogSnapshot] { try await inner.snapshots() }
  func keep(_ snapshot: LogSnapshot, most: Int) async throws {
    try change()
    try await inner.keep(snapshot, most: most)
  }
}
