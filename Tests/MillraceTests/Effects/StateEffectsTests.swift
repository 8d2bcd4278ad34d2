// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct StateEffectsTests {
  @Test func whatIsNewStartsAndWhatIsGoneIsCancelled() {
    let changes = StateEffectChanges(from: ["a", "b", "c"], to: ["d", "b", "e"])
    #expect(changes.cancelled == ["a", "c"])
    #expect(changes.started == [0, 2])
    #expect(changes.duplicate == nil)
  }

  @Test func anotherOrderChangesNothing() {
    let changes = StateEffectChanges(from: [1, 2, 3], to: [3, 1, 2])
    #expect(changes.cancelled.isEmpty && changes.started.isEmpty)
  }

  @Test func ofTwoWithOneIdTheFirstCounts() {
    let changes = StateEffectChanges(from: [1], to: [2, 1, 2, 1])
    #expect(changes.started == [0])
    #expect(changes.cancelled.isEmpty)
    #expect(changes.duplicate == 2)
  }

  /// After each change, exactly the declared effects run.
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func afterwardsRunsWhatIsDeclared(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var running: [Int] = []
    for _ in 0..<20 {
      let declared = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        Int.random(in: 0..<10, using: &generator)
      }
      let changes = StateEffectChanges(from: running, to: declared)
      #expect(changes.cancelled.allSatisfy(running.contains), "seed \(seed)")
      let started = changes.started.map { declared[$0] }
      #expect(!started.contains(where: running.contains), "seed \(seed)")
      running.removeAll(where: changes.cancelled.contains)
      running += started
      #expect(running.count == Set(running).count, "seed \(seed)")
      #expect(Set(running) == Set(declared), "seed \(seed)")
      #expect((changes.duplicate != nil) == (Set(declared).count < declared.count), "seed \(seed)")
    }
  }

  @Test func aReportOfADuplicateSaysWhatAndWhy() {
    let text = DuplicateStateEffect(id: EffectID("room 7")).description
    #expect(text.contains("room 7") && text.contains("twice"))
    #expect(text.contains("Only the first effect runs"))
    #expect(text.contains("Add this value to the id"))
  }

  @Test func aDuplicateIsReportedOncePerDeclaration() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      await MainActor.run {
        let twice = StateEffects<Ledger, LedgerAction>(on: \.count) { _ in
          [.effect(id: "a", .just(.note("one"))), .effect(id: "a", .just(.note("two")))]
        }
        let store = LedgerStore(
          initialState: Ledger(), feature: .combine(Reducer.ledger, twice, twice))
        for _ in 0..<3 { store.dispatch(.add(1)) }
      }
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #if DEBUG
      #expect(output.split(separator: "declare the id a twice").count == 3)
    #else
      #expect(output.isEmpty)
    #endif
  }
}
