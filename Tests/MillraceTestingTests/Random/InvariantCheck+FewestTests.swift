// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

/// Tests the few actions of a failure, which `checkInvariant` returns, with deliberate faults.
@MainActor
@Suite struct InvariantCheckFewestTests {
  /// A state that remembers all of its actions.
  private let remember = Reducer<[Int], Int> { numbers, number in numbers.append(number) }
  private let digits = ActionGenerator<[Int], Int> { generator, _ in
    Int.random(in: 0..<10, using: &generator)
  }

  /// The shortest list of numbers found that breaks an invariant.
  private func shrunk(
    seed: UInt64, length: Int = 200, _ holds: @escaping ([Int]) -> Bool
  ) async -> [Int]? {
    var found: [Int]?
    _ = await Reports.of {
      found = checkInvariant(
        seed: seed, runs: 20, length: length, initialState: [], reducer: remember,
        generate: digits, invariant: holds)
    }
    return found
  }

  /// Whether a list breaks the invariant in one of its states.
  private func fails(_ numbers: [Int], _ holds: ([Int]) -> Bool) -> Bool {
    (0...numbers.count).contains { !holds(Array(numbers.prefix($0))) }
  }

  @Test(arguments: 0..<20) func oneNumberIsEnough(seed: UInt64) async {
    #expect(await shrunk(seed: seed) { $0.last != 7 } == [7])
  }

  @Test(arguments: 0..<20) func aSequenceIsFoundInItsOrder(seed: UInt64) async {
    func holds(_ numbers: [Int]) -> Bool {
      var wanted = [3, 1, 4, 1, 5][...]
      for number in numbers where number == wanted.first { wanted.removeFirst() }
      return !wanted.isEmpty
    }
    #expect(await shrunk(seed: seed, holds) == [3, 1, 4, 1, 5])
  }

  @Test(arguments: 0..<20) func aCountIsCutDown(seed: UInt64) async {
    #expect(await shrunk(seed: seed) { $0.count { $0 == 0 } < 6 } == Array(repeating: 0, count: 6))
    let tail = await shrunk(seed: seed) { $0.count < 9 }
    #expect(tail?.count == 9)
  }

  /// Whatever the fault, no single number of the result can be left out.
  @Test(arguments: 0..<60) func nothingCanBeLeftOut(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let factors = (0..<10).map { _ in Int.random(in: -4...9, using: &generator) }
    let limit = Int.random(in: 15...60, using: &generator)
    func holds(_ numbers: [Int]) -> Bool {
      numbers.enumerated().reduce(0) { $0 + factors[$1.element] * ($1.offset % 3 + 1) } < limit
    }
    let result = await shrunk(seed: seed, length: 80, holds)
    let found = try #require(result, "seed \(seed)")
    #expect(fails(found, holds), "seed \(seed)")
    for index in found.indices {
      var shorter = found
      shorter.remove(at: index)
      #expect(!fails(shorter, holds), "seed \(seed), without \(index) of \(found)")
    }
  }
}
