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
    #expect(ChildrenDiff.steps(from: [1, 2], to: [1, 2, 3]) == [Step.insert(3, before: nil)])
    #expect(ChildrenDiff.steps(from: [1, 2], to: [0, 1, 2]) == [Step.insert(0, before: 1)])
    #expect(ChildrenDiff.steps(from: [1, 2, 3], to: [1, 3]) == [Step.remove(2)])
    #expect(
      ChildrenDiff.steps(from: [1, 2, 3, 4], to: [4, 1, 2, 3]) == [Step.move(4, before: 1)])
    #expect(
      ChildrenDiff.steps(from: [1, 2, 3, 4], to: [2, 3, 4, 1]) == [Step.move(1, before: nil)])
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
        case .remove(let id): page.removeAll { $0 == id }
        case .insert(let id, let next), .move(let id, let next):
          page.removeAll { $0 == id }
          page.insert(id, at: next.map { page.firstIndex(of: $0)! } ?? page.count)
        }
      }
      #expect(page == new, "seed \(seed): \(old) to \(new)")
      let moves = steps.filter { if case .move = $0 { true } else { false } }.count
      let known = new.compactMap { old.firstIndex(of: $0) }
      #expect(moves == known.count - longestIncreasingSubsequence(known).count)
    }
  }
}
