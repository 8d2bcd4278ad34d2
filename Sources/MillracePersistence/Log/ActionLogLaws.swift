// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The laws of ``ActionLog``, as tests of a carrier of your own.
///
/// ```swift
/// @Test func theLawsHold() async throws {
///   let broken = try await ActionLogLaws.check { name in MyLog(table: name) }
///   #expect(broken == [])
/// }
/// ```
public enum ActionLogLaws {
  /// Runs all laws.
  ///
  /// The survival of a loss of power is not checked: this function cannot cause one.
  ///
  /// - Parameter log: Opens the log of a name. The same name must open the same log. Each run uses
  ///   new names.
  /// - Returns: The descriptions of the broken laws. The array is empty if all laws hold.
  /// - Throws: An error of the carrier that no law expects.
  public static func check(
    _ log: (_ name: String) async throws -> any ActionLog
  ) async throws -> [String] {
    var laws = Checker()
    func fresh() -> String { "laws-\(UUID().uuidString)" }
    try await laws.appending(log, fresh())
    try await laws.allOrNone(log, fresh())
    try await laws.oneWriter(log, fresh())
    try await laws.removal(log, fresh())
    try await laws.snapshots(log, fresh())
    try await laws.persons(log, fresh())
    try await laws.forgetting(log, fresh())
    return laws.broken
  }

  private struct Checker {
    var broken: [String] = []

    mutating func expect(_ law: String, _ holds: Bool) {
      if !holds && !broken.contains(law) { broken.append(law) }
    }

    /// Releases a log, opens it again and claims it, as the next process does.
    private func reopened(
      _ log: any ActionLog, _ open: (String) async throws -> any ActionLog, _ name: String
    ) async throws -> any ActionLog {
      await log.release()
      return try await claimed(open, name)
    }

    private static func records(_ numbers: ClosedRange<UInt64>, of person: String? = nil)
      -> [LogRecord]
    {
      numbers.map { number in
        // Bodies with many sizes and bytes.
        let bytes = (0..<(number * 97 % 700 + 1)).map { UInt8(truncatingIfNeeded: $0 &* number) }
        return LogRecord(number: number, person: person, body: Data(bytes))
      }
    }

    private func claimed(
      _ open: (String) async throws -> any ActionLog, _ name: String
    ) async throws -> any ActionLog {
      let log = try await open(name)
      try await log.claim(as: .current)
      return log
    }

    /// Returns the fault that a call throws, or nil.
    private func thrown(_ body: () async throws -> Void) async throws -> LogFault? {
      do {
        try await body()
        return nil
      } catch let fault as LogFault { return fault }
    }

    mutating func appending(
      _ open: (String) async throws -> any ActionLog, _ name: String
    ) async throws {
      let log = try await claimed(open, name)
      expect("a log begins empty", try await log.extent() == LogExtent())
      let records = Self.records(1...300)
      try await log.append(Array(records[..<10]), after: 0)
      try await log.append(Array(records[10...]), after: 10)
      expect(
        "records are read as they were added", try await log.records(from: 1, limit: 999) == records
      )
      expect(
        "records are read from a number on, at most as many as asked",
        try await log.records(from: 250, limit: 7) == Array(records[249..<256]))
      expect(
        "a read behind the last record returns nothing",
        try await log.records(from: 301, limit: 9).isEmpty)
      let fault = try await thrown { try await log.append(Self.records(300...301), after: 299) }
      expect(
        "records that do not follow the last one are refused, with both numbers",
        fault == .conflict(expected: 299, found: 300))
      expect("records that are refused change nothing", try await log.extent().last == 300)
      let before = try await log.extent()
      expect("records that are not synced do not count as synced", before.synced == 0)
      try await log.sync()
      let after = try await log.extent()
      expect("records that are synced count as synced", after.synced == 300 && after.written == 300)
      let more = Self.records(301...310)
      try await log.append(more, after: 300)

      let again = try await reopened(log, open, name)
      let extent = try await again.extent()
      expect(
        "records are there when a log is opened again",
        extent.first == 1 && extent.last == 310 && extent.written == 310)
      expect(
        "records are the same when a log is opened again",
        try await again.records(from: 1, limit: 999) == records + more)
      expect(
        "records that were synced count as synced when a log is opened again", extent.synced >= 300)
      await again.release()
    }

