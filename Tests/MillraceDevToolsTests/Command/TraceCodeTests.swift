// SPDX-License-Identifier: Apache-2.0

import MillraceTrace
import Testing

@testable import MillraceDevTools

@Suite struct TraceCodeTests {
  private struct Hidden: Codable, Sendable {}

  /// What `bin/support/reported.py` compiles is written here for types of any kind.
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

  @Test func aFeatureWithoutANameIsFilledInByHand() throws {
    let code = TraceCode(state: Tally.self, action: TallyAction.self, feature: nil, importing: [])
    let trace = Trace(header: .init(state: "Tally", action: "TallyAction"))
    let test = code.test(of: trace, try #require(TraceCondition("value=nothing")))
    #expect(test.contains("<#the feature of MillraceDevToolsTests.Tally#>"))
    #expect(test.contains("let wrong: TraceValue? = nil"))
  }
}
