// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct StateEffectsTests {
  /// Declares one list of ids after another.
  private struct Bench {
    var effects = DeclaredEffects<Ledger, LedgerAction>()
    var lastStart: UInt64 = 0

    var running: [Int] { ids(effects.running.map(\.id)) }

    mutating func declare(_ list: [Int]) -> (ended: [Int], started: [Int], duplicate: Int?) {
      let changes = effects.update(
        to: list.map { .effect(id: $0, .none) }, lastStart: &lastStart)
      return (
        ids(changes.ended.map(\.id)), ids(changes.started.map(\.id)),
        changes.duplicate?.value(as: Int.self)
      )
    }

    private func ids(_ ids: [EffectID]) -> [Int] { ids.compactMap { $0.value(as: Int.self) } }
  }

  @Test func whatIsNewStartsAndWhatIsGoneIsCancelled() {
    var bench = Bench()
    _ = bench.declare([1, 2, 3])
    let changes = bench.declare([4, 2, 5])
    #expect(changes.ended == [1, 3])
    #expect(changes.started == [4, 5])
    #expect(changes.duplicate == nil)
    #expect(bench.effects.running.map(\.start) == [2, 4, 5])
  }

  @Test func anotherOrderChangesNothing() {
    var bench = Bench()
    _ = bench.declare([1, 2, 3])
    let changes = bench.declare([3, 1, 2])
    #expect(changes.ended.isEmpty && changes.started.isEmpty)
  }

  @Test func ofTwoWithOneIdTheFirstCounts() {
    var bench = Bench()
    _ = bench.declare([1])
    let changes = bench.declare([2, 1, 2, 1])
    #expect(changes.started == [2])
    #expect(changes.ended.isEmpty)
    #expect(changes.duplicate == 2)
  }

  /// After each change, exactly the declared effects run.
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func afterwardsRunsWhatIsDeclared(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var bench = Bench()
    for _ in 0..<20 {
      let declared = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        Int.random(in: 0..<10, using: &generator)
      }
      let before = bench.running
      let changes = bench.declare(declared)
      #expect(changes.ended.allSatisfy(before.contains), "seed \(seed)")
      #expect(!changes.started.contains(where: before.contains), "seed \(seed)")
      let kept = before.filter { !changes.ended.contains($0) }
      #expect(bench.running == kept + changes.started, "seed \(seed)")
      #expect(Set(bench.running) == Set(declared), "seed \(seed)")
      #expect(bench.running.count == Set(declared).count, "seed \(seed)")
      #expect((changes.duplicate != nil) == (Set(declared).count < declared.count), "seed \(seed)")
    }
  }

  #if DEBUG
    @Test @MainActor func aReportOfADuplicateSaysWhatAndWhy() {
      let log = Log()
      StoreWarnings.withHandler {
        log.append($0)
      } operation: {
        LedgerStore(initialState: Ledger(), reducer: .ledger).engine
          .reportDuplicate(EffectID("room\n7"), of: 1)
      }
      let text = log.lines.joined()
      #expect(text.contains("room\u{FFFD}7") && text.contains("twice"))
      #expect(text.contains("Only the first effect runs"))
      #expect(text.contains("Add this value to the id"))
    }
  #endif

  @Test func aDuplicateIsReportedOncePerDeclaration() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
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
    let output = reports(inStandardError: result?.standardErrorContent)
    #if DEBUG
      #expect(output.split(separator: "declare the id a twice").count == 3)
    #else
      #expect(output.isEmpty)
    #endif
  }
}
