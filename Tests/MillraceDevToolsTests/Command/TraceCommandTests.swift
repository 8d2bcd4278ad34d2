// SPDX-License-Identifier: Apache-2.0

import Millrace
@testable import MillraceDevTools
import MillraceTesting
import MillraceTrace
import Testing

@MainActor
@Suite struct TraceCommandTests {
  private struct NoFile: Error {}

  /// A trace of 700 actions, of which three lead to the value 1000.
  private static let trace: Trace? = {
    let store = Store(
      initialState: Tally(),
      feature: Feature<Tally, TallyAction> { state, action in
        try Reducer.tally(&state, action)
        return action == .add(1) ? .sequence(.add(400), .clear) : .none
      })
    store.onRejection = { _ in }
    let recorder = TraceRecorder(
      store, client: "phone", clientOf: { $0.action == .double ? "tablet" : nil })
    store.dispatch(.add(100))
    store.dispatch(.add(1))
    for _ in 0..<694 { store.dispatch(.clear) }
    store.dispatch(.halve)
    store.dispatch(.add(-1))
    store.dispatch(.double)
    return try? recorder.trace()
  }()

  private func run(
    _ arguments: String..., program: TraceProgram? = nil, text: String? = nil
  ) -> TraceCommand.Answer {
    TraceCommand(program).run(["trace", "a.jsonl"] + arguments) { name in
      guard name == "a.jsonl", let known = text ?? Self.trace?.text else { throw NoFile() }
      return known
    }
  }

  private let program = TraceProgram(Reducer.tally, named: "Reducer.tally")

  @Test func storesTellsWhatATraceIsAbout() {
    let answer = run("stores")
    #expect(answer.code == 0)
    #expect(answer.text.contains("state: Tally\naction: TallyAction\nactions: 701"))
    #expect(answer.text.contains("refused: 1"))
    #expect(answer.text.contains("client: phone"))
    #expect(run("stores", "--json").text.contains(#""states":[0,512]"#))
  }

  @Test func actionsAreBoundedAndSayHowToGoOn() throws {
    let answer = run("actions", "--limit", "2")
    let rows = answer.text.split(separator: "\n")
    #expect(rows.count == 3)
    #expect(rows[0].hasPrefix(#"#1 {"add":{"_0":100}} from MillraceDevToolsTests/"#))
    #expect(rows[2] == "… 699 more: --from 2")
    let next = run("actions", "--limit", "1", "--from", "2", "--json")
    let value = try TraceValue(json: next.text)
    #expect(value["items"]?.array?.first?["number"]?.integer == 3)
    #expect(value["next"]?.integer == 3)
    #expect(value["count"]?.integer == 701)
    #expect(run("actions", "double").text.split(separator: "\n").count == 1)
    #expect(run("actions", "--limit", "99999").text.split(separator: "\n").count == 701)
  }

