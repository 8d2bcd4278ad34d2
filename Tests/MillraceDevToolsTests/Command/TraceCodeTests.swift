// SPDX-License-Identifier: Apache-2.0

import MillraceTrace
import Testing

@testable import MillraceDevTools

extension Trace {
  /// A type within an extension of a type of another module.
  struct Badge: Codable, Sendable {}
}

@Suite struct TraceCodeTests {
  private struct Hidden: Codable, Sendable {}

  /// `bin/support/reported.py` compiles such code; here it is only compared as text.
  @Test func typesAreWrittenAsAnotherModuleSeesThem() {
    func code<State, Action>(_ state: State.Type, _ action: Action.Type) -> TraceCode {
      TraceCode(state: state, action: action, feature: nil, importing: ["Shop"])
    }
    let plain = code([String: Tally].self, Machine.Outcome.self)
    let tally = "MillraceDevToolsTests.Tally"
    #expect(plain.state == "Swift.Dictionary<Swift.String, \(tally)>")
    #expect(
      plain.action == "MillraceDevTools.TimeMachineState<\(tally), \(tally)Action>.Outcome")
    #expect(plain.modules == ["MillraceDevTools", "MillraceDevToolsTests", "Shop"])
    #expect(plain.hidden == [])
    let hidden = code(Hidden.self, Int.self)
    #expect(hidden.hidden == ["MillraceDevToolsTests.TraceCodeTests.Hidden"])
    #expect(hidden.action == "Swift.Int")
  }

  @Test func typesWithinExtensionsAreWrittenWithoutTheExtension() {
    let code = TraceCode(
      state: Trace.Badge.self, action: [Trace.Badge].self, feature: nil, importing: [])
    #expect(code.state == "MillraceTrace.Trace.Badge")
    #expect(code.action == "Swift.Array<MillraceTrace.Trace.Badge>")
    #expect(code.modules == ["MillraceDevToolsTests", "MillraceTrace"])
    #expect(code.hidden == [])
    let inner = WrittenType(
      reflected: "(extension in Shop):(extension in App):Lib.Box<Swift.Int>"
        + "< where A == Swift.Array<Swift.Int>, B == (Swift.Int) -> Lib.Pair<Swift.Int>>.Cart"
        + ".State")
    #expect(inner.text == "Lib.Box<Swift.Int>.Cart.State")
    #expect(inner.modules == ["App", "Lib", "Shop"])
  }

  /// The command escapes control characters as in JSON, which Swift does not read; the test has
  /// none.
  @Test func aPathOfAnySignsIsOneLiteral() {
    let code = TraceCode(state: Tally.self, action: TallyAction.self, feature: nil, importing: [])
    let trace = Trace(header: .init(state: "Tally", action: "TallyAction"))
    let path = TracePath([.name("m"), .name("a\n\u{1B}\u{202E}\"#")])
    let test = code.test(of: trace, TraceCondition(path: path, value: .null))
    #expect(
      test.contains(###"TracePath(##"m["a\##u{a}\##u{1b}\##u{202e}\"#"]"##)"###))
    #expect(TraceCommand.visible(test) == test)
  }

  @Test func aFeatureWithoutANameIsFilledInByHand() throws {
    let code = TraceCode(state: Tally.self, action: TallyAction.self, feature: nil, importing: [])
    let trace = Trace(header: .init(state: "Tally", action: "TallyAction"))
    let test = code.test(of: trace, try #require(TraceCondition("value=nothing")))
    #expect(test.contains("<#the feature of MillraceDevToolsTests.Tally#>"))
    #expect(test.contains("let wrong: TraceValue? = nil"))
  }
}
