// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct WebLogTests {
  @Test func linesReachTheClosure() {
    let sink = LogSink()
    sink.log("one")
    WebLog.silent("two")
    #expect(sink.lines == ["one"])
  }

  @Test func foreignTextBecomesOneShortLine() {
    #expect("plain é".oneLine == "plain é")
    #expect("a\nb\u{1B}[31m\u{202E}c".oneLine == "a\u{FFFD}b\u{FFFD}[31m\u{FFFD}c")
    #expect(String(repeating: "x", count: 500).oneLine.count == 121)
  }
}
