// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Testing

@MainActor
@Suite struct CourseTests {
  /// Measures one scenario that gives these ratios, one after the other.
  private func run(
    ratios: [Double], _ promises: [Promise], allocations: Double = 0
  ) async throws -> (row: Row, log: [String]) {
    var left = ratios[...]
    let scenario = Scenario(name: "S1a") { _ in
      Row(
        name: "S1a", operation: "", value: 1, unit: "ns", ratio: left.removeFirst(),
        allocations: allocations)
    }
    var log: [String] = []
    let course = Course(promises: promises, sampler: Sampler(repeats: 5, span: 1))
    let rows = try await course.run([scenario]) { log.append($0) }
    return (try #require(rows.first), log)
  }

  private let promise = Promise("", "S1a", .ratio, atMost: 2)

  @Test func whatKeepsItsPromiseIsMeasuredOnce() async throws {
    let (row, log) = try await run(ratios: [1.5, 9], [promise])
    #expect(row.ratio == 1.5)
    #expect(log == ["S1a"])
  }

  @Test func aSlowMomentIsForgiven() async throws {
    let (row, log) = try await run(ratios: [7, 1.9, 9], [promise])
    #expect(row.ratio == 1.9)
    #expect(log == ["S1a", "S1a, attempt 2"])
  }

  @Test func afterThreeAttemptsTheBestOneCounts() async throws {
    let (row, log) = try await run(ratios: [7, 3, 5, 1], [promise])
    #expect(row.ratio == 3)
    #expect(log == ["S1a", "S1a, attempt 2", "S1a, attempt 3"])
  }

  @Test func aRatioThatIsNoNumberKeepsItsRow() async throws {
    let (row, log) = try await run(ratios: [.infinity, .infinity, .infinity], [promise])
    #expect(row.ratio == .infinity)
    #expect(log.count == 3)
    #expect(try await run(ratios: [.nan, .nan, .nan], [promise]).row.ratio.isNaN)
    #expect(try await run(ratios: [.nan, 7, .nan], [promise]).row.ratio == 7)
  }

  @Test func countsAreNotMeasuredAgain() async throws {
    let exact = Promise("", "S1a", .allocations, atMost: 0)
    let (row, log) = try await run(ratios: [1, 9], [exact], allocations: 3)
    #expect(row.allocations == 3)
    #expect(log.count == 1)
  }

  @Test func whatIsMissingIsNotMeasuredAgain() async throws {
    let growth = Promise("", "S1a", .growth, atMost: 2)
    let elsewhere = Promise("", "S9", .ratio, atMost: 2)
    let (row, log) = try await run(ratios: [1, 9], [growth, elsewhere])
    #expect(row.ratio == 1)
    #expect(log == ["S1a"])
  }

  @Test func rowsComeInTheOrderOfTheScenarios() async throws {
    let scenarios = ["b", "a"].map { name in
      Scenario(name: name) { _ in
        Row(name: name, operation: "", value: 1, unit: "ns", ratio: 1)
      }
    }
    let course = Course(promises: [], sampler: Sampler(repeats: 5, span: 1))
    #expect(try await course.run(scenarios) { _ in }.map(\.name) == ["b", "a"])
  }
}
