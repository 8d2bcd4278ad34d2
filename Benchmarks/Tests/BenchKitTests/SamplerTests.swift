// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BenchKit

/// A clock that only a trial moves, and a record of the trials' work.
@MainActor
private final class Bed {
  var time: UInt64 = 0
  var runs: [(name: String, count: Int)] = []

  /// Returns a trial that takes this number of nanoseconds per operation.
  func trial(
    _ name: String, cost: @escaping (Int) -> Double, problem: String? = nil
  ) -> (side: String, trial: Trial) {
    let trial = Trial { count in
      self.runs.append((name, count))
      self.time += UInt64(cost(self.runs.count) * Double(count))
    } problem: { total in
      let done = self.runs.filter { $0.name == name }.map(\.count).reduce(0, +)
      return problem ?? Trial.difference("the total", is: total, expected: done)
    }
    return (name, trial)
  }
}

@MainActor
@Suite struct SamplerTests {
  @Test func timesArePerOperation() async throws {
    let bed = Bed()
    let samples = try await Sampler(repeats: 7, span: 1_000).measure(
      [bed.trial("a") { _ in 10 }, bed.trial("b") { _ in 40 }], scenario: "S"
    ) { bed.time }
    #expect(samples.map(\.median) == [10, 40])
    #expect(samples.map(\.times.count) == [7, 7])
    #expect(samples[1].ratio(to: samples[0]) == 4)
  }

  @Test func aRepeatTakesAboutOneSpan() async throws {
    let bed = Bed()
    let samples = try await Sampler(repeats: 5, span: 1_000_000).measure(
      [bed.trial("fast") { _ in 10 }, bed.trial("slow") { _ in 5_000_000 }], scenario: "S"
    ) { bed.time }
    #expect((66_000...150_000).contains(samples[0].batch))
    #expect(samples[1].batch == 1)
  }

  @Test func trialsTakeTurnsAfterTheWarmUp() async throws {
    let bed = Bed()
    _ = try await Sampler(repeats: 6, span: 100).measure(
      [bed.trial("a") { _ in 100 }, bed.trial("b") { _ in 100 }], scenario: "S"
    ) { bed.time }
    let names = bed.runs.suffix(12).map(\.name).joined()
    #expect(names == "abbaabbaabba")
    #expect(bed.runs.prefix(while: { $0.name == "a" }).count >= 2)
  }

  @Test func theRatioIsOfTheSameRepeat() async throws {
    let bed = Bed()
    // The machine gets slower from repeat to repeat, but the ratio does not change.
    let samples = try await Sampler(repeats: 9, span: 1).measure(
      [bed.trial("a") { Double($0) * 300 }, bed.trial("b") { Double($0) * 100 }], scenario: "S"
    ) { bed.time }
    #expect((2.5...3.5).contains(samples[0].ratio(to: samples[1])))
  }

  @Test func thereAreFiveRepeatsAtLeast() {
    #expect(Sampler(repeats: 1, span: 1).repeats == 5)
  }

  @Test func aWrongStateFailsAtOnce() async throws {
    let bed = Bed()
    let error = await #expect(throws: TrialFailure.self) {
      try await Sampler(repeats: 5, span: 1).measure(
        [bed.trial("ours", cost: { _ in 1 }, problem: "the sum is 3, expected 4")],
        scenario: "S2.n1"
      ) { bed.time }
    }
    #expect(bed.runs.count == 1)
    #expect(
      error?.description == """
        S2.n1 did not do its work: ours, after 1 operations: the sum is 3, expected 4. Its times \
        mean nothing. Likely cause: the store or the scenario changed; repair it first.
        """)
  }

  @Test func anAsynchronousTrialIsAwaited() async throws {
    var done = 0
    let trial = Trial { count in
      await Task { done += count }.value
    } problem: {
      Trial.difference("what is done", is: done, expected: $0)
    }
    let samples = try await Sampler(repeats: 5, span: 1).measure([("a", trial)], scenario: "S") {
      0
    }
    #expect(samples[0].total == done)
  }
}