    mutating func allOrNone(
      _ open: (String) async throws -> any ActionLog, _ name: String
    ) async throws {
      let log = try await claimed(open, name)
      try await log.append(Self.records(1...5), after: 0)
      for numbers in [[6, 7, 7], [6, 8, 9]] as [[UInt64]] {
        let records = numbers.flatMap { Self.records($0...$0) }
        var isRefused = false
        do { try await log.append(records, after: 5) } catch { isRefused = true }
        expect("records whose numbers do not follow each other are refused", isRefused)
      }
      expect(
        "an append that fails adds none of its records",
        try await log.records(from: 1, limit: 9) == Self.records(1...5))
      let again = try await reopened(log, open, name)
      expect(
        "an append that fails has added none when a log is opened again",
        try await again.records(from: 6, limit: 9).isEmpty)
      await again.release()
    }

    mutating func oneWriter(
      _ open: (String) async throws -> any ActionLog, _ name: String
    ) async throws {
      let (first, second) = (try await open(name), try await open(name))
      let writer = LogWriter(process: 4711, program: "first", since: 1_000_000)
      try await first.claim(as: writer)
      let fault = try await thrown { try await second.claim(as: .current) }
      expect(
        "a second writer is refused, and the error names the first", fault == .held(by: writer))
      await first.release()
      let free = try await thrown { try await second.claim(as: .current) }
      expect("a log that was released can be claimed", free == nil)
      await second.release()
    }

    mutating func removal(
      _ open: (String) async throws -> any ActionLog, _ name: String
    ) async throws {
      var log = try await claimed(open, name)
      try await log.append(Self.records(1...20), after: 0)
      try await log.keep(LogSnapshot(number: 19, fingerprint: "f", body: Data()), most: 2)
      try await log.cut(from: 18)
      let cut = try await log.extent()
      expect("a tail that is cut is gone", cut.last == 17 && cut.written == 17)
      expect("the snapshots of a tail that is cut are gone", try await log.snapshots().isEmpty)
      expect("the records that a cut leaves are synced", cut.synced == 17)
      try await log.cut(from: 99)
      expect("a cut behind the end changes nothing", try await log.extent() == cut)
      log = try await reopened(log, open, name)
      let (cutBefore, snapshots) = (try await log.extent(), try await log.snapshots())
      expect(
        "a tail that was cut is gone when a log is opened again",
        cutBefore.last == 17 && cutBefore.written == 17 && snapshots.isEmpty)
      guard cutBefore.last == 17 else { return await log.release() }
      try await log.append(Self.records(18...19), after: 17)
      try await log.drop(through: 5)
      let dropped = try await log.extent()
      expect("a beginning that is dropped is gone", dropped.first == 6 && dropped.last == 19)
      expect(
        "the records after a beginning that is dropped are there",
        try await log.records(from: 1, limit: 99).map(\.number) == Array(6...19))
      log = try await reopened(log, open, name)
      let droppedBefore = try await log.extent()
      let rest = try await log.records(from: 1, limit: 99)
      expect(
        "a beginning that was dropped is gone when a log is opened again",
        droppedBefore.first == 6 && droppedBefore.last == 19
          && rest.map(\.number) == Array(6...19))
      try await log.drop(through: 19)
      log = try await reopened(log, open, name)
      try await log.append(Self.records(20...20), after: 19)
      let end = try await log.extent()
      expect("numbers continue after all records were dropped", end.first == 20 && end.last == 20)
      try await log.cut(from: 0)
      let none = try await log.extent()
      expect("a cut from zero removes all records", none.last + 1 == none.first)
      await log.release()
    }

