// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
@testable import MillraceDevTools
import MillraceTesting
import MillraceTrace
import Testing

@MainActor
@Suite struct TraceCommandTests {
  private struct NoFile: Error {}

  /// A trace of 701 actions, of which three lead to the value 1000.
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

  @Test func theListOfStatesSaysHowToGoOn() throws {
    var trace = try #require(Self.trace)
    trace.keyframes =
      trace.keyframes.prefix(1)
      + (1...60).map { number in
        Trace.Keyframe(number: number, state: .null)
      }
    let all = trace.text
    #expect(run("stores", text: all).text.hasSuffix("\n… 11 more states: --from 50"))
    #expect(run("stores", "--from", "50", text: all).text.contains("states: [50,51,"))
    #expect(!run("stores", "--from", "50", text: all).text.contains("more"))
    #expect(
      run("stores", "--limit", "60", text: all).text.hasSuffix("\n… 1 more state: --from 60"))
    let json = try TraceValue(json: run("stores", "--json", "--limit", "2", text: all).text)
    #expect(json["states"] == .array([.number("0"), .number("1")]))
    #expect(json["next"]?.integer == 2)
    let end = try TraceValue(json: run("stores", "--json", "--from", "60", text: all).text)
    #expect(end["states"] == .array([.number("60")]))
    #expect(end["next"] == nil)
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
    let most = run("actions", "--limit", "99999").text
    #expect(most.utf8.count < 64 << 10)
    let more = most.split(separator: "\n").last
    #expect(more?.hasSuffix(" more: --from \(most.split(separator: "\n").count - 1)") == true)
  }

  @Test func causesPathsAndTextsAreFound() {
    #expect(
      run("why", "3").text.split(separator: "\n").map { $0.prefix(2) } == ["#2", "#3"])
    #expect(run("why", "#3").text.contains("because of #2"))
    #expect(run("who", "value").text.split(separator: "\n").map { $0.prefix(4) }.first == "#1 {")
    #expect(run("find", "400").text.hasPrefix("#3 "))
    #expect(run("find", "nowhere").text == "none")
    let tail = run("tail", "--limit", "2").text.split(separator: "\n")
    #expect(tail.map { $0.prefix(5) } == ["… 699", "#700 ", "#701 "])
    #expect(tail[0] == "… 699 older: --from 2")
    let older = run("tail", "--limit", "1", "--from", "2").text.split(separator: "\n")
    #expect(older.last?.hasPrefix("#699 ") == true)
    #expect(run("show", "699").text.contains("refused: the value is odd"))
    #expect(run("show", "2").text.contains("led to: #3, #4"))
  }

  @Test func whatATraceDoesNotTellIsNotTakenForNothing() throws {
    var trace = try #require(Self.trace)
    for index in 0..<3 { trace.lines[index].changed = nil }
    let note = "the trace does not contain the changes of 3 actions"
    #expect(run("who", "key", text: trace.text).text == note)
    #expect(run("who", "value", text: trace.text).text.hasSuffix("\n" + note))
    let json = try TraceValue(json: run("who", "key", "--json", text: trace.text).text)
    #expect(json["unknown"]?.integer == 3 && json["count"]?.integer == 0)
    #expect(run("who", "key").text == "none")
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

  @Test func aTraceWithoutAStateIsRefusedByName() throws {
    var trace = try #require(Self.trace)
    trace.keyframes = []
    for program in [nil, self.program] {
      for words in [["state"], ["diff", "0", "1"]] {
        let answer = TraceCommand(program).run(["a.jsonl"] + words) { _ in trace.text }
        #expect(answer.code == 1)
        #expect(answer.text.contains("noState: "))
      }
    }
  }

  @Test func aReplayNamesTheFirstDifference() {
    #expect(
      run("replay", program: program).text
        == "701 actions lead to the recorded states (701 compared)")
    let other = TraceProgram(
      Reducer<Tally, TallyAction> { (state: inout Tally, action: TallyAction) throws in
        try Reducer.tally(&state, action)
        if action == .double { state.value += 1 }
      })
    let answer = run("replay", program: other)
    #expect(answer.code == 1)
    #expect(answer.text.contains("divergence: action 701"))
  }

  @Test func aReplayTellsHowManyStatesItCompared() throws {
    var trace = try #require(Self.trace)
    for index in trace.lines.indices { trace.lines[index].hash = nil }
    #expect(
      run("replay", program: program, text: trace.text).text
        == "701 actions lead to the recorded states (1 compared)")
    trace.lines[0].hash = Self.trace?.lines[0].hash
    #expect(
      run("replay", "--json", program: program, text: trace.text).text
        == #"{"actions":701,"compared":2}"#)
    trace.lines[0].hash = nil
    trace.keyframes.removeLast()
    #expect(
      run("replay", program: program, text: trace.text).text
        == "701 actions were run, and no state was compared: no action has a state or a hash")
    #expect(
      run("replay", "--json", program: program, text: trace.text).text
        == #"{"actions":701,"compared":0}"#)
  }

  @Test func bisectFindsTheFewestActions() {
    let answer = run("bisect", "value=1000", program: program)
    #expect(answer.text.split(separator: "\n").count == 5)
    #expect(run("bisect", "value=7", program: program).text.contains("conditionNeverHolds"))
    #expect(run("bisect", "value", program: program).code == 64)
    #expect(run("bisect", "value=1", "--json").code == 64)
  }

  @Test func aConditionThatIsTrueInTheFirstStateIsNamed() {
    let note = "value=0 is true in the first state already."
    #expect(run("bisect", "value=0", program: program).text == note)
    #expect(
      run("bisect", "value=0", "--json", program: program).text
        == #"{"items":[],"count":0,"isTrueAtFirst":true}"#)
    #expect(run("test", "value=0", program: program).text.hasPrefix("// \(note)\n"))
  }

  /// A state that cannot be encoded without a value unless it is safe.
  private struct Safe: Codable, Equatable, Sendable {
    var value: Int? = 1
    var isSafe = false

    enum CodingKeys: String, CodingKey { case value, isSafe }

    func encode(to encoder: any Encoder) throws {
      if value == nil && !isSafe { throw NoFile() }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(value, forKey: .value)
      try container.encode(isSafe, forKey: .isSafe)
    }
  }

  private enum SafeAction: Codable, Sendable { case secure, clear }

  @Test func bisectTakesNoStateThatCannotBeWrittenForOneWithoutThePart() throws {
    let reducer = Reducer<Safe, SafeAction> { state, action in
      switch action {
      case .secure: state.isSafe = true
      case .clear: state.value = nil
      }
    }
    let store = Store(initialState: Safe(), reducer: reducer)
    let recorder = TraceRecorder(store)
    store.dispatch(.secure)
    store.dispatch(.clear)
    let few = try TraceProgram(reducer).bisect(
      recorder.trace(), #require(TraceCondition("value=nothing")))
    #expect(few.trace.lines.count == 2)
  }

  @Test func anAnswerSaysThatTheSearchEndedBeforeItsEnd() {
    let line = Trace.Line(source: ActionSource(), time: 0, action: "1")
    let trace = Trace(header: .init(state: "", action: ""), lines: [line])
    func text(isLeast: Bool) -> String? {
      let condition = TraceCondition(path: TracePath(), value: nil)
      return Bisection(trace: trace, condition: condition, isLeast: isLeast).note
    }
    #expect(text(isLeast: true) == nil)
    let note = text(isLeast: false)
    #expect(note?.contains("The search ended after 5000000 runs of the reducer") == true)
  }

  @Test func aTestIsWrittenThatFailsInTheSameWay() {
    let text = run("test", "value=1000", program: program).text
    #expect(text.contains("@Test func theReportedRunDoesNotEndInValue() throws {"))
    #expect(text.hasPrefix("@testable import MillraceDevToolsTests\nimport Millrace\n"))
    let types = "MillraceDevToolsTests.Tally.self, MillraceDevToolsTests.TallyAction.self"
    #expect(text.contains("try trace.decoded(\(types))"))
    #expect(text.contains("Reducer(dropping: Reducer.tally.feature)"))
    #expect(text.contains(##"= try TraceValue(json: #"1000"#)"##))
    #expect(text.count < 4_000)
  }

  @Test func aNumberMayBeWrittenInOtherDigitsThanTheStateWritesIt() {
    let plain = run("test", "value=1000", program: program)
    #expect(plain.code == 0)
    for digits in ["1000.0", "1e3", "10E+2"] {
      #expect(run("test", "value=\(digits)", program: program) == plain)
    }
    #expect(
      run("bisect", "value=1e3", program: program)
        == run("bisect", "value=1000", program: program))
  }

  @Test(arguments: [
    "stores all", "find hello world", "who a b", "why 1 2", "diff 1 2 3", "check all", "state a b",
  ])
  func aWordTooManyIsRefused(_ verb: String) {
    let words = verb.split(separator: " ").map(String.init)
    let answer = TraceCommand(program).run(["a.jsonl"] + words) { _ in "" }
    #expect(answer.code == 64)
    #expect(answer.text.contains("error: '\(words[0])' does not take '\(words.last ?? "")'."))
  }

  @Test func aMessageNamesTheNumbersThatAreMissingOrTooSmall() {
    for words in [["diff"], ["diff", "2"]] {
      let answer = TraceCommand(program).run(["a.jsonl"] + words) { _ in Self.trace?.text ?? "" }
      #expect(answer.text.hasPrefix("error: 'diff' needs two numbers.\n"))
    }
    for limit in ["0", "-1"] {
      let text = run("actions", "--limit", limit).text
      #expect(text.hasPrefix("error: --limit must be at least 1.\n"))
    }
    #expect(run("actions", "--from", "-1").text.hasPrefix("error: --from must be at least 0.\n"))
  }

  @Test func anUnknownPartIsRefusedWithoutTheUsage() {
    let answer = run("state", "nope", program: program)
    #expect(answer.code == 64)
    #expect(answer.text == "error: The state has no part 'nope'.")
  }

  @Test func aTimeBelongsToTheStateOnly() {
    let answer = run("show", "1", "--at", "3")
    #expect(answer.code == 64)
    #expect(answer.text.contains("'show' does not take --at"))
  }

  @Test func whatFollowsTwoDashesIsNoOption() {
    let text = run("find", "--", "--json")
    #expect(text.code == 0 && text.text == "none")
    #expect(run("find", "--json", "--", "400").text.hasPrefix("{"))
    #expect(TraceCommand().run(["--", "a.jsonl", "find", "--help"]) { _ in "" }.code == 1)
    #expect(run("find", "--", "a", "b").code == 64)
    #expect(run("--").code == 64)
    #expect(TraceCommand().usage.contains("Words after -- are not options"))
  }

  @Test func beyondTheEndAnAnswerTellsHowMuchThereIs() throws {
    #expect(run("actions", "--from", "701").text == "none: there are 701")
    #expect(run("actions", "halve", "--from", "5").text == "none: there are 1")
    #expect(run("tail", "--from", "9999").text == "none: there are 701")
    #expect(run("actions", "--from", "700").text.hasPrefix("#701 "))
    #expect(run("find", "nowhere", "--from", "5").text == "none")
    let json = run("actions", "--from", "701", "--json").text
    #expect(try TraceValue(json: json) == TraceValue(json: #"{"items":[],"count":701}"#))
    let state = #"{"key":"<redacted>","steps":[],"value":0}"#
    #expect(
      run("state", "--at", "0", "--from", "99").text
        == "nothing: the text has \(state.utf8.count) bytes")
  }

  @Test(arguments: [("", 0, 1), ("{\n}\n", 4, 3), ("é\r\nab", 6, 2)])
  func aByteThatIsNoTextIsNamedWithItsPlace(before: String, offset: Int, line: Int) throws {
    let (file, place) = ("a.jsonl", "byte \(offset), in line \(line), is not UTF-8.")
    for bytes in [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xE2, 0x82]] as [[UInt8]] {
      let data = Data(before.utf8) + bytes
      let answer = TraceCommand().run([file, "stores"]) { _ in try TraceCommand.text(of: data) }
      #expect(answer.code == 1)
      #expect(answer.text.hasPrefix("error: \(file) cannot be read: \(place)"))
    }
    #expect(try TraceCommand.text(of: Data(before.utf8)) == before)
  }

  #if os(Linux)
    @Test func anAnswerThatCannotBeWrittenIsNoTrap() throws {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      #expect(TraceCommand.write("text", to: full) != nil)
      let null = try #require(FileHandle(forWritingAtPath: "/dev/null"))
      #expect(TraceCommand.write("text", to: null) == nil)
    }
  #endif

  @Test func aCheckTellsOfEachTypeOfAction() throws {
    enum Later: Codable, Sendable {
      case add(String)
      case double
      case clear
    }
    let later = TraceProgram(Reducer<Tally, Later> { _, _ in })
    #expect(run("check", program: later).code == 1)
    #expect(!run("check", program: later).isError)
    #expect(run("check", program: program).code == 0)
    #expect(
      run("check", program: later).text == """
        add: changed
        clear: same
        double: same
        halve: removed
        added cases of Later: unknown, as it does not list its cases; make it @CasePathable, or \
        its CodingKeys CaseIterable
        """)
    enum Listed: Codable, Sendable {
      case add(Int), double, halve, clear, count
      enum CodingKeys: CodingKey, CaseIterable { case add, double, halve, clear, count }
    }
    let listed = TraceProgram(Reducer<Tally, Listed> { _, _ in })
    let added = try TraceValue(json: run("check", "--json", program: listed).text)
    #expect(added["items"]?.json.contains(#"{"name":"count","verdict":"added"}"#) == true)
    #expect(added["unlisted"] == .array([]))
    let json = try TraceValue(json: run("check", "--json", program: program).text)
    #expect(json["items"]?.array?.count == 4)
    #expect(json["items"]?.array?.allSatisfy { $0["verdict"]?.string == "same" } == true)
    #expect(json["unlisted"] == .array([.string("TallyAction")]))
  }

  /// A trace with one action, which is a given text, and its program.
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

  @Test func oneActionIsWrittenInTheSingular() throws {
    let (text, program) = try Self.saying("a")
    func answer(_ words: String..., of text: String) -> String {
      TraceCommand(program).run(["a.jsonl"] + words) { _ in text }.text
    }
    #expect(
      answer("replay", of: text) == "1 action leads to the recorded states (1 compared)")
    var trace = try Trace(text: text)
    trace.lines[0].hash = nil
    trace.lines[0].changed = nil
    #expect(
      answer("replay", of: trace.text)
        == "1 action was run, and no state was compared: no action has a state or a hash")
    #expect(
      answer("who", "name", of: trace.text)
        == "the trace does not contain the changes of 1 action")
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

  /// A state that is far too long for one answer, with characters that control a terminal.
  private struct Large: Codable, Sendable {
    var text = String(repeating: "\u{9B}\\\"é", count: 20_000)
    var rows = [String: Int](uniqueKeysWithValues: (0..<1_000).map { ("row \($0)", $0) })
    var count = 0
  }

  private static let large: (text: String, program: TraceProgram)? = {
    let feature = Reducer<Large, String> { state, action in
      state.count += 1
      guard action.hasPrefix("b") else { return }
      state.text += action
      for key in state.rows.keys { state.rows[key, default: 0] += 1 }
    }
    let store = Store(initialState: Large(), reducer: feature)
    let recorder = TraceRecorder(store)
    store.dispatch(String(repeating: "b\u{7F}é", count: 30_000))
    for number in 0..<200 { store.dispatch(String(repeating: "a\u{9B}", count: 2 * number)) }
    guard let text = try? recorder.trace(notesChanges: false).text else { return nil }
    return (text, TraceProgram(feature, named: String(repeating: "x", count: 50_000)))
  }()

  nonisolated private static let verbs = [
    "stores", "actions", "actions a", "tail", "tail --limit 1000", "actions --limit 1000", "find a",
    "who count", "why 200", "show 1", "show 2", "state", "state rows", "state --at 0", "diff 0 1",
    "diff 0 150", "check", "replay", "bisect count=3", "test count=3", "bisect count=-1",
    "fly", "show 99999", "state nowhere", "who a..b", "why", "--limit", "test count",
    "actions --wings", "state --at 99999", "\u{9B}\u{7F}",
  ]

  /// Every answer is JSON of at most 64 KB, errors too.
  @Test(arguments: verbs)
  func everyAnswerIsBoundedJSON(_ verb: String) throws {
    let (text, program) = try #require(Self.large)
    let words = verb.split(separator: " ").map(String.init)
    let answer = TraceCommand(program).run(["trace", "a.jsonl"] + words + ["--json"]) { _ in text }
    #expect(answer.text.utf8.count < 64 << 10)
    let value = try TraceValue(json: answer.text)
    guard case .object(let members) = value else {
      Issue.record("\(verb) answers \(answer.text.prefix(100))")
      return
    }
    #expect((answer.code == 0) == (members["error"] == nil))
    if answer.code != 0 { #expect(members["code"] == .number("\(answer.code)")) }
    // Answers in text are bounded too, except for a test, which is a whole file.
    let plain = TraceCommand(program).run(["trace", "a.jsonl"] + words) { _ in text }
    #expect(plain.code == answer.code)
    #expect(plain.text.utf8.count < 64 << 10 || words[0] == "test")
    for scalar in ["\u{9B}", "\u{7F}"] { #expect(!plain.text.contains(scalar)) }
  }

  @Test func errorsBeforeTheVerbAreJSONToo() throws {
    for arguments in [["--json"], ["a.jsonl", "--json"], ["b.jsonl", "stores", "--json"]] {
      let answer = TraceCommand().run(arguments) { _ in throw NoFile() }
      #expect(answer.code != 0)
      #expect(try TraceValue(json: answer.text)["error"]?.string?.isEmpty == false)
    }
  }

  /// If each call continues at `next`, the parts make the whole and the lists have each row once.
  @Test func cursorsLeadToAllThatThereIs() throws {
    let (text, program) = try #require(Self.large)
    func answers(_ words: String) throws -> [TraceValue] {
      var answers: [TraceValue] = []
      var next: UInt64? = 0
      while let from = next {
        let answer = TraceCommand(program).run(
          ["a.jsonl"] + words.split(separator: " ").map(String.init) + [
            "--json", "--from", "\(from)",
          ]
        ) { _ in text }
        let value = try TraceValue(json: answer.text)
        answers.append(value)
        next = value["next"]?.integer
        #expect(next.map { $0 > from } ?? true)
      }
      return answers
    }
    for verb in ["actions --limit 1000", "tail --limit 300", "diff 0 150 --limit 1000"] {
      let parts = try answers(verb)
      #expect(parts.count > 1)
      let items = parts.flatMap { $0["items"]?.array ?? [] }
      #expect(Set(items).count == Int(parts[0]["count"]?.integer ?? 0))
    }
    let trace = try Trace(text: text)
    func whole(_ verb: String) throws -> String {
      try answers(verb).map { $0["part"]?.string ?? "" }.joined()
    }
    #expect(try whole("state --at 0") == trace.keyframes[0].state.json)
    #expect(try whole("show 1") == trace.lines[0].text)
    let test = TraceCommand(program).run(["a.jsonl", "test", "count=3"]) { _ in text }.text
    // The text of the command escapes control characters; the part in the JSON has them as they
    // are.
    #expect(try whole("test count=3").count < test.count)
    #expect(try TraceValue(json: whole("state rows --at 0"))["row 7"] == .number("7"))
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

  @Test(arguments: [["--help"], ["trace", "-h"], ["a.jsonl", "why", "--help"]])
  func helpIsNoMistake(arguments: [String]) {
    let answer = TraceCommand(program, name: "till-trace").run(arguments) { _ in "" }
    #expect(answer.code == 0)
    #expect(answer.text.hasPrefix("usage: till-trace FILE VERB"))
    #expect(answer.text.contains("With the program's reducer:"))
    #expect(TraceCommand().usage.contains("In a program's own executable also:"))
    // Without a name the usage has that of the process.
    #expect(!TraceCommand(program).usage.contains("millrace trace"))
  }

  @Test func aFileCanBeNamedAsTheCommandIs() {
    func answer(_ program: TraceProgram?, _ arguments: String...) -> TraceCommand.Answer {
      TraceCommand(program).run(arguments) { name in
        guard name == "trace" else { throw NoFile() }
        return Self.trace?.text ?? ""
      }
    }
    #expect(answer(program, "trace", "stores").code == 0)
    #expect(answer(program, "trace", "--limit", "1", "actions").code == 0)
    #expect(answer(program, "trace", "trace", "stores").code == 0)
    #expect(answer(nil, "trace", "trace", "stores").code == 0)
    #expect(answer(nil, "trace", "stores").code == 64)
    #expect(answer(nil, "--", "trace", "stores").code == 0)
    // Options can come before the name of the command.
    #expect(answer(nil, "--json", "trace", "trace", "stores").code == 0)
    #expect(answer(program, "--json", "trace", "stores").code == 0)
  }

  @Test func faultsOfTheFileAreSaidByName() {
    #expect(run("why", "999").text.contains("unknownNumber"))
    #expect(run("stores", text: "{}").text.contains("notATrace"))
    #expect(run("stores", text: "{}").code == 1)
    let answer = TraceCommand().run(["b.jsonl", "stores"]) { _ in throw NoFile() }
    #expect(answer.text.contains("b.jsonl cannot be read"))
  }
}
