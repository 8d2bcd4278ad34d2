// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceTrace
import Testing

@Suite struct RecordingTraceTests {
  private let recording = Recording.of([
    .add("pen"), .add("ink"), .add("paper"), .add("glue"), .removeFirst,
  ])

  @Test func aRecordingIsATraceAndComesBackFromItsText() throws {
    let trace = try recording.trace()
    #expect(trace.lines.map(\.number) == [1, 2, 3, 4, 5])
    #expect(trace.lines.map(\.changed).first == ["items[0]", "total"])
    #expect(trace.lines[3].rejection == "Cart.Full()")
    let again = try Recording(Trace(text: trace.text), reducer: Cart.reducer)
    #expect(again == recording)
    #expect(try trace.replay(Cart.reducer) == recording.finalState)
  }

  @Test func theNumbersIncreaseAlsoIfTheirSourcesDoNot() throws {
    var recording = recording
    let sources: [(number: UInt64, cause: UInt64?)] = [(10, nil), (0, nil), (11, 10), (4, 11)]
    for (index, source) in sources.enumerated() {
      recording.entries[index].source = ActionSource(
        recordedFileID: "Shop/Shop.swift", function: "buy()", line: 7, number: source.number,
        cause: source.cause)
    }
    let trace = try Trace(text: recording.trace().text)
    #expect(trace.lines.map(\.number) == [10, 11, 12, 13, 14])
    #expect(trace.lines.map(\.source.cause) == [nil, nil, 10, 12, nil])
    #expect(try trace.replay(Cart.reducer) == recording.finalState)
  }

  @Test func aLineSaysWhichClientSentIt() throws {
    var recording = recording
    recording.entries[1].source = recording.entries[1].source.of(client: "phone")
    let trace = try Trace(text: recording.trace().text)
    #expect(trace.lines.map(\.client) == [nil, "phone", nil, nil, nil])
    let again = try Recording(trace, reducer: Cart.reducer)
    #expect(again.entries[1].source.client == "phone")
  }

  @Test func aTraceOfAnotherProgramIsRefused() throws {
    let trace = try recording.trace()
    #expect {
      try Recording(trace, reducer: Reducer<Int, CartAction>.identity)
    } throws: { error in
      "\(error)".hasPrefix("unreadableState")
    }
  }

  @Test func aTraceOfAnotherReducerNamesTheFirstDifference() throws {
    #expect {
      try recording.trace().replay(Cart.generousReducer)
    } throws: { error in
      if case TraceError.divergence(3, _) = error { true } else { false }
    }
  }
}
