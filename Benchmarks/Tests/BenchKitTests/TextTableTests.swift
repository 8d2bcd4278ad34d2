// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Testing

@Suite struct TextTableTests {
  @Test func columnsAreAsWideAsTheirWidestWord() {
    var table = TextTable(("name", .left), ("n", .right), ("note", .left))
    table.add("a", "1", "")
    table.add("longer", "100", "x")
    #expect(
      table.text == """
        name      n  note
        a         1
        longer  100  x

        """)
  }

  @Test func rowsForPeople() {
    let rows = [
      Row(
        name: "S1a", operation: "count", value: 12.3456, unit: "ns", ratio: 1.5, allocations: 0),
      Row(name: "S6", operation: "memory", value: 180, unit: "B", ratio: 0.75),
    ]
    #expect(
      rows.table == """
        name  operation   per op  allocs/op  x baseline
        S1a   count      12.3 ns          0         1.5
        S6    memory       180 B          -        0.75

        """)
  }

  @Test func aBrokenPromiseSaysByHowMuch() {
    let time = Promise("time", "S1a", .ratio, atMost: 2)
    let count = Promise("objects", "S1a", .allocations, atMost: 0)
    let verdicts = [
      Verdict(time, measured: 2), Verdict(time, measured: 5), Verdict(count, measured: 3),
      Verdict(count, measured: nil),
    ]
    #expect(
      verdicts.table == """
        promise  row  measured  at most
        time     S1a         2        2  kept
        time     S1a         5        2  BROKEN, 2.5 times the limit
        objects  S1a         3        0  BROKEN, 3 too many
        objects  S1a         -        0  BROKEN, nothing was measured

        """)
  }
}
