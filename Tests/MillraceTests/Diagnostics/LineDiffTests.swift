// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct LineDiffTests {
  private func lines(_ text: String) -> [TextLine] {
    text.split(separator: "\n").map { line in
      let depth = line.prefix { $0 == " " }.count
      return TextLine(depth: depth, text: String(line.dropFirst(depth)))
    }
  }

  private func diff(_ old: String, _ new: String, context: Int = 0) -> [String] {
    LineDiff(lines(old), lines(new), context: context).lines
  }

  @Test func equalTextsHaveNoDiff() {
    #expect(diff("a\n b\n c", "a\n b\n c").isEmpty)
    #expect(diff("", "").isEmpty)
  }

  @Test func aChangeStandsUnderWhatItBelongsTo() {
    let old = "App\n user\n  name: a\n  age: 1\n items\n  x"
    let new = "App\n user\n  name: a\n  age: 2\n items\n  x"
    #expect(
      diff(old, new) == [
        "  App", "    user", "-     age: 1", "+     age: 2",
      ])
  }

  @Test func contextShowsTheNeighbours() {
    let old = "a\nb\nc\nd\ne"
    let new = "a\nb\nX\nd\ne"
    #expect(diff(old, new, context: 1) == ["  b", "- c", "+ X", "  d"])
    #expect(diff(old, new, context: 9) == ["  a", "  b", "- c", "+ X", "  d", "  e"])
  }

  @Test func anInsertionAtTheFrontIsOneLine() {
    #expect(diff("l\n - a\n - b", "l\n - z\n - a\n - b") == ["  l", "+   - z"])
    #expect(diff("l\n - z\n - a", "l\n - a") == ["  l", "-   - z"])
  }

  @Test func aRowThatEndsLikeTheRowBeforeItIsAddedAsAWhole() {
    let one = "s\n count: 1\n rows: 1\n  - Row\n   id: 1\n   done: no"
    let two =
      "s\n count: 2\n rows: 2\n  - Row\n   id: 1\n   done: no\n  - Row\n   id: 2\n   done: no"
    #expect(
      diff(one, two) == [
        "  s", "-   count: 1", "-   rows: 1", "+   count: 2", "+   rows: 2",
        "+     - Row", "+       id: 2", "+       done: no",
      ])
    #expect(
      diff(two, one) == [
        "  s", "-   count: 2", "-   rows: 2", "+   count: 1", "+   rows: 1",
        "-     - Row", "-       id: 2", "-       done: no",
      ])
  }

  @Test func aRowThatBeginsLikeTheRowAfterItIsAddedAsAWhole() {
    let one = "l\n - Row\n  kind: x\n  id: 1"
    let two = "l\n - Row\n  kind: x\n  id: 2\n - Row\n  kind: x\n  id: 1"
    #expect(diff(one, two) == ["  l", "+   - Row", "+     kind: x", "+     id: 2"])
    #expect(diff(two, one) == ["  l", "-   - Row", "-     kind: x", "-     id: 2"])
  }

  @Test func twoRowsOfALargeTableAreTwoChanges() throws {
    func lines(_ first: String, _ last: String) -> [TextLine] {
      [TextLine(depth: 0, text: first)]
        + (0..<20_000).flatMap { row in
          [TextLine(depth: 0, text: "Row"), TextLine(depth: 1, text: "\(row)")]
        }
        + [TextLine(depth: 0, text: last)]
    }
    let diff = LineDiff(lines("a", "y"), lines("b", "z"))
    try #require(diff.entries.count == 4)  // otherwise all lines would be printed
    #expect(diff.lines == ["- a", "+ b", "- y", "+ z"])
  }

  @Test func textsWithoutALineOfTheirOwnAreReplaced() {
    let old = (0..<50).map { TextLine(depth: 0, text: "\($0 % 5)") }
    let five = TextLine(depth: 0, text: "5")
    let new = old.map { $0.text == "0" ? five : $0 } + [five]
    #expect(LineDiff(old, new, most: 100).entries.count == 101)
  }

  /// A comparison of all lines would cost the square of their number, also if one text is short.
  @Test func oneLineAndManyAreComparedByTheLinesThatOccurOnce() {
    let line = TextLine(depth: 0, text: "a")
    let new = ["x", "a", "a"] + (0..<5_000).map { "\($0)" }
    let diff = LineDiff([line], new.map { TextLine(depth: 0, text: $0) }, context: .max)
    #expect(diff.entries.count { $0.mark == .kept } == 0)
    #expect(diff.entries.count == 5_004)
  }

  /// Removing the added lines gives the old text, removing the removed ones the new text.
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func withAllContextTheDiffHoldsBothTexts(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func text() -> [TextLine] {
      (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        TextLine(
          depth: Int.random(in: 0...2, using: &generator),
          text: "\(Int.random(in: 0...4, using: &generator))")
      }
    }
    let (old, new) = (text(), text())
    let most = Bool.random(using: &generator) ? 4_000_000 : 20
    guard old != new else { return }
    let entries = LineDiff(old, new, context: 100, most: most).entries
    #expect(entries.filter { $0.mark != .added }.map(\.line) == old, "seed \(seed)")
    #expect(entries.filter { $0.mark != .removed }.map(\.line) == new, "seed \(seed)")
    let short = LineDiff(old, new, most: most).entries.filter { $0.mark != .kept }
    #expect(short == entries.filter { $0.mark != .kept }, "seed \(seed)")
  }

  @Test(arguments: [(Int.min, 2), (-1, 2), (Int.max, 5)])
  func anyContextWillDo(context: Int, count: Int) {
    #expect(diff("a\nb\nc\nd", "a\nb\nX\nd", context: context).count == count)
  }
}
