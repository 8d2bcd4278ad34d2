// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

struct ChildrenDiffTests {
  private typealias Step = ChildrenDiff.Step<Int>

  @Test func theSameOrderNeedsNoStep() {
    #expect(ChildrenDiff.steps(from: [1, 2, 3], to: [1, 2, 3]).isEmpty)
    #expect(ChildrenDiff.steps(from: [Int](), to: []).isEmpty)
  }

  @Test func oneChangeIsOneStep() {
    #expect(ChildrenDiff.steps(from: [1, 2], to: [1, 2, 3]) == [Step.insert([3], before: nil)])
    #expect(ChildrenDiff.steps(from: [1, 2], to: [0, 1, 2]) == [Step.insert([0], before: 1)])
    #expect(ChildrenDiff.steps(from: [1, 2, 3], to: [1, 3]) == [Step.remove([2])])
    #expect(
      ChildrenDiff.steps(from: [1, 2, 3, 4], to: [4, 1, 2, 3]) == [Step.move([4], before: 1)])
    #expect(
      ChildrenDiff.steps(from: [1, 2, 3, 4], to: [2, 3, 4, 1]) == [Step.move([1], before: nil)])
  }

  @Test func neighboursAreOneRun() {
    let few = [3, 40, 41]
    #expect(
      ChildrenDiff.steps(from: few, to: Array(0..<50)) == [
        Step.insert(Array(42..<50), before: nil), .insert(Array(4..<40), before: 40),
        .insert([0, 1, 2], before: 3),
      ])
    #expect(
      ChildrenDiff.steps(from: Array(0..<50), to: few) == [
        Step.remove([0, 1, 2]), .remove(Array(4..<40)), .remove(Array(42..<50)),
      ])
    #expect(
      ChildrenDiff.steps(from: [1, 2, 3, 4, 5, 6], to: [3, 4, 5, 6, 1, 2])
        == [Step.move([1, 2], before: nil)])
    #expect(
      ChildrenDiff.steps(from: [1, 2, 9, 3, 4, 5, 6, 7], to: [4, 5, 6, 7, 1, 2, 3])
        == [Step.remove([9]), .move([1, 2, 3], before: nil)], "a removed child splits no run")
  }

  @Test func childrenThatWereApartAreNoRun() {
    #expect(
      ChildrenDiff.steps(from: [1, 5, 2, 6, 7], to: [5, 6, 7, 1, 2])
        == [Step.move([2], before: nil), .move([1], before: 2)])
  }

  @Test(arguments: 0..<20)
  func theStepsLeadFromOldToNew(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<50 {
      let old = Array(
        Array(0..<12).shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random)))
      let new = Array(
        Array(0..<12).shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random)))
      var page = old
      let steps = ChildrenDiff.steps(from: old, to: new)
      for step in steps {
        switch step {
        case .remove(let run):
          #expect(isThere(run, in: page), "seed \(seed): \(old) to \(new)")
          page.removeAll { run.contains($0) }
        case .move(let run, let next):
          #expect(isThere(run, in: page), "seed \(seed): \(old) to \(new)")
          page.removeAll { run.contains($0) }
          page.insert(contentsOf: run, at: next.map { page.firstIndex(of: $0)! } ?? page.count)
        case .insert(let run, let next):
          page.insert(contentsOf: run, at: next.map { page.firstIndex(of: $0)! } ?? page.count)
        }
      }
      #expect(page == new, "seed \(seed): \(old) to \(new)")
      let moves = steps.map { if case .move(let run, _) = $0 { run.count } else { 0 } }
        .reduce(0, +)
      let known = new.compactMap { old.firstIndex(of: $0) }
      #expect(moves == known.count - longestIncreasingSubsequence(known).count)
    }
  }

  /// Whether the children of a run are next to each other, in its order.
  private func isThere(_ run: [Int], in page: [Int]) -> Bool {
    guard let start = page.firstIndex(of: run[0]) else { return false }
    return page[start...].starts(with: run)
  }
}
