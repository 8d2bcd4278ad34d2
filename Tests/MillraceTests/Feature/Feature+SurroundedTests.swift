// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// Code that runs before and after a feature.
@MainActor @Suite struct FeatureSurroundedTests {
  private struct Failure: Error {}

  /// After an action, appends 100 plus the old count, or -1 if the action was refused.
  private func noted(_ feature: some FeatureType<[Int], Int>) -> Feature<[Int], Int> {
    feature.surrounded { state, _, run in
      let old = state.count
      let isDone = run(&state)
      state.append(isDone ? 100 + old : -1)
    }
  }

  private let append = Reducer<[Int], Int> { state, action in state.append(action) }

  @Test func itRunsBetweenBothHalves() throws {
    var state = [7]
    try noted(append)(&state, 1)
    #expect(state == [7, 1, 101])
  }

  @Test func oneThatIsNotRunChangesNothing() throws {
    let gated = append.surrounded { state, action, run in
      if action > 0 { _ = run(&state) }
    }
    var state: [Int] = []
    try gated(&state, -1)
    try gated(&state, 2)
    #expect(state == [2])
  }

  @Test func itThrowsWhatTheFeatureThrowsAfterBothHalves() {
    let refusing = Reducer<[Int], Int> { state, action throws(Failure) in
      state.append(action)
      if action < 0 { throw Failure() }
    }
    let feature = noted(refusing)
    #expect(feature.canThrow)
    #expect(!noted(append).canThrow)
    var state: [Int] = []
    #expect(throws: Failure.self) { try feature(&state, -5) }
    #expect(state == [-5, -1])
    let store = Store(initialState: [], feature: feature)
    store.onRejection = { _ in }
    store.dispatch(-5)
    store.dispatch(5)
    #expect(store.state == [5, 100])
  }

  @Test func whatItStartsComesBeforeWhatTheFeatureStarts() {
    let feature = Feature<[Int], Int> { state, action in
      state.append(action)
      return action == 1 ? .just(2) : .none
    }
    .surroundedByEffects { state, action, run in
      _ = run(&state)
      return action == 1 ? .just(3) : .none
    }
    let store = Store(initialState: [], feature: feature)
    store.dispatch(1)
    #expect(store.state == [1, 3, 2])
  }

  @Test func whatTheFeatureStartsByTheStateStays() {
    let feature = noted(
      Feature<[Int], Int>.combine {
        append
        StateEffects(on: \.count) { count in
          count == 2 ? [.effect(id: count, .just(9))] : []
        }
      })
    let store = Store(initialState: [], feature: feature)
    store.dispatch(1)
    #expect(store.state == [1, 100, 9, 102])
  }

  @Test func aReducerStaysOneThatChangesInPlace() throws {
    let feature = Reducer<Ledger, LedgerAction>.ledger.surrounded { state, _, run in
      _ = run(&state)
    }
    var state = Ledger(payload: Array(repeating: 0, count: 1_000))
    let address = state.payloadAddress
    try feature(&state, .write(0))
    #expect(state.payload[0] == 1)
    #expect(state.payloadAddress == address)
  }
}
