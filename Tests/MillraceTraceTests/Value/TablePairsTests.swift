// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import MillraceTrace
import Testing

@Suite struct TablePairsTests {
  @Test func theChangesAreThoseOfTheWholeStates() throws {
    for seed in UInt64(0)..<40 {
      var random = SeededGenerator(seed: seed)
      var state = Hall()
      for step in 0..<60 {
        let old = state
        state.change(using: &random)
        let whole = try TraceValue(encoding: old).changes(to: TraceValue(encoding: state))
        let place = Comment("seed \(seed), step \(step)")
        #expect(try TraceChange.between(old, state) == whole, place)
        #expect(try TraceChange.between(old, state, limit: 3) == Array(whole.prefix(3)), place)
      }
    }
  }
}
