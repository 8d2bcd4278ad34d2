// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillracePersistence
import Testing

struct ActionLogLawsTests {
  @Test func theMemoryKeepsTheLaws() async throws {
    var logs: [String: MemoryLog] = [:]
    let broken = try await ActionLogLaws.check { name in
      let log = logs[name] ?? MemoryLog(name)
      logs[name] = log
      return log
    }
    #expect(broken == [])
  }

  #if Persistence
    @Test func sqliteKeepsTheLaws() async throws {
      let folder = try temporaryFolder()
      let broken = try await ActionLogLaws.check { name in
        SQLiteLog(at: folder.appendingPathComponent(name))
      }
      #expect(broken == [])
    }
  #endif

  /// The default implementation of the method with several steps.
  @Test func forgettingInStepsLeavesNoSnapshotWithAGreaterNumber() async throws {
    let log = HeldLog()
    log.goOn()
    let record = LogRecord(number: 1, person: "ann", body: Data("ann".utf8))
    try await log.append([record], after: 0)
    let snapshots = [(2, ""), (1, ""), (.max, "ann")].map {
      LogSnapshot(number: $0, fingerprint: "f", body: Data($1.utf8))
    }
    try log.keep(snapshots[2], most: 9)
    #expect(try await log.forget("ann", keeping: snapshots[1], droppingThrough: nil) == 1)
    #expect(try log.snapshots() == [snapshots[1]])
    #expect(try await log.records(from: 1, limit: 9) == [record.forgotten])
    // A record with a greater number stays: only the caller knows what it makes.
    let next = LogRecord(number: 2, body: Data("bob".utf8))
    try await log.append([next], after: 1)
    try log.keep(snapshots[0], most: 9)
    #expect(try await log.forget("bob", keeping: snapshots[1], droppingThrough: nil) == 0)
    #expect(try await log.records(from: 2, limit: 9) == [next])
  }

  /// The implementations with one step.
  @Test(arguments: Carrier.allCases)
  func forgettingInOneStepLeavesNoSnapshotWithAGreaterNumber(carrier: Carrier) async throws {
    let log = try carrier.make()
    try await log.claim(as: .current)
    let record = LogRecord(number: 1, person: "ann", body: Data("ann".utf8))
    try await log.append([record], after: 0)
    let (kept, greater) = (
      LogSnapshot(number: 1, fingerprint: "f", body: Data()),
      LogSnapshot(number: 9, fingerprint: "f", body: Data("ann".utf8))
    )
    try await log.keep(greater, most: 9)
    #expect(try await log.forget("ann", keeping: kept, droppingThrough: nil) == 1)
    #expect(try await log.snapshots() == [kept])
    await log.release()
  }

  @Test(arguments: Carrier.allCases)
  func secondDropOfFewerRecordsChangesNothing(carrier: Carrier) async throws {
    let log = try carrier.make()
    try await log.claim(as: .current)
    let records = (1...3).map { LogRecord(number: $0, body: Data()) }
    try await log.append(records, after: 0)
    for number in [2, 1] as [UInt64] {
      try await log.drop(through: number)
      #expect(try await log.extent().first == 3)
    }
    #expect(try await log.records(from: 1, limit: 9) == [records[2]])
    await log.release()
  }

  @Test func aLogThatBreaksALawIsTold() async throws {
    // Each opening makes a new log: it has no records, and a second writer is not refused.
    let broken = try await ActionLogLaws.check { MemoryLog($0) }
    #expect(broken.contains("records are there when a log is opened again"))
    #expect(broken.contains("a second writer is refused, and the error names the first"))
    #expect(broken.contains("a log that was released can be claimed"))
  }

  @Test(arguments: WrongLog.Mistake.allCases)
  func eachMistakeBreaksItsLaws(mistake: WrongLog.Mistake) async throws {
    var disks: [String: MemoryLog] = [:]
    let broken = try await ActionLogLaws.check { name in
      let disk = disks[name] ?? MemoryLog(name)
      disks[name] = disk
      return WrongLog(disk, mistake)
    }
    #expect(broken == mistake.laws)
  }
}

/// A log that makes one mistake, which may show only when it is opened again.
///
/// It works on a copy in memory, and makes the same changes on its disk, except for the mistake.
final class WrongLog: ActionLog, @unchecked Sendable {
  enum Mistake: CaseIterable {
    case keepsNoMark, keepsNoSnapshots, keepsNoCut, keepsNoDrop, forgetsNone
    case addsHalf, addsHalfLater, takesAnyNumber
    case forgetsBesideSnapshots, forgetsWithoutDrop, prefersGreaterNumbers, ignoresEqualSnapshots

