// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDevTools
import MillraceTesting
import MillraceTrace
import TestSupport
import Testing

@MainActor
@Suite struct TimeMachineFileTests {
  private typealias History = TimeMachineHistory<Tally, TallyAction>

  private func read(_ text: String, limit: Int = 100_000) throws(TraceError) -> History {
    try History(reading: text, initialState: Tally(), reducer: .tally, limit: limit)
  }

  private let lifted = """
    {"monitorState":null,"nextActionId":3,
     "actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":1},
      "1":{"type":"PERFORM_ACTION","action":{"add":{"_0":2}},"timestamp":1700000000001},
      "2":{"type":"PERFORM_ACTION","action":{"type":"double","payload":{"double":{}}},
       "timestamp":2}},
     "stagedActionIds":[0,1,2],"skippedActionIds":[],
     "committedState":{"value":1,"steps":[],"key":""},"currentStateIndex":1,
     "computedStates":[{"state":{"value":1,"steps":[],"key":"<redacted>"}},
      {"state":{"value":3,"steps":[3],"key":"<redacted>"}},
      {"state":{"value":6,"steps":[3,6],"key":"<redacted>"}}],
     "isLocked":false,"isPaused":false}
    """

  @Test func aLiftedStateOfReduxDevToolsIsRead() throws {
    let machine = TimeMachine(makeTally())
    try machine.load(lifted)
    #expect(machine.line.values == [1, 3, 6])
    #expect(machine.line.index == 1)
    #expect(machine.line.entries.map(\.time) == [1_700_000_000_001_000, 2_000])
    #expect(!machine.isInPresent)
  }

  @Test func aByteOrderMarkBeforeAFileIsSkipped() throws {
    #expect(try read("\u{FEFF}" + lifted).entries.count == 2)
    let machine = TimeMachine(makeTally())
    machine(.perform(DispatchedAction(.add(2)), at: 0))
    let text = try machine.line.export(as: .trace)
    #expect(try read("\u{FEFF}" + text).entries.count == 1)
  }

