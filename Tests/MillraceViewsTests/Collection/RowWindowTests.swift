// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

struct RowWindowTests {
  @Test func fewRowsAreShownWhole() {
    #expect(RowWindow().parts(of: 200) == [0..<200])
    #expect(RowWindow().parts(of: 201) == [0..<60])
    #expect(RowWindow().parts(of: 0) == [0..<0])
  }

  @Test func noPageGetsMoreThanTheLongestWindow() {
    var window = RowWindow()
    window.show(0..<Int.max, of: 100_000)
    #expect(window.rows == 0..<RowWindow.longest)
  }

  @Test(arguments: [(500..<560, 500..<560), (980..<1100, 880..<1000), (5000..<5060, 940..<1000)])
  func aWindowIsWhereRowsAre(wanted: Range<Int>, shown: Range<Int>) {
    var window = RowWindow()
    window.show(wanted, of: 1000)
    #expect(window.parts(of: 1000) == [shown])
  }

  @Test(
    arguments: [
      (3, [3..<4, 100..<160]), (99, [99..<160]), (100, [100..<160]), (160, [100..<161]),
      (161, [100..<160, 161..<162]), (1000, [100..<160]),
    ])
  func theRowInUseStays(kept: Int, parts: [Range<Int>]) {
    var window = RowWindow()
    window.show(100..<160, of: 1000)
    window.kept = [kept]
    #expect(window.parts(of: 1000) == parts)
  }

  @Test(
    arguments: [
      ([3, 4, 99, 700], [3..<5, 99..<160, 700..<701]), ([99, 98, 160, 161], [98..<162]),
      ([120, 2000], [100..<160]), ([Int](), [100..<160]),
    ])
  func severalRowsInUseStay(kept: [Int], parts: [Range<Int>]) {
    var window = RowWindow()
    window.show(100..<160, of: 1000)
    window.kept = Set(kept)
    #expect(window.parts(of: 1000) == parts)
  }

  @Test func aRowInUseStaysBesideAnEmptyWindow() {
    var window = RowWindow()
    window.show(500..<500, of: 1000)
    for (kept, part) in [(499, 499..<500), (500, 500..<501)] {
      window.kept = [kept]
      #expect(window.parts(of: 1000) == [part])
    }
  }

  @Test func aWindowThatMovesKeepsItsLength() {
    var window = RowWindow()
    window.show(100..<190, of: 1000)
    window.move(to: 105, of: 1000)
    #expect(window.rows == 105..<195)
    window.move(to: 990, of: 1000)
    #expect(window.rows == 910..<1000)
  }
}