    var laws: [String] {
      let end = "when a log is opened again"
      return switch self {
      case .keepsNoMark: ["records that were synced count as synced \(end)"]
      case .keepsNoSnapshots: ["snapshots are the same \(end)"]
      case .keepsNoCut: ["a tail that was cut is gone \(end)"]
      case .keepsNoDrop:
        [
          "a beginning that was dropped is gone \(end)",
          "numbers continue after all records were dropped",
        ]
      case .forgetsNone:
        ["forgotten records are empty \(end)", "a forgotten record has no person any more"]
      case .addsHalf:
        [
          "an append that fails adds none of its records",
          "an append that fails has added none \(end)",
        ]
      case .addsHalfLater: ["an append that fails has added none \(end)"]
      case .forgetsBesideSnapshots:
        [
          "forgetting a person replaces all snapshots by the given one",
          "forgetting a person removes the records up to the given number",
          "snapshots are the same \(end)",
        ]
      case .forgetsWithoutDrop:
        [
          "forgetting a person removes the records up to the given number",
          "forgotten records are empty \(end)", "a beginning that was dropped is gone \(end)",
        ]
      case .ignoresEqualSnapshots:
        [
          "a snapshot that is kept again removes older ones",
          "forgetting a person replaces all snapshots by the given one",
        ]
      case .prefersGreaterNumbers: ["snapshots with greater numbers are not counted, and stay"]
      case .takesAnyNumber:
        [
          "records whose numbers do not follow each other are refused",
          "an append that fails adds none of its records",
          "an append that fails has added none \(end)",
        ]
      }
    }
  }

  private let disk: MemoryLog
  private let mistake: Mistake
  // Sound: the laws call one log from one task.
  private var view = MemoryLog()

  init(_ disk: MemoryLog, _ mistake: Mistake) {
    self.disk = disk
    self.mistake = mistake
  }

  var place: String { disk.place }

  func claim(as writer: LogWriter) throws {
    try disk.claim(as: writer)
    let extent = try disk.extent()
    view = MemoryLog(place)
    view.drop(through: extent.first - 1)
    let records = try disk.records(from: 1, limit: .max)
    let safe = mistake == .keepsNoMark ? [] : records.filter { $0.number <= extent.synced }
    if !safe.isEmpty {
      try view.append(safe, after: extent.first - 1)
      try view.sync()
    }
    try view.append(Array(records[safe.count...]), after: view.extent().last)
    for snapshot in try disk.snapshots() { try view.keep(snapshot, most: 99) }
  }
  func release() { disk.release() }
  func extent() throws -> LogExtent { try view.extent() }
  func records(from number: UInt64, limit: Int) throws -> [LogRecord] {
    try view.records(from: number, limit: limit)
  }

  func append(_ records: [LogRecord], after last: UInt64) throws {
    do { try view.append(records, after: last) } catch {
      guard try view.extent().last == last else { throw error }
      let good = zip((last + 1)..., records).prefix { $0 == $1.number }.map(\.1)
      switch mistake {
      case .addsHalf, .takesAnyNumber:
        try view.append(good, after: last)
        try disk.append(good, after: last)
        if mistake == .takesAnyNumber { return }
      case .addsHalfLater where try disk.extent().last == last:
        try disk.append(good, after: last)
      default: break
      }
      throw error
    }
    try disk.append(records, after: last)
  }

  func sync() throws {
    try view.sync()
    try disk.sync()
  }
  func cut(from number: UInt64) throws {
    try view.cut(from: number)
    if mistake != .keepsNoCut { try disk.cut(from: number) }
  }
  func drop(through number: UInt64) {
    view.drop(through: number)
    if mistake != .keepsNoDrop { disk.drop(through: number) }
  }
  func forget(_ person: String) throws -> Int {
    if mistake != .forgetsNone { _ = try disk.forget(person) }
    return try view.forget(person)
  }
  func forget(
    _ person: String, keeping snapshot: LogSnapshot, droppingThrough number: UInt64?
  ) throws -> Int {
    try keep(snapshot, most: mistake == .forgetsBesideSnapshots ? .max : 1)
    try sync()
    let count = try forget(person)
    if let number, mistake != .forgetsWithoutDrop { drop(through: number) }
    return count
  }
  func snapshots() throws -> [LogSnapshot] { try view.snapshots() }
  func keep(_ snapshot: LogSnapshot, most: Int) throws {
    if mistake == .prefersGreaterNumbers,
      try view.snapshots().filter({ $0.number > snapshot.number }).count >= most
    {
      return
    }
    if mistake == .ignoresEqualSnapshots, try view.snapshots().contains(snapshot) { return }
    try view.keep(snapshot, most: most)
    if mistake != .keepsNoSnapshots { try disk.keep(snapshot, most: most) }
  }
}
