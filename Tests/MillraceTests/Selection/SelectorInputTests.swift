// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct SelectorInputTests {
  private func read(
    _ selector: StateSelector<Ledger, Int>, _ old: AnyRemembered?, _ state: Ledger
  ) -> AnyRemembered? {
    withUnsafePointer(to: state) { TypedInput(selector).reader.read(old, $0, nil) }
  }

  @Test func aReadTellsNothingOfWhatIsAsItWas() throws {
    let inputs = [
      StateSelector(\Ledger.count), StateSelector { $0.count }, createSelector(\.count) { $0 + 0 },
      StateSelector(\.notes.count),
    ]
    for input in inputs.dropLast() {
      let old = try #require(read(input, nil, Ledger(count: 4)))
      #expect(old.value() as Int == 4)
      #expect(read(input, old, Ledger(count: 4, other: 1)) == nil)
      let new = try #require(read(input, old, Ledger(count: 5)))
      #expect(new.value() as Int == 5)
    }
    let count = try #require(read(inputs[3], nil, Ledger(notes: ["a"])))
    #expect(read(inputs[3], count, Ledger(notes: ["b"])) == nil)
  }

  @Test func onlyStoredPropertiesWithoutARuleAreKnownByTheirBytes() {
    #expect(TypedInput(StateSelector(\Ledger.count)).reader.slices?.count == 1)
    #expect(
      TypedInput(createSelector(\Ledger.count, \.other) { $0 + $1 }).reader.slices?.count == 2)
    #expect(TypedInput(StateSelector(\Ledger.notes.count)).reader.slices == nil)
    #expect(TypedInput(StateSelector { (state: Ledger) in state.count }).reader.slices == nil)
    let ruled = StateSelector<Ledger, Int>(\.count, didChange: { $0 < $1 })
    #expect(TypedInput(ruled).reader.slices == nil)
    #expect(TypedInput(createSelector(ruled) { $0 }).reader.slices == nil)
  }
}
