// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceTesting
import Testing

@testable import struct MillraceTesting.HiddenDifferences

@MainActor
@Suite struct HiddenDifferencesTests {
  private struct Note: Equatable, Sendable {
    var date = Date(timeIntervalSinceReferenceDate: 100)
    var body: Data? = Data([1, 2, 3])
    var tags: [String: [Date]] = [:]
    var count = 0
  }

  private func lines(_ change: (inout Note) -> Void) -> [String] {
    var note = Note()
    change(&note)
    return HiddenDifferences(from: Note(), to: note).lines
  }

  @Test func whatPrintsAlikeIsTold() {
    #expect(
      lines { $0.date += 0.0001 } == [
        """
        .date: Date(timeIntervalSinceReferenceDate: 100.0) → \
        Date(timeIntervalSinceReferenceDate: 100.0001)
        """
      ])
    #expect(lines { $0.body = Data([1, 2, 4]) } == [".body: bytes from 2: 03 → bytes from 2: 04"])
  }

  @Test func whatPrintsOtherwiseAndWhatIsEqualIsNot() {
    #expect(lines { $0.date += 1 } == [])
    #expect(lines { $0.body = nil } == [])
    #expect(lines { $0.count = 1 } == [])
    #expect(lines { _ in } == [])
  }

  @Test func dictionariesAreComparedByTheirKeys() {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    var old = Note()
    for number in 0..<20 { old.tags["\(number)"] = [date] }
    var new = old
    new.tags["7"] = [date + 0.0001]
    #expect(HiddenDifferences(from: old, to: new).lines.map { $0.prefix(14) } == [".tags[7][0]: D"])
  }

  @Test func onlyTwentyAreTold() {
    let old = (0..<50).map { Date(timeIntervalSinceReferenceDate: Double($0)) }
    #expect(HiddenDifferences(from: old, to: old.map { $0 + 0.0001 }).lines.count == 20)
  }

  @Test func objectsAreNotFollowed() {
    final class Loop {
      var next: Loop?
    }
    let (one, other) = (Loop(), Loop())
    one.next = one
    other.next = other
    #expect(HiddenDifferences(from: one, to: other).lines == [])
  }
}
