// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillracePersistence
import Testing

struct LogRecordTests {
  /// A program reads what earlier versions have written.
  @Test func checksumIsThatOfEarlierVersions() {
    let record = LogRecord(number: 7, person: "ann", body: Data("{\"number\":7}".utf8))
    #expect(record.checksum == 0x799a_7268_7400_2752)
    let other = LogRecord(number: 0x0102_0304_0506_0708, body: Data("x".utf8))
    #expect(other.checksum == 0x6984_0d08_85aa_2692)
    let snapshot = LogSnapshot(number: 7, fingerprint: "1 ab", body: Data("{}".utf8))
    #expect(snapshot.checksum == 0x074d_6ac1_1aa0_f2b9)
  }

  @Test func eachFlippedBitIsSeen() {
    let record = LogRecord(number: 7, person: "ann", body: Data("{\"number\":7}".utf8))
    #expect(record.isWhole)
    for bit in 0..<(record.body.count * 8) {
      var other = record
      other.body[bit / 8] ^= 1 << (bit % 8)
      #expect(!other.isWhole)
    }
    for bit in 0..<64 {
      var other = record
      other.number ^= 1 << bit
      #expect(!other.isWhole)
      other = record
      other.checksum ^= 1 << bit
      #expect(!other.isWhole)
    }
    var other = record
    other.person = "bob"
    #expect(!other.isWhole)
  }

  @Test func forgottenRecordIsWholeAndEmpty() {
    let record = LogRecord(number: 7, person: "ann", body: Data("x".utf8)).forgotten
    #expect(record.isWhole && record.body.isEmpty && record.person == nil && record.number == 7)
  }
}

struct LogSnapshotTests {
  @Test func eachFlippedBitIsSeen() {
    let snapshot = LogSnapshot(number: 7, fingerprint: "1 ab", body: Data("{}".utf8))
    #expect(snapshot.isWhole)
    for bit in 0..<16 {
      var other = snapshot
      other.body[bit / 8] ^= 1 << (bit % 8)
      #expect(!other.isWhole)
    }
    var other = snapshot
    other.fingerprint = "2 ab"
    #expect(!other.isWhole)
  }
}

struct LogWriterTests {
  @Test func saysItsProcessItsProgramAndSinceWhen() {
    let writer = LogWriter(process: 42, program: "shop", since: 1_700_000_000)
    #expect(writer.description == "process 42 (shop), since 2023-11-14T22:13:20Z")
    #expect(LogWriter.current.process == ProcessInfo.processInfo.processIdentifier)
  }
}
