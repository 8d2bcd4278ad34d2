// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Testing

@testable import MillraceBench

@MainActor
@Suite struct BenchTests {
  private let names = Bench.scenarios.map(\.name)

  /// Rows that must exist.
  ///
  /// Memory is measured only on systems that report resident memory.
  private static let wanted: [String] = {
    var names = [
      "S1a", "S1b", "S1t", "S2.n0", "S2.n1", "S2.n100", "S2.n10000", "S2x", "S3a", "S3b", "S3c",
      "S3p", "S4a", "S4b", "S4e", "S5.sync", "S5.async", "S5.dispatch", "S5.promise", "S5.main",
      "S7.dependency", "S7.closure", "S7.derived", "T1", "E1",
    ]
    #if os(Linux)
      names += ["S6", "S7.bytes"]
    #endif
    return names
  }()

  @Test func theRowsThatWereAskedForAreMeasured() {
    #expect(Set(Self.wanted).subtracting(names).isEmpty)
  }

  @Test func noTwoRowsHaveOneName() {
    #expect(Set(names).count == names.count)
  }

  @Test func everyPromiseIsOfARowThatIsMeasured() {
    for promise in [Promise].millrace {
      #if !os(Linux)
        if ["S6", "S7.bytes"].contains(promise.row) { continue }
      #endif
      #expect(names.contains(promise.row), "\(promise.text)")
    }
  }

  @Test func everyPromiseOfABuildIsOfARowThatIsMeasured() {
    let names = B1.scenarios.map(\.name)
    #expect(Set(names).count == names.count)
    for promise in [Promise].builds { #expect(names.contains(promise.row), "\(promise.text)") }
  }

  /// The row contains the number of copies, even if allocations are not counted.
  @Test func whatTheReducerThatCanThrowCopiesIsCounted() async throws {
    let row = try await S1t.scenarios[0].measure(Sampler(repeats: 5, span: 1))
    #expect(row.copies == 1)
  }
}
