// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Testing

@Suite struct PromiseTableTests {
  private func rows(
    _ value: Double, ratio: Double, growth: Double, allocations: Double, copies: Double
  ) -> [Row] {
    Set([Promise].millrace.map(\.row)).sorted().map {
      Row(
        name: $0, operation: "", value: value, unit: "", ratio: ratio, growth: growth,
        allocations: allocations, copies: copies)
    }
  }

  @Test func everyPromiseCanBeKept() {
    let good = rows(99, ratio: 1.3, growth: 1.5, allocations: 0, copies: 1)
    let verdicts = [Promise].millrace.verdicts(on: good)
    #expect(verdicts.count == [Promise].millrace.count)
    #expect(verdicts.allSatisfy { $0.isKept })
  }

  @Test func whatIsNotMeasuredKeepsNoPromise() {
    let verdicts = [Promise].millrace.verdicts(on: [])
    #expect(verdicts.count == [Promise].millrace.count)
    #expect(verdicts.allSatisfy { !$0.isKept })
  }

  /// A value slightly above its limit breaks the promise.
  @Test(arguments: [Promise].millrace)
  func everyPromiseIsBrokenJustBeyondItsLimit(promise: Promise) {
    // Allocations are rounded to hundredths, so a smaller excess would not count.
    let beyond = promise.limit + max(0.01, promise.limit / 1_000)
    var row = rows(0, ratio: 0, growth: 0, allocations: 0, copies: 0)
      .first { $0.name == promise.row }
    switch promise.quantity {
    case .ratio: row?.ratio = beyond
    case .growth: row?.growth = beyond
    case .allocations: row?.allocations = beyond
    case .copies: row?.copies = beyond
    case .time, .value: row?.value = beyond
    }
    let verdicts = [promise].verdicts(on: [row].compactMap(\.self))
    #expect(verdicts.map(\.isKept) == [false])
  }

  @Test func whatABuildMayCostCanBeKeptAndBroken() {
    func rows(_ value: Double) -> [Row] {
      Set([Promise].builds.map(\.row)).map {
        Row(name: $0, operation: "", value: value, unit: "", ratio: 1)
      }
    }
    #expect([Promise].builds.verdicts(on: rows(15)).allSatisfy { $0.isKept })
    #expect([Promise].builds.verdicts(on: rows(501)).allSatisfy { !$0.isKept })
  }

  @Test func theStrictestLimitsAreThoseOfTheDesign() {
    func limit(_ row: String, _ quantity: Promise.Quantity) -> Double? {
      [Promise].millrace.first { $0.row == row && $0.quantity == quantity }?.limit
    }
    #expect(limit("S1a", .ratio) == 2)
    #expect(limit("S2.n10000", .growth) == 1.5)
    #expect(limit("S3a", .ratio) == 1.5)
    #expect(limit("S3c", .time).map { $0 < 100 && $0 > 99 } == true)
    #expect(limit("S3p", .ratio) == 2)
    #expect(limit("S4a", .growth) == 2)
    #expect(limit("S4e", .growth) == 2)
    #expect(limit("S5.sync", .ratio) == 8)
    #expect(limit("S5.sync", .allocations) == 0)
    #expect(limit("S6", .value).map { $0 < 200 && $0 > 199 } == true)
    #expect(limit("S1t", .copies) == 1)
    #expect(limit("T1", .time).map { $0 < 1_000_000 && $0 > 999_999 } == true)
  }
}
