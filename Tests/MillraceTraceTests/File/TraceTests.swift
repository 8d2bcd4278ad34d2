// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTesting
import MillraceTrace
import Testing

@MainActor
@Suite struct TraceTests {
  private func recorded(_ count: Int, seed: UInt64) throws -> (Trace, Shelf) {
    var random = SeededGenerator(seed: seed)
    let store = makeShelf()
    let recorder = TraceRecorder(store, client: "phone")
    for _ in 0..<count { store.dispatch(.random(using: &random), info: "typed") }
    return (try recorder.trace(), store.state)
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let (trace, _) = try recorded(1_500, seed: 1)
    let again = try Trace(text: trace.text)
    #expect(again.header == trace.header)
    #expect(again.keyframes == trace.keyframes)
    #expect(again.lines == trace.lines)
    #expect(again.lines.map(\.number) == trace.lines.map(\.number))
    #expect(again.text == trace.text)
    #expect(trace.keyframes.count == 3)
  }

  @Test func stateWithTheLargestNumberIsWritten() throws {
    var (trace, _) = try recorded(3, seed: 1)
    trace.keyframes.append(Trace.Keyframe(number: .max, state: .null))
    #expect(try Trace(text: trace.text).keyframes == trace.keyframes)
  }

  @Test func eachLineSaysWhichClientSentIt() throws {
    let store = makeShelf()
    let recorder = TraceRecorder(
      store, client: "server",
      clientOf: {
        guard case .add(let title, _) = $0.action else { return nil }
        return title == "Dune" ? "phone" : "server"
      })
    store.dispatch(.add("Dune", copies: 2))
    store.dispatch(.add("Emma", copies: 2))
    store.dispatch(.take("Dune"))
    let trace = try recorder.trace()
    #expect(trace.lines.map(\.client) == ["phone", nil, nil])
    #expect(trace.lines.map(trace.client) == ["phone", "server", "server"])
    let again = try Trace(text: trace.text)
    #expect(again == trace)
    #expect(again.lines[0].text.contains(#""client":"phone","time":"#))
    #expect(!again.lines[1].text.contains("client"))
  }

  @Test func theDeepestStateAndActionAreReadAgain() throws {
    func brackets(_ bracket: String) -> String {
      String(repeating: bracket, count: TraceValue.deepest)
    }
    let deepest = brackets("[") + "1" + brackets("]")
    let text = """
      {"action":"A","millrace":"trace","state":"S","version":1}
      {"after":0,"keyframe":\(deepest)}
      {"number":1,"time":5,"source":"Shelf.swift:1 f()","action":\(deepest)}

      """
    let trace = try Trace(text: text)
    #expect(trace.text == text)
    #expect(trace.keyframes.map(\.state.json) == [deepest])
    #expect(trace.lines.map(\.action) == [deepest])
  }

  @Test func aSourceMayBeInAFileWithSpacesInItsName() throws {
    let text = """
      {"action":"ShelfAction","millrace":"trace","state":"Shelf","version":1}
      {"number":1,"time":5,"source":"Shop/My Shelf.swift:31 put(_: a)","action":{"clear":{}}}

      """
    let trace = try Trace(text: text)
    #expect(trace.text == text)
    #expect(trace.lines[0].source.line == 31)
    #expect("\(trace.lines[0].source.fileID)" == "Shop/My Shelf.swift")
  }

  @Test func aSourceOfManySpacesIsReadInOnePass() throws {
    let spaces = String(repeating: " ", count: 200_000)
    let file = "a:x b:\(spaces)My Shelf.swift"
    let trace = try Trace(
      text: """
        {"action":"ShelfAction","millrace":"trace","state":"Shelf","version":1}
        {"number":1,"time":5,"source":"\(file):31 put(_: 7 b)","action":{"clear":{}}}
        """)
    let source = trace.lines[0].source
    #expect(source.fileID == file)
    #expect(source.line == 31)
    #expect(source.function == "put(_: 7 b)")
  }