    mutating func snapshots(
      _ open: (String) async throws -> any ActionLog, _ name: String
    ) async throws {
      var log = try await claimed(open, name)
      try await log.append(Self.records(1...9), after: 0)
      let all = (1...4).map {
        LogSnapshot(
          number: UInt64($0), fingerprint: "f\($0)", body: Data(repeating: UInt8($0), count: 5_000))
      }
      for snapshot in all { try await log.keep(snapshot, most: 2) }
      expect("the newest snapshots are kept", try await log.snapshots() == [all[3], all[2]])
      let other = LogSnapshot(number: 4, fingerprint: "g", body: Data("other".utf8))
      try await log.keep(other, most: 2)
      expect(
        "a snapshot replaces one with the same number",
        try await log.snapshots() == [other, all[2]])
      try await log.keep(all[1], most: 1)
      let snapshots = try await log.snapshots()
      expect(
        "snapshots with greater numbers are not counted, and stay",
        snapshots == [other, all[2], all[1]])
      log = try await reopened(log, open, name)
      expect(
        "snapshots are the same when a log is opened again", try await log.snapshots() == snapshots)
      try await log.keep(other, most: 1)
      expect(
        "a snapshot that is kept again removes older ones",
        try await log.snapshots() == [other])
      await log.release()
    }

    mutating func persons(
      _ open: (String) async throws -> any ActionLog, _ name: String
    ) async throws {
      var log = try await claimed(open, name)
      try await log.append(Self.records(1...3, of: "ann"), after: 0)
      try await log.append(
        Self.records(4...5, of: "bob") + Self.records(6...7, of: "ann"), after: 3)
      expect("all records of a person are forgotten", try await log.forget("ann") == 5)
      let records = try await log.records(from: 1, limit: 9)
      expect(
        "forgotten records stay, without a body",
        records.map(\.body.isEmpty) == [true, true, true, false, false, true, true])
      expect("forgotten records have a correct checksum", records.allSatisfy(\.isWhole))
      expect("records of other persons stay", records[3...4] == Self.records(4...5, of: "bob")[...])
      let keys = ["ann\0", "\0", "", "a'b\"", "\u{1F469}\u{200D}\u{1F680}", "\u{FFFF}"]
      for (number, key) in zip((8 as UInt64)..., keys) {
        try await log.append(Self.records(number...number, of: key), after: number - 1)
      }
      expect("a person's key does not match a longer one", try await log.forget("ann") == 0)
      log = try await reopened(log, open, name)
      expect(
        "forgotten records are empty when a log is opened again",
        try await log.records(from: 1, limit: 7) == records)
      expect("a forgotten record has no person any more", try await log.forget("ann") == 0)
      let keyed = try await log.records(from: 8, limit: 9)
      expect(
        "a person's key is any text",
        keyed.map(\.person) == keys && keyed.allSatisfy(\.isWhole))
      for key in keys {
        expect("each person's key is found again", try await log.forget(key) == 1)
      }
      await log.release()
    }

    mutating func forgetting(
      _ open: (String) async throws -> any ActionLog, _ name: String
    ) async throws {
      var log = try await claimed(open, name)
      let records = Self.records(1...3, of: "ann") + Self.records(4...5, of: "bob")
      try await log.append(records, after: 0)
      let snapshots = zip([2, 3, 5, 5], ["e", "f", "g", "h"]).map {
        LogSnapshot(number: $0, fingerprint: $1, body: Data($1.utf8))
      }
      // A journal adds the snapshot and reads it again before it forgets.
      for snapshot in snapshots[..<3] { try await log.keep(snapshot, most: 3) }
      let ann = try await log.forget("ann", keeping: snapshots[2], droppingThrough: nil)
      let isAlone = try await log.snapshots() == [snapshots[2]]
      let left = try await log.records(from: 1, limit: 9)
      expect(
        "forgetting a person replaces all snapshots by the given one",
        ann == 3 && isAlone && left.map(\.body.isEmpty) == [true, true, true, false, false])
      let bob = try await log.forget("bob", keeping: snapshots[3], droppingThrough: 4)
      let last = try await log.records(from: 1, limit: 9)
      let isNext = try await log.snapshots() == [snapshots[3]]
      expect(
        "forgetting a person removes the records up to the given number",
        bob == 2 && isNext && last == [records[4].forgotten])
      log = try await reopened(log, open, name)
      expect(
        "snapshots are the same when a log is opened again",
        try await log.snapshots() == [snapshots[3]])
      expect(
        "forgotten records are empty when a log is opened again",
        try await log.records(from: 5, limit: 9) == last)
      expect(
        "a beginning that was dropped is gone when a log is opened again",
        try await log.extent().first == 5)
      await log.release()
    }
  }
}
