// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@Suite struct FeatureCombineTests {
  private typealias Rules = Feature<Tally, Int>

  /// A random state and random actions on which reducers are compared.
  private func sample(_ generator: inout SeededGenerator) -> (state: Tally, actions: [Int]) {
    let actions = (0..<12).map { _ in Int.random(in: -50...50, using: &generator) }
    return (Tally(value: .random(in: 0...99, using: &generator), trace: [0]), actions)
  }

  @Test func theLeftOneRunsFirst() throws {
    let add = Reducer<Int, Int> { state, action in state += action }
    let double = Reducer<Int, Int> { state, _ in state *= 2 }
    var state = 1
    try (add <> double)(&state, 4)
    #expect(state == 10)
    state = 1
    try (double <> add)(&state, 4)
    #expect(state == 6)
  }

  @Test func theRightOneDoesNotRunAfterTheLeftOneThrew() {
    let reducer = ReducerRule.refuse(2).reducer <> ReducerRule.trace(1).reducer
    let states = Tally().run(reducer, [2, 3])
    #expect(states.map(\.refusal) == [Refusal(number: 2), nil])
    #expect(states.map(\.trace) == [[], [1]])
  }

  @Test func theResultCanThrowOnlyIfOneOfThemCan() {
    let add = ReducerRule.add(1).reducer
    let refuse = ReducerRule.refuse(2).reducer
    #expect(!(add <> add).canThrow)
    #expect((add <> refuse).canThrow)
    #expect((refuse <> add).canThrow)
    #expect(!Rules.combine(add, Rules.identity, add).canThrow)
    #expect(Rules.combine(add, add, refuse).canThrow)
    #expect(!(Rules.identity <> .identity).canThrow)
    #expect((Rules.identity <> refuse).canThrow)
  }

  @Test func combiningNothingIsTheIdentity() {
    #expect(Tally(value: 3).run(Rules.combine(), [1, 2]).last == Tally(value: 3))
    #expect(!Rules.combine().canThrow)
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func compositionIsAssociative(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let rules = ReducerRule.list(count: 3, using: &generator).map(\.reducer)
    let (state, actions) = sample(&generator)
    let left = (rules[0] <> rules[1]) <> rules[2]
    let right = rules[0] <> (rules[1] <> rules[2])
    #expect(state.run(left, actions) == state.run(right, actions), "seed \(seed)")
    #expect(left.canThrow == right.canThrow, "seed \(seed)")
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func theIdentityIsNeutralOnBothSides(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let rule = ReducerRule.random(throwing: true, using: &generator).reducer
    let (state, actions) = sample(&generator)
    let expected = state.run(rule, actions)
    #expect(state.run(Rules.identity <> rule, actions) == expected, "seed \(seed)")
    #expect(state.run(rule <> Rules.identity, actions) == expected, "seed \(seed)")
    #expect((Rules.identity <> rule).canThrow == rule.canThrow, "seed \(seed)")
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func combineIsTheSameAsRunningOneAfterTheOther(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let rules = ReducerRule.list(count: 4, using: &generator).map(\.reducer)
    let (state, actions) = sample(&generator)
    let combined = Rules.combine(rules[0], rules[1], rules[2], rules[3])
    let folded = rules.reduce(Rules.identity, <>)
    let byHand = Reducer<Tally, Int> { (state: inout Tally, action: Int) throws in
      for rule in rules { try rule(&state, action) }
    }
    let expected = state.run(byHand, actions)
    #expect(state.run(combined, actions) == expected, "seed \(seed)")
    #expect(state.run(folded, actions) == expected, "seed \(seed)")
  }

  @Test func longCompositionsWork() {
    let add = ReducerRule.add(1).reducer
    let long = (0..<1_000).reduce(Rules.identity) { sum, _ in sum <> add }
    #expect(Tally().run(long, [0]).last?.value == 1_000)
  }

  @Test func compositionStaysInPlace() throws {
    let both = Reducer<Ledger, LedgerAction>.ledger <> .ledger
    var state = Ledger(payload: Array(repeating: 0, count: 1_000))
    let address = state.payloadAddress
    try both(&state, .write(0))
    #expect(state.payload[0] == 2)
    #expect(state.payloadAddress == address)
  }
}