  @Test(arguments: ["\n", "\r\n"])
  func theByteOfAFaultIsOneOfTheWholeText(end: String) {
    let header = #"{"millrace":"trace","version":1,"state":"S","action":"A"}"#
    let start = end + header + end
    let bytes = start.utf8.count
    #expect(throws: TraceError.notJSON(at: bytes + 3)) { try Trace(text: start + "[1,]") }
    let deep = String(repeating: "[", count: 1_000)
    #expect(throws: TraceError.tooDeep(at: bytes + TraceValue.deepest + 5)) {
      try Trace(text: start + deep)
    }
  }

  @Test func aFaultOfAHeaderBehindEmptyLinesHasItsLine() {
    let header = #"{"millrace":"trace","version":1,"state":"S","action":1}"#
    #expect(throws: TraceError.malformed(line: 3, field: "action")) {
      try Trace(text: "\n\n" + header)
    }
  }

  @Test func aFileWithoutClientsIsReadAsItIs() throws {
    let text = """
      {"action":"ShelfAction","millrace":"trace","state":"Shelf","version":1}
      {"number":1,"time":5,"source":"Shelf.swift:1 f()","action":{"clear":{}}}

      """
    let trace = try Trace(text: text)
    #expect(trace.header.client == nil)
    #expect(trace.client(of: trace.lines[0]) == nil)
    #expect(trace.text == text)
    let wrong = text.replacing(#""time""#, with: #""client":1,"time""#)
    #expect(throws: TraceError.malformed(line: 2, field: "client")) { try Trace(text: wrong) }
  }

  @Test func aLineOfASmallActionIsShort() throws {
    let (trace, _) = try recorded(500, seed: 2)
    let longest = trace.lines.map(\.text.utf8.count).max() ?? 0
    #expect(longest < 300, "\(longest)")
  }

  @Test func aLineNamesWhatChanged() throws {
    let store = makeShelf()
    let recorder = TraceRecorder(store)
    store.dispatch(.add("Dune", copies: 2))
    store.dispatch(.take("Dune"))
    store.dispatch(.take("Emma"))
    store.dispatch(.note(7))
    let lines = try recorder.trace().lines
    #expect(
      lines.map(\.changed) == [
        ["books.Dune", "total"], ["books.Dune.copies", "total"], [], ["last[0]"],
      ])
    #expect(lines.map(\.name) == ["add", "take", "take", "note"])
    #expect(lines[2].rejection == "Emma is not there")
    #expect(lines[1].hash == lines[2].hash)
    #expect(lines[0].hash != lines[1].hash)
  }

  @Test func aReplayComesToTheSameState() throws {
    let (trace, state) = try recorded(2_000, seed: 3)
    var again = try Trace(text: trace.text).replay(Reducer.shelf)
    #expect(again.key == .redacted)
    again.key = state.key
    #expect(again == state)
  }

  @Test func aStateWithoutItsActionIsRefused() throws {
    let (whole, _) = try recorded(2_000, seed: 3)
    let kept = whole.keyframes.map(\.number)
    #expect(kept.count > 2)
    var trace = whole
    // Without hashes, only the recorded states show that lines are missing.
    for index in trace.lines.indices { trace.lines[index].hash = nil }
    trace.keyframes[1].number = 0
    #expect(throws: TraceError.strayKeyframe(number: 0)) { try trace.replay(Reducer.shelf) }
    trace.keyframes = whole.keyframes
    trace.lines.removeLast(2_000 - 600)
    let stray = try #require(kept.first { $0 > 600 })
    #expect {
      try trace.replay(Reducer.shelf)
    } throws: { error in
      guard case TraceError.strayKeyframe(stray) = error else { return false }
      return "\(error)".contains("has a state after action \(stray), but not that action")
    }
  }

  @Test func aReplayNamesTheFirstActionThatDiffers() throws {
    let (trace, _) = try recorded(300, seed: 4)
    let other = Reducer<Shelf, ShelfAction> { (state: inout Shelf, action: ShelfAction) throws in
      try Reducer.shelf(&state, action)
      if case .note(let number) = action, number > 50 { state.total += 1 }
    }
    let first = trace.lines.first { line in
      if case .note(let number)? = (try? line.decoded(as: ShelfAction.self))?.action {
        number > 50
      } else {
        false
      }
    }
    #expect {
      try trace.replay(other)
    } throws: { error in
      guard case TraceError.divergence(let number, let differences) = error else { return false }
      return number == first?.number && differences.contains { $0.contains("total") }
    }
    let careless = Reducer<Shelf, ShelfAction> { state, action in
      _ = try? Reducer.shelf(&state, action)
    }
    let refused = trace.lines.first { $0.rejection != nil }
    #expect {
      try trace.replay(careless)
    } throws: { error in
      if case TraceError.otherOutcome(let number, _, "committed") = error {
        number == refused?.number
      } else {
        false
      }
    }
  }

  @Test func anActionThatChangedNothingAndChangesSomethingNowIsNamed() throws {
    let store = makeShelf()
    let recorder = TraceRecorder(store)
    store.dispatch(.clear)
    let other = Reducer<Shelf, ShelfAction> { state, _ in state.total += 1 }
    let differences = ["recorded was no change", "now it is total: 0 -> 1"]
    #expect(throws: TraceError.divergence(number: 1, differences: differences)) {
      try recorder.trace().replay(other)
    }
  }

  @Test func aHashThatDiffersAloneIsNamed() throws {
    let store = makeShelf()
    let recorder = TraceRecorder(store)
    store.dispatch(.clear)
    var trace = try recorder.trace()
    trace.lines[0].hash = 1
    let differences = ["only the hash of the state differs"]
    #expect(throws: TraceError.divergence(number: 1, differences: differences)) {
      try trace.replay(Reducer.shelf)
    }
  }

  @Test func aDivergenceNamesAStateWithoutAFixedOrderAsACause() {
    let text = TraceError.divergence(number: 1, differences: ["total: 1 -> 2"]).description
    #expect(text.contains("The reducer has changed since the recording"))
    #expect(text.contains("encoded in another order in each run, as a `Set` is"))
    #expect(text.contains("`trace.replay(reducer, ignoring: [path])`, or `replay --ignore PATH`"))
    #expect(text.contains("`CodingKeyRepresentable`, as `String` and `Int` are."))
  }

  @Test func aStateThatCannotBeEncodedInAReplayIsNotCalledOneOfAnotherProgram() throws {
    struct Price: Codable, Sendable { var amount = Decimal(1) }
    let store = Store(
      initialState: Price(), reducer: Reducer<Price, Int> { $0.amount = Decimal($1) })
    let recorder = TraceRecorder(store)
    store.dispatch(2)
    let trace = try recorder.trace()
    let text = """
      unreadableState: the state after action 1 cannot be encoded: unwritable: JSON has no form \
      for the last value of '{"amount":NaN', for example a Decimal that is not a number. Encode it \
      as a text, or as nil. Repair how it is encoded.
      """
    #expect {
      try trace.replay(Reducer<Price, Int> { price, _ in price.amount = .nan })
    } throws: { error in
      "\(error)" == text
    }
  }

  /// The reason for which an action cannot be decoded.
  private static func reason<Action: Decodable>(as type: Action.Type, _ action: String) -> String? {
    let line = Trace.Line(source: ActionSource(), time: 0, action: action)
    let result = Result { () throws(TraceError) in try line.decoded(as: type) }
    if case .failure(.unreadableAction(_, _, let reason)) = result { return reason }
    return nil
  }

  @Test func aCaseThatAnEnumDoesNotHaveIsNamed() throws {
    enum Row: Codable, Sendable { case open }
    enum Other: Codable, Sendable {
      case row(Row)
      case rows([Row])
    }
    #expect(Self.reason(as: Other.self, #"{"sel":{}}"#) == "Other has no case 'sel'")
    #expect(
      Self.reason(as: Other.self, #"{"row":{"_0":{"shut":{}}}}"#)
        == "Row has no case 'shut' (at row._0)")
    #expect(
      Self.reason(as: Other.self, #"{"rows":{"_0":[{"open":{}},{"shut":{}}]}}"#)
        == "Row has no case 'shut' (at rows._0[1])")
    #expect(
      Self.reason(as: Other.self, #"{"row":{"_0":{"open":{}}},"rows":{}}"#)
        == "the value is no Other")
  }

  @Test func checksNameWhatBecameOfEachTypeOfAction() throws {
    enum Later: Codable, Sendable {
      case add(String, copies: String)
      case take(String)
      case burn
    }
    let (trace, _) = try recorded(400, seed: 5)
    #expect(trace.check(against: ShelfAction.self).isFine)
    let check = trace.check(against: Later.self, names: ["add", "take", "burn"])
    #expect(
      check.verdicts == [
        "add": .changed, "take": .same, "note": .removed, "clear": .removed, "burn": .added,
      ])
    #expect(!check.isFine)
    // Even without `names`, a case whose values have changed differs from a removed case.
    enum Other: Codable, Sendable {
      case take(Int)
      case note(Int)
      case clear
    }
    #expect(
      trace.check(against: Other.self).verdicts == [
        "add": .removed, "take": .changed, "note": .same, "clear": .same,
      ])
  }

  /// Texts that are no traces, with HEADER in place of a valid header, and the names of their
  /// faults.
  nonisolated private static let faulty: [(text: String, name: String)] = {
    let place = #""time":1,"source":"A:1 f","action":1}"#
    var list: [(text: String, name: String)] = []
    list.append(("", "notATrace"))
    list.append(("{}", "notATrace"))
    list.append(("[", "notJSON"))
    list.append((#"{"millrace":"trace","version":2,"state":"S","action":"A"}"#, "laterVersion"))
    list.append((#"{"millrace":"trace","state":"S","action":"A"}"#, "malformed"))
    list.append((#"{"millrace":"trace","version":1,"action":"A"}"#, "malformed"))
    list.append(("HEADER\n{" + place, "malformed"))
    list.append(("HEADER\n" + #"{"number":1,"time":1,"source":"A","action":1}"#, "malformed"))
    list.append(("HEADER\n" + #"{"number":1,"hash":"x","# + place, "malformed"))
    list.append(("HEADER\n" + #"{"number":1,"changed":[1,"a"],"# + place, "malformed"))
    let second = #"{"number":2,"# + place
    list.append(("HEADER\n\(second)\n\(second)", "disordered"))
    list.append(("HEADER\n" + #"{"number":2,"cause":2,"# + place, "disordered"))
    list.append(("HEADER\n" + String(repeating: "[", count: 1_000), "tooDeep"))
    list.append(("HEADER\n{\"keyframe\":1}", "malformed"))
    return list
  }()

  @Test(arguments: faulty)
  func whatIsNoTraceIsRefusedByName(text: String, name: String) {
    let header = #"{"millrace":"trace","version":1,"state":"S","action":"A"}"#
    #expect {
      try Trace(text: text.replacing("HEADER", with: header))
    } throws: { error in
      "\(error)".hasPrefix(name)
    }
  }

  @Test func aLimitThatNobodyCanRaiseIsToldAsSuch() {
    #expect(
      "\(TraceError.tooLong(count: Trace.limit + 1, limit: Trace.limit))"
        == "tooLong: there are more than 1000000 actions. Remove actions from the file.")
    #expect(
      "\(TraceError.tooLong(count: 3, limit: 2))" == """
        tooLong: there are 3 actions, and the limit is 2. Raise the limit, or remove actions from \
        the file.
        """)
  }

  @Test func aTraceThatWasDamagedIsReadOrRefusedByName() throws {
    let bytes = Array(try recorded(20, seed: 6).0.text.utf8)
    var refused = 0
    for seed in UInt64(0)..<400 {
      var random = SeededGenerator(seed: seed)
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: damaged.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
        case 1: damaged.remove(at: place)
        default: damaged.removeSubrange(place...)
        }
        if damaged.isEmpty { damaged = [0x20] }
      }
      do {
        let trace = try Trace(text: String(decoding: damaged, as: UTF8.self))
        _ = try trace.replay(Reducer.shelf)
      } catch {
        // The type of the error is `TraceError`: both calls declare it.
        refused += 1
        // Only this case has no values, and therefore no child with its name.
        let name = Mirror(reflecting: error).children.first?.label ?? "noState"
        #expect("\(error)".hasPrefix("\(name): "), "seed \(seed)")
      }
    }
    #expect(refused > 200)
  }

  @Test func noSecretIsInAnyOutput() throws {
    let secret = "correct horse"
    let store = makeShelf(Shelf(key: secret + "1"))
    let recorder = TraceRecorder(store)
    for number in 0..<600 { store.dispatch(.lock(Redacted("\(secret)\(number)"))) }
    #expect(store.state.key == secret + "599")
    let trace = try recorder.trace()
    var outputs = [trace.text, "\(trace)", "\(recorder.history[0])", "\(recorder.history)"]
    outputs.append(String(reflecting: trace))
    var dumped = ""
    dump(recorder.history[0], to: &dumped)
    outputs.append(dumped)
    outputs += trace.lines.map(\.text)
    for output in outputs { #expect(!output.contains(secret)) }
    #expect(trace.lines.allSatisfy { $0.changed == [] })
    #expect(try trace.replay(Reducer.shelf).key == "<redacted>")
  }

  @Test func searchFindsValuesPathsAndCauses() throws {
    let store = Store(
      initialState: Shelf(),
      feature: Feature<Shelf, ShelfAction> { state, action in
        try Reducer.shelf(&state, action)
        return action == .note(1) ? .sequence(.note(2), .add("Emma \"x\"", copies: 3)) : .none
      })
    let recorder = TraceRecorder(store)
    store.dispatch(.note(1))
    store.dispatch(.add("Dune", copies: 1))
    let trace = try recorder.trace()
    #expect(trace.lines(containing: "Emma \"x\"") == [2])
    #expect(trace.lines(containing: "note") == [0, 1])
    #expect(trace.lines(containing: "Middlemarch") == [])
    // With a quotation mark before it, a combining accent is a part of its character.
    #expect(trace.lines(containing: "\u{301}") == [])
    #expect(trace.lines(changing: TracePath([.name("total")])) == [2, 3])
    #expect(trace.lines(changing: TracePath([.name("books"), .name("Dune")])) == [3])
    #expect(trace.lines(changing: TracePath()) == [0, 1, 2, 3])
    #expect(trace.causes(of: 3) == [0, 2])
    #expect(trace.consequences(of: 1) == [1, 2])
    #expect(trace.causes(of: 99) == [])
  }

  @Test func causesThatAreNotBeforeTheirActionsEndAChain() {
    func line(_ number: UInt64, cause: UInt64) -> Trace.Line {
      let source = ActionSource(
        recordedFileID: "A/B.swift", function: "f", line: 1, number: number, cause: cause)
      return Trace.Line(source: source, time: 0, action: "1")
    }
    var trace = Trace(header: .init(state: "A", action: "B"))
    trace.lines = [line(1, cause: 2), line(2, cause: 1), line(3, cause: 3)]
    #expect(trace.causes(of: 2) == [0, 1])
    #expect(trace.causes(of: 3) == [2])
  }

  @Test func aByteOrderMarkBeforeAFileIsSkipped() throws {
    let store = makeShelf()
    let recorder = TraceRecorder(store)
    store.dispatch(.note(1))
    let text = try recorder.trace().text
    #expect(try Trace(text: "\u{FEFF}" + text).text == text)
    #expect(throws: TraceError.notJSON(at: 3)) { try Trace(text: "\u{FEFF}x") }
  }
}
