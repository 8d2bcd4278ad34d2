// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceWeb

@Suite struct CookieMarksTests {
  private func marks(_ pending: [String], current: String = "") -> CookieMarks {
    var marks = CookieMarks()
    if !current.isEmpty { marks.replace(by: current) }
    for mark in pending { marks.add(mark) }
    return marks
  }

  @Test func theFirstMarkIsEmptyAndNeedsNoRecord() {
    let marks = CookieMarks()
    #expect(marks.isInitial && marks.isValid("") && !marks.isValid("a"))
    #expect(!self.marks(["a"]).isInitial)
    #expect(!self.marks([], current: "a").isInitial)
  }

  @Test func pendingMarksAreValidBesideTheCurrentOne() {
    var marks = marks(["a", "b"])
    #expect(["", "a", "b"].allSatisfy(marks.isValid))
    marks.replace(by: "b")
    #expect(marks.current == "b" && marks.pending.isEmpty)
    #expect(!["", "a"].contains(where: marks.isValid))
  }

  @Test func thereIsABoundAndTheOneThatWasUsedLongestAgoGoes() {
    let names = (1...8).map { "\($0)" }
    var marks = marks(names)
    #expect(marks.pending == names)
    marks.use("1")
    marks.use("none")
    marks.use("")
    marks.add("9")
    #expect(marks.pending == ["3", "4", "5", "6", "7", "8", "1", "9"])
    marks.add("5")
    marks.add("")
    #expect(marks.pending == ["3", "4", "5", "6", "7", "8", "1", "9"])
  }

  @Test func whatWasShownDuringAWriteKeepsItsOrder() {
    var (inMemory, written) = (marks(["a", "b", "c"]), marks(["a", "b", "c", "d"]))
    inMemory.use("a")
    inMemory.become(written)
    #expect(inMemory.pending == ["b", "c", "a", "d"])
    written.replace(by: "d")
    inMemory.become(written)
    #expect(inMemory == written)
  }

  @Test func aRecordIsReadBack() throws {
    let marks = marks(["a", "b"], current: "c")
    let data = try JSONEncoder().encode(marks)
    #expect(try JSONDecoder().decode(CookieMarks.self, from: data) == marks)
    #expect(String(decoding: data, as: UTF8.self).contains(#""pending":["a","b"]"#))
  }
}
