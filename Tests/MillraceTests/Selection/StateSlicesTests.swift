// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct StateSlicesTests {
  private struct Sheet: Sendable {
    var isOpen = false
    var ratio: Double = 0.5
    var rows = [1, 2]
    var size: UInt32 = 7
    var other = 0
  }

  private func slices(_ keyPaths: PartialKeyPath<Sheet>...) -> StateSlices {
    let sizes: [PartialKeyPath<Sheet>: Int] = [
      \.isOpen: 1, \.ratio: 8, \.rows: 8, \.size: 4,
    ]
    return StateSlices(
      Set(
        keyPaths.map {
          StateSlice(offset: MemoryLayout<Sheet>.offset(of: $0)!, size: sizes[$0]!)
        }))
  }

  private func matches(_ slices: StateSlices, _ one: Sheet, _ two: Sheet) -> Bool {
    let image = withUnsafePointer(to: one) { slices.copy($0) }
    defer { image.deallocate() }
    return withUnsafePointer(to: two) { slices.match(image, $0) }
  }

  @Test func onlyTheirBytesAreCompared() {
    let sheet = Sheet()
    let all = slices(\.isOpen, \.ratio, \.rows, \.size)
    #expect(matches(all, sheet, sheet))
    let changes: [(inout Sheet) -> Void] = [
      { $0.isOpen = true }, { $0.ratio = .nan }, { $0.rows.append(1) }, { $0.size = 1 << 30 },
    ]
    for change in changes {
      var changed = sheet
      change(&changed)
      #expect(!matches(all, sheet, changed))
      #expect(matches(all, changed, changed))
    }
    var other = sheet
    other.other = 9
    #expect(matches(all, sheet, other))
    #expect(matches(slices(), sheet, other))
  }

  /// A value that is equal but stored elsewhere is compared with `==` once.
  @Test func valuesThatLieElsewhereAreComparedOnce() {
    struct Word: Equatable, Sendable {
      let text: [Int]
      let log: Log
      static func == (lhs: Word, rhs: Word) -> Bool {
        lhs.log.append("compared")
        return lhs.text == rhs.text
      }
    }
    struct Page: Sendable { var word: Word }
    let log = Log()
    let select = createSelector(\Page.word) { $0.text.count }
    func page() -> Page { Page(word: Word(text: Array(0..<9), log: log)) }
    _ = select(page())
    let second = page()
    log.clear()
    for _ in 0..<5 { #expect(select(second) == 9) }
    #expect(log.lines.count == 1)
    #expect(select.recomputations == 1)
  }

  /// NaN is not equal to itself, but the same bytes count as unchanged.
  @Test func theSameBytesAreUnchanged() {
    let select = createSelector(\Sheet.ratio) { "\($0)" }
    for _ in 0..<3 { #expect(select(Sheet(ratio: .nan)) == "nan") }
    #expect(select.recomputations == 1)
  }
}