  @Test func theFileOfTheExtensionIsRead() throws {
    let text = #"""
      {"payload":"[{\"add\":{\"_0\":2}},{\"double\":{}}]",
       "preloadedState":"{\"value\":4,\"steps\":[],\"key\":\"\"}"}
      """#
    let machine = TimeMachine(makeTally())
    try machine.load(text)
    #expect(machine.line.values == [4, 6, 12])
    try machine.load(#"{"payload":[{"add":{"_0":2}}]}"#)
    #expect(machine.line.values == [0, 2])
  }

  @Test func causesAndEffectsThatAreThereStillAreExportedAgain() throws {
    let place = #""time":1,"source":"A.swift:1 f""#
    let text = #"""
      {"millrace":"trace","version":1,"state":"Tally","action":"TallyAction"}
      {"after":10,"keyframe":{"value":0,"steps":[],"key":""}}
      {"number":11,PLACE,"action":{"add":{"_0":1}}}
      {"number":12,"cause":11,"effect":3,PLACE,"action":{"add":{"_0":2}}}
      {"number":14,"cause":12,PLACE,"action":{"add":{"_0":4}}}
      {"number":15,"cause":14,"effect":4,"client":"b",PLACE,"action":{"double":{}}}
      """#.replacing("PLACE", with: place)
    let machine = TimeMachine(makeTally())
    try machine.load(text)
    func links() throws -> [[UInt64?]] {
      try machine.line.trace().lines.map { [$0.number, $0.cause, $0.source.effect] }
    }
    #expect(try links() == [[1, nil, nil], [2, 1, 3], [3, 2, nil], [4, 3, 4]])
    #expect(try machine.line.trace().lines.last?.client == "b")
    machine(.toggle(machine.line[1].id))
    #expect(try links() == [[1, nil, nil], [2, nil, nil], [3, 2, 4]])
    // An action that stands before its cause has no cause.
    machine(.reorder(machine.line[3].id, before: machine.line[0].id))
    #expect(try links() == [[1, nil, 4], [2, nil, nil], [3, nil, nil]])
  }

  @Test func aLineWithAnActionWithoutANumberIsNumberedAnew() throws {
    let store = makeTally()
    let machine = TimeMachine(store)
    for amount in [1, 2] { store.dispatch(.add(amount)) }
    store.replaceState(with: store.state)
    for amount in [4, 8] { store.dispatch(.add(amount)) }
    machine(.perform(DispatchedAction(TallyAction.add(16)), at: 1))
    #expect(machine.line.entries.map(\.dispatched.source.number) == [3, 4, nil])
    #expect(try machine.line.trace().lines.map(\.number) == [1, 2, 3])
    #expect(try read(machine.line.export(as: .trace)).entries.count == 3)
  }

  @Test(arguments: [0, 1, 2] as [UInt64])
  func anActionWithANumberOfAnotherLineIsNumberedAnew(_ number: UInt64) throws {
    let store = makeTally()
    let machine = TimeMachine(store)
    for amount in [1, 2] { store.dispatch(.add(amount)) }
    let source = ActionSource(recordedFileID: "A.swift", function: "f", line: 1, number: number)
    machine(.perform(DispatchedAction(TallyAction.add(4), source: source), at: 1))
    #expect(try machine.line.trace().lines.map(\.number) == [1, 2, 3])
    #expect(try read(machine.line.export(as: .trace)).entries.count == 3)
  }

  @Test(arguments: TimeMachineFile.allCases)
  func whatIsExportedIsReadAgain(_ file: TimeMachineFile) throws {
    var random = SeededGenerator(seed: 3)
    let store = makeTally()
    let machine = TimeMachine(store)
    for _ in 0..<700 { store.dispatch(.random(using: &random)) }
    machine(.toggle(5))
    machine(.reorder(9, before: 2))
    let other = TimeMachine(makeTally())
    try other.load(machine.line.export(as: file))
    #expect(other.state.value == machine.state.value)
    #expect(other.state.steps == machine.state.steps)
    if file == .liftedState { #expect(other.line.skipped.count == 1) }
  }

  /// A number within as many nested lists as it has levels, both a state and an action.
  private struct Nested: Codable, Equatable, Sendable {
    let levels: Int

    init(levels: Int) { self.levels = levels }

    init(from decoder: any Decoder) throws {
      guard var list = try? decoder.unkeyedContainer() else {
        levels = 0
        return
      }
      levels = try list.decode(Nested.self).levels + 1
    }

    func encode(to encoder: any Encoder) throws {
      if levels == 0 {
        var number = encoder.singleValueContainer()
        return try number.encode(1)
      }
      var list = encoder.unkeyedContainer()
      try list.encode(Nested(levels: levels - 1))
    }
  }

  @Test(arguments: TimeMachineFile.allCases)
  func theDeepestStateAndActionAreReadAgainAndNoDeeperOneIsExported(
    _ file: TimeMachineFile
  ) throws {
    typealias NestedState = TimeMachineState<Nested, Nested>
    let reducer = Reducer<Nested, Nested> { state, action in state = action }
    var machine = NestedState(state: Nested(levels: 0), reducer: reducer)
    let deepest = Nested(levels: TraceValue.deepest)
    machine.apply(.perform(DispatchedAction(deepest), at: 0))
    let history = try TimeMachineHistory<Nested, Nested>(
      reading: machine.export(as: file), initialState: Nested(levels: 0), reducer: reducer)
    #expect(history.entries.map(\.dispatched.action) == [deepest])
    machine.apply(.perform(DispatchedAction(Nested(levels: TraceValue.deepest + 1)), at: 0))
    #expect(throws: TraceError.self) { try machine.export(as: file) }
  }

  @Test(arguments: TimeMachineFile.allCases)
  func whatIsExportedAgainKeepsTheClientOfEachAction(_ file: TimeMachineFile) throws {
    let names = ["desk", nil, "phone", nil, "desk"]
    let store = makeTally()
    let machine = TimeMachine(store)
    for (amount, name) in names.enumerated() {
      store.dispatch(.add(amount), source: ActionSource().of(client: name))
    }
    var text = try machine.line.export(as: file)
    for _ in 0..<2 {
      let other = TimeMachine(makeTally())
      try other.load(text)
      #expect(other.line.entries.map(\.dispatched.source.client) == names)
      text = try other.line.export(as: file)
    }
    // An edited line is numbered anew and keeps the clients.
    machine(.toggle(machine.line[1].id))
    let edited = try Trace(text: machine.line.export(as: .trace))
    #expect(edited.lines.map(\.client) == ["desk", "phone", nil, "desk"])
  }

  @Test func theClientOfATraceIsThatOfItsActions() throws {
    let store = makeTally()
    let recorder = TraceRecorder(store, client: "phone")
    store.dispatch(.add(1))
    store.dispatch(.add(2), source: ActionSource().of(client: "watch"))
    let other = TimeMachine(makeTally())
    try other.load(recorder.trace().text)
    let clients = other.line.entries.map(\.dispatched.source.client)
    #expect(clients == ["phone", "watch"])
    let again = try Trace(text: other.line.export(as: .trace, client: "server"))
    #expect(again.lines.map { again.client(of: $0) } == ["phone", "watch"])
    let same = try Trace(text: other.line.export(as: .trace, client: "phone"))
    #expect(same.lines.map(\.client) == [nil, "watch"])
  }

  @Test func clientsThatDoNotFitTheActionsAreRefused() {
    let text = #"{"payload":[{"add":{"_0":2}}],"clients":["phone","desk"]}"#
    #expect(throws: TraceError.malformed(line: 0, field: "clients")) { try read(text) }
  }

  @Test func theErrorOfAFieldNamesNoLine() throws {
    for field in ["stagedActionIds", "skippedActionIds", "currentStateIndex", "computedStates"] {
      guard case .object(var file) = try TraceValue(json: lifted) else { continue }
      file[field] = .string("?")
      let text = TraceValue.object(file).json.replacing(",", with: ",\n")
      #expect {
        try read(text)
      } throws: { error in
        "\(error)".hasPrefix("malformed: the file has no valid '\(field)'.")
      }
    }
  }

  @Test func ourOwnTraceIsReadOnlyIfItsStatesAreThoseOfThisProgram() throws {
    let store = makeTally()
    let recorder = TraceRecorder(store)
    for amount in 1...5 { store.dispatch(.add(amount)) }
    let text = try recorder.trace().text
    #expect(try read(text).entries.count == 5)
    #expect {
      try History(
        reading: text, initialState: Tally(),
        reducer: Reducer { state, action in
          _ = try? Reducer.tally(&state, action)
          if action == .add(3) { state.value += 1 }
        })
    } throws: {
      guard case TraceError.divergence(3, let differences) = $0 else { return false }
      return differences.contains { $0.contains("value") }
    }
  }

  @Test(arguments: TimeMachineFile.allCases)
  func aFileMayBeginWithBlankLines(_ file: TimeMachineFile) throws {
    let store = makeTally()
    let machine = TimeMachine(store)
    for amount in 1...3 { store.dispatch(.add(amount)) }
    let text = try "\n \t\r\n" + machine.line.export(as: file)
    #expect(try read(text).entries.count == 3)
    #expect(try History.check(text).verdicts["add"] == .same)
  }

  @Test func aLineThatStopsAtErrorsIsReadAgainWithWhatIsSkipped() throws {
    let store = makeTally()
    let machine = TimeMachine(store, stopsAtErrors: true)
    for action in [.add(1), .halve, .add(2), .add(4)] as [TallyAction] { store.dispatch(action) }
    machine(.toggle(machine.line[3].id))
    let outcomes = (0..<4).map { machine.line.outcome(at: $0) }
    #expect(outcomes == [.committed, .refused("the value is odd"), .interrupted, .skipped])
    let other = TimeMachine(makeTally(), stopsAtErrors: true)
    try other.load(machine.line.export(as: .liftedState))
    #expect(other.line.values == [0, 1, 1, 1, 1])
    #expect(other.line.skipped.count == 1)
  }

  @Test func actionsThatAnErrorBeforeTheLineInterruptsAreWrittenAsSkipped() throws {
    let store = makeTally()
    let machine = TimeMachine(store, stopsAtErrors: true)
    for action in [.add(1), .halve, .add(2), .add(4)] as [TallyAction] { store.dispatch(action) }
    machine(.toggle(machine.line[3].id))
    machine(.trim(to: 2))
    #expect((0..<2).map { machine.line.outcome(at: $0) } == [.interrupted, .skipped])
    let other = TimeMachine(makeTally(), stopsAtErrors: true)
    try other.load(machine.line.export(as: .liftedState))
    #expect(other.line.values == [1, 1, 1])
  }

  /// In both files an action has a value of another type than in this program.
  @Test func anActionWithOtherValuesIsChangedAndToldWithTheirFault() throws {
    let action = #"{"type":"add","payload":{"add":{"_0":"2"}}}"#
    let payload = #"{"payload":[ACTION,{"type":"burn","payload":{"burn":{}}}]}"#
    let texts = [
      lifted.replacing(#"{"add":{"_0":2}}"#, with: action),
      payload.replacing("ACTION", with: action),
    ]
    for text in texts {
      let check = try History.check(text)
      #expect(check.verdicts["add"] == .changed)
      let burn: TraceCheck.Verdict? = text == texts[1] ? .removed : nil
      #expect(check.verdicts["burn"] == burn)
      #expect {
        try read(text)
      } throws: { error in
        guard case TraceError.unreadableAction(1, "add", let reason) = error else { return false }
        return reason.contains("_0")
      }
    }
  }

  /// An action whose `payload` could be an action of its own.
  private struct Letter: Codable, Equatable, Sendable {
    var type: String
    var payload: Inner?
    struct Inner: Codable, Equatable, Sendable { var type: String }
  }

  @Test(arguments: TimeMachineFile.allCases, ["outer", "inner"])
  func anActionWithATypeAndAPayloadOfItsOwnIsReadAsItIs(
    _ file: TimeMachineFile, type: String
  ) throws {
    let reducer = Reducer<[String], Letter> { $0.append($1.payload?.type ?? "none") }
    let store = Store(initialState: [], reducer: reducer)
    let machine = TimeMachine(store)
    let letter = Letter(type: type, payload: .init(type: "inner"))
    store.dispatch(letter)
    let text = try machine.line.export(as: file)
    let other = TimeMachine(Store(initialState: [], reducer: reducer))
    #expect(try other.load(text).verdicts == [type: .same])
    #expect(other.line.entries.map(\.dispatched.action) == [letter])
    #expect(other.state == ["inner"])
  }

  @Test func noSecretIsExported() throws {
    let secret = "correct horse"
    let store = makeTally()
    let machine = TimeMachine(store)
    store.dispatch(.lock(Redacted(secret)))
    #expect(machine.state.key == secret)
    for file in TimeMachineFile.allCases {
      #expect(try !machine.line.export(as: file).contains(secret))
    }
    #expect(!"\(machine.line)".contains(secret))
  }

  /// A part of a valid file, its replacement, and the name of the fault.
  nonisolated private static let faults: [(part: String, other: String, name: String)] = [
    ("{\"monitorState\"", "[", "notJSON"),
    ("\"actionsById\"", "\"actions\"", "notATrace"),
    ("\"stagedActionIds\":[0,1,2]", "\"stagedActionIds\":[1,2]", "malformed"),
    ("\"stagedActionIds\":[0,1,2]", "\"stagedActionIds\":[0,1,1]", "malformed"),
    ("\"stagedActionIds\":[0,1,2]", "\"stagedActionIds\":[0,1,7]", "malformed"),
    ("\"stagedActionIds\":[0,1,2]", "\"stagedActionIds\":[0,1,\"2\"]", "malformed"),
    ("\"currentStateIndex\":1", "\"currentStateIndex\":3", "malformed"),
    ("\"currentStateIndex\":1", "\"currentStateIndex\":-1", "malformed"),
    ("{\"add\":{\"_0\":2}}", "{\"add\":{\"_0\":\"2\"}}", "unreadableAction"),
    ("{\"add\":{\"_0\":2}}", "{\"burn\":{}}", "unreadableAction"),
    ("{\"value\":1,\"steps\":[],\"key\":\"\"}", "{\"value\":true}", "unreadableState"),
    ("\"value\":6", "\"value\":7", "divergence"),
    ("\"skippedActionIds\":[]", "\"skippedActionIds\":{}", "malformed"),
    ("\"skippedActionIds\":[]", "\"skippedActionIds\":[1]", "divergence"),
  ]

  @Test(arguments: faults)
  func aFaultyFileIsRefusedByNameAndChangesNothing(
    _ fault: (part: String, other: String, name: String)
  ) throws {
    let text = lifted.replacing(fault.part, with: fault.other)
    try #require(text != lifted)
    let store = makeTally()
    let machine = TimeMachine(store)
    store.dispatch(.add(1))
    #expect {
      try machine.load(text)
    } throws: { error in
      "\(error)".hasPrefix(fault.name)
    }
    #expect(machine.line.values == [0, 1])
    #expect(machine.isInPresent)
    #expect(store.state.value == 1)
  }

  /// An action that adds a line to a log each time it is decoded.
  private struct Noted: Codable, Sendable {
    static let log = Log()
    var tea: Int

    enum CodingKeys: CodingKey { case tea }

    init(from decoder: any Decoder) throws {
      tea = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .tea)
      Self.log.append("read")
    }
  }

  @Test func anActionThatAFileNamesOftenIsCheckedOnce() throws {
    func reads(_ staged: [Int]) throws -> Int {
      Noted.log.clear()
      let text = #"{"actionsById":{"1":{"action":{"tea":1}}},"stagedActionIds":\#(staged)}"#
      let check = try TimeMachineHistory<Int, Noted>.check(text)
      #expect(check.verdicts == ["tea": .same])
      return Noted.log.lines.count
    }
    let once = try reads([0, 1])
    #expect(once > 0)
    #expect(try reads([0] + Array(repeating: 1, count: 1_000)) == once)
  }

  @Test func tooManyActionsAreRefusedByName() {
    #expect(throws: TraceError.tooLong(count: 2, limit: 1)) { try read(lifted, limit: 1) }
  }

  @Test func aHostileFileIsReadOrRefusedByNameAndNeverCrashes() throws {
    let store = makeTally()
    let machine = TimeMachine(store)
    for amount in 1...6 { store.dispatch(.add(amount)) }
    let files = try TimeMachineFile.allCases.map { try machine.line.export(as: $0) } + [lifted]
    let digits = Array("0123456789-".utf8)
    var refused = 0
    for seed in UInt64(0)..<500 {
      var random = SeededGenerator(seed: seed)
      var bytes = Array(try #require(files.randomElement(using: &random)).utf8)
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(bytes[place], at: place)
        default: bytes[place] = digits.randomElement(using: &random) ?? 0x30
        }
      }
      do {
        _ = try read(String(decoding: bytes, as: UTF8.self))
      } catch {
        refused += 1
        // Only this case has no values, and therefore no child with its name.
        let name = Mirror(reflecting: error).children.first?.label ?? "noState"
        #expect(error.description.hasPrefix("\(name): "), "seed \(seed)")
      }
    }
    #expect(refused > 250)
    #expect(store.state.value == 21)
  }
}
