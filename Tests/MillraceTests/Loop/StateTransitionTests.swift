// SPDX-License-Identifier: Apache-2.0

import Millrace
import Testing

@Suite struct StateTransitionTests {
  private let source = ActionSource(recordedFileID: "A/B.swift", function: "c()", line: 1)
  private var transition: StateTransition<Int, String> {
    StateTransition(oldState: 1, action: "add", newState: 2, source: source)
  }

  @Test func itKeepsItsFourParts() {
    #expect(transition.oldState == 1)
    #expect(transition.action == "add")
    #expect(transition.newState == 2)
    #expect(transition.source == source)
  }

  @Test func allPartsCountForEquality() {
    #expect(transition == transition)
    #expect(transition != StateTransition(oldState: 0, action: "add", newState: 2, source: source))
    #expect(transition != StateTransition(oldState: 1, action: "sub", newState: 2, source: source))
    #expect(transition != StateTransition(oldState: 1, action: "add", newState: 3, source: source))
    #expect(
      transition
        != StateTransition(oldState: 1, action: "add", newState: 2, source: ActionSource()))
  }

  @Test func itCrossesThreads() async {
    let transition = transition
    #expect(await Task.detached { transition }.value == transition)
  }
}
