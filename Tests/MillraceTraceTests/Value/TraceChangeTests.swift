// SPDX-License-Identifier: Apache-2.0

import MillraceTrace
import Testing

@Suite struct TraceChangeTests {
  @Test func changesNameTheirPaths() throws {
    let old = try TraceValue(json: #"{"a":1,"b":[1,2,3],"c":{"d":1},"e":null}"#)
    let new = try TraceValue(json: #"{"a":2,"b":[1,5],"c":{"d":1,"f":2}}"#)
    #expect(
      old.changes(to: new).map(\.description) == [
        "a: 1 -> 2", "b[1]: 2 -> 5", "b[2]: 3 -> nothing", "c.f: nothing -> 2",
        "e: null -> nothing",
      ])
    #expect(old.changes(to: new, limit: 2).count == 2)
    #expect(old.changes(to: old).isEmpty)
  }

  @Test func aLongValueIsShownByItsBeginning() {
    let change = TraceChange(
      path: TracePath(), old: nil, new: .string(String(repeating: "a", count: 500)))
    #expect(change.description.count < 250)
    #expect(change.description.hasSuffix("…"))
  }

  @Test func aValueIsTruncatedAfterCharactersNotBytes() {
    let text = String(repeating: "é", count: 160)
    let change = TraceChange(path: TracePath(), old: nil, new: .string(text))
    #expect(change.description.hasSuffix("\"\(text)\""))
    #expect(text.shortened(to: 160) == text)
    #expect(text.shortened(to: 159) == text.dropLast() + "…")
    #expect("".shortened(to: 0) == "")
  }
}
