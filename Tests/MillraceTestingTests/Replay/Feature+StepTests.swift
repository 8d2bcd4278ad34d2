// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

/// A reducer has the same results outside of a store as in a store.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct FeatureStepTests {
  @Test(arguments: 0..<50) func aReplayIsWhatAStoreDoes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let rules = ReducerRule.list(count: 3, using: &generator)
    let reducer = Feature<Tally, Int>.combine(rules.map(\.reducer))
    let recorder = RecordingMiddleware<Tally, Int>(initialState: Tally())
    let store = Store(
      initialState: Tally(), feature: reducer, middleware: recorder)
    store.onRejection = { _ in }
    for _ in 0..<20 { store.dispatch(Int.random(in: 0..<100, using: &generator)) }
    #expect(recorder.recording.replay(reducer: reducer) == recorder.recording, "seed \(seed)")
  }
}
