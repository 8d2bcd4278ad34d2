// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import TestSupport
import Testing

@Suite struct ReducerReturningTests {
  @Test func whatTheFunctionReturnsIsTheNextState() throws {
    let reducer = Reducer<Int, Int>.returning({ state, action in state * 10 + action })
    var state = 4
    try reducer(&state, 2)
    #expect(state == 42)
    #expect(!reducer.canThrow)
  }

  @Test func aThrowingFunctionLeavesTheStateAsItWas() {
    let reducer = Reducer<Int, Int>.returning({ state, action in
      guard action > 0 else { throw LedgerError() }
      return state + action
    })
    #expect(reducer.canThrow)
    var state = 4
    #expect(throws: LedgerError()) { try reducer(&state, 0) }
    #expect(state == 4)
    #expect(throws: Never.self) { try reducer(&state, 1) }
    #expect(state == 5)
  }

  @Test func theFormWithTheActionFirstIsTheSameReducer() throws {
    let reducer = Reducer<Int, String>.reduce { action, state in state += action.count }
    var state = 1
    try reducer(&state, "four")
    #expect(state == 5)
    #expect(!reducer.canThrow)
  }

  @Test func theThrowingFormWithTheActionFirstThrows() {
    let reducer = Reducer<Int, String>.reduce { action, state in
      state += 1
      if action.isEmpty { throw LedgerError() }
    }
    #expect(reducer.canThrow)
    var state = 1
    #expect(throws: LedgerError()) { try reducer(&state, "") }
    #expect(throws: Never.self) { try reducer(&state, "a") }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func allFormsAgree(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let actions = (0..<20).map { _ in Int.random(in: -99...99, using: &generator) }
    let inout_ = Reducer<Int, Int> { state, action in state = state &* 31 &+ action }
    let returning = Reducer<Int, Int>.returning({ $0 &* 31 &+ $1 })
    let actionFirst = Reducer<Int, Int>.reduce { action, state in state = state &* 31 &+ action }
    var states = [0, 0, 0]
    for action in actions {
      try inout_(&states[0], action)
      try returning(&states[1], action)
      try actionFirst(&states[2], action)
      #expect(states[0] == states[1] && states[1] == states[2], "seed \(seed)")
    }
  }
}