  @Test func causesPathsAndTextsAreFound() {
    #expect(
      run("why", "3").text.split(separator: "\n").map { $0.prefix(2) } == ["#2", "#3"])
    #expect(run("why", "#3").text.contains("because of #2"))
    #expect(run("who", "value").text.split(separator: "\n").map { $0.prefix(4) }.first == "#1 {")
    #expect(run("find", "400").text.hasPrefix("#3 "))
    #expect(run("find", "nowhere").text == "none")
    #expect(run("tail", "--limit", "1").text.hasPrefix("#701 "))
    #expect(run("show", "699").text.contains("refused: the value is odd"))
    #expect(run("show", "2").text.contains("led to: #3, #4"))
  }

  @Test func anActionIsShownWithItsClient() throws {
    #expect(run("show", "699").text.contains("\nclient: phone\n"))
    #expect(run("show", "701").text.contains("\nclient: tablet\n"))
    #expect(try TraceValue(json: run("show", "699", "--json").text)["client"]?.string == "phone")
    #expect(try TraceValue(json: run("show", "701", "--json").text)["client"]?.string == "tablet")
    #expect(run("tail", "--limit", "1").text.hasSuffix(" of client tablet"))
    #expect(!run("actions", "--limit", "5").text.contains("client"))
  }

  @Test func statesAreMadeByAProgramAndAreKnownWithoutOneWhereTheyWereKept() {
    #expect(run("state", "--at", "0").text == #"{"key":"<redacted>","steps":[],"value":0}"#)
    #expect(run("state", "--at", "3").code == 64)
    #expect(run("state", "--at", "3").text.contains("0, 512"))
    #expect(run("state", "--at", "3", program: program).text.contains(#""value":501"#))
    #expect(run("diff", "0", "1", program: program).text.contains("value: 0 -> 100"))
    #expect(run("state", "--at", "999", program: program).text.contains("unknownNumber"))
  }

  @Test func aReplayNamesTheFirstDifference() {
    #expect(run("replay", program: program).text == "701 actions lead to the recorded states")
    let other = TraceProgram(
      Reducer<Tally, TallyAction> { (state: inout Tally, action: TallyAction) throws in
        try Reducer.tally(&state, action)
        if action == .double { state.value += 1 }
      })
    let answer = run("replay", program: other)
    #expect(answer.code == 1)
    #expect(answer.text.contains("divergence: action 701"))
  }

  @Test func bisectFindsTheFewestActions() {
    let answer = run("bisect", "value=1000", program: program)
    #expect(answer.text.split(separator: "\n").count == 5)
    #expect(run("bisect", "value=7", program: program).text.contains("conditionNeverHolds"))
    #expect(run("bisect", "value", program: program).code == 64)
    #expect(run("bisect", "value=1", "--json").code == 64)
  }

  @Test func bisectRunsNoSubsetTwiceAsOftenAsItMust() {
    var tests = 0
    let few = fewest(Array(0..<10_000)) { subset in
      tests += 1
      return subset.contains(17) && subset.contains(5_000) && subset.contains(9_999)
    }
    #expect(few == [17, 5_000, 9_999])
    #expect(tests < 200)
  }

  @Test func aTestIsWrittenThatFailsInTheSameWay() {
    let text = run("test", "value=1000", program: program).text
    #expect(text.contains("@Test func theReportedRunDoesNotEndInValue() throws {"))
    #expect(text.contains("try trace.decoded(Tally.self, TallyAction.self)"))
    #expect(text.contains("Reducer.tally.step(&state, dispatched.action)"))
    #expect(text.contains(##"!= try TraceValue(json: #"1000"#)"##))
    #expect(text.count < 4_000)
  }

  /// An action of any text, as a hostile trace has them.
  private static func saying(_ text: String) throws -> (trace: String, program: TraceProgram) {
    let says = Feature<String, String> { state, action in
      state += action
      return .none
    }
    let store = Store(initialState: "", feature: says)
    let recorder = TraceRecorder(store)
    store.dispatch(text)
    return (try recorder.trace().text, TraceProgram(says, named: "says"))
  }

  @Test func nothingInATraceIsCodeOfTheTest() throws {
    let hostile = ###"\#(fatalError()) """# \##(fatalError()) "##"###
    let (text, program) = try Self.saying(hostile)
    let condition = try ".=" + TraceValue(encoding: hostile).json
    let answer = run("test", condition, program: program, text: text)
    #expect(answer.code == 0)
    #expect(answer.text.contains(####"try Trace(text: ###""####))
    #expect(!answer.text.contains("\\###("))
    #expect(answer.text.matches(of: /"###/).count == 3)
  }

  @Test func nothingInATraceCommandsTheTerminal() throws {
    let (text, _) = try Self.saying("\u{9B}2J\u{1B}[2J\u{7F}\u{202E}")
    for verb in ["actions", "show", "find"] {
      let argument = verb == "actions" ? [] : [verb == "show" ? "1" : "2J"]
      let answer = TraceCommand().run(["a.jsonl", verb] + argument) { _ in text }
      #expect(answer.text.contains(#"\u009b2J\u001b[2J\u007f\u202e"#))
    }
    let json = TraceCommand().run(["a.jsonl", "actions", "--json"]) { _ in text }.text
    let value = try TraceValue(json: json)
    #expect(
      value["items"]?.array?.first?["action"] == .string("\u{9B}2J\u{1B}[2J\u{7F}\u{202E}"))
    let error = TraceCommand().run(["a.jsonl", "\u{1B}[2J"]) { _ in text }
    #expect(error.text.contains(#"'\u001b[2J'"#))
  }

  @Test(arguments: [
    ["a.jsonl"], ["a.jsonl", "fly"], ["a.jsonl", "actions", "--limit"],
    ["a.jsonl", "actions", "--limit", "-1"], ["a.jsonl", "actions", "--wings"],
    ["a.jsonl", "why"], ["a.jsonl", "why", "x"], ["a.jsonl", "who", "a..b"],
    ["a.jsonl", "replay"], [],
  ])
  func argumentsThatMakeNoSenseAreRefusedWithTheUsage(arguments: [String]) {
    let answer = TraceCommand().run(arguments) { _ in Self.trace?.text ?? "" }
    #expect(answer.code == 64)
    #expect(answer.text.contains("usage: millrace trace FILE VERB"))
  }

  @Test func faultsOfTheFileAreSaidByName() {
    #expect(run("why", "999").text.contains("unknownNumber"))
    #expect(run("stores", text: "{}").text.contains("notATrace"))
    #expect(run("stores", text: "{}").code == 1)
    let answer = TraceCommand().run(["b.jsonl", "stores"]) { _ in throw NoFile() }
    #expect(answer.text.contains("b.jsonl cannot be read"))
  }
}
