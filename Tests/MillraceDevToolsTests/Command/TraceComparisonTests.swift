// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDevTools
import MillraceTesting
import MillraceTrace
import Testing

@MainActor
@Suite struct TraceComparisonTests {
  private struct NoFile: Error {}

  private func trace(of actions: [TallyAction], from first: Tally = Tally()) throws -> Trace {
    let store = Store(initialState: first, reducer: .tally)
    store.onRejection = { _ in }
    let recorder = TraceRecorder(store)
    for action in actions { store.dispatch(action) }
    return try recorder.trace()
  }

  private func compare(_ one: Trace, _ other: Trace, _ options: String...) -> TraceCommand.Answer {
    TraceCommand().run(["one", "compare", "other"] + options) { name in
      switch name {
      case "one": one.text
      case "other": other.text
      default: throw NoFile()
      }
    }
  }

  @Test func equalTracesHaveNoDifference() throws {
    let one = try trace(of: [.add(1), .double])
    let answer = compare(one, try trace(of: [.add(1), .double]))
    #expect(answer.text == "no difference in 2 actions (3 states compared)")
    #expect(answer.code == 0)
    #expect(
      compare(one, one, "--json").text == #"{"difference":null,"actions":2,"compared":3}"#)
  }

  @Test func theFirstOtherActionIsNamed() throws {
    let one = try trace(of: [.add(1), .double, .clear])
    let other = try trace(of: [.add(1), .add(2), .double])
    let answer = compare(one, other)
    #expect(answer.code == 1)
    let rows = answer.text.split(separator: "\n")
    #expect(rows.map { $0.prefix(10) } == ["action #2 ", #"#2 {"doubl"#, #"#2 {"add":"#])
    let value = try TraceValue(json: compare(one, other, "--json").text)
    #expect(value["difference"]?.string == "action")
    #expect(value["number"]?.integer == 2)
    #expect(value["items"]?.array?.count == 2)
  }

  @Test func statesAreComparedAfterEqualActions() throws {
    let one = try trace(of: [.add(1)])
    let other = try trace(of: [.add(1)], from: Tally(value: 7))
    #expect(compare(one, other).text == "the first states differ:\nvalue: 0 -> 7")
    // Only the hash of the state after the action is in the trace.
    var changed = one
    changed.lines[0].hash = 1
    changed.lines[0].changed = ["steps"]
    let text = compare(one, changed).text
    #expect(text.hasPrefix("the states after #1 differ, and the traces do not contain both;"))
    #expect(text.hasSuffix("a change of steps[0], value, the second of steps"))
    changed.keyframes.append(.init(number: 1, state: try TraceValue(json: #"{"value":3}"#)))
    var kept = one
    kept.keyframes.append(.init(number: 1, state: try TraceValue(json: #"{"value":4}"#)))
    #expect(compare(kept, changed).text == "the states after #1 differ:\nvalue: 4 -> 3")
  }

  @Test func aRefusedActionDiffersFromACommittedOne() throws {
    let one = try trace(of: [.add(1)])
    var other = one
    other.lines[0].rejection = "no"
    #expect(compare(one, other).text.hasPrefix("action #1 differs:\n"))
  }

  @Test func theEndOfTheShorterTraceIsNamed() throws {
    let one = try trace(of: [.add(1)])
    let other = try trace(of: [.add(1), .clear, .clear])
    #expect(compare(one, other).text.hasPrefix("the second trace has 2 more actions:\n#2 "))
    #expect(compare(other, one).text.hasPrefix("the first trace has 2 more actions:\n#2 "))
  }

  @Test func theOtherFileIsNamedInItsErrors() throws {
    let one = try trace(of: [])
    let answer = TraceCommand().run(["one", "compare", "gone"]) { name in
      guard name == "one" else { throw NoFile() }
      return one.text
    }
    #expect(answer.code == 1)
    #expect(answer.text.hasPrefix("error: gone cannot be read"))
    #expect(TraceCommand().run(["one", "compare"]) { _ in one.text }.code == 64)
  }
}
